"""What a discipline tells of itself, and how days and places are written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Protocol

from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal

from bot.tables.daily.model import Attempt, Given, begin_of
from bot.texts import Texts
from bot.ui.pages.page import Block

_MS: Final = 1000


@dataclass(frozen=True, slots=True)
class Place:
    """A task of a discipline on a day; its text stands in buttons."""

    day: str
    name: str
    step: int = 0

    def __str__(self) -> str:
        return f"{self.day}.{self.name}.{self.step}"

    @classmethod
    def read(cls, text: str) -> tuple[Place, str]:
        """Read what a button says: the place, and the answer if there is one. ValueError for what is none."""
        day, name, step, *answer = text.split(".", 3)
        begin_of(day)
        return cls(day, name, int(step)), "".join(answer)


class Wording(Protocol):
    """The words of one discipline. All texts are Discord markdown."""

    def intro(self, t: Texts) -> str:
        """What is done, and how it is counted."""

    def step(self, n: int, count: int, t: Texts) -> str:
        """Which of how many tasks this is."""

    def ask(self, place: Place, task: Any, t: Texts, *, plain: bool) -> tuple[Block, ...]:
        """A task with the buttons for its answers; without a picture if it is wished `plain`."""

    def told(self, task: Any, given: Given, t: Texts) -> str:
        """What came of an answer, in a line, without the mark of whether it was right."""


def mark(*, right: bool) -> str:
    """The sign of an answer; words stand beside it."""
    return "✅" if right else "❌"


def long_day(day: str, t: Texts) -> str:
    """A day with its year: "23 novembre 2026"."""
    return str(format_date(date.fromisoformat(day), "long", locale=t.locale))


def short_day(day: str, t: Texts) -> str:
    """A day without its year: "23/11"."""
    return str(format_skeleton("Md", date.fromisoformat(day), locale=t.locale))


def seconds(ms: int, t: Texts) -> str:
    """A time: "34,2 s"."""
    return f"{format_decimal(ms / _MS, format='0.0', locale=t.locale)}\u00a0s"


def score_words(attempt: Attempt, count: int, t: Texts, *, timed: bool) -> str:
    """How an attempt came out: "8/10", with its time if that counts."""
    score = f"{attempt.score}/{count}"
    return f"{score} · {seconds(attempt.ms, t)}" if timed else score
