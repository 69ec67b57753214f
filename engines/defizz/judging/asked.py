"""What a question asks a number of: its unit, and whether that can have decimals.

Only what everybody at the table may know is looked at, never the answer: being asked back would tell of it.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from engines.defizz.deck import Chance, Cible
from engines.defizz.judging.folding import fold
from engines.defizz.judging.measures import MEASURES, Measure, measure_at, singular

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
