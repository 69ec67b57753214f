"""Numbers in digits, with points, commas and spaces as people in several countries set them."""

import re
from fractions import Fraction

_GROUPED = re.compile(r"(?<![\d.,])([1-9]\d{0,2})((?:[ '’_]\d{3})+)(?!\d)")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[.,]\d{3})+")
_LONE = re.compile(r"([1-9]\d{0,2})([.,])(\d{3})")


def join_groups(text: str) -> str:
    """Return a text whose groups of three digits are joined: "1 500", "1'500"."""
    return _GROUPED.sub(lambda found: found[1] + re.sub(r"\D", "", found[2]), text)


def read_literal(text: str, *, whole: bool, kilo: bool) -> tuple[Fraction, ...]:
    """Return what digits with points and commas may mean: several numbers where it is not certain, or none.

    `whole`: decimals are not expected. `kilo`: a thousand units are an everyday unit too, so that a comma
    before three digits may be meant as one before the kilometres' decimals.

    A comma begins the decimals, and so does a point but before three digits; there it groups thousands where
    the last digit is 0 or decimals are not expected, and is unclear elsewhere ("3.142").
    """
    if text.isdigit():
        return (Fraction(text),)
    lone = _LONE.fullmatch(text)
    if lone is not None:
        decimal, grouped = Fraction(f"{lone[1]}.{lone[3]}"), Fraction(lone[1] + lone[3])
        ends = lone[3].endswith("0")
        if lone[2] == ".":
            return (grouped,) if whole or ends else (decimal, grouped)
        return (decimal, grouped) if whole or ends or kilo else (decimal,)
    marks = re.sub(r"\d", "", text)
    if len(set(marks)) == 1 and len(marks) > 1:
        return (Fraction(re.sub(r"\D", "", text)),) if _THOUSANDS.fullmatch(text) else ()
    before, mark, after = text.rpartition(marks[-1])
    if len(marks) > 1:
        if not _THOUSANDS.fullmatch(before) or mark in before:
            return ()
        before = re.sub(r"\D", "", before)
    return (Fraction(f"{before}.{after}"),)
