"""Numbers in words, with the words that multiply them, and the slips that people make in them."""

import re
from fractions import Fraction
from functools import lru_cache

from rapidfuzz.distance import OSA
from text_to_num import text2num  # type: ignore[import-untyped]

from engines.defizz.judging.known import familiarity
from engines.defizz.judging.measures import MEASURES, singular
from engines.defizz.judging.words import roman_number, roman_value

_SMALL = tuple(
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente "  # noqa: SIM905
    "quarante cinquante soixante septante huitante octante nonante cent mille".split()
)
_KNOWN = frozenset([*_SMALL, "zero", "une"])
_SCALES: dict[str, Fraction] = {
    "million": Fraction(10**6),
    "milliard": Fraction(10**9),
    "millier": Fraction(1000),
    **dict.fromkeys(("mio", "milion", "millon"), Fraction(10**6)),
    **dict.fromkeys(("md", "mds", "mrd", "mrds", "mld", "mia"), Fraction(10**9)),
    "k": Fraction(1000),
    "dizaine": Fraction(10),
    "douzaine": Fraction(12),
    "quinzaine": Fraction(15),
    "vingtaine": Fraction(20),
    "trentaine": Fraction(30),
    "quarantaine": Fraction(40),
    "cinquantaine": Fraction(50),
    "soixantaine": Fraction(60),
    "centaine": Fraction(100),
    "paire": Fraction(2),
    "couple": Fraction(2),
    "trillion": Fraction(10**18),
    "demi": Fraction(1, 2),
    "demie": Fraction(1, 2),
    "moitie": Fraction(1, 2),
    "quart": Fraction(1, 4),
    "tier": Fraction(1, 3),
    "tiers": Fraction(1, 3),
    "cinquieme": Fraction(1, 5),
    "sixieme": Fraction(1, 6),
    "septieme": Fraction(1, 7),
    "huitieme": Fraction(1, 8),
    "neuvieme": Fraction(1, 9),
    "dixieme": Fraction(1, 10),
    "centieme": Fraction(1, 100),
    "millieme": Fraction(1, 1000),
}
_SLIPS = {"sinq": "cinq", "onse": "onze"}
_SLIPS |= {"vint": "vingt", "ving": "vingt", "katre": "quatre", "catre": "quatre", "quatr": "quatre"}
_SLIPS |= {
    "set": "sept",
    "nef": "neuf",
    "uit": "huit",
    "sink": "cinq",
    "cinc": "cinq",
    "sis": "six",
    "sen": "cent",
}
_SLIPS |= {
    "disept": "dix sept",
    "dixsept": "dix sept",
    "dixhuit": "dix huit",
    "dixneuf": "dix neuf",
    "dis": "dix",
}
_SLIPS |= {"quatrevingt": "quatre vingt", "quatrevingts": "quatre vingt", "milles": "mille", "mil": "mille"}
_SLIPS |= {"zeros": "zero", "sent": "cent", "kinze": "quinze", "onz": "onze", "douz": "douze", "duex": "deux"}
_SLIPS |= {
    "soisante": "soixante",
    "soissante": "soixante",
    "katorze": "quatorze",
    "sinquante": "cinquante",
    "sincante": "cinquante",
    "cincante": "cinquante",
    "diz": "dix",
    "vinq": "vingt",
    "trante": "trente",
}
_LONG = 5
_ORDINAL = re.compile(r"(.+?)(?:ieme|iem)s?")


def scale_of(word: str) -> Fraction | None:
    """Return by how much a word multiplies the number before it, or None."""
    return _SCALES.get(word, _SCALES.get(singular(word)))


@lru_cache(4096)
def mend(word: str) -> str:
    """Return a number word as it should be written (perhaps several); other words as they are."""
    if word in _KNOWN or word in _SCALES or singular(word) in _SCALES or singular(word) in MEASURES:
        return word
    if word in _SLIPS:
        return _SLIPS[word]
    if word.startswith("quatrevingt") and mend(word.removeprefix("quatrevingt").strip("s")) in _KNOWN:
        return "quatre vingt " + mend(word.removeprefix("quatrevingt").strip("s"))
    short = singular(word)
    if short in _KNOWN:
        return short
    if len(word) < _LONG or not word.isalpha():
        return word
    scales = () if familiarity(short) else _SCALES  # "14 coupes" are not couples
    listed = (*_SMALL, *(name for name in scales if len(name) > _LONG))
    near = [name for name in listed if len(name) >= _LONG and OSA.distance(short, name, score_cutoff=1) <= 1]
    return near[0] if len(near) == 1 and near[0][0] == word[0] else word


def resembles_number(word: str) -> bool:
    """Return whether a word may be a number word with more slips than can be mended: "sincquente"."""
    return not familiarity(singular(word)) and any(
        len(name) >= _LONG and OSA.distance(singular(word), name, score_cutoff=2) <= 2 for name in _SMALL
    )


def is_number_word(word: str) -> bool:
    """Return whether a word, mended before, belongs to a number in words."""
    return word in _KNOWN


def read_words_of_number(words: list[str]) -> Fraction | None:
    """Return the number that words name, all of them number words; None if they name none, or several."""
    while len(words) > 1 and words[0] == "zero":
        return None
    if words == ["zero"]:
        return Fraction(0)
    try:
        return Fraction(int(text2num(" ".join("un" if word == "une" else word for word in words), "fr")))
    except ValueError:
        return None


def read_ordinal(word: str) -> Fraction | None:
    """Return the number of a lone word that is a rank or a Roman numeral: "troisième", "XVIIe", "CIV".

    Numerals may have any length in capitals; in small letters those that look like words are none.
    """
    if word.isupper() and word != "DIX" and (value := roman_value(word.lower())) is not None:
        return Fraction(value)
    word = word.lower()
    if word in ("premier", "premiere"):
        return Fraction(1)
    if word in ("second", "seconde"):
        return Fraction(2)
    roman = roman_number(re.sub(r"(?<=[ivxlcdm])(?:eme|ieme|e)$", "", word))
    if roman is not None:
        return Fraction(roman)
    found = _ORDINAL.fullmatch(word)
    if found is None:
        return None
    stem = {"cinqu": "cinq", "neuv": "neuf", "quatr": "quatre", "un": "un"}.get(found[1], found[1])
    stem = next((one for one in _SMALL if one in (stem, stem + "e")), stem)
    return read_words_of_number([stem]) if stem in _KNOWN else None
