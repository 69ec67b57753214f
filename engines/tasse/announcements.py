"""Announcements in words (T8): whether a text is a normal score, a special shown, a slip, or no score."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from engines.tasse.model import Reading
from engines.tasse.scores import HIGHEST, NORMAL, Normal, Special

Words: TypeAlias = tuple[str, ...]

_UNITS = {1: "un", 2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}
_TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}

# fmt: off
_FRAMES = (
    "je dis", "j annonce", "jannonce", "j ai", "jai", "c est", "cest", "ca fait", "le", "la", "un beau",
    "disons", "et", "allez", "voila", "je crois",
)
"""Set phrases: what people say before or after a score, and what changes nothing."""

_NUMBERS = frozenset({
    "un", "as", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
    "treize", "quatorze", "quinze", "seize", "vingt", "trente", "quarante", "cinquante", "soixante", "et",
    "double", "joker", "douglas",
})
"""Words that name a score: a text of nothing but these and digits is an announcement, if a wrong one."""
# fmt: on

_NICKNAMES: tuple[Words, ...] = (("twenty", "one"), ("ultimous", "fabulous", "magnificous"))
"""Names of the 21 that have several words."""

_NAMES: Mapping[Special | Literal["joker"], frozenset[str]] = {
    "seven": frozenset({"7", "sept"}),
    "double_five": frozenset({"double 5", "double cinq", "plein la gueule pour pas un rond"}),
    "thirty_one": frozenset({"31", "3 1", "trente et un"}),
    "nine": frozenset({"9", "neuf"}),
    "joker": frozenset({"joker"}),
}
"""The right names of the specials and the joker; a special's number (52, 55, 63) is not one of them."""


def _wordings() -> dict[str, Normal]:
    """Return the normal score of every accepted way to say one, in plain lower case."""
    said: dict[str, Normal] = {
        "double as": "11",
        "douglas": "11",
        **{" ".join(words): HIGHEST for words in _NICKNAMES},
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
_FRAME_WORDS: tuple[Words, ...] = tuple(tuple(frame.split()) for frame in _FRAMES)


def plain(text: str) -> str:
    """Return the text in small letters without accents and punctuation, with single spaces."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return " ".join("".join(map(_replace_letter, letters)).split())


def read(text: str, shown: Special | Literal["joker"] | None = None) -> Reading | None:
    """Return what the text says: a normal score, "show", "slip" for a wrong one, None for no score at all.

    `shown` is what showing the dice under the cup would do; who says its name says "show".
    """
    words = _strip_phrases(plain(text).split())
    said = " ".join(words)
    if shown is not None and said in _NAMES[shown]:
        return "show"
    if said in _WORDINGS:
        return _WORDINGS[said]
    return "slip" if _names_a_score(words) else None


def _replace_letter(letter: str) -> str:
    """Return a space for punctuation and any space, "" for what cannot be seen, else the letter itself."""
    category = unicodedata.category(letter)
    if category[0] in "PZ":
        return " "
    return "" if category in ("Mn", "Cf") else letter


def _strip_phrases(words: list[str]) -> Words:
    """Return the words without the set phrases at their beginning and end, however many there are."""
    first, last = 0, len(words)
    while frame := _frame_at(words, first, last, at_end=False):
        first += frame
    while frame := _frame_at(words, first, last, at_end=True):
        last -= frame
    return tuple(words[first:last])


def _frame_at(words: list[str], first: int, last: int, *, at_end: bool) -> int:
    """Return the number of words of the set phrase at one end of words[first:last]; 0 if there is none."""
    for frame in _FRAME_WORDS:
        many = len(frame)
        begins = last - many if at_end else first
        if many <= last - first and tuple(words[begins : begins + many]) == frame:
            return many
    return 0


def _names_a_score(words: Words) -> bool:
    """Return whether there are words, and all of them are digits, numbers or names of scores."""
    return bool(words) and all(
        word in _NUMBERS or (word.isascii() and word.isdigit()) for word in _drop_nicknames(words)
    )


def _drop_nicknames(words: Words) -> Iterable[str]:
    """Yield the words without the names of the 21."""
    place = 0
    while place < len(words):
        name = next((one for one in _NICKNAMES if words[place : place + len(one)] == one), None)
        if name is None:
            yield words[place]
        place += len(name or (words[place],))
