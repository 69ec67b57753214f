"""Work out what players know by heart, and write it where they read it: see `players.solve`."""

import sys
from collections.abc import Sequence

import numpy as np

from players.solve import tasse_many, tasse_two
from players.solve.tasse_many import write_table, write_values
from players.tasse.challenge import read_table
from players.tasse.exact import find_gain
from players.tasse.policy import ByHeart

_USAGE = "usage: python -m players.solve tasse SEATS [SWEEPS]\n"
_SWEEPS = 20_000


def main(arguments: Sequence[str]) -> int:
    """Solve one game; return the exit code."""
    if len(arguments) not in (2, 3) or arguments[0] != "tasse" or not all(map(str.isdigit, arguments[1:])):
        sys.stderr.write(_USAGE)
        return 2
    seats = int(arguments[1])
    if seats == 2:
        _, stages = tasse_two.solve()
        write_table(
            2, np.stack([each.choices for each in stages]), np.stack([each.doubts for each in stages])
        )
    else:
        best = tasse_many.solve(seats, int(arguments[2]) if len(arguments) == 3 else _SWEEPS)
        write_table(seats, best.choices, best.doubts)
        write_values(seats, best.begin, best.rolling)
    read_table.cache_clear()
    gain = find_gain(ByHeart(read_table(seats)), seats)
    sys.stdout.write(f"{seats} seats: the best opponent gains {gain:.5f} points a challenge, as stored\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
