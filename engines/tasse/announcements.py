"""Announcements in words (T8): what is a normal score, what is a slip, and what says no score at all."""

from __future__ import annotations

import re
import unicodedata

from engines.tasse.scores import HIGHEST, NORMAL, Score

_UNITS = {1: "un", 2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}
_TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}

# fmt: off
_SCORE_WORDS = frozenset({
    "un", "as", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
    "vingt", "trente", "quarante", "cinquante", "soixante", "double", "joker", "twenty", "ultimous",
})
# fmt: on
"""Who says one of these, or a digit, has named a score, be it a wrong one."""


def _wordings() -> dict[str, Score]:
    """Return every accepted way to say each normal score, in plain lower case."""
    said: dict[str, Score] = {
        "double as": "11",
        "douglas": "11",
        "twenty one": HIGHEST,
        "ultimous fabulous magnificous": HIGHEST,
    }
    for score in NORMAL:
        tens, units = int(score[0]), int(score[1])
        if tens == units:
            said[f"double {tens}"] = said[f"double {_UNITS[tens]}"] = score
        else:
            link = " et " if units == 1 else " "
            said[score] = said[f"{tens} {units}"] = said[f"{_TENS[tens]}{link}{_UNITS[units]}"] = score
    return said


_WORDINGS = _wordings()


def plain(text: str) -> str:
    """Return the text without what does not matter: case, accents, hyphens, extra spaces."""
    letters = unicodedata.normalize("NFD", text.casefold())
    spaced = (
        " " if unicodedata.category(letter) == "Pd" else letter
        for letter in letters
        if not unicodedata.combining(letter)
    )
    return " ".join("".join(spaced).split())


def read(text: str) -> Score | None:
    """Return the normal score that the text says, or None when it says none in an accepted wording."""
    return _WORDINGS.get(plain(text))


def names_a_score(text: str) -> bool:
    """Return whether the text says some score, right or wrong; one that does not is only refused (C5)."""
    said = plain(text)
    if said in _WORDINGS or any(letter.isdigit() for letter in said):
        return True
    return not _SCORE_WORDS.isdisjoint(re.findall(r"[^\W_]+", said))
