"""Somebody else's program at a table of the real bot: whoever of the two is killed, play goes on.

Both are real processes, which only the system can kill: each death takes a start.
"""

import os
import random
import signal
import sys
from pathlib import Path

import pytest

from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from engines import GAMES
from players.registry import find_player
from tests.support.wire import Play
from tests.support.wire_judges import judge
from tests.support.wire_players import Company
from tests.support.wire_process import runs

pytestmark = pytest.mark.wire

PROGRAM = """
import json, os, pathlib, sys, time
thinking, held = map(pathlib.Path, sys.argv[1:])
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "decide":
        thinking.write_text(str(os.getpid()) + "\\n")
        while held.exists():
            time.sleep(0.005)
    answer = {"games": ["tasse"], "actions": asked.get("legal", [])[-1:]}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
"""


class Duel:
    """Alice against the program, which thinks for as long as it is held."""

    def __init__(self, folder: Path) -> None:
        self._thinking, self.held = folder / "thinking", folder / "held"
        program = folder / "program.py"
        program.write_text(PROGRAM)
        command = f"alpha={sys.executable} {program} {self._thinking} {self.held}"
        self.play = Play(folder, COMPUTERS=command)

    async def begin(self) -> None:
        play, channel = self.play, self.play.world.add_channel("jeux")
        self.company = Company(play, channel, play.people("Alice"), random.Random(7))
        await self.company.open()
        panel = (await self.company.press(self.company.host, "invite")).message
        await play.press(self.company.host, panel, "add", "program", "moyen.@alpha")
        await play.until_reads(self.company.board, "alpha, programme")
        await self.company.press(self.company.host, "begin")

    async def thinks(self) -> int:
        """Let Alice play until the program thinks; the number of its process."""
        self.held.touch()
        self._thinking.unlink(missing_ok=True)
        while not (self._thinking.exists() and self._thinking.read_text().endswith("\n")):
            await self.play.until(lambda: self._thinking.exists() or self.company.offers(), "a move")
            if self.company.offers():
                asked = await self.company.move()
                assert asked is not None
                self.company.note(asked, await self.play.answer(asked))
        return int(self._thinking.read_text())

    def versions(self) -> list[object]:
        """By which version each decision was made."""
        return [
            version
            for (version,) in self.play.rows(
                "SELECT json_extract(payload, '$.version') FROM log WHERE kind = 'decide' ORDER BY seq"
            )
        ]

    async def record(self) -> Record:
        """The record of the table, which ends here."""
        await self.play.command(self.company.host, self.company.channel, "tasse stop")
        told = await self.play.command(self.company.host, self.company.channel, "des verifier", table=1)
        assert told is not None
        return Record.load(bytes(told.attachments[0].content))


async def test_whoever_is_killed_over_a_decision_it_is_made_once_and_play_goes_on(tmp_path: Path) -> None:
    duel = Duel(tmp_path)
    play = duel.play
    try:
        await play.open()
        await duel.begin()
        orphan = await duel.thinks()
        await play.kill()
        duel.held.unlink()
        await play.until(lambda: not runs(orphan), "the program to end with its input")
        await play.start()
        await play.until(lambda: "program" in duel.versions(), "the decision")
        os.kill(await duel.thinks(), signal.SIGKILL)
        duel.held.unlink()
        await play.until(lambda: None in duel.versions(), "anything in its place")
        after = len(duel.versions())
        await duel.thinks()
        duel.held.unlink()
        await play.until(lambda: "program" in duel.versions()[after:], "a new process")
        verdict = verify(await duel.record(), GAMES, find_player)
        assert verdict.ok, verdict.problems
        assert verdict.by_programs == duel.versions().count("program")
        judge(play)
    finally:
        await play.close()
