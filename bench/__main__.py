"""Measure how quick the bot is, and print each figure beside its target and the last release's.

python -m bench                          everything, in some eight minutes
python -m bench engines judging          some of it
python -m bench whole --games tasse      whole clicks of some games
python -m bench whole --against PATH     and the bot of another checkout, which plays at the same time
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bench import ROOT, Row
from bot.log import configure

KNOWN = ROOT / "docs" / "performance.md"
"""Has a table with a line for each figure: its name, its target, then a column for each release."""


class Part(NamedTuple):
    """Where a part is, and what it tells."""

    module: str
    what: str


PARTS = {
    "engines": Part("rules", "actions a second of each game's rules, beside python-chess"),
    "judging": Part("rules", "typed answers: right ones refused, wrong ones accepted, time beside difflib"),
    "d1": Part("pieces", "rules and commit of a click, beside what discord.py spends on one"),
    "pictures": Part("pieces", "what painting a picture takes"),
    "sizes": Part("stores", "the room that a finished table takes in the file"),
    "startup": Part("stores", "a start with 10,000 live tables, beside one with none"),
    "past": Part("stores", "the first look at a ranking of 10,000 tables, and at a profile of 1,000"),
    "whole": Part("whole", "whole clicks at human pace, beside an echo that sends the same and does no more"),
    "within": Part("whole", "what a click makes the bot do: statements, thread hops, pages drawn, pictures"),
}
WIDTH = 58


def read_known(page: str) -> dict[str, tuple[str, str]]:
    """Target and the newest figure by name, each empty where there is none."""
    lines = (line.strip("| ").split("|") for line in page.splitlines() if line.startswith("| "))
    rows = ([cell.strip() for cell in line] for line in lines)
    return {name: (target, next(filter(None, figures), "")) for name, target, *figures in rows if figures}


def written(value: float) -> str:
    """A figure with three digits that say something."""
    digits = 3 if abs(value) < 1 else 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
    return f"{value:,.{digits}f}"


def printed(row: Row, known: Mapping[str, tuple[str, str]]) -> str:
    """A row as a line."""
    target, last = known.get(row.name, ("", ""))
    told = [f"target {target}"] if target else []
    told += [f"last release {last}"] if last else []
    told += [row.more] if row.more else []
    return f"{row.name:<58} {written(row.value):>10}   {'; '.join(told)}".rstrip()


def measured(name: str, chosen: argparse.Namespace) -> Iterator[Row]:
    """Measure one part."""
    part = getattr(importlib.import_module(f"bench.{PARTS[name].module}"), name)
    options = {"games": chosen.games} if name in ("whole", "within") and chosen.games else {}
    if name == "whole" and chosen.against:
        options["against"] = chosen.against
    yield from part(**options)


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    about = "\n".join([(__doc__ or ""), *(f"  {name:<10} {part.what}" for name, part in PARTS.items())])
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help="all if none is named")
    parser.add_argument("--games", nargs="+", help="the games of whole clicks")
    parser.add_argument("--against", type=Path, help="another checkout, for whole clicks")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.parts if name not in PARTS]:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    return chosen


def main(arguments: list[str]) -> int:
    """Run the parts; one that fails says so, and the others go on. 1 if any failed."""
    chosen, failed = parse(arguments), []
    known = read_known(KNOWN.read_text(encoding="utf-8"))
    for name in chosen.parts or PARTS:
        print(f"# {name}: {PARTS[name].what}", flush=True)
        configure("error")  # what the bot's parts would log in this process is no figure
        begun = time.monotonic()
        try:
            for row in measured(name, chosen):
                print(printed(row, known), flush=True)
        except Exception:
            failed.append(name)
            traceback.print_exc()
            print(f"{name} FAILED", flush=True)
        print(f"({time.monotonic() - begun:.0f} s)\n", flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
