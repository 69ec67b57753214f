"""How French words sound, roughly: "Chakespear" and "Shakespeare", "pays bat" and "Pays-Bas" are one.

Not how they are spoken, only which spellings are read alike. Capitals stand for what takes several letters:
A, I and O are "an", "in" and "on", E "eu", S "ch", N "gn", U "ou", W "oi", Y "il".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final

__all__ = ["sound_alike", "sound_of"]

_FIRST: Final = (
    (r"ph", "f"),
    (r"sch|sh|tch|ch(?![rlnm])", "S"),
    (r"h", ""),
)
_THEN: Final = (
    (r"g(?:ue|eu)il(?:l?e)?(?=s?$)", "gEY"),
    (r"(?:ue|eu|oe)il(?:l?e)?(?=s?$)", "EY"),
    (r"ail(?:l?e)?(?=s?$)", "aY"),
    (r"eil(?:l?e)?(?=s?$)", "eY"),
    (r"ouil(?:l?e)?(?=s?$)", "UY"),
    (r"ille(?=s?$)", "iY"),
    (r"(?<=[^aeiou])ill(?=[aou])", "i"),
    (r"(?<=[lnprtwz])ig$", "ik"),
    (r"cqu|ck|qu|q", "k"),
    (r"cc(?=[eiy])", "ks"),
    (r"sc(?=[eiy])|c(?=[eiy])|z|t(?=ion)", "s"),
    (r"c", "k"),
    (r"gu(?=[eiy])", "g"),
    (r"ge(?=[aou])|g(?=[eiy])", "j"),
    (r"gn", "N"),
    (r"x(?=.)|(?<=i)x$", "ks"),
    (r"w", "v"),
    (r"eau|au", "o"),
    (r"oeu|eu", "E"),
    (r"ie(?=S|tz|l[bd]|m[ae])", "i"),
    (r"ou", "U"),
    (r"oi|oy", "W"),
    (r"(?:ain|ein|aim|yn|ym|in|im|un|um)(?![aeiouymn])", "I"),
    (r"(?:en|em|an|am)(?![aeiouymn])", "A"),
    (r"(?:on|om)(?![aeiouymn])", "O"),
    (r"oe|ai|ei|ay|ey|ae", "é"),
    (r"y", "i"),
)
"""What is read how, the longer before the shorter."""
_SILENT: Final = re.compile(r"(?<=..)(?:(?<=e)[rt]|(?<=[rAIO])g|es|[tdpxs]s?)$")
"""Letters at the end that French names may say or not: Bastet."""
_MUTE: Final = re.compile(r"(?<=..)e$")
_DOUBLED: Final = re.compile(r"(.)\1+")


def _reader(rules: tuple[tuple[str, str], ...]) -> Callable[[str], str]:
    """Return what reads a word by these rules, in one go."""
    sounds = [sound for _, sound in rules]
    pattern = re.compile("|".join(f"({pattern})" for pattern, _ in rules))
    return partial(pattern.sub, lambda found: sounds[(found.lastindex or 1) - 1])


_read_first, _read_then = _reader(_FIRST), _reader(_THEN)


@lru_cache(4096)
def _sound(word: str) -> tuple[str, str]:
    """Return what a word sounds like, without the consonants at its end and with them."""
    said = _DOUBLED.sub(r"\1", _read_then(_read_first(word)))
    loud, quiet = _MUTE.sub("", said), _SILENT.sub("", said)
    return (quiet if quiet != said else loud).replace("é", "e"), loud.replace("é", "e")


_LONGEST: Final = 40
"""The most letters of a word that is listened to."""


def sound_of(words: Iterable[str], *, loud: bool = False) -> str:
    """Return what folded words sound like together, `loud` with the consonants at their ends.

    A very long word sounds as it is written.
    """
    return "".join(_sound(word)[loud] if len(word) <= _LONGEST else word for word in words)


def sound_alike(one: str, other: str, *, loud: bool = True) -> bool:
    """Return whether two folded words may sound the same, where `loud` with the consonants at their ends."""
    return any(sound_of([one], loud=way) == sound_of([other], loud=way) for way in {False, loud})
