"""The order of tests that several workers share: half begin with long ones, all end with short ones."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Test = TypeVar("Test")


def deal(tests: Sequence[Test], unit_of: Callable[[Test], str | None], workers: int) -> list[Test]:
    """Put tests in an order in which half of the workers' parts begin with their share of the long ones.

    Most of these wait for other processes: where all workers began with them, nobody would use the
    processors meanwhile. `unit_of` is None for short ones; long ones of one unit go to one worker, as what
    they share (a browser, say) would have to be made in each.

    xdist's `worksteal` hands out the list in as many equal parts as there are workers, the first ones being
    the smaller ones; who has done theirs takes from the end of another's: what is left then is short.
    """
    units: dict[str, list[Test]] = {}
    short: list[Test] = []
    for test in tests:
        unit = unit_of(test)
        (short if unit is None else units.setdefault(unit, [])).append(test)
    shares: list[list[Test]] = [[] for _ in range(workers)]
    for unit in units.values():
        min(shares[: max(1, workers // 2)], key=len).extend(unit)
    left, order = iter(short), []
    for place, share in enumerate(sorted(shares, key=len)):
        part = (len(tests) - len(order)) // (workers - place)
        order += share
        order += [test for _, test in zip(range(part - len(share)), left, strict=False)]
    return order + list(left)
