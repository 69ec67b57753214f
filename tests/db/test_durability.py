"""A real process, really killed: whatever it had acknowledged is there afterwards."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.tables.ports import Entry
from db.store import SqliteStore
from tests.support.stored import NOON, act

ROOT = Path(__file__).parents[2]
TABLES = 8


def acknowledged_before_the_kill(path: Path, answers: int) -> dict[int, int]:
    """Let a process commit, kill it after so many answers: the last version it had told of each table."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.db.committer", str(path), str(TABLES)], stdout=subprocess.PIPE, cwd=ROOT
    ) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(answers)]
        child.send_signal(signal.SIGKILL)  # in the middle of whatever it is doing
        lines += [line for line in child.stdout.readlines() if line.endswith(b"\n")]
    assert len(lines) >= answers
    told = [tuple(map(int, line.split())) for line in lines]
    return dict(sorted(told))  # the highest version of a table comes last, and stays


@pytest.mark.kill
@pytest.mark.parametrize("answers", [1, 40, 300])
async def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, answers: int) -> None:
    path = tmp_path / "gobelet.db"
    acknowledged = acknowledged_before_the_kill(path, answers)
    assert acknowledged
    store = await SqliteStore.open(path)
    for table_id, version in acknowledged.items():
        stored = await store.load(table_id)
        assert stored is not None
        assert stored.table.version >= version
        log = await store.log(table_id)
        assert [entry.seq for entry in log] == list(range(1, stored.table.version + 1))
        assert stored.position == f'{{"moves":{stored.table.version - 1}}}'
        by_the_clock = (Entry(stored.last_seq + 1, "expire", NOON),)
        acted = await store.commit(act(stored, entries=by_the_clock))
        assert acted.table.version == stored.table.version + 1
    await store.close()
