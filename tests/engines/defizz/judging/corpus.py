"""The labelled corpus: pairs of a guess and an answer, and what a fair reader would say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("corpus.txt")


@dataclass(frozen=True)
class Pair:
    """A guess at one or more listed answers, each with its wordings; `right` is the label."""

    guess: str
    groups: tuple[tuple[str, ...], ...]
    reject: tuple[str, ...]
    exact: bool
    right: bool


def pairs() -> Iterator[Pair]:
    """Yield every pair of the file, in order."""
    groups: tuple[tuple[str, ...], ...] = ()
    reject: tuple[str, ...] = ()
    exact = False
    for line in FILE.read_text("utf-8").splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "=":
            exact = rest.endswith(" exact")
            listed, _, wrong = rest.removesuffix(" exact").partition(" ! ")
            groups = tuple(_split(one) for one in listed.split(" , "))
            reject = _split(wrong) if wrong else ()
        elif mark in ("+", "-"):
            for guess in _split(rest):
                yield Pair(guess, groups, reject, exact, mark == "+")


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(" | "))
