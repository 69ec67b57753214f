"""`make bench`: measure, and print. Only ratios of one run travel; nothing here fails a test.

python -m bench                                    everything, and at the end one table
python -m bench click codec                        some of it
python -m bench whole --against /some/checkout     whole clicks, beside those of another checkout
python -m bench whole within --games tasse defizz --rounds 3
python -m bench --write                            and put the figures into the pages
python -m bench capacity --assume playing=0.1      what so many servers need
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from bench.capacity import assume, write
from bench.figures import table
from bot.log import configure

PARTS = (
    "engines",
    "codec",
    "commits",
    "doors",
    "click",
    "judging",
    "pictures",
    "storage",
    "startup",
    "many",
    "memory",
    "thinking",
    "computers",
    "night",
    "ladder",
    "rankings",
    "replays",
    "profiles",
    "dice",
    "whole",
    "within",
    "shared",
)
PLAYED = ("whole", "within")
"""The parts with whole clicks of one process."""
CAPACITY = "capacity"
"""Measures nothing: it draws tables from what is known."""


def _options(part: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """What the command line says to this part."""
    if part == CAPACITY:
        return {"assumed": chosen.assume}
    if part not in PLAYED:
        return {}
    whole = importlib.import_module("bench.whole")
    wanted: dict[str, Any] = {"rounds": chosen.rounds, "strolls": chosen.strolls}
    wanted["games"] = tuple(chosen.games) if chosen.games else None
    wanted["hidden"] = tuple(chosen.without)
    plan = whole.Plan(**{name: value for name, value in wanted.items() if value is not None})
    return {"against": chosen.against, "plan": plan}


def _run(name: str, chosen: argparse.Namespace) -> list[tuple[str, str]]:
    """Measure one part, and print its rows."""
    part = importlib.import_module(f"bench.{name}")
    print(f"# {(part.__doc__ or name).splitlines()[0]}", flush=True)
    begun = time.monotonic()
    rows: list[tuple[str, str]] = list(part.measure(**_options(name, chosen)))
    for label, figure in rows:
        print(f"{label:<58} {figure}")
    print(f"({time.monotonic() - begun:.0f} s)\n", flush=True)
    return rows


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--against", type=Path, help="another checkout, for whole clicks")
    parser.add_argument("--without", nargs="+", default=(), help="libraries that the other shall not find")
    parser.add_argument("--games", nargs="+", help="the games of whole clicks")
    parser.add_argument("--rounds", type=int, help="slices at full speed of each bot and game")
    parser.add_argument("--strolls", type=int, help="slices at human pace of each bot and game")
    parser.add_argument("--assume", nargs="+", default=(), help="other assumptions for capacity: name=value")
    parser.add_argument("--write", action="store_true", help="put what is measured into docs")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.parts if name not in (*PARTS, CAPACITY)]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join((*PARTS, CAPACITY))}")
    try:
        chosen.assume = assume(chosen.assume)
    except ValueError as wrong:
        parser.error(str(wrong))
    return chosen


def main(arguments: list[str]) -> int:
    """Run the parts; one that fails says so, and the others go on. 1 if any failed."""
    chosen = _parse(arguments)
    rows: list[tuple[str, str]] = []
    failed = []
    for name in chosen.parts or PARTS:
        configure("error")  # what the bot's parts would log in this process is no figure
        try:
            rows += _run(name, chosen)
        except Exception:
            failed.append(name)
            traceback.print_exc()
            print(f"{name} FAILED\n", flush=True)
    if not chosen.parts:
        print(table(rows))
    if chosen.write:
        write(rows)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
