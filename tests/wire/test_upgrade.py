"""Upgrades: the old version is killed in mid-game, and the new one goes on with every table."""

import asyncio
import random
from pathlib import Path

import pytest

from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from engines import GAMES
from playground.channels import Channel
from playground.people import Person
from tests.stored.frozen import FILES, unpacked
from tests.support.wire import Play
from tests.support.wire_debacle import Floes
from tests.support.wire_defizz import Quiz
from tests.support.wire_desfausse import Brood
from tests.support.wire_diavolo import Devils
from tests.support.wire_judges import judge
from tests.support.wire_players import Company, Gathering
from tests.support.wire_reading import pieces_of, text_of
from tests.support.wire_upgrade import inherit

pytestmark = [pytest.mark.wire, pytest.mark.kill, pytest.mark.timeout(300)]

PLAYED: dict[int, type[Gathering]] = {
    4: Company,
    10: Company,
    18: Devils,
    20: Devils,
    28: Floes,
    31: Floes,
    38: Brood,
    39: Brood,
    47: Quiz,
    66: Quiz,
}
"""Tables of 0.1.0 in mid-game, and who plays such a game."""
SPOILT = 5
MOVES = 4
"""So many moves at each table between two kills."""


async def told(play: Play, person: Person, channel: Channel, table_id: int) -> Record:
    """The record of a table, as `/des verifier` hands it out."""
    answer = await play.command(person, channel, "des verifier", table=table_id)
    assert answer is not None
    assert "Dés vérifiés" in text_of(answer), text_of(answer)
    return Record.load(bytes(answer.attachments[0].content))


async def some_moves(gathering: Gathering) -> None:
    """A few moves at a table, or fewer if its game ends."""
    left = iter(range(MOVES))
    await gathering.play_on(lambda: next(left, None) is None)


async def test_the_new_version_goes_on_with_every_table_of_the_old_one(tmp_path: Path) -> None:
    play, chance = Play(tmp_path), random.Random(7)
    try:
        homes = inherit(play, unpacked(FILES["0.1.0"]).decode(), [*PLAYED, SPOILT])
        with play.writing() as database:
            database.execute("UPDATE positions SET position = '{\"phase\": 3}' WHERE table_id = ?", (SPOILT,))
        await play.open()
        gatherings = {
            table_id: kind(play, *homes[table_id], chance=random.Random(chance.random()))
            for table_id, kind in PLAYED.items()
        }
        for _ in range(2):
            for gathering in gatherings.values():
                await play.until(lambda there=gathering: there.has_board, "a board")
            await asyncio.gather(*(some_moves(each) for each in gatherings.values()))
            await play.restart()
        await play.up_to_date()
        await check_spoilt(play, *homes[SPOILT])
        for table_id, gathering in gatherings.items():
            host, channel = gathering.host, gathering.channel
            if not gathering.over:
                await play.command(host, channel, f"{gathering.game} stop")
            record = await told(play, host, channel, table_id)
            verdict = verify(record, GAMES)
            game = GAMES[gathering.game]
            ours = game.rules_version
            assert (verdict.ok, record.rules) == (True, 1)
            assert verdict.rules == ((1,) if ours == 1 else (1, ours))
            assert verdict.by_other_rules is not game.replays(1)
            assert [line.kind for line in record.entries].count("act") > 0
        play.mourned = ("table cannot be read",)
        judge(play)
    finally:
        await play.close()
    printed = play.process.printed()
    assert "Traceback" not in printed
    assert printed.count("table cannot be read") == 1


async def check_spoilt(play: Play, channel: Channel, people: list[Person]) -> None:
    """The table that cannot be read says so, holds nobody up, and is gone after `stop`."""
    board = await play.until_reads(
        lambda: play.board(channel), "ne peut plus être lue", "`/tasse stop` la ferme"
    )
    assert pieces_of(board) == []
    (state,) = play.rows("SELECT status, alarm_at, trouble FROM tables WHERE id = ?", (SPOILT,))
    assert state[:2] == ("paused", None)
    (host,) = play.rows("SELECT host_id FROM tables WHERE id = ?", (SPOILT,))[0]
    leader = next(person for person in people if person.id == host)
    answer = await play.command(leader, channel, "tasse stop")
    assert "La table est arrêtée" in text_of(answer)
    opened = await play.command(leader, channel, "tasse start")
    assert opened is not None
    assert "la table est ouverte" in text_of(opened)
