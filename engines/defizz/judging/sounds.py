"""How French words sound, roughly: "Chakespear" and "Shakespeare", "pays bat" and "Pays-Bas" are one.

Not how they are spoken, only which spellings are read alike. Capitals stand for what takes several letters: A, I
and O are "an", "in" and "on", E "eu", S "ch", N "gn", U "ou", W "oi", Y "il".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

__all__ = ["sound_alike", "sound_of"]

_RULES: Final = (
    (r"ph", "f"),
    (r"sch|sh|tch|ch(?![rlnm])", "S"),
    (r"h", ""),
    (r"g(?:ue|eu)il(?:l?e?)(?=s?$)", "gEY"),
    (r"(?:ue|eu|oe)il(?:l?e)?(?=s?$)", "EY"),
    (r"([ae])il(?:le)?(?=s?$)", r"\1Y"),
    (r"ouil(?:l?e)?(?=s?$)", "UY"),
    (r"(?<=[^aeiou])ill(?=[aou])", "i"),
    (r"cqu|ckh?|qu|q", "k"),
    (r"sc(?=[eiy])|c(?=[eiy])", "s"),
    (r"cc(?=[eiy])", "ks"),
    (r"c+", "k"),
    (r"gu(?=[eiy])", "G"),
    (r"ge(?=[aou])|g(?=[eiy])", "j"),
    (r"gn", "N"),
    (r"G", "g"),
    (r"x(?=.)|(?<=i)x$", "ks"),
    (r"w", "v"),
    (r"([^aeiouy])\1+", r"\1\1"),
    (r"eau|au", "o"),
    (r"oeu|eu|oe", "E"),
    (r"ie(?=[^aeiou])", "i"),
    (r"ou", "U"),
    (r"oi|oy", "W"),
    (r"tion", "sion"),
    (r"(?:ain|ein|aim|yn|ym|in|im|un|um)(?![aeiouymnEUWo])", "I"),
    (r"(?:en|em|an|am)(?![aeiouymnEUWo])", "A"),
    (r"(?:on|om)(?![aeiouymnEUWo])", "O"),
    (r"[yi]+", "i"),
    (r"ai|ei|ae", "e"),
    (r"z", "s"),
    (r"(.)\1+", r"\1"),
)
_SILENT: Final = r"(?<=..)(?:(?<=e)[rt]|(?<=[rAIO])g|es|[tdpxs]s?)$"
"""Letters at the end that French names may say or not: Bastet."""
_MUTE: Final = r"(?<=..)e$"
_COMPILED: Final = tuple((re.compile(pattern), sound) for pattern, sound in _RULES)
_ENDS: Final = (re.compile(_SILENT), re.compile(_MUTE))


@lru_cache(4096)
def _sound(word: str, loud: bool) -> str:
    for pattern, sound in _COMPILED:
        word = pattern.sub(sound, word)
    ends = _ENDS[1:] if loud else _ENDS
    heard = word
    for end in ends:
        heard = end.sub("", word)
        if heard != word:
            break
    return heard


_LONGEST: Final = 40
"""The most letters of a word that is listened to."""


def sound_of(words: Iterable[str], *, loud: bool = False) -> str:
    """Return what folded words sound like together, `loud` with the consonants at their ends.

    A very long word sounds as it is written.
    """
    return "".join(_sound(word, loud) if len(word) <= _LONGEST else word for word in words)


def sound_alike(one: str, other: str, *, loud: bool = True) -> bool:
    """Return whether two folded words may sound the same, where `loud` with the consonants at their ends."""
    return any(sound_of([one], loud=way) == sound_of([other], loud=way) for way in {False, loud})
