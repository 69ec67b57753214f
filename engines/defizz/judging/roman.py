"""Reading Roman numerals."""

import re
from itertools import pairwise

_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_WRITTEN = re.compile(r"(?=.)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_SMALL = re.compile(r"[lxvi]+|xc[vi]*")
_LONG = 4


def roman_number(word: str) -> str | None:
    """Return the number of a Roman numeral, given in small letters, as Arabic digits; None for no numeral.

    Numbers up to 99, as of kings and centuries, may have any length; larger ones, as of years, need four
    letters, since shorter ones look too much like words ("mi", "di", "mix").
    """
    if _WRITTEN.fullmatch(word) is None or not (len(word) >= _LONG or _SMALL.fullmatch(word)):
        return None
    return str(_value(word))


def roman_value(word: str) -> int | None:
    """Return the number of a Roman numeral in small letters, of any length; None for no numeral."""
    return _value(word) if _WRITTEN.fullmatch(word) else None


def _value(word: str) -> int:
    values = [_VALUES[letter] for letter in word]
    return sum(-one if one < other else one for one, other in pairwise([*values, 0]))
