"""The bot dies between the end of a game and looking back on it: the next one does that, and once."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress

import pytest

from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

pytestmark = [pytest.mark.kill, pytest.mark.timeout(300)]

GAMES = 8
"""So many games are played at most until a kill has come in between."""
CLOSED = "SELECT count(*) FROM tables WHERE status = 'closed'"
DIGESTED = "SELECT count(*) FROM digests"
DIGESTS = "SELECT count(*), count(DISTINCT table_id) FROM digests"


async def killed_once(play: Play, company: Company, told: str, row: tuple[int, ...]) -> None:
    """Play a game and kill the bot as soon as the file has this row."""
    await company.begin(seuil=1)
    playing = asyncio.create_task(company.play_on())
    while play.rows(told) != [row]:  # noqa: ASYNC110 - the file tells no event, and every ms counts
        await asyncio.sleep(0)
    await play.kill()
    playing.cancel()
    with suppress(asyncio.CancelledError, AssertionError):
        await playing


async def killed_at_the_end(play: Play, company: Company, number: int) -> bool:
    """Kill the bot as soon as the end of a game is on disk; whether it was not yet looked back on."""
    await killed_once(play, company, CLOSED, (number,))
    return play.rows(DIGESTS) == [(number - 1, number - 1)]


async def test_what_a_kill_leaves_undone_is_done_by_the_next_start(play: Play) -> None:
    channel, chance = play.world.add_channel("jeux"), random.Random(20)
    people = play.people("Alice", "Bruno")
    number = 0
    for number in range(1, GAMES + 1):
        between = await killed_at_the_end(play, Company(play, channel, people, chance), number)
        await play.start()
        await play.until(lambda number=number: play.rows(DIGESTS) == [(number, number)], "the digest")
        await play.up_to_date()
        if between and number > 3:
            break
    else:
        raise AssertionError("no kill has come in between")
    ranks = play.rows("SELECT rank, count(*) FROM results GROUP BY rank ORDER BY rank")
    assert ranks == [(1, number), (2, number)]
    facts = [json.loads(facts) for (facts,) in play.rows("SELECT facts FROM tallies")]
    assert [sheet["played"] for sheet in facts] == [1] * 2 * number
    often = [table_id for (table_id,) in play.rows("SELECT table_id FROM digests WHERE unrated = 'often'")]
    assert often == list(range(4, number + 1)), "three tables of the same people a day count"
    await play.until(
        lambda: "déjà trois tables classées" in text_of(play.board(channel)), "the board to say so"
    )


async def test_what_a_table_changes_is_told_whenever_the_bot_dies(play: Play) -> None:
    chance, people = random.Random(21), play.people("Alice", "Bruno")
    for number, when in enumerate((CLOSED, DIGESTED), 1):
        channel = play.world.add_channel(f"jeux-{number}")
        await killed_once(play, Company(play, channel, people, chance), when, (number,))
        await play.start()
        await play.until(
            lambda channel=channel: "Classée : " in text_of(play.board(channel)).replace("\u00a0", " "),
            "what it changes",
        )
        await play.up_to_date()
        assert play.rows(DIGESTS) == [(number, number)]
