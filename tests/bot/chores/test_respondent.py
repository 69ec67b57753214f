"""Processes that answer questions are ended, whatever they do."""

from __future__ import annotations

import asyncio
import os
import sys

import pytest

from bot.chores.respondent import Answering, Respondent, Silence

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
    await asyncio.sleep(0.5)  # until nothing more fits, and nothing more is taken
    async with asyncio.timeout(30):
        with pytest.raises(Silence):
            await flooding.ask({})
        await flooding.close()
    with pytest.raises(ValueError, match="does not run"):
        _ = flooding.pid


async def test_what_has_fled_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has started another process that holds the output open, out of the reach of who ends it."""
    monkeypatch.setattr("bot.chores.respondent._FAREWELL", 0.1)
    sleeper = f"[{sys.executable!r}, '-c', 'import time; time.sleep(3)']"
    fleeing = respondent(f"import subprocess; subprocess.Popen({sleeper}, start_new_session=True)")
    await fleeing.ask({})
    await asyncio.sleep(0.5)
    async with asyncio.timeout(2.0):
        await fleeing.close()
    await asyncio.sleep(3.0)  # its output is closed by then, and what was kept of it is gone
