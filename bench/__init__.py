"""Whether the bot is quick today: what is measured in every release, and told as rows.

A part is a function that yields rows (`bench/__main__.py` lists them). Time is the processor's wherever that
can be had, for other work on the machine adds to what a clock on the wall shows. Best of all are ratios: both
sides of one are measured by turns or at the same time, so that whatever slows the one slows the other.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Row(NamedTuple):
    """A figure, by the name that it has in docs/performance.md (with its unit); `more` is told beside."""

    name: str
    value: float
    more: str = ""


def cpu_ms(work: Callable[[], object], times: int = 1) -> float:
    """Milliseconds of processor time that one call takes, the mean of so many."""
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times * 1000


def ratio(pairs: Iterable[tuple[float, float]]) -> float:
    """The median over the rounds of the ratio within a round."""
    return statistics.median(one / other for one, other in pairs)
