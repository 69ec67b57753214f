"""Units of measure as people name them: what they measure, and how much one of them is."""

import re
from fractions import Fraction
from typing import NamedTuple

from rapidfuzz.distance import OSA


class Measure(NamedTuple):
    """A unit: what it measures ("length", "count:jambe"), and how many base units one is."""

    kind: str
    size: Fraction


_TABLE = """
length km kilometre kilom kil kms borne=1000 hm hectometre=100 m metre=1 dm decimetre=1/10
length cm centimetre centi cms=1/100
length mm millimetre=1/1000 mile mille_marin=1609.344 pied ft=0.3048 pouce=0.0254
weight t tonne=1000000 q quintal=100000 kg kilogramme kilo kgs=1000 g gramme gr grs=1 mg milligramme=1/1000
weight lb lbs=453.59237 once=28.349523125
volume hl hectolitre=100 l litre=1 dl decilitre=1/10 cl centilitre=1/100 ml millilitre cc=1/1000
time s sec seconde=1 min minute mn mins=60 h heure hr hrs=3600 j jour journee jr jrs=86400 sem semaine=604800
time mois=2592000 an annee ans balai pige=31536000 decennie=315360000 siecle=3153600000 millenaire=31536000000
time milliseconde ms=1/1000 trimestre=7776000 semestre=15552000
angle degre deg d=1
celsius celsius c=1
fahrenheit fahrenheit farenheit fahrenheith=1
part pourcent pourcentage pct=1
euro euro eur e=1
dollar dollar usd piastre=1
franc franc chf fr frs f ff fs=1
pound gbp pound livre=1
data go gigaoctet gb=1000 mo megaoctet mb=1 to teraoctet=1000000 ko kilooctet=1/1000
power w watt=1 kw kilowatt=1000 mw megawatt=1000000
bytes octet=1
bar bar b=1
surface ha hectare=10000 are=100
"""
_SQUARED = ("carre", "2")
_CUBED = ("cube", "3")
_LEAST_MISSPELT = 5


def _read_table() -> dict[str, Measure]:
    found: dict[str, Measure] = {}
    for line in _TABLE.strip().splitlines():
        kind, *words = line.split()
        waiting: list[str] = []
        for word in words:
            name, _, size = word.partition("=")
            waiting.append(name)
            if size:
                found |= dict.fromkeys(waiting, Measure(kind, Fraction(size)))
                waiting = []
    return found


MEASURES = _read_table()
"""Every unit by its names, in small letters without accents and plurals."""
_MONTHS = {"mois": 1, "trimestre": 3, "semestre": 6, "an": 12, "annee": 12, "ans": 12, "decennie": 120}
_MONTHS |= {"siecle": 1200, "millenaire": 12000, "balai": 12, "pige": 12}
_SYMBOLS = {"°": "degre", "€": "euro", "$": "dollar", "%": "pourcent", "£": "gbp"}
_LESSER = {"length": 1000, "weight": 1000, "volume": 1000}
"""How many times smaller the unit is that people leave out after one ("3 km 500", "5 kg 200")."""
_DEGREES = {"c": "celsius", "f": "fahrenheit"} | dict.fromkeys(("fahrenheit", "farenheit"), "fahrenheit")
_DEGREES |= {"celsius": "celsius"} | dict.fromkeys(("n", "s", "nord", "sud", "est", "ouest"), "degre")
"""What people write behind a degree, and the unit it makes of it."""
DEGREES = ("angle", "celsius", "fahrenheit")
_PER = re.compile(r"/|par|a")


def singular(word: str) -> str:
    """Return a word, in small letters without accents, without the mark of its plural."""
    word = _SYMBOLS.get(word, word)
    return word[:-1] if len(word) > 3 and word[-1] in "sx" and word not in ("mois", "fois") else word


def measure_at(words: list[str], place: int, *, time: bool = False) -> tuple[Measure, int] | None:
    """Return the measure that is named at a place, and where the text goes on; None if none is.

    Surfaces, volumes and speeds may have several words. `time`: a lone "m" is a minute.
    """
    found = _simple(words, place, time=time)
    if found is None:
        return None
    measure, after = found
    following = words[after].lower() if after < len(words) else ""
    if measure.kind == "length" and singular(following) in _SQUARED:
        measure, after = Measure("surface", measure.size**2), after + 1
    elif measure.kind == "length" and singular(following) in _CUBED:
        measure, after = Measure("volume", measure.size**3 * 1000), after + 1
    if measure.kind == "length" and singular(following) in ("h", "heure"):  # "km h"
        return Measure("length/time", measure.size / 3600), after + 1
    if after < len(words) and _PER.fullmatch(words[after].lower()):
        below = after + 1 + (words[after + 1 : after + 2] in (["l"], ["la"]) and words[after] == "a")
        second = _simple(words, below, time=True)
        if second is not None and second[0].kind == "time":
            measure = Measure(f"{measure.kind}/time", measure.size / second[0].size)
            after = second[1]
    elif measure.kind == "angle" and following in _DEGREES:
        measure, after = MEASURES[_DEGREES[following]], after + 1
    return measure, after


def _simple(words: list[str], place: int, *, time: bool) -> tuple[Measure, int] | None:
    if place >= len(words):
        return None
    word = singular(words[place].lower())
    if word == "k" and words[place + 1 : place + 2] == ["/"]:  # "120 k/h"
        return MEASURES["km"], place + 1
    if time and word in ("m", "'"):
        return MEASURES["min"], place + 1
    if word == '"' and time:
        return MEASURES["s"], place + 1
    if word == "mph":
        return Measure("length/time", MEASURES["mile"].size / 3600), place + 1
    if word == "kmh":
        return Measure("length/time", Fraction(1000, 3600)), place + 1
    if word in MEASURES:
        return MEASURES[word], place + 1
    if len(word) >= _LEAST_MISSPELT:
        near = [name for name in MEASURES if len(name) >= _LEAST_MISSPELT and _near(word, name)]
        if len({MEASURES[name] for name in near}) == 1:
            return MEASURES[near[0]], place + 1
    return None


def _near(word: str, name: str) -> bool:
    return word[0] == name[0] and OSA.distance(word, name, score_cutoff=1) <= 1


def is_near_word(word: str, name: str) -> bool:
    """Return whether a word is a noun, or one slip away from it where both are long."""
    return word == name or (min(len(word), len(name)) >= _LEAST_MISSPELT and _near(word, name))


def lesser_than(measure: Measure) -> int | None:
    """Return how many of the unit that people leave out make one of these; None if none is left out."""
    if measure == MEASURES["m"]:
        return 100
    if measure.kind == "time":
        return {3600: 60, 60: 60}.get(int(measure.size))
    return _LESSER.get(measure.kind)


def convert(amount: Fraction, unit: Measure, wanted: Measure) -> Fraction:
    """Return an amount in the unit that is wanted; a year has 12 months or 365 days, a month 30 days."""
    months = {size.size: _MONTHS[name] for name, size in MEASURES.items() if name in _MONTHS}
    if unit.kind == "time" and unit.size in months and wanted.size in months:
        return amount * months[unit.size] / months[wanted.size]
    match (unit.kind, wanted.kind):
        case ("fahrenheit", "celsius"):
            return (amount - 32) * 5 / 9
        case ("celsius", "fahrenheit"):
            return amount * 9 / 5 + 32
    return amount * unit.size / wanted.size


# Numbers in digits, with points, commas and spaces as people in several countries set them.

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
