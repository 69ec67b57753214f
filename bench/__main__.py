"""`make bench`: measure, and print. Only ratios of one run travel; nothing here fails a test.

python -m bench                                    everything
python -m bench click codec                        some of it
python -m bench whole --against /some/checkout     whole clicks, beside those of another checkout
python -m bench whole --games tasse defizz --rounds 3
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

PARTS = ("engines", "codec", "commits", "click", "judging", "pictures", "startup", "whole", "within")


def _options(part: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """What the command line says to this part; only those with whole clicks can be told anything."""
    if part not in ("whole", "within"):
        return {}
    whole = importlib.import_module("bench.whole")
    wanted = {
        name: getattr(chosen, name) for name in ("rounds", "strolls") if getattr(chosen, name) is not None
    }
    games = {"games": tuple(chosen.games)} if chosen.games else {}
    return {"against": chosen.against, "plan": whole.Plan(**wanted, **games)}


def main(arguments: list[str]) -> int:
    """Run the parts and print their rows; 1 if a part failed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--against", type=Path, help="another checkout, for whole clicks")
    parser.add_argument("--games", nargs="+", help="the games of whole clicks")
    parser.add_argument("--rounds", type=int, help="slices at full speed of each bot and game")
    parser.add_argument("--strolls", type=int, help="slices at human pace of each bot and game")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.parts if name not in PARTS]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    for name in chosen.parts or PARTS:
        part = importlib.import_module(f"bench.{name}")
        print(f"# {part.__doc__.splitlines()[0]}")
        for label, figure in part.measure(**_options(name, chosen)):
            print(f"{label:<58} {figure}", flush=True)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
