"""`daily DAY SEED`: work out again what a seed made of a day; it needs no database."""

from __future__ import annotations

import argparse
import json
from typing import Any

from bot.operator.answers import DONE, MISUSED, complain, tell
from bot.tables.daily.model import begin_of
from bot.tables.proof.dice import Seed
from engines.daily.discipline import draws_of
from engines.daily.registry import DISCIPLINES

__all__ = ["add_daily"]


def add_daily(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to a parser."""
    says = "print the tasks of a day's challenge, worked out from its secret"
    parser = commands.add_parser("daily", help=says, description=says)
    parser.add_argument("day", help="YYYY-MM-DD, by UTC")
    parser.add_argument("seed", help="the secret of that day, 64 hex digits, as it is told the day after")
    parser.set_defaults(run=_work_out)


def _work_out(arguments: argparse.Namespace) -> int:
    day: str = arguments.day
    try:
        begin_of(day)
        seed = Seed.from_hex(arguments.seed)
    except ValueError:
        return complain("A day is YYYY-MM-DD, and its secret has 64 hex digits.", MISUSED)
    told = {
        name: [task.tell() for task in one.lay(draws_of(seed.secret, day, name))]
        for name, one in DISCIPLINES.items()
    }
    whole = {"day": day, "seed": seed.hex, "commitment": seed.commitment, "tasks": told}
    return tell(json.dumps(whole, ensure_ascii=False, indent=2), status=DONE)
