"""Check a record: the promise, every die, who sat down, and the game itself, replayed from the start."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from bot.tables.dice import Seed, prefix
from bot.tables.record import DRAWING, Line, Record
from bot.tables.replay import replay
from engines.core.draws import derive
from engines.core.game import AnyGame

__all__ = ["Problem", "Verdict", "verify"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be, at this entry (its number) or, for None, in the whole record.

    Codes: seed_hidden, commitment_differs, promise_changed, sequence_gap (expected), seats_differ,
    draws_unexpected, die_differs (k, n, recorded, expected), and those of bot.tables.replay.
    """

    code: str
    entry: int | None = None
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: the number of entries, of draws and of steps replayed, and all problems."""

    entries: int
    draws: int
    replayed: int
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether the seed was told and everything follows from it."""
        return not self.problems


def verify(record: Record, games: Mapping[str, AnyGame]) -> Verdict:
    """Check everything that a record claims. Never raises for what a record holds: it becomes a problem."""
    checks: tuple[Callable[[Record], Iterator[Problem]], ...] = (_promise, _order, _seating, _dice)
    problems = [problem for check in checks for problem in check(record)]
    replayed = 0
    if record.seed is not None:
        # Before the end a record leaves the game out: there is nothing to replay.
        outcome = replay(record, games)
        replayed = outcome.steps
        if outcome.failure is not None:
            problems.append(Problem(outcome.failure.code, outcome.failure.entry, outcome.failure.params))
    draws = sum(len(line.draws) for line in record.entries)
    return Verdict(len(record.entries), draws, replayed, tuple(problems))


def _promise(record: Record) -> Iterator[Problem]:
    if record.seed is None:
        yield Problem("seed_hidden")
    elif Seed.from_hex(record.seed).commitment != record.commitment:
        yield Problem("commitment_differs")
    for line in record.entries:
        if line.kind == "open" and _promised(line, record.commitment) != record.commitment:
            yield Problem("promise_changed", line.seq)


def _promised(line: Line, otherwise: str) -> JsonValue:
    return line.payload.get("commitment", otherwise) if isinstance(line.payload, dict) else otherwise


def _order(record: Record) -> Iterator[Problem]:
    if record.seed is None:
        return
    for expected, line in enumerate(record.entries, start=1):
        if line.seq != expected:
            yield Problem("sequence_gap", line.seq, {"expected": expected})
            return


def _seating(record: Record) -> Iterator[Problem]:
    """The seats that the dice name must be those of the lobby's log, and in their order."""
    begin = next((line for line in record.entries if line.kind == "begin"), None)
    if begin is None:
        return
    told = {seating.seat: list(seating.joins) for seating in record.seats}
    seated = _seated(record.entries[: record.entries.index(begin)])
    if told != seated or [seating.seat for seating in record.seats] != list(seated):
        yield Problem("seats_differ", begin.seq)


def _seated(lobby: tuple[Line, ...]) -> dict[str, list[str]]:
    """Who sits at the end of the lobby, by seat in the order of the seats' numbers."""
    joins: dict[str, list[str]] = {}
    for line in lobby:
        if line.seat is None:
            continue
        told = line.payload if isinstance(line.payload, dict) else {}
        if line.kind in ("open", "join") and line.interaction is not None:
            joins.setdefault(line.seat, []).append(line.interaction)
        elif line.kind == "move":
            joins.setdefault(line.seat, []).extend(_got_up(joins, str(told.get("from")), told.get("join")))
        elif line.kind in ("quit", "remove") and "join" in told:
            _got_up(joins, line.seat, told["join"])
        elif line.kind in ("quit", "remove"):
            joins.pop(line.seat, None)
    return dict(sorted(joins.items(), key=lambda item: (len(item[0]), item[0])))


def _got_up(joins: dict[str, list[str]], seat: str, join: JsonValue) -> list[str]:
    """Take one person out of a team, who came by this interaction; the list of them, empty if none did."""
    there = joins.pop(seat, [])
    rest = [known for known in there if known != join]
    if rest:
        joins[seat] = rest
    return [known for known in there if known == join]


def _dice(record: Record) -> Iterator[Problem]:
    """Every die in the log, in order and without a gap, must be what the seed says."""
    source = prefix(record.table, record.joins())
    key = None if record.seed is None else bytes.fromhex(record.seed)
    k = 0
    for line in record.entries:
        if line.draws and line.kind not in DRAWING:
            yield Problem("draws_unexpected", line.seq)
        for n, outcome in line.draws:
            expected = outcome if key is None else derive(key, source, k, n)
            if outcome != expected:
                params = {"k": k, "n": n, "recorded": outcome, "expected": expected}
                yield Problem("die_differs", line.seq, params)
            k += 1
