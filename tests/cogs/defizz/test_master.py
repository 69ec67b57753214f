"""A quizmaster on Discord: the host holds every card, judges, and stands beside the players (Z27)."""

from __future__ import annotations

from tests.cogs.defizz.company import playing, right_answers
from tests.cogs.defizz.table import FACE, MULTI_100, DefizzTable
from tests.cogs.defizz.test_justice import CITIES, FRENCH, board
from tests.engines.defizz.decks import deck, pingpong
from tests.support.plain_page import buttons, plain, selects
from tests.support.sim import Answer

FOUR = ("Anne", "Bob", "Chloé", "Dario")


def test_z27_the_board_shows_who_leads_and_the_panel_says_so() -> None:
    table = DefizzTable(4, deck=CITIES, reader="master", first="2", contest=True)
    assert "🎓 **Anne** · maître du jeu" in board(table)
    assert "**Anne** · ▰" not in board(table)
    table.roll(MULTI_100).choose(0, None, 100)
    mine = plain(FACE.panel(table.seen("1"), FRENCH))
    assert "🎓 Vous menez le jeu" in mine
    assert "Reims" in mine
    assert FACE.wants_panel(table.seen("1")) is not None
    assert all(FACE.wants_panel(table.seen(seat)) is None for seat in "234")


def test_z27_a_quizmaster_has_no_place_at_the_end() -> None:
    table = DefizzTable(3, deck=CITIES, reader="master", first="2").leave("2")
    assert table.over
    assert "**Anne**" not in board(table).split("Classement")[1].split("Revanche")[0].split("Dernier")[0]


def test_z27_the_hosts_tools_and_its_own_verdicts_are_at_hand_in_private() -> None:
    table = DefizzTable(4, deck=deck(pingpong()), reader="master", first="2", contest=True)
    table.roll(MULTI_100).choose(0, None, 100).answer("2", "do").click("1", "judge", "wrong")
    verbs = {one.verb: one.arg for one in buttons(FACE.panel(table.seen("1"), FRENCH, hosts=True))}
    assert verbs["contest"] == "2"
    assert "host.console" in verbs
    assert "host.console" not in {one.verb for one in buttons(FACE.panel(table.seen("1"), FRENCH))}
    assert not {"contest", "host.console"} & {
        one.verb for one in buttons(FACE.panel(table.seen("2"), FRENCH, hosts=True))
    }


async def test_z27_the_tools_open_from_the_private_message() -> None:
    async with playing(*FOUR, lecteur="master") as company:
        await company.comes_to("chrono")
        tools = (await company.host.presses(company.host.letter, "console")).paper
        assert "Annuler la carte" in tools
        await company.host.presses(tools, "order", "void")
        await company.host.presses(company.world.reread(tools), "order", "void.yes")
        assert "rejoue son tour" in company.board


async def test_z27_the_host_reads_every_card_and_judges() -> None:
    async with playing(*FOUR, lecteur="master") as company:
        host = company.host
        for _ in range(2):
            await company.comes_to("chrono")
            await company.reads()
            assert host not in company.awaited
            assert right_answers(company.question)[0] in host.letter
            assert "Vous lisez ce défi" in await host.presses(company.board, "answer")
            rival = company.awaited[0]
            await company.says(rival, right_answers(company.question)[0])
            assert company.awaited == [host]
            await host.presses(company.board, "judge", "right")
            assert f"🏆 **{rival.name}** remporte" in company.board
        assert f"🎓 **{host.name}** · maître du jeu" in company.board


def test_z27_what_a_quizmaster_may_do_stands_in_their_panel_whoever_is_host() -> None:
    table = DefizzTable(4, deck=CITIES, reader="master", first="2")
    page = FACE.panel(table.seen("1"), FRENCH)
    assert "last_turn" in {one.verb for one in buttons(page)}
    assert "take_back" not in {one.verb for one in buttons(page)}, "no card is turned yet"
    (givers,) = [select for select in selects(page) if select.verb == "transfer"]
    assert [(one.value, one.label) for one in givers.choices] == [
        ("2", "Bob"),
        ("3", "Chloé"),
        ("4", "Dario"),
    ]
    table.roll(MULTI_100)
    assert "take_back" in {one.verb for one in buttons(FACE.panel(table.seen("1"), FRENCH))}
    table.choose(0, None, 100)
    assert "transfer" not in {one.verb for one in selects(FACE.panel(table.seen("1"), FRENCH))}
    assert not {"take_back", "last_turn"} & {one.verb for one in buttons(FACE.panel(table.seen("2"), FRENCH))}


async def test_z29_a_quizmaster_moves_chips_and_all_are_told_why() -> None:
    async with playing(*FOUR, lecteur="master") as company:
        host, world = company.host, company.world
        before = company.chips
        panel = (await host.presses(company.board, "hand")).paper

        async def moves(chips: str) -> Answer:
            form = await host.chooses(panel, "transfer", "2")
            return await host.fills(form, panel, chips=chips, taker=["3"], reason="le *jury*")

        assert "Écrivez les jetons comme un nombre" in await moves("beaucoup")
        assert "800 au plus, car il doit en rester 100" in await moves("1900")
        assert company.chips == before
        await moves("300")
        assert "✏️ 300 🪙 passent de **Bob** à **Chloé** (le \\*jury\\*)." in company.board
        assert company.chips == {**before, "Bob": before["Bob"] - 300, "Chloé": before["Chloé"] + 300}
        await world.restarts()
        assert company.chips["Chloé"] == before["Chloé"] + 300
        await host.types("defizz stop")
        assert "Dés vérifiés" in await host.types("des verifier")


async def test_z27_a_quizmaster_takes_another_card_without_the_hosts_tools() -> None:
    async with playing(*FOUR, lecteur="master") as company:
        await company.comes_to("chrono")
        await company.host.presses(company.host.letter, "take_back")
        assert "rejoue son tour" in company.board
