"""Games as text: each action a word, each turn a line, and back.

    c2-c3     rolls              c2!       is flipped         c2xc3    captures
    =b1       goes back to b1    +b1       recovers to b1     *a6,c6   takes doubles
    ,         declines the bounce, or ends the turn
    timeout   the deadline       agreed    both end the round
    red-leaves, black-leaves

A game begins with the color that plays first. Each round has a heading with the points so far, each turn a
line with its number, its color and its words. Headings and numbers are for people: only the words count when
a game is read. Lines that begin with # are remarks:

    # at home, on a Sunday
    debacle red
    round 1 0:0
    1 red a1-a2 b1!
    2 black f6! e6-e5
    3 red red-leaves
    over 0:0 black
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from engines.core.draws import ScriptedDraws
from engines.core.records import SeatName
from engines.debacle.board import COLORS, Color, Square
from engines.debacle.model import (
    Action,
    Capture,
    DebacleState,
    Doubles,
    Flip,
    Pass,
    Recover,
    Return,
    Roll,
)
from engines.debacle.rules import END_ROUND, Debacle

Turning: TypeAlias = Literal["timeout", "agreed", "red-leaves", "black-leaves"]
"""The happenings that are no actions, by their words."""
Happening: TypeAlias = Action | Turning

_GAME = Debacle()
_TURNINGS: dict[str, Turning] = {word: word for word in get_args(Turning)}
_SQUARE = "([a-f][1-6])"
_WORDS: tuple[tuple[re.Pattern[str], Callable[..., Action]], ...] = (
    (re.compile(f"{_SQUARE}-{_SQUARE}"), Roll),
    (re.compile(f"{_SQUARE}!"), Flip),
    (re.compile(f"{_SQUARE}x{_SQUARE}"), Capture),
    (re.compile(f"={_SQUARE}"), Return),
    (re.compile(rf"\+{_SQUARE}"), Recover),
    (re.compile(r"\*((?:[a-f][1-6],)*[a-f][1-6])"), lambda take: Doubles(tuple(take.split(",")))),
    (re.compile(","), Pass),
)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was played: who began, then every happening. Who acts follows from the rules."""

    first: Color
    happenings: tuple[Happening, ...]


def write_word(happening: Happening) -> str:
    """Return the word of an action or of another happening."""
    match happening:
        case Roll(origin, to):
            return f"{origin}-{to}"
        case Flip(at):
            return f"{at}!"
        case Capture(origin, to):
            return f"{origin}x{to}"
        case Return(to):
            return f"={to}"
        case Recover(to):
            return f"+{to}"
        case Doubles(take):
            return f"*{','.join(take)}"
        case Pass():
            return ","
    return happening


def read_word(word: str) -> Happening:
    """Return the happening of a word; raises ValueError for an unknown word."""
    if word in _TURNINGS:
        return _TURNINGS[word]
    for pattern, action in _WORDS:
        found = pattern.fullmatch(word)
        if found is not None:
            squares: Sequence[Square] = found.groups()
            return action(*squares)
    raise ValueError(f"no word of a game: {word!r}")


def write_game(record: GameRecord) -> str:
    """Return the game as text; raises Refusal where the rules do not allow a happening."""
    lines, turn = [f"debacle {record.first}"], (0, 0)
    for before, happening, after in _play(record, COLORS):
        now, winners = before.position, after.position.winners
        if now.round != turn[0]:
            lines.append(f"round {now.round} {_points(before)}")
        if (now.round, now.turn) != turn:
            lines.append(f"{now.turn} {COLORS[now.current]}")
            turn = (now.round, now.turn)
        lines[-1] += f" {write_word(happening)}"
        if winners is not None:
            lines.append(f"over {_points(after)} {winners[0]}")
    return "\n".join(lines) + "\n"


def remarks(text: str) -> str:
    """Return a text as lines of remarks, which may stand anywhere between a game's lines."""
    return "".join(f"# {line}\n" for line in text.splitlines())


def read_game(text: str) -> GameRecord:
    """Return the game of a text; raises ValueError that names the first line or word that is wrong.

    Remarks, headings and the numbers and colors of turns are not read.
    """
    lines = [
        (number, line.split())
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines or lines[0][1] not in (["debacle", "red"], ["debacle", "black"]):
        raise ValueError(
            "a game begins with its name and the color that begins: debacle red, or debacle black"
        )
    happenings: list[Happening] = []
    for number, (name, *others) in lines[1:]:
        try:
            happenings += map(read_word, _words_of(name, others))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return GameRecord("red" if lines[0][1][1] == "red" else "black", tuple(happenings))


def _words_of(name: str, others: list[str]) -> list[str]:
    """Return the words of a line that begins with `name`; a heading has none."""
    if name.isdecimal() and others[:1] in (["red"], ["black"]):
        return others[1:]
    if name in ("round", "over"):
        return []
    raise ValueError(f"no line of a game: {name!r}")


def requests(record: GameRecord, seats: tuple[SeatName, SeatName] = ("A", "B")) -> Iterator[str]:
    """Yield the lines with which `python -m engines` replays the game, JSON without line ends.

    The text protocol has no agreement: there the state that it led to is loaded. Raises Refusal where the
    rules do not allow a happening.
    """
    first = seats[COLORS.index(record.first)]
    start = {"do": "start", "game": "debacle", "seats": seats, "options": {"first": first}, "draws": []}
    yield json.dumps(start)
    for before, happening, after in _play(record, seats):
        yield json.dumps(_request(before, happening, after))


def _request(before: DebacleState, happening: Happening, after: DebacleState) -> dict[str, Any]:
    seats = before.setup.seats
    match happening:
        case "timeout":
            return {"do": "timeout"}
        case "red-leaves" | "black-leaves":
            return {"do": "leave", "seat": seats[happening == "black-leaves"]}
        case "agreed":
            dumped = {
                "game": _GAME.name,
                "setup": _GAME.setups.plain(after.setup),
                "position": _GAME.positions.plain(after.position),
                "source": {"type": "script", "outcomes": []},
            }
            return {"do": "load", "state": dumped}
    seat = seats[before.position.current]
    return {"do": "act", "seat": seat, "action": _GAME.actions.plain(happening)}


def _play(
    record: GameRecord, seats: Sequence[SeatName]
) -> Iterator[tuple[DebacleState, Happening, DebacleState]]:
    """Replay the game, yielding each happening with the states before and after it."""
    state = _first_state(record, seats)
    for happening in record.happenings:
        before, state = state, _after(state, happening)
        yield before, happening, state


def _first_state(record: GameRecord, seats: Sequence[SeatName]) -> DebacleState:
    setup = _GAME.setup(seats, {"first": seats[COLORS.index(record.first)]})
    return _GAME.start(setup, ScriptedDraws()).state


def _after(state: DebacleState, happening: Happening) -> DebacleState:
    draws, seats = ScriptedDraws(), state.setup.seats
    match happening:
        case "timeout":
            return _GAME.expire(state, draws).state
        case "agreed":
            return _GAME.system(state, END_ROUND, draws).state
        case "red-leaves" | "black-leaves":
            return _GAME.leave(state, seats[happening == "black-leaves"], draws).state
    return _GAME.act(state, seats[state.position.current], happening, draws).state


def _points(state: DebacleState) -> str:
    return ":".join(map(str, state.position.points))


# Counting legal action sequences by length: one number that changes with almost any mistake in the rules.


def perft(state: DebacleState, depth: int) -> int:
    """Return how many sequences of `depth` legal actions begin at a state; 0 at an ended table."""
    if depth == 0:
        return 1
    if _GAME.is_over(state):
        return 0
    (seat,) = _GAME.to_act(state)
    offered = _GAME.legal_actions(state, seat).actions
    if depth == 1:
        return len(offered)
    draws = ScriptedDraws()
    return sum(perft(_GAME.act(state, seat, action, draws).state, depth - 1) for action in offered)
