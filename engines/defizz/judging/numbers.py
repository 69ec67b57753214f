"""Reading a proposed number: digits as people group them, or words (Z10)."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from text_to_num import text2num  # type: ignore[import-untyped]

from engines.defizz.judging.words import singular_of, split

_SPACES = re.compile(r"[\s'’_]+")
_SIGN = re.compile(r"^(?:-|−|–|moins )\s*")
_OPENINGS = re.compile(r"^(?:(?:environ|en|(?:l )?an(?:nee)?|vers|je dis|c est|a peu pres|\+) *)+")
_WHOLE = r"\d{1,3}(?: \d{3})+|\d{1,3}(?:\.\d{3}){2,}|\d+"
_DIGITS = re.compile(rf"({_WHOLE})(?:[,.](\d+))?(?: (mille|millions?|milliards?))?")
_UNCLEAR = re.compile(r"[1-9]\d{0,2}\.\d{3}")
"""Numbers such as 1.000, which some read as a thousand and others as one."""
_SCALES = {"mille": 10**3, "million": 10**6, "milliard": 10**9}
_COMMA = re.compile(r" (?:virgule|point) ")
_UNIT_BEGINS = re.compile(r"(?<=\d)(?=[^\W\d])")
_SHORT = {
    "metre": "m",
    "kilometre": "km",
    "centimetre": "cm",
    "millimetre": "mm",
    "gramme": "g",
    "kilogramme": "kg",
    "kilo": "kg",
    "tonne": "t",
    "litre": "l",
    "centilitre": "cl",
    "millilitre": "ml",
    "seconde": "s",
    "minute": "min",
    "heure": "h",
    "annee": "an",
    "ans": "an",
    "tour": "tr",
    "carre": "2",
    "cube": "3",
    "avant": "av",
    "jesu": "j",
    "christ": "c",
    "par": "",
}
"""Words of units as people shorten them: "mètre par seconde", m/s."""
_LONGEST = 60
"""The most characters of a number; longer texts are not read."""


def read_number(text: str, unit: str | None = None) -> Fraction | None:
    """Return the number that a text names, or None; "environ" may stand before it, and the unit behind it.

    Spaces, or two or more points, group thousands; a comma, or a single point, begins the decimals.
    """
    plain = _plain(text)
    if len(plain) > _LONGEST:
        return None
    plain = _without_unit(_OPENINGS.sub("", plain), unit)
    unsigned = _SIGN.sub("", plain)
    number = _from_digits(unsigned)
    if number is None:
        number = _from_words(unsigned)
    return -number if number is not None and unsigned != plain else number


def digits(number: Fraction) -> str:
    """Return a number in decimal digits: "1789", "-3.14"."""
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    whole = str(abs(number * 10**places).numerator).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{whole[:-places]}.{whole[-places:]}" if places else sign + whole


def _plain(text: str) -> str:
    """Return the text in small letters, without accents and invisible characters, with single spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    seen = "".join(char for char in apart if unicodedata.category(char) not in ("Mn", "Cf"))
    return _SPACES.sub(" ", seen).strip(" .!?%€$°")


def _without_unit(plain: str, unit: str | None) -> str:
    """Return the text without the unit at its end, whether written out or short."""
    if unit is None:
        return plain
    words, name = _UNIT_BEGINS.sub(" ", plain).split(), _short(unit)
    for many in range(1, len(words)):
        if _short(" ".join(words[-many:])) == name:
            return " ".join(words[:-many])
    return plain


def _short(unit: str) -> str:
    """Return the shortest way to write a unit."""
    return "".join(_SHORT.get(word, word) for word in map(singular_of, split(unit)))


def _from_digits(plain: str) -> Fraction | None:
    found = _DIGITS.fullmatch(plain)
    if found is None or not plain.isascii() or _UNCLEAR.fullmatch(plain):
        return None
    whole, decimals, scale = found.groups()
    number = Fraction(re.sub(r"[ .]", "", whole) + (f".{decimals}" if decimals else ""))
    return number * (_SCALES[scale.rstrip("s")] if scale else 1)


def _from_words(plain: str) -> Fraction | None:
    """Return a number that is written in words ("trois virgule quatorze"), or None."""
    whole, *rest = _COMMA.split(plain)
    if len(rest) > 1:
        return None
    number = _whole(whole)
    if number is None or not rest:
        return None if number is None else Fraction(number)
    zeros = re.match(r"(?:zero )*", rest[0])
    leading = zeros[0].count("zero") if zeros else 0
    decimals = _whole(rest[0])
    return None if decimals is None else Fraction(f"{number}.{'0' * leading}{decimals}")


def _whole(words: str) -> int | None:
    if words.strip() in ("zero", "zeros"):
        return 0
    try:
        number = text2num(words.removeprefix("zero "), "fr")
    except ValueError:
        return None
    return int(number)
