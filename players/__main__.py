"""Computer opponents from outside the bot.

python -m players                                       answers questions (docs/player-protocol.md)
python -m players match fort moyen --game tasse         plays one kind against another
python -m players match '!python mine.py' fort --game debacle
python -m players ladder --game tasse --seats 3         everybody against everybody, rated
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO, TextIO

from engines import GAMES
from engines.core.records import Refusal
from players.contest.ladder import climb
from players.contest.match import Entrant, Event, enter
from players.contest.program import Program
from players.protocol import serve

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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer, sys.stdout, sys.stderr))
