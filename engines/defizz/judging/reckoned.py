"""Numbers that people leave to be reckoned: "19 + 21 + 25", "2 x 14", "neuf sur dix", "aucun"."""

import re
from fractions import Fraction
from typing import Final

from engines.defizz.judging.asked import Asked
from engines.defizz.judging.measures import singular

_SUM: Final = re.compile(r"\d{1,9}(?: ?\+ ?\d{1,9})+(?! ?[\d.,/*x×])")
_PRODUCT: Final = re.compile(
    r"(\d{1,9}) ?(?:[x*×]|fois) ?(\d{1,9})(?: ?= ?\d+)?(?! ?[\d.,/^*x×]| ?puissance| ?exposant)"
)
_SHARE: Final = re.compile(r"(\d{1,3}|[a-z]+)(?: [a-z]+)? sur (\d{1,3}|[a-z]+)")
_NONE: Final = re.compile(r"(?:pas )?aucune?(?: seule?)?(?: ([a-z]+))?")
_SMALL: Final = {
    "une": 1,
    **{
        word: number
        for number, word in enumerate("un deux trois quatre cinq six sept huit neuf dix".split(), 1)  # noqa: SIM905
    },
    "vingt": 20,
    "cent": 100,
}
_CENTURY: Final = 100
_THIS: Final = 30
"""Up to which year of it people may mean our own century."""


def reckon(text: str, asked: Asked) -> str:
    """Return a text with what a sum or, of things that are counted, a product at its beginning comes to.

    Of measures "3 x 4" may be how long and how wide something is.
    """
    if asked.year or not asked.talk:
        return text
    if (found := _SUM.match(text)) is not None:
        return f"{sum(map(int, found[0].split('+')))}{text[found.end() :]}"
    if asked.whole and (found := _PRODUCT.match(text.lower())) is not None:
        return f"{int(found[1]) * int(found[2])}{text[found.end() :]}"
    return text


def told_by_share(lower: str, asked: Asked) -> Fraction | None:
    """Return a percentage told as "neuf sur dix", or 0 where somebody says "aucun"; None for other texts."""
    if asked.measure is not None and asked.measure.kind == "part":
        share = _SHARE.fullmatch(lower)
        some, of = (_small(share[1]), _small(share[2])) if share else (0, 0)
        return Fraction(100 * some, of) if some <= of and of else None
    none = _NONE.fullmatch(lower) if asked.whole and not asked.year else None
    return Fraction(0) if none and (none[1] is None or singular(none[1]) in asked.nouns) else None


def in_full(year: Fraction, asked: Asked) -> tuple[Fraction, ...]:
    """Return what a year in two digits may be short for, where the question names no era ("73" is 1973)."""
    if not asked.year or asked.before or asked.era or year.denominator != 1 or not 0 < year < _CENTURY:
        return (year,)
    ours = (2000 + year,) if year < _THIS else ()
    return (year, 1900 + year, *ours)


def _small(word: str) -> int:
    return int(word) if word.isdigit() else _SMALL.get(word, 0)
