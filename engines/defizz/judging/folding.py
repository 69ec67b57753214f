"""Folding letters: small, without accents, ligatures and what nobody sees."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_APART = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "&": " et "})
_BEYOND = re.compile(r"[&\x80-\U0010ffff]")
"""What folding changes but for capitals; most texts hold little of it."""
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
"""Accents apart from their letters, and characters that nobody sees."""


def fold(text: str) -> str:
    """Return the text in small letters without accents, ligatures and invisible characters."""
    return _BEYOND.sub(_fold_match, text).lower()


def _fold_match(found: re.Match[str]) -> str:
    return _fold_one(found[0])


@lru_cache(4096)
def _fold_one(character: str) -> str:
    """Return a character folded; what it is taken apart into may have capitals again ("℡")."""
    apart = unicodedata.normalize("NFKD", character).casefold()
    return _UNSEEN.sub("", unicodedata.normalize("NFKD", apart).translate(_APART))
