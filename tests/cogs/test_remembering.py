"""What the end of a game tells: worked out once from its record, and told of packed tables too."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from db.store import SqliteStore
from tests.support.counting_store import Counting
from tests.support.plain_page import plain
from tests.support.sim_tasse import Company, one_sided, playing

THREE = ("Anne", "Bob", "Chloé")
REDRAWS = 20


def moments_on(words: object) -> list[str]:
    """What a board tells of the game, a line each."""
    told = str(words).partition("**Les grands moments**\n")[2]
    return list(takewhile(lambda line: "**" in line, told.split("\n")))


async def redraw(company: Company) -> None:
    """The board of the table is brought up to date where it stands, over and over."""

    async def over_and_over() -> None:
        for _ in range(REDRAWS):
            await company.world.bot.house.publisher.boards.refresh(1)

    await company.world.run(over_and_over)


async def test_the_record_of_a_game_is_read_once_however_often_its_end_is_drawn() -> None:
    store = Counting()
    async with playing(*THREE, store=store, seuil=2) as company:
        store.asked.clear()
        await company.plays_on(one_sided("Bob"))
        told = moments_on(company.board)
        assert len(told) >= 2
        assert store.asked["log"] == 2, "once for its board, and once to look back on it"
        looks = store.asked["load"]
        await redraw(company)
        assert store.asked["load"] >= looks + REDRAWS, "it was looked at as often"
        assert moments_on(company.board) == told
        assert store.asked["log"] == 2
        await company.world.restarts()
        await redraw(company)
        assert store.asked["log"] == 3, "another process reads it once, too"


async def test_the_end_of_a_packed_table_still_tells_its_moments(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "gobelet.db")
    async with playing(*THREE, store=store, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        over = company.board
        told = moments_on(over)
        assert len(told) >= 2
        assert await store.put_away(1)
        await company.world.restarts()
        house = company.world.bot.house
        board = await house.pages.board_in_channel(await house.tables.look(1))
        words = plain(board.page)
        assert all(line in words for line in told)
        await company.host.presses(over, "rematch")
        await company.world.passes(10)
        again = company.world.reread(over)
        assert "La revanche est ouverte" in again
        assert moments_on(again) == told
    await store.close()


async def test_moments_are_told_anew_without_a_name_that_was_erased() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        told = moments_on(company.board)
        person = next(person for person in company.people if f"**{person.name}**" in told[0])
        asked = (await person.types("mes-donnees effacer")).paper
        await person.presses(asked, "erase")
        await company.world.passes(30)
        again = moments_on(company.board)
        assert len(again) == len(told)
        assert not any(person.name in line for line in again)
        assert "**Anonyme" in again[0]
