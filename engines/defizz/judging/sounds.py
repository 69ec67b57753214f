"""How French words sound, roughly: "Chakespear" and "Shakespeare", "pays bat" and "Pays-Bas" are one.

Not how they are spoken, only which spellings are read alike. Capitals stand for what takes several letters:
A, I and O are "an", "in" and "on", E "eu", S "ch", N "gn", U "ou", W "oi", Y "il".
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from operator import itemgetter
from typing import Final

_OPEN: Final = "(?![aeiouymn])"
"""What does not follow a vowel that is said through the nose."""
_FIRST: Final = (
    ("ph", "f"),
    ("sch sh tch ch(?![rlnm])", "S"),
    ("h", ""),
)
_THEN: Final = (
    ("gueil(?:l?e)?(?=s?$) geuil(?:l?e)?(?=s?$)", "gEY"),
    ("ueil(?:l?e)?(?=s?$) euil(?:l?e)?(?=s?$) oeil(?:l?e)?(?=s?$)", "EY"),
    ("ail(?:l?e)?(?=s?$)", "aY"),
    ("eil(?:l?e)?(?=s?$)", "eY"),
    ("ouil(?:l?e)?(?=s?$)", "UY"),
    ("ille(?<=[^e]ville)(?=s?$)", "il"),
    ("ille(?=s?$)", "iY"),
    ("ill(?<=[^aeiou]ill)(?=[aou])", "i"),
    ("ig$(?<=[lnprtvwz]ig)", "ik"),
    ("cqu ck qu q", "k"),
    ("cc(?=[eiy])", "ks"),
    ("s(?<=[aeiouy]s)(?=[aeiouy]) z", "z"),
    ("sc(?=[eiy]) c(?=[eiy]) t(?=ion)", "s"),
    ("c", "k"),
    ("gu(?=[eiy])", "g"),
    ("ge(?=[aou]) g(?=[eiy])", "j"),
    ("gn", "N"),
    ("x(?=.) x$(?<=[iy]x)", "ks"),
    ("w ou(?<![aeiou]ou)(?=[aio])", "v"),
    ("aut(?=b) eau au", "o"),
    ("oeu eu", "E"),
    ("ie(?=S|tz|l[bd]|m[ae])", "i"),
    ("aon(?=[st]?$)", "A"),
    ("aou(?<!.aou)(?=t$) ou", "U"),
    ("oi oy", "W"),
    (f"ai[nm]{_OPEN} ein{_OPEN} y[nm]{_OPEN} i[nm]{_OPEN}", "I"),
    (f"u[nm]{_OPEN}", "Û"),
    ("en$(?<=[^ieay]en)", "en"),
    (f"e[nm]{_OPEN} a[nm]{_OPEN}", "A"),
    (f"o[nm]{_OPEN}", "O"),
    ("oe ai ei ay ey ae", "é"),
    ("y", "i"),
)
"""What is read how, the longer before the shorter; spaces part several spellings of a sound.

Each begins with its first letter, and says behind the letters what stands before them: at any other letter it
is passed over at once, which makes listening three times as quick.
"""
_SILENT: Final = re.compile(r"(?<=..)(?:(?<=e)[rt]|(?<=[rAIO])g|es|[tdpxsz]s?)$")
"""Letters at the end that French names may say or not: Bastet."""
_PLURAL: Final = re.compile(r"(?<=..[ektc])s$")
_VOWEL_LAST: Final = re.compile(r"[aeéiouEAIOUÛW]$")
_DROPPED: Final = re.compile(r"(?<=...)(?<=e)r$|(?:(?<=[^aei])p)?[tdxsz]$|(?<=[AOIU])[pg]$")
_HEARD_LAST: Final = "'"
_LEAST: Final = 2
"""The fewest sounds of what is heard exactly."""
_BEFORE_MUTE: Final = 2
"""The fewest sounds before an e that may be mute."""
_DOUBLED: Final = re.compile(r"(.)\1+")


def _reader(rules: tuple[tuple[str, str], ...]) -> Callable[[str], str]:
    """Return what reads a word by these rules, in one go."""
    sounds = [(spelling, sound) for spellings, sound in rules for spelling in spellings.split()]
    pattern = re.compile("|".join(f"(?:{spelling})()" for spelling, _ in sounds))
    said = ["", *(sound for _, sound in sounds)]
    return partial(pattern.sub, lambda found: said[found.lastindex or 0])


_read_first, _read_then = _reader(_FIRST), _reader(_THEN)
_say_once: Final = partial(_DOUBLED.sub, itemgetter(1))
"""Says a sound once that is written twice; a function that gives the letter is quicker than its number."""


def _read(word: str) -> str:
    """Return the sounds of a word; what is read first has an h in it."""
    return _read_then(_read_first(word) if "h" in word else word)


def _roughly(said: str) -> str:
    """Return sounds to who listens roughly, and does not tell z from s, nor "un" from "in"."""
    return said.replace("é", "e").replace("z", "s").replace("Û", "I")


def _drop_mute(said: str) -> str:
    """Return sounds without a mute e at their end."""
    return said[:-1] if len(said) > _BEFORE_MUTE and said[-1] == "e" else said


@lru_cache(4096)
def _sound(word: str) -> tuple[str, str]:
    """Return what a word sounds like, without the consonants at its end and with them."""
    said = _say_once(_roughly(_read(word)))
    loud, quiet = _drop_mute(said), _SILENT.sub("", said)
    return (quiet if quiet != said else loud), loud


_LONGEST: Final = 40
"""The most letters of a word that is listened to."""


def sounds_of(words: Iterable[str]) -> tuple[str, str]:
    """Return what folded words sound like together, without the consonants at their ends and with them.

    A very long word sounds as it is written. "ou" and "u" are one, as in names from abroad ("Zouma").
    """
    said = [_sound(word) if len(word) <= _LONGEST else (word, word) for word in words]
    quiet, loud = "".join([quiet for quiet, _ in said]), "".join([loud for _, loud in said])
    return quiet.replace("U", "u"), loud.replace("U", "u")


def sound_of(words: Iterable[str], *, loud: bool = False) -> str:
    """Return what folded words sound like together, `loud` with the consonants at their ends."""
    return sounds_of(words)[loud]


@lru_cache(4096)
def exact_sounds(words: tuple[str, ...]) -> frozenset[str]:
    """Return how folded words sound together to who listens well; nothing for very long words.

    A mute e makes the consonant before it heard: "gare" is not "Gard", though "sole" is "sol". The last
    word may end in é.
    """
    if not words or any(len(word) > _LONGEST for word in words):
        return frozenset()
    before = "".join(_say(word)[0] for word in words[:-1])
    return frozenset(before + end for end in _say(words[-1]) if len(before + end) >= _LEAST)


@lru_cache(4096)
def _say(word: str) -> tuple[str, ...]:
    """Return how a word may be said; a mark stands behind a consonant that must be heard."""
    one = _PLURAL.sub("", word)
    one = f"{one[:-2]}é" if one.endswith("ee") else one
    said = _say_once(_read(one.replace("tch", "tsch")))
    said = ("h" if one.startswith("h") else "") + said
    if _VOWEL_LAST.search(loud := _drop_mute(said)):
        return (loud.replace("é", "e"),)
    loud = loud.replace("é", "e")
    if said.endswith("e"):
        return (loud + _HEARD_LAST,)
    quiet = loud if one.endswith(("ss", "pt", "ct")) else _DROPPED.sub("", loud)
    if quiet == loud or one.endswith("er"):
        return (quiet, loud + _HEARD_LAST)
    return (quiet,)


def sound_alike(one: str, other: str, *, loud: bool = True) -> bool:
    """Return whether two folded words may sound the same, where `loud` with the consonants at their ends."""
    if max(len(one), len(other)) > _LONGEST:
        return one == other
    mine, theirs = _sound(one), _sound(other)
    return mine[0] == theirs[0] or (loud and mine[1] == theirs[1])
