"""The labelled corpus of numbers: what people type for a Cible, and what a fair reader reads."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path

from engines.defizz.deck import Cible
from engines.defizz.judging import read_proposal

FILES = sorted(Path(__file__).parent.glob("numbers_*.txt"))


@dataclass(frozen=True)
class Typed:
    """What was typed for a question; `meant` are its readings: none where it is refused."""

    text: str
    unit: str | None
    question: str
    meant: tuple[Fraction, ...]

    @cached_property
    def read(self) -> tuple[Fraction, ...]:
        """What is read."""
        asked = Cible(clue="", mode="cible", text=self.question, number=0, unit=self.unit)
        return read_proposal(self.text, asked).readings


@cache
def typed_numbers() -> tuple[Typed, ...]:
    """Return everything that was typed."""
    return tuple(_read_files())


def _read_files() -> Iterator[Typed]:
    """Yield what was typed, by question (=): right (+), unclear (?), wrong (-)."""
    for file in FILES:
        unit, question = None, ""
        for line in file.read_text("utf-8").splitlines():
            mark, _, rest = line.partition(" ")
            if mark == "=":
                named, _, question = rest.partition("| ")
                unit = named.strip() or None
            elif mark in ("+", "?", "-"):
                meant, _, texts = rest.partition(" : ")
                numbers = () if mark == "-" else tuple(map(Fraction, meant.split()))
                for text in texts.split(" | "):
                    yield Typed(text.strip(), unit, question, numbers)


def error_rates() -> dict[str, tuple[int, int]]:
    """Return, by kind of mistake, how many there are among how many."""
    all_typed = typed_numbers()
    clear = [one for one in all_typed if len(one.meant) == 1]
    refused = sum(not one.read for one in clear)
    asked = sum(len(one.read) > 1 for one in clear)
    misread = sum(len(one.read) == 1 and one.read != one.meant for one in all_typed)
    return {
        "right refused": (refused, len(clear)),
        "right asked back": (asked, len(clear)),
        "misread": (misread, len(all_typed)),
    }
