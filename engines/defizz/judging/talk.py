"""The words of a text in which a number stands, and those of them that say nothing of it."""

import re

from engines.defizz.judging.asked import Asked
from engines.defizz.judging.measures import measure_at
from engines.defizz.judging.wordings import is_number_word, mend, resembles_number, scale_of

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[^\s\w]|_")
_LONG = 4
_FILLING = frozenset(
    [
        *("le", "la", "les", "l", "de", "d", "du", "des", "a", "au", "aux", "en", "et", "sur", "par", "us"),
        *("c", "est", "je", "j", "ai", "tu", "il", "ils", "on", "y", "ya", "que", "qui", "mon", "ma", "dit"),
    ]
)
_LINKS = ("de", "d", "du", "des")
"""Words that end no text: what they belong to is missing."""
_TURNING = frozenset(
    [
        *("ou", "entre", "moins", "pas", "sauf", "siecle", "siecles", "fois", "puis", "contre"),
        *("plusieurs", "quelques", "quelque", "nombreux", "nombreuses", "presque", "double", "triple"),
    ]
)
"""Words that may turn a number into another one, or into none."""


def without_talk(words: list[str], asked: Asked) -> list[str]:
    """Return the words of a text without those that say nothing of a number: "27 depuis le Brexit".

    Where a measure is asked for, what follows the number directly may be one that we do not know, and stays.
    """
    if (
        not asked.talk
        or words[-1].lower() in _LINKS
        or not _TURNING.isdisjoint(word.lower() for word in words)
    ):
        return words
    kept: list[str] = []
    for place, word in enumerate(words):
        lower = word.lower()
        after_number = place > 0 and _counts(words[place - 1].lower())
        needed = after_number and asked.measure is not None
        joins = lower == "et" and after_number and _counts(" ".join(words[place + 1 : place + 2]).lower())
        if needed or joins or not _is_talk(lower) or (after_number and measure_at(words, place) is not None):
            kept.append(word)
    return kept


def _counts(word: str) -> bool:
    return word[:1].isdigit() or is_number_word(mend(word))


def _is_talk(word: str) -> bool:
    """Return whether a word neither counts nor multiplies; short ones that are not known may be units."""
    if not word.isalpha() or is_number_word(mend(word).split()[0]) or scale_of(mend(word)) is not None:
        return False
    return word in _FILLING or (len(word) >= _LONG and not resembles_number(word))


def tokens(text: str) -> list[str]:
    """Return the words, numbers and signs of a plain text."""
    return _TOKEN.findall(text)
