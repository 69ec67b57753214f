"""How French words sound, roughly: "Chakespear" and "Shakespeare", "pays bat" and "Pays-Bas" are one.

Not how they are spoken, only which spellings are read alike. Capitals stand for what takes several letters: A, I
and O are "an", "in" and "on", E "eu", S "ch", N "gn", U "ou", W "oi".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

__all__ = ["sound_of"]

_VOWEL = "aeiouAEIOUW"
_RULES: Final = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"ph", "f"),
        (r"sch|sh|tch|ch(?![rlnm])", "S"),
        (r"h", ""),
        (r"(?<=[aeiouy])(?:cqu|qu|ck|q|k)(?=[eiy])|cqu|ckh?|qu|q", "k"),
        (r"sc(?=[eiy])|c(?=[eiy])", "s"),
        (r"cc(?=[eiy])", "ks"),
        (r"c+", "k"),
        (r"gu(?=[eiy])", "G"),
        (r"ge(?=[aou])|g(?=[eiy])", "j"),
        (r"gn", "N"),
        (r"G", "g"),
        (r"x(?=.)|(?<=i)x$", "ks"),
        (r"w", "v"),
        (r"eaux?|au[xlt]?(?![a-z])|au", "o"),
        (r"oeu|eu|oe", "E"),
        (r"ou", "U"),
        (r"oi|oy", "W"),
        (r"tion", "sion"),
        (r"(?:ain|ein|aim|yn|ym|in|im|un|um)(?![aeiouymn])", "I"),
        (r"(?:en|em|an|am)(?![aeiouymn])", "A"),
        (r"(?:on|om)(?![aeiouymn])", "O"),
        (r"ill?(?=[aeiou])|[yi]+", "i"),
        (r"ai|ei|ae", "e"),
        (r"(?<=.)(?:er|ez|et|ets)$", "e"),
        (r"z", "s"),
        (r"(.)\1+", r"\1"),
        (rf"(?<=..)(?:(?<=[^{_VOWEL}])es?|(?<=[{_VOWEL}])es)$", ""),
        (r"(?<=..)(?:[tdpsx]s?)$", ""),
        (r"(?<=..)e$", ""),
    )
)


@lru_cache(4096)
def _sound(word: str) -> str:
    for pattern, sound in _RULES:
        word = pattern.sub(sound, word)
    return word


_LONGEST: Final = 40
"""The most letters of a word that is listened to."""


def sound_of(words: Iterable[str]) -> str:
    """Return what folded words sound like together; a very long word sounds as it is written."""
    return "".join(_sound(word) if len(word) <= _LONGEST else word for word in words)
