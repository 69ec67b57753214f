"""The host's console on SimCord: who may open it, what it offers, and that it asks before it obeys."""

from __future__ import annotations

from bot.texts import texts_for
from bot.ui.frame.console import PAUSE, RESUME, console_page, orders
from bot.ui.pages.limits import check
from tests.cogs.defizz.company import Company, playing
from tests.cogs.defizz.table import FACE, DefizzTable, random_tables
from tests.support.sim import Paper

T = texts_for("fr")
FOUR = ("Anne", "Bob", "Chloé", "Dario")


async def ordered(company: Company, order: str) -> Paper:
    """The host gives an order and confirms it; the console afterwards."""
    host = company.host
    paper = (await host.presses(company.board, "console")).paper
    await host.presses(paper, "order", order)
    paper = company.world.reread(paper)
    assert [piece.arg for piece in paper.pieces if piece.verb == "order"] == [f"{order}.yes"]
    await host.presses(paper, "order", f"{order}.yes")
    return company.world.reread(paper)


async def test_only_who_leads_may_open_it() -> None:
    async with playing(*FOUR) as company:
        assert "Seul l’hôte" in await company.people[1].presses(company.board, "console")
        paper = (await company.host.presses(company.board, "console")).paper
        assert "outils de l’hôte" in paper
        assert "Annuler la carte" not in paper, "there is none yet"
        assert "Mettre en pause" in paper


async def test_a_pause_stops_the_clock_and_says_so_to_all() -> None:
    async with playing(*FOUR) as company:
        await company.world.passes(10)
        left = company.seconds_left
        console = await ordered(company, PAUSE)
        assert "C’est fait : Mettre en pause" in console
        assert "L’hôte a mis la table en pause" in company.board
        assert "roll" not in company.board.verbs
        await company.world.passes(240)
        assert "L’hôte a mis la table en pause" in company.board
        assert "La table revient" in await company.people[1].types("defizz statut")
        assert "L’hôte a mis la table en pause" in company.board
        await ordered(company, RESUME)
        assert abs(company.seconds_left - left) < 5
        assert "roll" in company.board.verbs


async def test_the_host_resumes_by_the_command_too() -> None:
    async with playing(*FOUR) as company:
        await ordered(company, PAUSE)
        assert "reprend ici" in await company.host.types("defizz statut")
        assert "roll" in company.board.verbs


async def test_a_card_is_taken_back_in_a_pause_as_well() -> None:
    async with playing(*FOUR) as company:
        await company.rolls()
        await ordered(company, PAUSE)
        assert "C’est fait : Annuler la carte" in await ordered(company, "void")
        await ordered(company, RESUME)
        assert "rejoue son tour" in company.board
        assert "roll" in company.board.verbs


async def test_the_bot_reads_and_the_game_ends_after_the_turn() -> None:
    async with playing(*FOUR) as company:
        assert "Lecteur : le bot" not in company.board
        await ordered(company, "replace_reader")
        assert "Lecteur : le bot" in company.board
        await ordered(company, "end_after_round")
        assert "La partie s’arrêtera après ce tour." in company.board


async def test_an_order_for_a_turn_that_is_over_is_not_obeyed() -> None:
    async with playing(*FOUR) as company:
        await company.rolls()
        host = company.host
        paper = (await host.presses(company.board, "console")).paper
        await host.presses(paper, "order", "void")
        paper = company.world.reread(paper)
        await company.world.passes(61)
        before = str(company.board)
        assert "n’est plus à jour" in await host.presses(paper, "order", "void.yes")
        assert str(company.board) == before


def test_it_offers_what_the_rules_obey_and_names_it_in_both_languages() -> None:
    for seed in range(4):
        for table in random_tables(seed):
            sight = table.seen()
            for t in (T, texts_for("en-US")):
                may = orders(sight, FACE, t)
                racing = sight.table.alarm is not None and sight.table.alarm.race
                assert set(may) == set() if table.over else {*sight.commands, *(() if racing else (PAUSE,))}
                assert all(name and what for name, what in may.values())
                check(console_page(sight, FACE, t))


def test_a_race_has_no_pause() -> None:
    table = DefizzTable(reader="bot").roll(4).choose(1, None, 100)
    assert table.held.table.alarm is not None
    assert table.held.table.alarm.race
    assert PAUSE not in orders(table.seen(), FACE, T)
