"""Folding text: small letters, without accents, ligatures and invisible characters."""

import re
import unicodedata
from functools import lru_cache

_APART = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "&": " et "})
_BEYOND = re.compile(r"[&\x80-\U0010ffff]")
"""The characters that folding changes, besides capitals; most texts have few of them."""
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
"""Accents apart from their letters, and characters that nobody sees."""


def fold(text: str) -> str:
    """Return the text in small letters without accents, ligatures and invisible characters."""
    return _BEYOND.sub(_fold_match, text).lower()


def _fold_match(found: re.Match[str]) -> str:
    return _fold_one(found[0])


@lru_cache(4096)
def _fold_one(character: str) -> str:
    """Return a character folded, which may be several, and again have capitals ("℡")."""
    apart = unicodedata.normalize("NFKD", character).casefold()
    return _UNSEEN.sub("", unicodedata.normalize("NFKD", apart).translate(_APART))
