"""Reading words: what is left of a text when all that makes no difference is gone."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from text_to_num import alpha2digit  # type: ignore[import-untyped]

_FOLDED = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "đ": "d", "ł": "l", "&": " et "})
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
"""Accents apart from their letters, and characters that nobody sees."""
_WORD = re.compile(r"[^\W_]+|[+#]+")
_OPENINGS = re.compile(r"^(?:(?:c est|ce sont|il s agit d[eu]?s?|je dis|je pense a|l an) )+(?=.)")
_ARTICLES = frozenset(["le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "the"])
_LITTLE = _ARTICLES | frozenset(["a", "au", "aux", "en", "et", "of", "and"])
_ABBREVIATED = {"st": "saint", "ste": "sainte"}
_ROMAN = re.compile(r"(?=[lxvi])(xl|l?x{0,3})(ix|iv|v?i{0,3})")
"""Up to 89, as of kings and centuries; larger ones look too much like words ("mi", "di", "mille")."""
_IEME = re.compile(r"ieme\b")
_LETTERS = {"i": 1, "v": 5, "x": 10, "l": 50}
_BEGIN_NUMBERS = frozenset("0123456789ivxlpd")
_ORDINAL = re.compile(r"(\d+|i(?=er))(?:er|ere|e|eme|ieme|nde|nd)|([ivxl]+)(?:e|eme|ieme)")
_WRITTEN = re.compile(r"\d|\b[IVXL]+(?:er|re|e|ème|ième)?\b")
_WORDED = {"premier": "1", "premiere": "1", "dix": "10"}
"""Words that the library leaves alone, or that are also Roman digits."""
_ALONE = {"zero": "0", "un": "1", "une": "1", "deux": "2"}
"""Numbers only where nothing else is said: the library takes them for articles, or leaves them alone."""
_LONGEST = 200
"""Numbers in longer texts are not looked for: no answer is that long."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text as read, in forms of letters and digits alone, without spaces.

    `forms` are those whose distance counts: as it stands, without leading articles, and the latter without
    the marks of plurals. `counted` is the last one with its numbers in digits. `numbers` are these, in order,
    and a letter at the end, as in "vitamine C"; `written` says that one stands there in digits, in Roman
    capitals or as that letter, and so is no misspelt word. `keys` are all forms in which it may be the same
    as another text.
    """

    forms: tuple[str, str, str]
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
    folded = _OPENINGS.sub("", " ".join(_WORD.findall(_fold(text))))
    words = [_ABBREVIATED.get(word, word) for word in folded.split()]
    singular = [_singular(word) for word in words]
    counted = _numbered(words, singular)
    first = _after_articles(words)
    forms = ("".join(words), "".join(words[first:]), "".join(singular[first:]))
    keys = {*forms, "".join(singular), _without_little(singular[first:])}
    numbers = [word for word in counted if word.isdigit()]
    mark = words[-1:] if len(words) > 1 and len(words[-1]) == 1 and counted[-1:] == words[-1:] else []
    counted_lead = forms[2]
    if numbers:
        counted_lead = "".join(counted[_after_articles(counted) :])
        keys |= {"".join(counted), counted_lead, _without_little(counted)}
    return Words(
        forms=forms,
        counted=counted_lead,
        keys=frozenset(keys),
        numbers=(*numbers, *mark),
        written=bool(mark) or _WRITTEN.search(text) is not None,
    )


def _fold(text: str) -> str:
    """Return the text in small letters without accents, ligatures and invisible characters."""
    small = text.casefold()
    if small.isascii():
        return small.replace("&", " et ")
    return _UNSEEN.sub("", unicodedata.normalize("NFKD", small).translate(_FOLDED))


def _singular(word: str) -> str:
    """Return a word without the mark of its plural; both sides of a comparison lose it alike."""
    if len(word) <= 3 or word[-1] not in "sx":
        return word
    return word[:-3] + "al" if word.endswith("aux") and not word.endswith("eaux") else word[:-1]


def _numbered(words: list[str], singular: list[str]) -> list[str]:
    """Return the words in the singular with each number in digits."""
    if len(words) == 1 and words[0] in _ALONE:
        return [_ALONE[words[0]]]
    line = " ".join(words)
    if len(line) > _LONGEST:
        return singular
    known = alpha2digit(_IEME.sub("ième", line) if "ieme" in line else line, "fr")
    if known != line:
        words = known.replace("è", "e").replace("-", " ").split()
        return [_digits(word) or _singular(word) for word in words]
    return [_digits(word) or plain for word, plain in zip(words, singular, strict=True)]


def _after_articles(words: list[str]) -> int:
    """Return the place of the first word that is no article; the last one always stays."""
    return next((place for place, word in enumerate(words) if word not in _ARTICLES), len(words) - 1)


def _without_little(words: list[str]) -> str:
    """Return the words that say something; all of them if none does."""
    return "".join([word for word in words if word not in _LITTLE] or words)


def _digits(word: str) -> str | None:
    """Return the number that a word writes in Arabic or Roman digits or as an ordinal, in Arabic digits."""
    if word[0] not in _BEGIN_NUMBERS or word in _ARTICLES:
        return None
    if word in _WORDED:
        return _WORDED[word]
    ordinal = _ORDINAL.fullmatch(word)
    stem = ordinal[1] or ordinal[2] if ordinal else word
    if stem.isdigit():
        return stem.lstrip("0") or "0"
    if not _ROMAN.fullmatch(stem):
        return None
    values = [_LETTERS[letter] for letter in stem]
    following = [*values[1:], 0]
    return str(sum(-one if one < other else one for one, other in zip(values, following, strict=True)))
