"""Processes that answer questions are ended, whatever they do."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.chores.respondent import Answering, Respondent, Silence
from tests.support.waiting import NEVER, until

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
    assert flooding._process is not None
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
    monkeypatch.setattr("bot.chores.respondent._FAREWELL", 0.1)
    note = tmp_path / "fled"
    sleeper = f"[{sys.executable!r}, '-c', 'import time; time.sleep(600)']"
    started = f"str(subprocess.Popen({sleeper}, start_new_session=True).pid)"
    fleeing = respondent(f"import pathlib, subprocess; pathlib.Path({str(note)!r}).write_text({started})")
    await fleeing.ask({})
    fled = int(await until(lambda: note.exists() and note.read_text()))
    assert fleeing._process is not None
    output: Any = fleeing._process.stdout
    try:
        async with asyncio.timeout(NEVER):
            await fleeing.close()
        assert not output.at_eof(), "it still holds the output"
    finally:
        os.kill(fled, signal.SIGKILL)
    await until(output.at_eof)
