"""Verdicts and who gives them: contested, voted on, turned by reader or host; a quizmaster leads."""

import pytest

from bot.texts import Texts, texts_for
from bot.ui.frame.console import console_page, orders
from bot.ui.pages.limits import check
from cogs.defizz.story import lines
from cogs.defizz.words import Voice
from engines.core.records import Refusal
from engines.defizz import events
from engines.defizz.model import Contest, Pass, Vote
from tests.cogs.defizz.company import Company, playing, right_answers
from tests.cogs.defizz.table import DUEL_100, FACE, MULTI_100, DefizzTable
from tests.cogs.defizz.test_time import ordered
from tests.engines.defizz.decks import chance, chrono, deck, pingpong
from tests.support.plain_page import buttons, plain, selects
from tests.support.sim import Person
from tests.support.sim_papers import Answer

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
CITIES = deck(chrono("Reims"))
THREE = ("Anne", "Bob", "Chloé")
FOUR = (*THREE, "Dario")
BOB_S = "La réponse de **Bob** :"
HAS_500 = "En main : **Anne** 500."


def chrono_lost(**options: object) -> DefizzTable:
    """Anne was judged wrong, then Bob right."""
    table = DefizzTable(3, deck=CITIES, **{"reader": "bot", "contest": True, **options})
    table.roll(MULTI_100).choose(0, None, 100)
    return table.answer("1", "la ville des sacres", 1).answer("2", "Reims", 2).answer("3", "Lyon", 3)


def board(table: DefizzTable, t: Texts = FRENCH) -> str:
    page = FACE.board(table.seen(), t)
    check(page)
    return plain(page)


def said_of(table: DefizzTable) -> list[str]:
    """The lines of the last step."""
    return lines(table.held.vault.scenes[-1].events, Voice(table.held.table, FRENCH))


@pytest.mark.parametrize(
    ("verb", "arg", "values", "action"),
    [
        ("contest", "2", (), Contest("2")),
        ("contest", "", ("2",), Contest("2")),
        ("contest", "", (), Contest()),
        ("vote", "turn", (), Vote(turn=True)),
        ("vote", "keep", (), Vote(turn=False)),
    ],
)
def test_z21_what_its_buttons_stand_for(verb: str, arg: str, values: tuple[str, ...], action: object) -> None:
    assert FACE.spec.action(verb, arg, values) == action


def test_z21_one_verdict_is_contested_by_a_button_and_several_by_a_list() -> None:
    page = FACE.board(chrono_lost().seen(), FRENCH)
    (listed,) = [select for select in selects(page) if select.verb == "contest"]
    named = [(choice.value, choice.label, choice.description) for choice in listed.choices]
    assert named == [("1", "Anne", "jugé faux"), ("2", "Bob", "jugé juste")]
    table = DefizzTable(3, deck=deck(pingpong()), contest=True).roll(DUEL_100).choose(0, "2", 100)
    table.answer("1", "do").click("3", "judge", "wrong")
    (button,) = [one for one in buttons(FACE.board(table.seen(), FRENCH)) if one.verb == "contest"]
    assert (button.arg, button.label) == ("1", "Revoir le verdict (Anne)")


def test_z21_nothing_is_offered_where_nothing_can_be_turned() -> None:
    for table in (chrono_lost(contest=False), chrono_lost().roll(DUEL_100)):
        page = FACE.board(table.seen(), FRENCH)
        assert "contest" not in {one.verb for one in (*buttons(page), *selects(page))}


def test_z21_the_board_says_what_is_voted_on_and_not_how() -> None:
    table = chrono_lost().act("1", Contest("1"))
    assert "🗳️ **Anne** conteste : « la ville des sacres », d’**Anne**, jugé **faux**." in board(table)
    labels = {one.verb: one.label for one in buttons(FACE.board(table.seen(), FRENCH))}
    assert labels["pass"] == "Je ne vote pas"
    assert "Changer : juste" in board(table)
    assert "Garder : faux" in board(table)
    other = DefizzTable.like(table).act("2", Vote(turn=False))
    table.act("2", Vote(turn=True))
    assert board(table) == board(other)
    assert "**Chloé** : votez, c’est secret." in board(table)
    assert "**Chloé**: vote, it is secret." in board(table, ENGLISH)


def test_z21_a_turned_verdict_is_told_with_what_everybody_has_then() -> None:
    table = chrono_lost().act("1", Contest("1")).act("2", Vote(turn=True)).act("3", Vote(turn=True))
    assert said_of(table)[:3] == [
        "🗳️ 2 pour changer le verdict, 0 contre : il change.",
        "⚖️ La table a tranché. La réponse d’**Anne** : **juste**.",
        "↩️ Le défi reprend : 300 🪙 reviennent au pot. En main : **Anne** 1\u202f800, **Bob** 1\u202f800, "
        "**Chloé** 1\u202f800.",
    ]
    assert "🏆 **Anne** remporte 300 🪙" in board(table)


def test_z21_a_verdict_that_stays_is_told_too() -> None:
    table = chrono_lost().act("1", Contest("1")).act("2", Vote(turn=False)).act("3", Vote(turn=True))
    assert said_of(table) == ["🗳️ 1 pour changer le verdict, 1 contre : il reste."]
    assert "🏆 **Bob** remporte" in board(table)
    nobody = chrono_lost().act("1", Contest("1")).act("2", Pass()).act("3", Pass())
    assert said_of(nobody) == ["🗳️ Personne n’a voté : le verdict reste."]


def test_z21_the_list_of_a_ping_pong_waits_for_the_next_roll() -> None:
    table = DefizzTable(3, deck=deck(pingpong()), reader="bot", contest=True).roll(DUEL_100)
    table.choose(0, "2", 100).answer("1", "do").answer("2", "fa")
    assert "La liste se montre au prochain lancer" in board(table)
    assert "mi" not in board(table).split("La liste")[1].split("Jetons")[0].split()
    table.roll(DUEL_100)
    assert "📜 Les réponses du défi précédent : do, ré, mi" in board(table)


def test_z22_the_others_vote_for_the_winner() -> None:
    table = DefizzTable(4, deck=deck(chance("reader")), reader="bot", contest=True).roll(DUEL_100)
    table.choose(0, "2", 100)
    assert "🗳️ Qui doit gagner ? **Chloé** et **Dario** : votez, c’est secret." in board(table)
    assert "les autres votent pour qui doit gagner" in board(table)
    assert "le lecteur désigne" not in board(table)
    (listed,) = [select for select in selects(FACE.board(table.seen(), FRENCH)) if select.verb == "name"]
    assert [choice.value for choice in listed.choices] == ["1", "2"]
    table.click("3", "name", "", "2").click("4", "name", "", "2")
    assert said_of(table)[0] == "🗳️ Les votes : **Anne** 0, **Bob** 2."
    assert "🏆 **Bob** remporte" in board(table)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.WinnerVoted({"1": 0, "2": 0}), "🗳️ Personne n’a voté : on tire au sort."),
        (
            events.VerdictTurned("2", False, "reader"),
            "⚖️ Le lecteur se reprend. La réponse de **Bob** : **faux**.",
        ),
        (events.VerdictTurned("2", True, "host"), f"⚖️ L’hôte a tranché. {BOB_S} **juste**."),
        (
            events.SettlementUndone(0, {"1": 500}, ("2",)),
            "↩️ Le défi reprend. En main : **Anne** 500. 🙋 **Bob** revient en jeu.",
        ),
        (events.Contested("1", "2"), "✋ **Anne** conteste le verdict sur la réponse de **Bob**."),
    ],
)
def test_z21_lines_that_come_seldom(event: events.DefizzEvent, line: str) -> None:
    assert lines((event,), Voice(DefizzTable().held.table, FRENCH)) == [line]


def test_z21_the_host_finds_each_verdict_in_the_tools() -> None:
    table = chrono_lost()
    may = orders(table.seen(), FACE, FRENCH)
    assert may["turn_verdict.0"][0] == "Anne : juste"
    assert may["turn_verdict.1"][0] == "Bob : faux"
    assert "« Reims », de **Bob**, devient **faux**" in may["turn_verdict.1"][1]
    check(console_page(table.seen(), FACE, FRENCH))


def test_z14_only_a_verdict_against_the_bot_asks_again() -> None:
    table = DefizzTable(4, deck=deck(pingpong()), contest=True).roll(MULTI_100).choose(0, None, 100)
    table.answer("1", "do")
    verbs = {
        one.arg: one.verb
        for one in buttons(FACE.panel(table.seen("4"), FRENCH))
        if one.arg in ("right", "wrong")
    }
    assert verbs == {"right": "judge", "wrong": "overrule"}
    page = FACE.form_or_page("overrule", "wrong", table.seen("4"), FRENCH)
    assert "**Anne** : « do ». Le bot dit **juste** : juger quand même **faux** ?" in plain(page)
    assert "<t:" in plain(page)
    assert FACE.form_or_page("overrule", "maybe", table.seen("4"), FRENCH) is None
    with pytest.raises(Refusal) as caught:
        FACE.form_or_page("overrule", "wrong", table.seen("1"), FRENCH)
    assert caught.value.reason == "not_the_reader"


async def wrong_then_right(company: Company) -> list[str]:
    """Play a Chrono in which the first is judged wrong and the second right; the names, in this order."""
    await company.comes_to("chrono")
    await company.reads()
    right = right_answers(company.question)[0]
    first, *others = company.awaited
    await company.says(first, "presque ça")
    for one in others:
        if "answer" in company.board.verbs:  # a race may be over before the last has answered
            await company.says(one, right)
    return [first.name, *(one.name for one in others)]


async def test_z21_a_contest_from_the_click_to_the_chips_is_counted_once_also_after_a_restart() -> None:
    async with playing(*THREE, lecteur="bot") as company:
        names = await wrong_then_right(company)
        first, winner = (company.world.people[name] for name in names[:2])
        assert f"🏆 **{winner.name}** remporte" in company.board
        assert await asked_until_now(company) == [(1, 1, 0)]
        await contests(company, first)
        assert "conteste : « presque ça »" in company.board
        assert "roll" not in company.board.verbs
        assert "Vous contestez ce verdict" in await first.presses(company.board, "vote", "turn")
        await company.awaited[0].presses(company.board, "vote", "turn")
        await company.world.restarts()
        assert await asked_until_now(company) == [(1, 1, 0)]
        await company.awaited[0].presses(company.board, "vote", "turn")
        assert f"🏆 **{first.name}** remporte" in company.board
        assert company.chips[first.name] > company.chips[winner.name]
        assert await asked_until_now(company) == [(1, 1, 1)]
        await winner.presses(company.board, "contest")
        for one in company.awaited:
            await one.presses(company.board, "vote", "turn")
        assert f"🏆 **{winner.name}** remporte" in company.board
        assert await asked_until_now(company) == [(1, 1, 0)]
        await company.rolls()
        assert "contest" not in company.board.verbs


async def contests(company: Company, person: Person) -> None:
    """Contest the first verdict of the list."""
    first = company.board.piece("contest", is_list=True).values[0]
    await person.chooses(company.board, "contest", first)


async def asked_until_now(company: Company) -> list[tuple[int, int, int]]:
    """How often each question that was asked here was asked, solved and turned, by the store."""
    return [
        tuple(one)[1:] for one in await company.world.store.list_asked(company.world.guild.id) if one.asked
    ]


async def test_z21_a_vote_ends_after_twenty_seconds_and_after_the_bot_was_killed() -> None:
    async with playing(*THREE, lecteur="bot") as company:
        names = await wrong_then_right(company)
        await contests(company, company.world.people[names[0]])
        assert company.seconds_left <= 20
        await company.awaited[1].presses(company.board, "vote", "turn")
        await company.world.restarts()
        await company.world.passes(90)
        assert f"🏆 **{names[0]}** remporte" in company.board
        assert "1 pour changer le verdict, 0 contre" in company.board


def test_z21_the_tools_hold_as_many_verdicts_as_there_are() -> None:
    table = DefizzTable(8, deck=CITIES, reader="bot", contest=True).roll(MULTI_100).choose(0, None, 100)
    for seat in range(1, 8):
        table.answer(str(seat), "Lyon", seat)
    table.answer("8", "Reims", 8)
    seen = table.seen()
    page = console_page(seen, FACE, FRENCH)
    check(page)
    turning = [one.arg for one in buttons(page) if one.arg.startswith("turn_verdict.")]
    assert len(turning) == 8
    assert len(buttons(page)) == len(orders(seen, FACE, FRENCH)) + 1


async def test_z21_the_host_turns_a_verdict_in_the_tools() -> None:
    async with playing(*THREE, lecteur="bot") as company:
        names = await wrong_then_right(company)
        await ordered(company, "turn_verdict.0")
        assert f"🏆 **{names[0]}** remporte" in company.board
        assert "L’hôte a tranché" in company.board


async def test_z21_the_host_turns_the_option_off() -> None:
    async with playing(*THREE, lecteur="bot", contestations=False) as company:
        await wrong_then_right(company)
        assert "contest" not in company.board.verbs


async def test_z21_a_reader_corrects_a_slip() -> None:
    async with playing(*FOUR) as company:
        await company.comes_to("pingpong")
        reader = company.named(r"Lecteur : \*\*(\w+)\*\*")
        speaker = company.awaited[0]
        await company.says(speaker, company.question.answers[0][0])
        sure = (await reader.presses(company.board, "overrule", "wrong")).paper
        await reader.presses(company.world.reread(sure), "judge", "wrong")
        assert f"⛔ **{speaker.name}** sort du défi." in company.board
        assert "C’est au lecteur" in await speaker.presses(company.board, "contest")
        await reader.presses(company.board, "contest")
        assert "Le lecteur se reprend" in company.board
        assert f"✅ **{speaker.name}**" in company.board


# -- a quizmaster ---------------------------------------------------------------------------------------


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


async def test_z27_a_quizmaster_takes_another_card_by_the_tools_or_without_them() -> None:
    async with playing(*FOUR, lecteur="master") as company:
        host = company.host
        await company.comes_to("chrono")
        tools = (await host.presses(host.letter, "console")).paper
        assert "Annuler la carte" in tools
        tools = await host.leafs(tools, "order", "void")
        await host.presses(tools, "order", "void.yes")
        assert "rejoue son tour" in company.board
        await company.comes_to("chrono")
        await host.presses(host.letter, "take_back")
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
