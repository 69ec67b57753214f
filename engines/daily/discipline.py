"""What all disciplines of the daily challenge share (J1, J2)."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from engines.core.draws import Draws, SeededDraws


class Task(Protocol):
    """One of the things that a discipline asks."""

    @property
    def key(self) -> str:
        """What the task is known by where the same number may mean another one later, else ""."""

    def tell(self) -> Mapping[str, object]:
        """Return all of the task, its right answer included, as JSON-able data."""


T = TypeVar("T", bound=Task)


class Discipline(Protocol[T]):
    """One kind of the challenge: so many tasks a day, each with a right answer."""

    @property
    def name(self) -> str:
        """What it is called in buttons, in the store and in the source of its draws."""

    @property
    def count(self) -> int:
        """How many tasks there are."""

    @property
    def timed(self) -> bool:
        """Whether the time of right answers decides between equal scores (J7)."""

    def lay(self, draws: Draws) -> Sequence[T]:
        """Return the tasks of a day, in their order."""

    def judge(self, task: T, answer: str) -> bool:
        """Return whether an answer is right; raises ValueError for what is none."""


AnyDiscipline: TypeAlias = Discipline[Any]


def draws_of(seed: bytes, day: str, name: str) -> SeededDraws:
    """Return the draws of a discipline on a day (YYYY-MM-DD), from that day's seed (J1)."""
    return SeededDraws(seed, f"gobelet-daily-1:{day}:{name}")
