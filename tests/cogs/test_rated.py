"""Every end says whether its table counts, and why not; hosts choose before it begins."""

from __future__ import annotations

import pytest

from bot.tables.digests.model import FOLD, Verdict
from bot.texts import texts_for
from bot.ui.frame.drawn import Aftermath
from bot.ui.frame.rated import rated_line
from tests.support.plain_page import plain
from tests.support.sim_tasse import gathered, one_sided, playing

TWO = ("Anne", "Bob")
REASONS = (
    *("stopped", "idle", "empty", "abandoned", "operator"),
    *("computers", "autopilot", "children", "learning", "accessible", "own_deck"),
    *("alone", "friendly", "private", "early", "often", "evening"),
)


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_every_reason_has_words_of_its_own(locale: str) -> None:
    t = texts_for(locale)
    said = {rated_line(reason, t) for reason in (None, *REASONS)}
    assert len(said) == len(REASONS) + 1
    assert all(line.startswith("-# ") and line.endswith(".") for line in said)
    assert rated_line("left", t) == rated_line("operator", t), "how it ended stands above"


async def test_a_game_that_counts_says_so() -> None:
    async with playing(*TWO, seuil=1) as company:
        assert "classée" not in company.board
        await company.plays_on(one_sided("Bob"))
        await company.world.passes(1)
        assert "Classée : Bob 1531 ? (+31) · Anne 1469 ? (−31)" in company.board


async def test_who_wishes_to_stand_in_no_list_is_not_named() -> None:
    async with playing(*TWO, seuil=1) as company:
        await company.world.store.insight.wish(company.people[1].id, {"board": "no"})
        await company.plays_on(one_sided("Bob"))
        await company.world.passes(1)
        assert "Classée : Anne 1469 ? (−31)" in company.board
        await company.world.store.insight.wish(company.host.id, {"board": "no"})
        await company.world.run(lambda: company.world.bot.house.publisher.boards.refresh(1))
        assert "Table classée." in company.board


async def test_a_friendly_game_is_chosen_with_the_command() -> None:
    async with playing(*TWO, seuil=1, amicale=True) as company:
        await company.plays_on(one_sided("Bob"))
        assert "Non classée : c’était une partie amicale." in company.board


async def test_a_friendly_game_is_chosen_on_the_options_panel() -> None:
    async with gathered(*TWO) as company:
        assert "Partie amicale" not in company.board
        panel = (await company.host.presses(company.board, "options")).paper
        await company.host.presses(panel, "options", "1")
        await company.host.chooses(company.world.reread(panel), "option", "true", "friendly")
        assert "Partie amicale" in company.board
        table = await company.world.bot.house.tables.table(1)
        assert table.manners.friendly
        await company.host.chooses(company.world.reread(panel), "option", "false", "friendly")
        assert "Partie amicale" not in company.board


async def test_a_stopped_game_says_that_it_does_not_count() -> None:
    async with playing(*TWO) as company:
        await company.host.types("tasse stop")
        await company.world.run(lambda: company.world.bot.house.publisher.boards.refresh(1))
        assert "Non classée : elle a été arrêtée avant la fin." in company.board


async def test_the_fourth_game_of_a_day_says_why_it_does_not_count() -> None:
    async with playing(*TWO, seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        for _ in range(3):
            await company.world.passes(1)
            assert "Classée : Bob 15" in company.board
            await company.host.presses(company.board, "rematch")
            await company.people[1].presses(company.board, "join")
            await company.host.presses(company.board, "begin")
            await company.plays_on(one_sided("Bob"))
        await company.world.passes(1)
        assert "déjà trois tables classées à ce jeu" in company.board
        assert "Classée :" not in company.board


async def test_what_is_kept_goes_before_what_the_table_tells_by_itself() -> None:
    async with playing(*TWO, seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        house = company.world.bot.house
        sight, face = (await house.tables.look(1)).sight(), house.faces["tasse"]
        t = texts_for("en")
        assert "Rated table." in plain(face.board(sight, t))
        told = plain(face.board(sight, t, Aftermath(verdict=Verdict(FOLD, "autopilot"))))
        assert "Not rated: a computer played in somebody’s place." in told
