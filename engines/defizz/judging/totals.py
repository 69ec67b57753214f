"""What amounts come to in the unit that a question asks for."""

from dataclasses import dataclass, replace
from fractions import Fraction

from engines.defizz.judging.asked import Asked
from engines.defizz.judging.measures import DEGREES, MEASURES, Measure, convert, lesser_than

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
