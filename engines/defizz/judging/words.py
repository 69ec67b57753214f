"""Reading words: what is left of a text when all that makes no difference is gone."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from text_to_num import alpha2digit  # type: ignore[import-untyped]

_FOLDED = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "đ": "d", "ł": "l", "&": " et "})
_WORD = re.compile(r"[a-z0-9+#]+")
_OPENINGS = re.compile(r"^(?:(?:c est|ce sont|il s agit d[eu]?s?|je dis|je pense a) )+")
_ARTICLES = frozenset(["le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "the"])
_LITTLE = _ARTICLES | frozenset(["a", "au", "aux", "en", "et", "of", "and"])
_ROMAN = re.compile(r"(?=[mdclxvi])m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_IEME = re.compile(r"ieme\b")
_LETTERS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ORDINAL = re.compile(r"(\d+|[ivxlcdm]+)(?:er|ere|e|eme|ieme|nde|nd)")
_WORDED = {"premier": "1", "premiere": "1", "dix": "10"}
"""Words that the library leaves alone, or that are also Roman digits."""
_LONGEST = 200
"""Numbers in longer texts are not looked for: no answer is that long."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text as read: `whole`, and `lead` without leading articles, in letters and digits alone, no spaces.

    `counted` is `lead` with its numbers in digits, and `numbers` are these, in order; `written` says that one
    stands there in digits, Arabic or Roman, and so is no misspelt word. `keys` are all forms in which it may
    be the same as another text.
    """

    whole: str
    lead: str
    counted: str
    keys: frozenset[str]
    numbers: tuple[str, ...]
    written: bool


def is_blank(text: str) -> bool:
    """Return whether there is nothing to be read in a text."""
    return not _WORD.search(_fold(text))


@lru_cache(4096)
def read_words(text: str) -> Words:
    """Return what a text says, without what makes no difference."""
    folded = " ".join(_WORD.findall(_fold(text)))
    folded = _OPENINGS.sub("", folded) or folded
    words = [_singular(word) for word in folded.split()]
    counted, written = _numbered(folded)
    lead, counted_lead = _without_articles(words), _without_articles(counted)
    forms = (words, lead, _without(words), counted, counted_lead, _without(counted))
    return Words(
        whole="".join(words),
        lead="".join(lead),
        counted="".join(counted_lead),
        keys=frozenset("".join(form) for form in forms),
        numbers=tuple(word for word in counted if word.isdigit()),
        written=written,
    )


def _fold(text: str) -> str:
    """Return the text in small letters without accents, ligatures and invisible characters."""
    small = text.casefold()
    if small.isascii():
        return small.replace("&", " et ")
    apart = unicodedata.normalize("NFKD", small).translate(_FOLDED)
    return "".join(char for char in apart if unicodedata.category(char) not in ("Mn", "Cf"))


def _singular(word: str) -> str:
    """Return a word without the mark of its plural; both sides of a comparison lose it alike."""
    if len(word) <= 3 or word[-1] not in "sx":
        return word
    return word[:-3] + "al" if word.endswith("aux") and not word.endswith("eaux") else word[:-1]


def _numbered(folded: str) -> tuple[list[str], bool]:
    """Return the words with each number in digits, and whether one was written in digits to begin with."""
    known = [_digits(word) for word in folded.split()]
    written = any(word is not None for word in known)
    if len(folded) <= _LONGEST:
        folded = alpha2digit(_IEME.sub("ième", folded), "fr").replace("è", "e").replace("-", " ")
    return [_digits(word) or _singular(word) for word in folded.split()], written


@lru_cache(4096)
def _digits(word: str) -> str | None:
    """Return the number that a word writes in Arabic or Roman digits or as an ordinal, in Arabic digits."""
    if word in _ARTICLES:
        return None
    if word in _WORDED:
        return _WORDED[word]
    ordinal = _ORDINAL.fullmatch(word)
    stem = ordinal[1] if ordinal else word
    if stem.isdigit():
        return stem.lstrip("0") or "0"
    if not _ROMAN.fullmatch(stem):
        return None
    values = [_LETTERS[letter] for letter in stem]
    following = [*values[1:], 0]
    return str(sum(-one if one < other else one for one, other in zip(values, following, strict=True)))


def _without_articles(words: list[str]) -> list[str]:
    """Return the words from the first that is no article; the last one always stays."""
    first = next((place for place, word in enumerate(words) if word not in _ARTICLES), len(words) - 1)
    return words[first:]


def _without(words: list[str]) -> list[str]:
    """Return the words that say something; all of them if none does."""
    return [word for word in words if word not in _LITTLE] or words
