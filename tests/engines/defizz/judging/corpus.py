"""The labelled corpus: pairs of a guess and an answer, and what a fair reader would say."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from engines.defizz.judging import Verdict, compare

FOLDER = Path(__file__).parent
OLDEST = "corpus.txt"
BLIND = tuple(f"blind_{number}.txt" for number in range(1, 18))
"""Written before the judging was asked, for questions of the decks as they then were, drawn by lot."""


@dataclass(frozen=True)
class Pair:
    """A guess at one or more listed answers, each with its wordings; `right` is the label.

    `meant` is the place of the answer that the guess names, None where that is not said.
    """

    guess: str
    groups: tuple[tuple[str, ...], ...]
    reject: tuple[str, ...]
    exact: bool
    right: bool
    question: str = ""
    meant: int | None = None

    @property
    def kind(self) -> Literal["Chrono", "Ping-pong"]:
        return "Chrono" if len(self.groups) == 1 else "Ping-pong"

    def judge(self) -> Verdict:
        return compare(self.guess, self.groups, self.reject, exact=self.exact, question=self.question)

    @cached_property
    def outcome(self) -> Literal["fair", "refused", "accepted", "credited wrongly"]:
        """What the bot makes of it, beside the label."""
        verdict = self.judge()
        if verdict.right != self.right:
            return "refused" if self.right else "accepted"
        return "fair" if not self.right or self.meant in (None, verdict.group) else "credited wrongly"


@cache
def pairs(name: str = OLDEST) -> tuple[Pair, ...]:
    """Every pair of a file, in order."""
    return tuple(_read((FOLDER / name).read_text("utf-8").splitlines()))


def _read(lines: list[str]) -> Iterator[Pair]:
    listed = Pair("", (), (), exact=False, right=False)
    question = ""
    for line in lines:
        mark, _, rest = line.partition(" ")
        if mark == "?":
            question = rest
        elif mark == "=":
            exact = rest.endswith(" exact")
            answers, _, wrong = rest.removesuffix(" exact").partition(" ! ")
            groups = tuple(_split(one) for one in answers.split(" , "))
            listed = Pair("", groups, _split(wrong) if wrong else (), exact, right=False, question=question)
            question = ""
        elif mark == ">":
            (place,) = (place for place, wordings in enumerate(listed.groups) if wordings[0] == rest)
            listed = replace(listed, meant=place)
        elif mark in ("+", "-"):
            for guess in _split(rest):
                yield replace(listed, guess=guess, right=mark == "+")


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(" | "))
