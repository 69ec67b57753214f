"""What is counted and measured while the bot runs, for whoever operates it (see bot/ops).

Any room may count here: a count is an addition in memory. `METERS` says what there is. No label has an id or
a name, but those that the operator gave to programs of others.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Literal

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.5, 5.0, 10.0)
SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
_STEP = 0.05
Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meter:
    """One thing that is counted (`counter`), set (`gauge`), or measured into `buckets` (`histogram`).

    `values` has the counts or the settings by labels, `spread` the number of measures in each bucket.
    """

    kind: Literal["counter", "gauge", "histogram"]
    help: str
    labels: Labels = ()
    buckets: tuple[float, ...] = ()
    values: dict[Labels, float] = field(default_factory=dict)
    spread: dict[Labels, list[int]] = field(default_factory=dict)


METERS: Mapping[str, Meter] = {
    "click_seconds": Meter("histogram", "From a click to its answer.", ("game", "outcome"), SECONDS),
    "commit_seconds": Meter("histogram", "How long a batch of writes took.", (), SECONDS),
    "batch_size": Meter("histogram", "How many writes shared a batch.", (), SIZES),
    "statements": Meter("counter", "SQL statements sent to PostgreSQL; those to SQLite are not counted."),
    "stale": Meter("counter", "Changes that another one was ahead of."),
    "duplicate": Meter("counter", "Interactions that came a second time."),
    "reloaded_before_refusal": Meter("counter", "Refusals that a look at the database has prevented."),
    "publish_seconds": Meter("histogram", "How long it took to show a table's newest state.", (), SECONDS),
    "behind_tables": Meter("gauge", "Tables of which people see an older state."),
    "behind_seconds": Meter("gauge", "For how long the one that is furthest behind has been so."),
    "deadline_lag_seconds": Meter("histogram", "How late a deadline rang.", (), SECONDS),
    "rest": Meter("counter", "Requests to Discord.", ("route", "code")),
    "nonce_hits": Meter("counter", "Messages that Discord knew already, and did not post twice."),
    "already_acknowledged": Meter("counter", "Answers that came after another process's (Discord's 40060)."),
    "slots_held": Meter("gauge", "Slots that this process is home to."),
    "lease_lost": Meter("counter", "Slots that this process lost without giving them back."),
    "forwarded": Meter("counter", "Interactions sent on to the home of their table.", ("result",)),
    "notify_lag_seconds": Meter("histogram", "How late news of another process arrived.", (), SECONDS),
    "loop_lag_seconds": Meter("histogram", "How late the event loop was.", (), SECONDS),
    "picture_bytes": Meter("gauge", "What the pictures of all decks take in the database."),
    "picture_room_bytes": Meter("gauge", "What they may take there in all."),
    "pictures": Meter("gauge", "How many there are."),
    "pictures_refused": Meter("counter", "Decks that were refused for their pictures.", ("scope",)),
    "program_seconds": Meter("histogram", "How long programs of others thought.", ("program",), SECONDS),
    "program_failures": Meter("counter", "Decisions that they owed, and did not make.", ("program", "why")),
    "program_starts": Meter("counter", "How often they were started.", ("program",)),
    "clock_skew_seconds": Meter("gauge", "This machine's clock against Discord's."),
}


def count(name: str, *labels: str, by: float = 1) -> None:
    """Add to a counter."""
    values = METERS[name].values
    values[labels] = values.get(labels, 0) + by


def put(name: str, value: float, *labels: str) -> None:
    """Set a gauge."""
    METERS[name].values[labels] = value


def smooth(name: str, value: float) -> None:
    """Move a gauge a step (`_STEP`) towards this value; the first one sets it."""
    values = METERS[name].values
    before = values.get((), value)
    values[()] = before + _STEP * (value - before)


def observe(name: str, value: float, *labels: str) -> None:
    """Put a measure into a histogram."""
    meter = METERS[name]
    meter.values[labels] = meter.values.get(labels, 0) + value
    spread = meter.spread.get(labels)
    if spread is None:
        spread = meter.spread[labels] = [0] * (len(meter.buckets) + 1)
    spread[bisect_left(meter.buckets, value)] += 1


def timer(name: str, *labels: str) -> Callable[..., None]:
    """Begin to measure. Calling the result, with whatever, puts the seconds since then into a histogram."""
    began = perf_counter()

    def stop(*_: object) -> None:
        observe(name, perf_counter() - began, *labels)

    return stop
