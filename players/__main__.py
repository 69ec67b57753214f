"""Computer opponents from outside the bot.

python -m players                                       answers questions (docs/player-protocol.md)
python -m players match fort moyen --game tasse         plays one kind against another
python -m players match '!python mine.py' fort --game debacle
python -m players ladder --game tasse --seats 3         everybody against everybody, rated
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Final, TextIO

from engines import GAMES
from engines.core.game import AnyGame
from engines.core.protocol import Request, field, read_request
from engines.core.records import Refusal
from players.contest.match import Entrant, Event, Program, climb, enter
from players.core.speech import plain_decision, read_question
from players.registry import find_player, think

_EVERYBODY = ("fort", "moyen", "facile", "uniform")


def main(
    arguments: Sequence[str], questions: BinaryIO, answers: BinaryIO, said: TextIO, complaints: TextIO
) -> int:
    """Serve the protocol, or play; return the exit code, 0 if all went well."""
    if not arguments:
        serve(GAMES, questions, answers)
        return 0
    chosen = _parse(arguments)
    game = GAMES[chosen.game]
    event = Event(game, chosen.options, chosen.seats, chosen.seed)
    entrants: list[Entrant] = []
    try:
        entrants += (enter(game, name) for name in chosen.entrants or _EVERYBODY)
        lines = (
            _match(event, entrants, chosen.tables)
            if chosen.do == "match"
            else _ladder(event, entrants, chosen.tables)
        )
        said.writelines(f"{line}\n" for line in lines)
    except (Refusal, ValueError, OSError) as problem:
        complaints.write(f"{problem}\n")
        return 1
    finally:
        for entrant in entrants:
            if isinstance(entrant.player, Program):
                entrant.player.close()
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m players",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    doing = parser.add_subparsers(dest="do", required=True)
    match = doing.add_parser("match", help="one seat of the first kind against others of the second")
    match.add_argument("entrants", nargs=2, help="a level, level:persona, uniform, or '!command'")
    ladder = doing.add_parser("ladder", help="everybody against everybody")
    ladder.add_argument("entrants", nargs="*", help=f"the same words; without any: {' '.join(_EVERYBODY)}")
    for each in (match, ladder):
        each.add_argument("--game", required=True, choices=sorted(GAMES))
        each.add_argument("--tables", type=int, default=100, help="of each pair (default: 100)")
        each.add_argument("--seats", type=int, default=2, help="at each table (default: 2)")
        each.add_argument("--seed", default="1", help="the same one leads to the same tables")
        each.add_argument("--options", type=_read_options, default={}, help="of the game, as JSON")
    return parser.parse_args(arguments)


def _read_options(text: str) -> dict[str, Any]:
    options = json.loads(text)
    if not isinstance(options, dict):
        raise TypeError("options are a JSON object")
    return options


def _match(event: Event, entrants: Sequence[Entrant], tables: int) -> list[str]:
    one, other = entrants
    tally = event.duel(one, other, tables)
    low, high = tally.interval
    lines = [
        f"{event.game.name}, {event.seats} seats, {tables} tables: {one.name} wins {tally.share:.3f}"
        f" [{low:.3f}, {high:.3f}] against {other.name} ({1 / event.seats:.3f} is even)",
        f"{tally.decisions} decisions, {tally.nodes} nodes, {tally.endless} tables without an end",
    ]
    lines += (
        f"{entrant.name}: {entrant.player.faults} decisions failed"
        for entrant in entrants
        if isinstance(entrant.player, Program)
    )
    return lines


def _ladder(event: Event, entrants: Sequence[Entrant], tables: int) -> list[str]:
    heading = f"{event.game.name}, {event.seats} seats, {tables} tables a pair, seed {event.seed}"
    return [heading, *climb(event, entrants, tables).lines()]


# The protocol "gobelet-player 1": one JSON object a line in, one a line out. See docs/player-protocol.md.
#
# Every question holds all that its answer depends on, so that nothing need be kept between two lines.

PROTOCOL: Final = "gobelet-player 1"


def answer(games: Mapping[str, AnyGame], line: bytes) -> bytes:
    """Return the answer to one line, as JSON in one line without a line end. Bad input never raises."""
    number: Any = None
    try:
        request = read_request(line)
        number = request.get("id")
        said: dict[str, Any] = {"ok": True, **_do(games, request)}
    except Refusal as refusal:
        said = {"ok": False, "error": {"code": refusal.code, "message": str(refusal)}}
    known = {} if number is None else {"id": number}
    return json.dumps({**said, **known}, ensure_ascii=True, separators=(",", ":")).encode()


def serve(games: Mapping[str, AnyGame], questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line at once until the input ends, or nobody reads the answers any more."""
    try:
        for line in questions:
            answers.write(answer(games, line) + b"\n")
            answers.flush()
    except BrokenPipeError:
        return


def _do(games: Mapping[str, AnyGame], request: Request) -> dict[str, Any]:
    match field(request, "do", str):
        case "hello":
            versions = {name: find_player(name).version for name in sorted(games)}
            return {"protocol": PROTOCOL, "name": "gobelet", "games": sorted(games), "versions": versions}
        case "decide":
            return _decide(games, request)
        case _:
            raise Refusal("bad_request", "unknown_do")


def _decide(games: Mapping[str, AnyGame], request: Request) -> dict[str, Any]:
    """Return what the house's player does. Raises Refusal `bad_request` for a question that is none."""
    question = read_question(games, request)
    try:
        decision = think(question)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):
        # What was asked cannot come up in any game, so that no player is made for it.
        raise Refusal("bad_request", "malformed", where="question") from None
    return plain_decision(games[question.view.game], decision)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer, sys.stdout, sys.stderr))
