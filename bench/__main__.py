"""`make bench`: measure, and print. Only ratios of one run travel; nothing here fails a test.

python -m bench              everything
python -m bench click codec  some of it
"""

from __future__ import annotations

import importlib
import sys

PARTS = ("engines", "codec", "commits", "click", "judging", "pictures", "startup", "storage")


def main(wanted: list[str]) -> int:
    """Run the parts and print their rows; 2 for an unknown part."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.stderr.write(f"unknown: {', '.join(unknown)}; there are {', '.join(PARTS)}\n")
        return 2
    for name in wanted or PARTS:
        part = importlib.import_module(f"bench.{name}")
        print(f"# {part.__doc__.splitlines()[0]}")
        for label, figure in part.measure():
            print(f"{label:<58} {figure}", flush=True)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
