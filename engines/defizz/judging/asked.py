"""What a question asks a number of: its unit, and whether that can have decimals.

Only what everybody at the table may know is looked at, never the answer: being asked back would tell of it.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from engines.defizz.deck import Chance, Cible
from engines.defizz.judging.measures import (
    DEGREES,
    MEASURES,
    Measure,
    convert,
    lesser_than,
    measure_at,
    singular,
)
from engines.defizz.judging.words import fold

_WORD = re.compile(r"[^\W_]+|[%€$£°/]")
_YEAR = re.compile(r"\b(?:quelle|meme) (?:annee|date)\b|\bannee\b.*\blaquelle\b|\ben quel an\b")
_ERA = re.compile(r"\bnotre ere|\bav\b|\bavant j|\bapres j|antiqu|romain|\brome\b|empereur|siecle")
_BEFORE = re.compile(r"\bav\b|\bavant (?:j|notre ere)")
_HOW_MANY = re.compile(r"\bcombien d(?:e |’|')(?:la |l’|l')?(.*)")
_LETTER = re.compile(r"\blettre ([a-z])\b")
_POWER = re.compile(r"(?<=m)(?=[23]\b)")
_WITHIN = re.compile(r"\ben ([^\W\d_]+(?: (?:par|a l[’']) ?[^\W\d_]+)?)")
_DECIMAL = re.compile(r"moyenne|\btaux\b|rapport|pour ?cent|%|\bpi\b|note\b|\bph\b")
MONEY = ("euro", "franc", "dollar", "pound")
_SCALES = {"millier": 10**3, "million": 10**6, "milliard": 10**9}
_LITTLE = frozenset(["de", "d", "des", "du", "la", "le", "les", "l", "en", "a", "au", "par", "et"])


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for: `measure` of a unit that can be converted, else `nouns` that may follow the number.

    `scale`: the number counts thousands, millions or milliards. `year`: it is a year, `before` one before
    Christ, and the question names an `era` or people of old; `century`: it is the number of one.
    `whole`: it is counted, or a year, and has no decimals.
    """

    measure: Measure | None = None
    scale: int = 1
    nouns: frozenset[str] = frozenset()
    year: bool = False
    era: bool = False
    before: bool = False
    century: bool = False
    whole: bool = False
    initial: str = ""
    """The first letter of the unit, which people write for it: "19 s" where weeks are asked for."""
    letters: frozenset[str] = frozenset()
    """The letters that the question names, which people write before the number ("B 612")."""
    talk: bool = False
    """Whether a question was put, so that words which say nothing of the number may stand beside it."""

    @property
    def money(self) -> bool:
        """Whether an amount of money is asked for, which has cents."""
        return self.measure is not None and self.measure.kind in MONEY

    @property
    def time(self) -> bool:
        """Whether a time is asked for, so that "m" is a minute."""
        return self.measure is not None and self.measure.kind == "time"


def asked_by(question: Cible | Chance) -> Asked:
    """Return what a question asks for."""
    if isinstance(question, Chance):
        return Asked(whole=True, talk=True)
    return asked_for(question.unit, question.text)


@lru_cache(512)
def asked_for(unit: str | None, text: str = "") -> Asked:
    """Return what a question of this unit and text asks for; without either, any number."""
    plain = fold(text)
    named = fold(unit or "")
    nouns = frozenset(singular(word) for word in _WORD.findall(f"{named} {plain}")) - _LITTLE
    year = (unit is None and _YEAR.search(plain) is not None) or named in ("annee", "an")
    before = _BEFORE.search(named) is not None or (
        year and re.search(r"quelle annee (?:av |avant (?:j|notre ere))", plain) is not None
    )
    century = re.search(r"quel(?:le)? siecle", plain) is not None
    scale, measure = _measured(named)
    if unit is None and not (year or century):
        scale, measure = _measured_by_text(plain)
    if measure == MEASURES["degre"]:
        measure = next((MEASURES[name] for name in ("fahrenheit", "celsius") if name in plain), measure)
    if {"tour", "minute"} <= nouns:
        nouns |= {"rpm", "tpm"}
    if "sterling" in nouns:
        measure = MEASURES["gbp"]
    if measure is not None and measure.kind in MONEY:
        nouns |= {"balle"}
    counted = unit is not None or re.search(r"\bcombien d|\bnumero\b", plain) is not None
    whole = (
        year
        or before
        or (counted and measure is None and scale == 1 and text != "" and not _DECIMAL.search(plain))
    )
    if before or century or (year and named):
        measure, scale = None, 1
    return Asked(
        measure,
        scale,
        nouns,
        year=year or before,
        era=_ERA.search(plain) is not None,
        before=before,
        century=century,
        whole=whole,
        initial=named[:1],
        talk=text != "",
        letters=frozenset(_LETTER.findall(plain)),
    )


def _measured(named: str) -> tuple[int, Measure | None]:
    parts = _POWER.sub(" ", named)  # "km²" is folded to "km2"
    words = [word for word in _WORD.findall(parts) if word not in ("de", "d")]
    scale = _SCALES.get(singular(words[0]), 1) if words else 1
    found = measure_at(words, 1 if scale > 1 else 0, time=words[:1] == ["m"] and len(words) > 1)
    if found is not None and words[:1] == ["m"]:
        found = measure_at(words, 0)
    return scale, None if found is None else found[0]


def _measured_by_text(plain: str) -> tuple[int, Measure | None]:
    """Return the unit that the text itself names: "combien de mètres", "en kilomètres"."""
    counted = _HOW_MANY.search(plain)
    if counted is not None:
        return _measured(counted[1])
    for within in _WITHIN.finditer(plain):
        scale, measure = _measured(within[1])
        if measure is not None and len(within[1]) > 2:
            return scale, measure
    return 1, None


def kilo(measure: Measure | None) -> bool:
    """Return whether a thousand of a unit is an everyday unit as well: "42,195" may then be kilometres."""
    return measure is not None and (
        (measure.kind in ("length", "weight") and measure.size in (1, Fraction(1, 1000)))
        or (measure.kind == "volume" and measure.size == Fraction(1, 1000))
    )


# What amounts come to in the unit that a question asks for.

_RAW = {10**3: 10**3, 10**6: 10**5, 10**9: 10**6}
"""From where on a number may be meant as it stands although thousands or millions are asked for."""


class Unreadable(Exception):
    """Raised for a text that names no number, or one of something else; `why` is the reason."""

    def __init__(self, why: str = "not_a_number") -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, in each way in which it may be read, with its unit; `whole` digits before the comma alone.

    `typed` is how it was written where it stands in digits without anything that multiplies it.
    """

    values: tuple[Fraction, ...]
    measure: Measure | None = None
    named: bool = False
    typed: str | None = None
    scaled: bool = False


def total(found: list[Amount], asked: Asked) -> tuple[Fraction, ...]:
    """Return what amounts come to in the unit that is asked for. Raises Unreadable."""
    if not found:
        raise Unreadable
    if len(found) == 1:
        return _alone(found[0], asked)
    values = _alone(found[0], asked)
    last = found[0].measure
    if last is None:
        raise Unreadable("number_several")
    for place, amount in enumerate(found[1:], 1):
        measure = amount.measure
        if measure is None and place == len(found) - 1:
            return tuple(
                dict.fromkeys(
                    value + convert(part, last, asked.measure or last)
                    for value in values
                    for part in _left_out(amount, last)
                )
            )
        if (
            measure is None
            or measure.kind != last.kind
            or measure.size >= last.size
            or len(amount.values) > 1
        ):
            raise Unreadable("number_several")
        values = tuple(value + _alone(amount, asked)[0] for value in values)
        last = measure
    return values


def _left_out(amount: Amount, measure: Measure) -> tuple[Fraction, ...]:
    """Return, as a part of the unit before it, a last number whose own unit was left out ("42 km 195")."""
    number, lesser = amount.values[0], lesser_than(measure)
    if amount.scaled and number < 1:  # "4 ans 1/2"
        return (number,)
    if len(amount.values) > 1 or number.denominator != 1:
        raise Unreadable("number_several")
    written = amount.typed or str(int(number))
    decimal = number / 10 ** len(written)
    if measure.kind == "time":
        if measure == MEASURES["s"]:
            return (decimal,)
        if lesser is None or number >= lesser:
            raise Unreadable("number_several")
        return (number / lesser,)
    if measure.kind in ("euro", "dollar", "franc", *DEGREES, "part") or lesser is None:
        return (decimal,)
    if number >= lesser and lesser != 100:
        raise Unreadable("number_several")
    within = number / lesser
    if lesser == 1000 and len(written) == 1:  # "1 kg 5"
        return (decimal,)
    if (
        len(written) == len(str(lesser)) - 1
        or (lesser == 100 and len(written) == 3)
        or measure.kind == "volume"
    ):
        return (decimal,)
    return tuple(dict.fromkeys((decimal, within)))


def _alone(amount: Amount, asked: Asked) -> tuple[Fraction, ...]:
    """Return what one amount comes to. Raises Unreadable if it is one of something else."""
    measure, wanted = amount.measure, asked.measure
    values = amount.values
    if measure is None or wanted is None:
        if measure is not None and not _goes_without(measure, asked):
            raise Unreadable("other_unit" if asked.nouns or asked.year else "unit_not_asked")
        if measure is not None and measure.kind == "part" and amount.scaled:
            return values
        return _by_scale(amount, asked)
    if amount.named:
        return _by_scale(amount, asked)
    if measure.kind != wanted.kind and not _both_degrees(measure, wanted):
        raise Unreadable("other_unit")
    # what the unit itself says is no longer unclear: "42,195 km" has decimals
    if measure != wanted and len(values) > 1 and amount.typed is not None and "," in amount.typed:
        values = values[:1]
    made = tuple(convert(value, measure, wanted) for value in values)
    return _by_scale(replace(amount, values=made), asked)


def _both_degrees(measure: Measure, wanted: Measure) -> bool:
    """Return whether both are degrees; those without a scale are the ones that are asked for ("212°")."""
    known = measure.kind in DEGREES and wanted.kind in DEGREES
    return known and (measure.kind, wanted.kind) != ("fahrenheit", "angle")


def _goes_without(measure: Measure, asked: Asked) -> bool:
    """Return whether a unit may follow a number of which the question names no unit."""
    if asked.year or asked.century:
        return (
            measure in (MEASURES["an"], MEASURES["siecle"])
            and (measure == MEASURES["siecle"]) == asked.century
        )
    return measure.kind in ("part", *DEGREES[:2]) and not asked.whole


def _by_scale(amount: Amount, asked: Asked) -> tuple[Fraction, ...]:
    """Return what is meant where thousands, millions or milliards are counted: "2 millions", 2 or 2000000."""
    if asked.scale == 1:
        if (
            amount.scaled
            and asked.measure is not None
            and asked.measure.kind == "part"
            and amount.measure is None
        ):
            return tuple(value * 100 if value < 1 else value for value in amount.values)
        return amount.values
    if amount.scaled and asked.scale == 10**9 and all(1000 <= value < 10**6 for value in amount.values):
        return amount.values  # "4 mille" milliards
    if amount.scaled and all(value >= 1000 for value in amount.values):
        return tuple(value / asked.scale for value in amount.values)
    if not amount.scaled and amount.values[0] >= max(asked.scale, 10**6):  # "4 098 000"
        return tuple(value / asked.scale for value in amount.values)
    if not amount.scaled and amount.values[0] >= _RAW[asked.scale]:
        if amount.named or amount.measure is not None:  # "500 000 dollars" is half a million
            return tuple(value / asked.scale for value in amount.values)
        return tuple(dict.fromkeys((*amount.values, *(value / asked.scale for value in amount.values))))
    return amount.values
