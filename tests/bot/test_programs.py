"""The process in which computers think, and programs of others: whatever they do, the table goes on."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import meters
from bot.chores.backroom import Answering
from bot.tables.computers.thought import MindFailed
from bot.tables.model import Table, program_called
from bot.tables.proof.verify import verify
from bot.thinking import GuestPrograms, Thinking
from engines import GAMES
from players.core.player import PERSONAS, Level
from players.core.speech import Question, plain_decision, plain_question
from players.registry import find_player, think
from tests.players.playing import walk
from tests.support.computers import BASILE, begun, furnish, go_on
from tests.support.tables import ALL_GAMES, House
from tests.support.waiting import jump, until
from tests.support.wire_process import runs

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture
async def thinking() -> AsyncIterator[Thinking]:
    there = Thinking()
    yield there
    await there.close()


def questions(name: str, most: int = 3) -> list[tuple[Question, dict[str, Any]]]:
    """Some questions of one game, and how they travel."""
    found = []
    for _, (game, _, _, view) in zip(range(most), walk(name, 7), strict=False):
        budget = find_player(name).budget
        question = Question(view, Level.MEDIUM, PERSONAS["basile"], budget, Random(7).randbytes(32))
        found.append((question, plain_question(game, question)))
    return found


def environment_of(pid: int) -> bytes:
    """What a process knows of its surroundings, where the system tells."""
    place = Path(f"/proc/{pid}/environ")
    return place.read_bytes() if place.exists() else b""


async def test_the_process_decides_what_would_be_decided_here_and_knows_no_setting_of_the_bot(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-of-the-bot")
    for name in sorted(GAMES):
        for question, plain in questions(name):
            decided = {**plain_decision(GAMES[name], think(question)), "budget": plain["budget"]}
            assert await thinking.think(plain) == decided
    assert b"a-secret-of-the-bot" not in environment_of(thinking.pid)
    assert os.getpriority(os.PRIO_PROCESS, thinking.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    with pytest.raises(MindFailed, match=r"^Refusal$"):  # without words
        await thinking.think({"budget": 0, "game": "poker", "view": {"hand": "a secret"}})


async def test_each_thinks_less_where_many_wait_and_nobody_once_it_is_closed(thinking: Thinking) -> None:
    ((_, plain), *_) = questions("tasse")
    plain = {**plain, "budget": 1_000}
    answers = await asyncio.gather(*(thinking.think(plain) for _ in range(12)))
    assert [answer["budget"] for answer in answers] == [1_000] * 9 + [100] * 3
    await thinking.close()
    with pytest.raises(MindFailed):
        await thinking.think(plain)


async def test_a_process_that_dies_or_hangs_is_replaced(thinking: Thinking) -> None:
    ((_, plain), *_) = questions("tasse")
    answer = await thinking.think(plain)
    for number in (signal.SIGKILL, signal.SIGSTOP):
        os.kill(thinking.pid, number)
        failures = 0
        while failures < 2:
            try:
                again = await thinking.think(plain)
                break
            except MindFailed:
                failures += 1
        assert again == answer


async def test_what_nobody_waits_for_any_more_is_not_taken_for_another_answer(thinking: Thinking) -> None:
    asked = [plain for name in ("tasse", "defizz") for _, plain in questions(name)]
    wanted = [await thinking.think(plain) for plain in asked]
    left = asyncio.create_task(thinking.think(asked[0]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    left.cancel()
    assert [await thinking.think(plain) for plain in asked] == wanted


# -- programs of others ------------------------------------------------------------------------------------


DOCUMENT = Path(__file__).parents[2] / "docs" / "player-protocol.md"
READ = "import json, os, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
ANSWER = "    print(json.dumps({'id': asked['id'], **(%s)}), flush=True)\n"
FIRST = READ + ANSWER % "{'actions': asked['legal'][:1], 'after_ms': 700, 'budget': 'x'}"
PATIENT = Answering(20.0, 20.0, 64 * 1024)
BRIEF = Answering(0.1, 0.2, 64 * 1024)
FAILING = {
    "ends at once": "",
    "ends over the question": READ + "    sys.exit(1)",
    "says rubbish": READ + "    print('rubbish', flush=True)",
    "says no object": READ + "    print('[]', flush=True)",
    "nests without end": READ + "    print('[' * 60000, flush=True)",
    "answers what nobody asked": FIRST.replace("asked['id']", "4711"),
    "floods one line": READ + "    while True: sys.stdout.write('x' * 100000)",
    "floods lines": READ + "    while True: print('{}')",
    "does nothing": READ + ANSWER % "{'actions': None}",
    "does no end of things": READ + ANSWER % "{'actions': asked['legal'][:1] * 99}",
    "takes no time that there is": READ + ANSWER % "{'actions': [], 'after_ms': float('inf')}",
}

Seat = Callable[..., GuestPrograms]
Counted = Callable[..., float]


class PatientHouse(House):
    """A house whose clock stands still while somebody thinks."""

    async def advance(self, seconds: int) -> None:
        await super().advance(seconds)
        await until(lambda: not len(self.tasks))  # other processes think in real time


@pytest.fixture
async def house() -> House:
    return PatientHouse()


@pytest.fixture
async def seat(tmp_path: Path) -> AsyncIterator[Seat]:
    """Seats a program "alpha" that is made of these lines."""
    made: list[GuestPrograms] = []

    def _seat(text: str, answering: Answering = PATIENT, rest: float = 60.0) -> GuestPrograms:
        file = tmp_path / f"{len(made)}.py"
        file.write_text(text)
        made.append(GuestPrograms({"alpha": (sys.executable, str(file))}, answering, rest))
        return made[-1]

    yield _seat
    for each in made:
        await each.close()


async def ask(programs: GuestPrograms, game: str = "tasse") -> Any:
    mind = programs.find("alpha")
    return await mind.think(questions(game, 1)[0][1])


async def played(house: House, game: str, programs: GuestPrograms | None) -> Table:
    """A table of Anne and alpha, played to its end."""
    furnish(house, programs=programs)
    table = await go_on(house, await begun(house, game, program_called("alpha")))
    assert table.end.why == "over"
    return table


async def versions(house: House, table: Table) -> list[Any]:
    """What the log says of who decided: the version of each decision's player."""
    lines = await house.store.log(table.id)
    return [line.payload["version"] for line in lines if line.kind == "decide"]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Tells what was counted of alpha since the test began, by meter and reason."""
    names = ("program_seconds", "program_failures", "program_starts")
    old = meters.METERS
    fresh = {name: meters.Meter(m.kind, m.help, m.labels, m.buckets) for name in names if (m := old[name])}
    monkeypatch.setattr(meters, "METERS", {**old, **fresh})

    def _counted(name: str, *why: str) -> float:
        meter = fresh[name]
        return (
            sum(meter.spread.get(("alpha",), ())) if meter.buckets else meter.values.get(("alpha", *why), 0)
        )

    return _counted


async def test_it_is_followed(seat: Seat, counted: Counted) -> None:
    programs = seat(FIRST)
    legal = questions("tasse", 1)[0][1]["legal"]
    for number in (1, 2):
        assert await ask(programs) == {"actions": legal[:1], "after_ms": 700}
        assert (counted("program_seconds"), counted("program_starts")) == (number, 1)


@pytest.mark.parametrize("game", ["tasse", "coin"])
async def test_a_table_is_played_to_its_end_and_nobody_is_accused(
    house: House, seat: Seat, game: str
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    table = await played(house, game, seat(example))
    decided = await versions(house, table)
    assert decided
    assert set(decided) == {"program"}
    verdict = await house.proof(table.id)
    assert (verdict.decisions, verdict.undecided, verdict.by_programs) == (0, 0, len(decided))


@pytest.mark.parametrize("text", FAILING.values(), ids=FAILING)
async def test_whoever_fails_is_no_mind(seat: Seat, text: str, counted: Counted) -> None:
    try:
        answer = await ask(seat(text))
    except MindFailed:
        assert counted("program_failures", "silent") + counted("program_failures", "undecided") == 1
        return
    assert not answer["actions"], "which the table takes for none"


async def test_a_table_goes_on_without_one_that_hangs(house: House, seat: Seat) -> None:
    table = await played(house, "coin", seat(READ + "    time.sleep(600)\n", BRIEF))
    assert set(await versions(house, table)) == {None}
    await house.proof(table.id)


async def test_what_is_not_allowed_is_not_done(house: House, seat: Seat) -> None:
    table = await played(house, "coin", seat(READ + ANSWER % "{'actions': [{'type': 'dance'}]}"))
    assert set(await versions(house, table)) == {None}


async def test_one_that_dies_is_started_anew(seat: Seat, tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    text = f"open({str(starts)!r}, 'a').write('x')\n" + FIRST + "    sys.exit(1)\n"
    programs = seat(text)
    answered = 0
    while answered < 2:
        try:
            await ask(programs)
            answered += 1
        except MindFailed:  # it was asked before it was seen to have ended
            pass
    assert len(starts.read_text()) >= 2


async def test_one_that_never_answers_is_left_alone_for_a_while(
    seat: Seat, tmp_path: Path, counted: Counted
) -> None:
    starts = tmp_path / "starts"
    programs = seat(f"open({str(starts)!r}, 'a').write('x')\n")
    for _ in range(3):
        with pytest.raises(MindFailed, match="Error"):
            await ask(programs)
    with pytest.raises(MindFailed, match="left alone"):
        await ask(programs)
    assert starts.read_text() == "xxx"
    assert (counted("program_starts"), counted("program_seconds")) == (3, 0)
    assert counted("program_failures", "silent") == 3
    assert counted("program_failures", "resting") == 1
    jump(60.0)
    with pytest.raises(MindFailed, match="Error"):
        await ask(programs)
    with pytest.raises(MindFailed, match="left alone"):
        await ask(programs)


async def test_whoever_waits_behind_one_that_hangs_does_not_wait_for_long(seat: Seat) -> None:
    programs = seat(READ + "    time.sleep(600)\n", BRIEF)
    found = await asyncio.gather(*(ask(programs) for _ in range(9)), return_exceptions=True)
    assert [str(each) for each in found] == ["TimeoutError"] * 3 + ["it is left alone"] * 6


async def test_no_table_waits_for_long_for_one_that_is_asked_by_many(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, counted: Counted
) -> None:
    monkeypatch.setattr("bot.thinking._WAIT", 0.3)
    programs = seat(READ + "    time.sleep(0.2)\n" + ANSWER % "{'actions': []}")
    found = await asyncio.gather(*(ask(programs) for _ in range(9)), return_exceptions=True)
    busy = [each for each in found if isinstance(each, MindFailed)]
    assert {str(each) for each in busy} == {"others ask it"}
    assert counted("program_failures", "busy") == len(busy) == 9 - counted("program_seconds")


async def test_it_knows_nothing_of_the_bot(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-of-the-bot")
    found = "len([word for word in os.environ.values() if 'secret' in word or 'site-packages' in word])"
    programs = seat(READ + ANSWER % ("{'actions': [], 'after_ms': " + found + "}"))
    assert (await ask(programs))["after_ms"] == 0


async def test_it_is_ended_with_all_that_it_has_started(seat: Seat, tmp_path: Path) -> None:
    child = tmp_path / "child"
    spawn = "import subprocess, sys\nasleep = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
    note = f"open({str(child)!r}, 'w').write(str(subprocess.Popen(asleep).pid))\n"
    programs = seat(spawn + note + FIRST)
    await ask(programs)
    number = int(child.read_text())
    assert runs(number)
    await programs.close()
    await until(lambda: not runs(number))
    with pytest.raises(MindFailed, match="closed"):
        await ask(programs)


async def test_it_is_offered_where_it_says_that_it_plays(seat: Seat) -> None:
    programs = seat(READ + ANSWER % "{'games': ['tasse', 'defizz']}")
    assert programs.offered("debacle") == ("alpha",), "nobody has asked it yet"
    await programs.greet()
    assert {game for game in ALL_GAMES if programs.offered(game)} == {"tasse", "defizz"}


async def test_who_knows_no_greeting_plays_everything(seat: Seat) -> None:
    programs = seat(FIRST)  # which dies of it
    await programs.greet()
    assert {game for game in ALL_GAMES if programs.offered(game)} == set(ALL_GAMES)
    assert (await ask(programs))["actions"]


async def test_of_a_program_that_is_gone_our_own_player_takes_over(house: House) -> None:
    table = await played(house, "tasse", GuestPrograms({}))
    assert set(await versions(house, table)) == {find_player("tasse").version}
    verdict = verify(await house.tables.record(table.id), ALL_GAMES, find_player)
    assert (verdict.ok, verdict.undecided) == (True, 0)
    assert verdict.decisions > 0


async def test_no_computer_of_ours_passes_for_a_program(house: House) -> None:
    furnish(house)
    table = await go_on(house, await begun(house, "coin", BASILE))
    record = await house.tables.record(table.id)
    lines = [
        line.model_copy(update={"payload": {**line.payload, "version": "program"}})
        if line.kind == "decide" and isinstance(line.payload, dict)
        else line
        for line in record.entries
    ]
    verdict = verify(record.model_copy(update={"entries": tuple(lines)}), ALL_GAMES, find_player)
    assert {problem.code for problem in verdict.problems} >= {"decision_unsound"}
