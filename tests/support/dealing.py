"""The order of tests that several workers share: all begin with long ones, and end with short ones."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Test = TypeVar("Test")


def deal(tests: Sequence[Test], is_long: Callable[[Test], bool], workers: int) -> list[Test]:
    """Put tests in an order in which each worker's part begins with its share of the long ones.

    xdist's `worksteal` hands out the list in as many equal parts as there are workers, the first ones being
    the smaller ones; who has done theirs takes from the end of another's: what is left then is short.
    """
    long = [test for test in tests if is_long(test)]
    short = iter([test for test in tests if not is_long(test)])
    order: list[Test] = []
    for place in range(workers):
        part = (len(tests) - len(order)) // (workers - place)
        share = long[workers - 1 - place :: workers]
        order += share
        order += [next(short) for _ in range(part - len(share))]
    return order
