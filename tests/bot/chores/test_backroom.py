"""Long jobs, and who answers questions, in processes of their own: bounded, and nothing stays behind."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.chores.backroom import Answering, Backroom, Bounds, Job, Respondent, Silence
from bot.tables.model import Denied
from bot.tables.tasks import Tasks
from tests.support import hard_chores
from tests.support.waiting import NEVER, until

ANNE, BOB = 1, 2
MIB = 1024 * 1024
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are the system's own")


async def done(room: Backroom, job: Job, given: bytes = b"", user_id: int = ANNE) -> bytes:
    async with room.enter(user_id) as do:
        return await do(job, given)


async def refused(room: Backroom, job: Job, given: bytes = b"", user_id: int = ANNE) -> str:
    with pytest.raises(Denied) as denied:
        await done(room, job, given, user_id)
    return denied.value.reason


async def number_in(file: Path) -> int:
    """The number of the process that sleeps, once it has written it down."""
    return int(await until(lambda: file.exists() and file.read_text()))


def runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_job_is_done_elsewhere_and_its_answer_comes_back_whole() -> None:
    given = Random(3).randbytes(3 * MIB)
    assert await done(Backroom(), hard_chores.mirror, given) == given[::-1]
    assert await done(Backroom(), hard_chores.mirror) == b""


async def test_a_job_knows_nothing_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret")
    monkeypatch.setenv("DATABASE_PATH", "/somewhere")
    here: dict[str, Any] = json.loads(await done(Backroom(), hard_chores.look_around, b"given in secret"))
    assert here["parent"] == os.getpid()
    assert here["pid"] != os.getpid()
    assert "DISCORD_TOKEN" not in here["environment"]
    assert "DATABASE_PATH" not in here["environment"]
    assert "secret" not in json.dumps([here["environment"], here["argv"]])
    assert not {"discord", "aiosqlite", "sqlite3", "asyncio", "PIL", "structlog"} & set(here["modules"])


@pytest.mark.parametrize("elsewhere", ["", "json.py"])
async def test_it_does_not_matter_where_the_bot_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: str
) -> None:
    before = Path.cwd()
    if elsewhere:
        (tmp_path / elsewhere).write_text("raise SystemExit('a file that happens to lie here')")
    monkeypatch.setattr(sys, "path", [str(before / place) for place in sys.path])
    monkeypatch.chdir(tmp_path)
    assert await done(Backroom(), hard_chores.mirror, b"ab") == b"ba"


async def test_who_comes_while_it_is_taken_is_told_so_at_once(tmp_path: Path) -> None:
    room, file = Backroom(), tmp_path / "number"
    first = asyncio.create_task(done(room, hard_chores.sleep, bytes(file)))
    number = await number_in(file)
    assert await refused(room, hard_chores.mirror, user_id=BOB) == "chore_busy"
    assert await refused(room, hard_chores.mirror, user_id=ANNE) == "chore_yours"
    assert not first.done()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert not runs(number)
    assert await done(room, hard_chores.mirror, b"ab", BOB) == b"ba"


async def test_what_is_fetched_for_a_job_is_fetched_in_the_room() -> None:
    """Else twelve people could have the bot hold twelve files at a time."""
    room = Backroom()
    async with room.enter(ANNE):
        assert await refused(room, hard_chores.mirror, user_id=BOB) == "chore_busy"
    with pytest.raises(Denied, match="file_gone"):
        async with room.enter(ANNE):
            raise Denied("file_gone")
    assert await done(room, hard_chores.mirror, b"ab") == b"ba"


async def test_a_stop_of_the_bot_takes_the_job_along(tmp_path: Path) -> None:
    room, tasks, file = Backroom(), Tasks(), tmp_path / "number"

    async def click() -> None:
        with tasks.here():
            await done(room, hard_chores.sleep, bytes(file))

    clicked = asyncio.create_task(click())
    number = await number_in(file)
    await tasks.drain(0.01)
    assert clicked.cancelled()
    assert not runs(number)


REFUSED: dict[str, tuple[Job, bytes, Bounds, str, str]] = {
    "too long": (hard_chores.spin, b"", Bounds(seconds=0.5), "chore_too_heavy", "too long"),
    "too much given": (hard_chores.mirror, b"abc", Bounds(given=2), "chore_too_heavy", "too much given"),
    "answer too long": (
        hard_chores.chatter,
        b"%d" % (3 * MIB),
        Bounds(answer=MIB),
        "chore_too_heavy",
        "answer too long",
    ),
    "an error": (hard_chores.stumble, b"private words", Bounds(), "chore_failed", "failed"),
    "gone": (hard_chores.vanish, b"", Bounds(), "chore_failed", "failed"),
    "no reader": (hard_chores.vanish, b"x" * MIB, Bounds(), "chore_failed", "failed"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_a_job_that_does_not_end_well_is_refused_and_the_next_one_done(case: str) -> None:
    job, given, bounds, reason, why = REFUSED[case]
    room = Backroom(bounds)
    with capture_logs() as log:
        assert await refused(room, job, given) == reason
    (line,) = log
    assert (line["log_level"], line["why"]) == ("warning", why)
    assert "private" not in str(line), "what people sent is not for the log"
    assert await done(Backroom(), hard_chores.mirror, b"ab") == b"ba"
    assert room._asker is None


async def test_the_log_says_where_a_job_failed() -> None:
    with capture_logs() as log:
        await refused(Backroom(), hard_chores.stumble, b"private words")
    assert "in stumble" in log[0]["said"]
    assert log[0]["said"].endswith("ValueError")


@linux_only
@pytest.mark.parametrize(
    ("job", "given", "bounds", "why"),
    [
        (hard_chores.hoard, b"400", Bounds(memory=300 * MIB), "too much memory"),
        (hard_chores.spin, b"", Bounds(processor=1), "too much of the processor, or killed by the system"),
    ],
)
async def test_memory_and_processor_are_limited(job: Job, given: bytes, bounds: Bounds, why: str) -> None:
    with capture_logs() as log:
        assert await refused(Backroom(bounds), job, given) == "chore_too_heavy"
    assert log[0]["why"] == why


@linux_only
async def test_within_its_memory_a_job_may_take_what_it_needs() -> None:
    assert await done(Backroom(), hard_chores.hoard, b"200") == b"%d" % (200 * MIB)


async def test_where_no_process_can_be_started_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert await refused(Backroom(), hard_chores.mirror) == "chore_failed"


# -- respondents -------------------------------------------------------------------------------------------


ANSWERS_THEN = """
import json, sys, time
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"]}), flush=True)
    THEN
"""
ANSWERING = Answering(seconds=10.0, starting=10.0, longest=1024)


def respondent(then: str) -> Respondent:
    command = (sys.executable, "-c", ANSWERS_THEN.replace("THEN", then))
    return Respondent(command, lambda: dict(os.environ), ANSWERING)


async def test_who_has_written_more_than_is_read_is_ended_all_the_same() -> None:
    flooding = respondent("while True: print('{}')")
    await flooding.ask({})
    output: Any = flooding._process.stdout
    await until(lambda: output._paused)  # nothing more is taken, and soon nothing more fits
    async with asyncio.timeout(NEVER):
        with pytest.raises(Silence):
            await flooding.ask({})
        await flooding.close()
    with pytest.raises(ValueError, match="does not run"):
        _ = flooding.pid


async def test_what_has_fled_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has started another process that holds the output open, out of the reach of who ends it."""
    monkeypatch.setattr("bot.chores.backroom._FAREWELL", 0.1)
    note = tmp_path / "fled"
    sleeper = f"[{sys.executable!r}, '-c', 'import time; time.sleep(600)']"
    started = f"str(subprocess.Popen({sleeper}, start_new_session=True).pid)"
    fleeing = respondent(f"import pathlib, subprocess; pathlib.Path({str(note)!r}).write_text({started})")
    await fleeing.ask({})
    fled = int(await until(lambda: note.exists() and note.read_text()))
    output: Any = fleeing._process.stdout
    try:
        async with asyncio.timeout(NEVER):
            await fleeing.close()
        assert not output.at_eof(), "it still holds the output"
    finally:
        os.kill(fled, signal.SIGKILL)
    await until(output.at_eof)
