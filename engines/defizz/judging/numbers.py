"""Reading a proposed number as people write it (Z10): "1 million 2", "42 km 195", "476 après J.-C."."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from engines.defizz.deck import Chance, Cible
from engines.defizz.judging.amounts import Reader
from engines.defizz.judging.asked import Asked, asked_by, asked_for
from engines.defizz.judging.measures import singular
from engines.defizz.judging.reckoned import in_full, reckon, told_by_share
from engines.defizz.judging.talk import tokens, without_talk
from engines.defizz.judging.totals import Unreadable, total
from engines.defizz.judging.trimming import plain_text, trim
from engines.defizz.judging.wordings import is_number_word, mend, read_ordinal

_LONGEST = 100
"""The most characters of a number; longer texts are not read."""
_GREATEST = 10**60
_GREATEST_UNCLEAR = 10**24
"""Beyond it nobody is asked back."""
_PLACES = 9
"""Decimals of a number that does not end: a third."""
_SIGN = re.compile(r"(?:-|moins (?!d[eu] ))\s*(?=[^-\s])")
_CERTAIN = re.compile(r"= ?(-?)(\d+)(?:[.,](\d+))?")
_POWER = re.compile(r"(\d+) ?(?:\^|\*\*|puissance|exposant) ?(\d+)(?: (.*))?")
_SQUARE = re.compile(r"(\d+) ?(au carre|au cube)")
_WORDED_POWER = re.compile(r"([a-z\d ]+?) (?:puissance|exposant) ([a-z\d ]+)")
_TENS = re.compile(
    r"(\d+(?:[.,]\d+)?) ?(?:[x*×] ?10 ?(?:\^|\*\*|puissance|exposant) ?|e\+?)(-?\d+)(?: (.*))?"
)
_SEVERAL = re.compile(r"\bentre\b.*\bet\b|\d ?(?:-|ou|a) ?\d+(?: |$)(?!/)|\bou\b|^de .* a |\d ?\.\.+ ?\d")
_RANGE = re.compile(r"\d ?- ?\d|\b(?:un|deux|trois|quatre|cinq|dix|cent|mille) ou ")
_VAGUE = re.compile(
    r"\bsiecle\b|\bs\.?$|\bannees \d{2,4}\b|\bannees (?:soixante|quatre|trente|vingt|cinquante)|\b\d{2,4}s\b"
)
_AGO = re.compile(r"(?:c'etait )?(?:il )?ya? ?a? .*\bans?\b")
_CENTURY = re.compile(r"(?:le |au |du )?(.+?) ?siecles?")
_ERA = re.compile(
    r"[ ,(]*(?<![^\W\d_])(?:(av|avt|avant|bce?)|(ap|apr|apres))\.? ?"
    r"(?:j\.?[ -]*c\.?|jc|jesus(?: |-)?christ|j christ|notre ere|n\.? ?e\.?|"
    r"l ere chretienne|ere commune)?[ .)]*$"
)
_OUR_ERA = re.compile(r"[ ,(]*(?:de notre ere|de l ere chretienne|(?:de )?n\.? ?e\.?|ad)[ .)]*$")
_ORDINAL = re.compile(r"(?<=\d) ?(?:ere?|re|e|i?emes?|nde?s?)\b")
_LETTERED = re.compile(r"^[A-Za-z] ?-? ?(?=\d)|^[A-Za-z] (?=[a-z]{2})")
_CENTS = re.compile(r"(?<=\d)[eE](?=\d\d$)")
_CURRENCY_FIRST = re.compile(r"(us ?\$|[$€£]|chf|usd|eur|frs?\.?) ?(\d.*)", re.IGNORECASE)
_CLOCK = re.compile(r"(\d{1,3}):([0-5]\d)(?::([0-5]\d))?")
_MONTH = (
    r"janv(?:ier)?|fev(?:rier)?|mars|avr(?:il)?|mai|juin|juil(?:let)?|aout|sept(?:embre)?|oct(?:obre)?|"
    r"nov(?:embre)?|dec(?:embre)?"
)
_DATE = re.compile(
    rf"(?:(?:le |en )?(?:\d{{1,2}}(?:er)? )?(?:{_MONTH})\.? |(?:le )?\d{{1,2}}[/.-]\d{{1,2}}[/.-]|"
    r"(?:en |au |le )?(?:debut|mi|fin|courant|ete|hiver|printemps|automne|l ete|l hiver)[ -]|le debut de )"
    r"(?:d |de )?(\d{3,4})"
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a text proposes: `readings`, all numbers it may mean; none says `why` it means none.

    One reading is certain; of several, whoever wrote it has to say which they meant.
    """

    readings: tuple[Fraction, ...] = ()
    why: str = "not_a_number"


def read_proposal(text: str, question: Cible | Chance) -> Proposal:
    """Return what a text proposes for a question, in its unit (Z10).

    The answer takes no part in it: which texts are unclear tells nobody anything. `why` is "not_a_number",
    "number_several" (a range, or two to choose from), "number_vague" (a century or decade for a year),
    "other_unit" or "unit_not_asked".
    """
    return _read(text, asked_by(question))


def read_number(text: str, unit: str | None = None) -> Fraction | None:
    """Return the number that a text names for this unit; None if it names none, or is not certain."""
    readings = _read(text, asked_for(unit)).readings
    return readings[0] if len(readings) == 1 else None


def digits(number: Fraction) -> str:
    """Return a number in decimal digits: "1789", "-3.14"."""
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    whole = str(abs(number * 10**places).numerator).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{whole[:-places]}.{whole[-places:]}" if places else sign + whole


@lru_cache(256)
def _read(text: str, asked: Asked) -> Proposal:
    if len(text) > _LONGEST:
        return Proposal()
    certain = _CERTAIN.fullmatch(text.strip())
    if certain is not None:
        return Proposal((Fraction(f"{certain[1]}{certain[2]}.{certain[3] or 0}"),))
    try:
        readings = _signed(plain_text(text), asked)
    except Unreadable as unreadable:
        return Proposal(why=unreadable.why)
    if any(abs(number) >= _GREATEST for number in readings):
        return Proposal()
    found = tuple(dict.fromkeys(map(_ending, readings)))
    if len(found) > 1 and any(abs(number) >= _GREATEST_UNCLEAR for number in found):
        return Proposal()
    return Proposal(found)


def _ending(number: Fraction) -> Fraction:
    """Return a number whose decimals end, the nearest one if its own do not."""
    below = number.denominator
    for prime in (2, 5):
        while below % prime == 0:
            below //= prime
    return number if below == 1 else round(number, _PLACES)


def _signed(plain: str, asked: Asked) -> tuple[Fraction, ...]:
    """Read a text with the sign or the era of its number."""
    if asked.year and _AGO.match(plain.lower()):
        raise Unreadable("number_vague")
    text = trim(plain)
    era = _ERA.search(text.lower())
    before, after = False, False
    if era is not None and era.start():
        before, after = era[1] is not None, era[2] is not None
        text = trim(text[: era.start()])
    elif (
        (ours := _OUR_ERA.search(text.lower())) is not None and ours.start() and (asked.year or asked.century)
    ):
        after, text = True, trim(text[: ours.start()])
    if (before or after) and asked.measure is not None:
        assert era is not None, "our era is read for years alone"
        if singular(era[1] or era[2]) not in asked.nouns or era[0].strip(" ,(.)") != (era[1] or era[2]):
            raise Unreadable("other_unit")
        before = after = False  # "sept semaines après", of a day that comes after another
    sign = _SIGN.match(text.lower())
    if sign is not None:
        text = trim(text[sign.end() :])
        if text.startswith("-"):
            raise Unreadable
    readings = _unsigned(text, asked)
    if len(readings) == 1 and len(text) > 1 and not (before or after or sign):
        readings = in_full(readings[0], asked)
    negative = sign is not None or before
    if asked.before:
        negative = after
    return tuple(-number for number in readings) if negative else readings


def _unsigned(text: str, asked: Asked) -> tuple[Fraction, ...]:
    text = reckon(_plainer(text, asked), asked)
    lower = text.lower()
    if not lower or (not lower.isascii() and not set(lower) <= _allowed(lower)):
        raise Unreadable
    if asked.year and (dated := _DATE.fullmatch(lower)) is not None:
        return (Fraction(dated[1]),)
    if asked.century and (within := _CENTURY.fullmatch(lower)) is not None:
        lower = text = within[1]
    if asked.year and _VAGUE.search(lower):
        raise Unreadable("number_vague")
    if asked.time and (clock := _CLOCK.fullmatch(lower)) is not None:
        return _clock(clock, asked)
    whole = _power(lower, asked) or _ranked(text, asked)
    if whole is not None:
        return whole
    if (share := told_by_share(lower, asked)) is not None:
        return (share,)
    if _RANGE.search(lower) or _SEVERAL.search(lower):
        raise Unreadable("number_several")
    return _amounts(text, asked)


def _amounts(text: str, asked: Asked) -> tuple[Fraction, ...]:
    """Read numbers with their units; words that say nothing of them are left out where that helps."""
    words = tokens(text)
    try:
        return total(list(Reader(words, asked).amounts()), asked)
    except Unreadable as unreadable:
        fewer = without_talk(words, asked)
        if unreadable.why != "not_a_number" or fewer == words:
            raise
    return total(list(Reader(fewer, asked).amounts()), asked)


def _plainer(text: str, asked: Asked) -> str:
    """Return a text with its currency behind the number ("$499") and without the endings of ranks ("38e")."""
    money = _CURRENCY_FIRST.fullmatch(text)
    if money is not None:
        text = f"{money[2]} {money[1].lower().removeprefix('us').strip(' .') or money[1]}"
    if text[:1].lower() in asked.letters:  # "B 612"
        text = _LETTERED.sub("", text)
    if asked.money:  # "1e20" is one euro twenty
        text = _CENTS.sub("€", text)
    return text if text.isupper() else _ORDINAL.sub("", text)


def _allowed(lower: str) -> set[str]:
    """Return the characters that may stand in a number: those of ASCII and the signs of units."""
    return {char for char in lower if char.isascii() or char in "°€£×"}


def _clock(found: re.Match[str], asked: Asked) -> tuple[Fraction, ...]:
    """Read a time with colons: hours, minutes and seconds, or two of them, and who knows which."""
    assert asked.measure is not None, "a time is asked for"
    first, second, third = int(found[1]), int(found[2]), found[3]
    seconds = first * 60 + second
    made = (seconds * 60 + int(third),) if third else (seconds * 60, seconds)
    return tuple(Fraction(one) / asked.measure.size for one in made)


def _power(lower: str, asked: Asked) -> tuple[Fraction, ...] | None:
    """Read a power, with the unit behind it; None if the text is none."""
    square = _SQUARE.fullmatch(lower)
    tens, power = _TENS.fullmatch(lower), _POWER.fullmatch(lower)
    if square is not None:
        number, unit = Fraction(int(square[1]) ** (2 if square[2] == "au carre" else 3)), None
    elif tens is not None:
        exponent = int(tens[2][:4])
        if abs(exponent) > 30:
            raise Unreadable
        number, unit = Fraction(tens[1].replace(",", ".")) * Fraction(10) ** exponent, tens[3]
    elif power is not None:
        base, exponent = int(power[1][:30]), int(power[2][:4])
        if exponent > 100 or base ** min(exponent, 100) >= _GREATEST:
            raise Unreadable
        number, unit = Fraction(base**exponent), power[3]
    elif (worded := _WORDED_POWER.fullmatch(lower)) is not None:
        base, exponent = (_small_whole(part, asked) for part in worded.groups())
        if exponent > 100 or base ** min(exponent, 100) >= _GREATEST:
            raise Unreadable
        number, unit = Fraction(base**exponent), None
    else:
        return None
    if not unit:
        return (number,)
    units = total(list(Reader(["1", *tokens(unit)], asked).amounts()), asked)
    return tuple(number * one for one in units)


def _small_whole(text: str, asked: Asked) -> int:
    """Return the whole number that words name. Raises Unreadable."""
    found = total(list(Reader(tokens(text), asked).amounts()), asked)
    if len(found) != 1 or found[0].denominator != 1 or found[0] > 10**6:
        raise Unreadable
    return int(found[0])


def _ranked(text: str, asked: Asked) -> tuple[Fraction, ...] | None:
    """Read a rank or a Roman numeral: "38e", "troisième", "MDCCC"; None if the text is none."""
    *before, last = text.split()
    ranked = read_ordinal(last) if last.isalpha() else None
    if before and not all(is_number_word(mend(word.lower())) for word in before):
        return None
    if ranked is not None and before:  # "la cent quatrième"
        first = total(list(Reader(tokens(" ".join(before)), asked).amounts()), asked)
        return (first[0] + ranked,) if len(first) == 1 and first[0] % 10 == 0 and ranked < 10 else None
    return None if ranked is None else (ranked,)
