"""Reading amounts: numbers with what multiplies them and their units, one after the other ("42 km 195")."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from engines.defizz.judging.asked import Amount, Asked, Unreadable, kilo
from engines.defizz.judging.measures import (
    MEASURES,
    Measure,
    is_near_word,
    measure_at,
    read_literal,
    singular,
)
from engines.defizz.judging.wordings import is_number_word, mend, read_words_of_number, scale_of

_LITTLE = frozenset(["de", "d", "des", "du", "la", "le", "les", "l"])
_MEGA = Fraction(10**6)
_MILE = Fraction(10**3)
_PARTS = {
    **dict.fromkeys(("demi", "demie", "demis"), Fraction(1, 2)),
    **dict.fromkeys(("quart", "quarts"), Fraction(1, 4)),
    **dict.fromkeys(("tiers", "tier"), Fraction(1, 3)),
}
_COUNTED = ("euro", "dollar", "franc", "pound", "part", "power", "bytes", "data")
"""Kinds of measure beside which a small m stands for millions rather than metres."""
_CENTS = frozenset(["centime", "ct", "cts", "cent"])
_PEOPLE = frozenset(["personne", "gen", "gens", "unite", "truc", "piece", "fois"])
"""Words that people set after any count."""


@dataclass(slots=True)
class Reader:
    """Reads the words of one text from left to right, as an answer to what is asked."""

    words: list[str]
    asked: Asked
    place: int = 0

    def amounts(self) -> Iterator[Amount]:
        """Yield each number with its unit, to the end of the text. Raises Unreadable."""
        while self._is_said_first():
            self.place += 1
        while self.place < len(self.words):
            if self._now() in (",", "et", "+") and self.place:
                self.place += 1
            yield self._unit(self._scaled(self._number()))

    def _is_said_first(self) -> bool:
        """Return whether a noun of the question stands here, before the number: "symphonie 104"."""
        word = singular(self._now())
        if word == "n" and self._now(1) == "°":
            self.place += 1
            return True
        if self.place + 1 >= len(self.words) or len(word) < 2 or word not in self.asked.nouns:
            return word in _LITTLE and self.place > 0 and self.place + 1 < len(self.words)
        return not is_number_word(self._mend(word)) and scale_of(word) is None and word not in MEASURES

    def _mend(self, word: str) -> str:
        """Return a number word as it should be written; a noun of the question is none ("filles", mille)."""
        return word if singular(word) in self.asked.nouns else mend(word)

    def _now(self, ahead: int = 0) -> str:
        place = self.place + ahead
        return self.words[place].lower() if place < len(self.words) else ""

    def _number(self) -> Amount:
        """Read a number in digits or words, with decimals in words, or a fraction such as "un demi"."""
        word = self._now()
        if word[:1].isdigit():
            self.place += 1
            found = read_literal(word, whole=self.asked.whole, kilo=kilo(self.asked.measure))
            if not found:
                raise Unreadable
            if word.isdigit() and self._now() in ("virgule", "point") and self._now(1):
                return self._decimals(found[0])
            return self._over(Amount(found, typed=word))
        while word in ("la", "le", "l") and scale_of(self._now(1)) is not None:
            self.place, word = self.place + 1, self._now(1)
        if (factor := scale_of(word)) is not None and word not in (
            "k",
            "md",
        ):  # "douzaine", "demi-siècle", "mille"
            if word[-1] == "s" and factor >= 10:  # "des milliards"
                raise Unreadable
            return Amount((Fraction(1),))
        whole = self._worded()
        return self._decimals(whole) if self._now() in ("virgule", "point") else Amount((whole,))

    def _decimals(self, whole: Fraction) -> Amount:
        """Read what is said behind a whole number as its decimals: "8 virgule 5", "trois virgule zéro un"."""
        self.place += 1
        zeros = 0
        while self._now() == "zero":
            zeros, self.place = zeros + 1, self.place + 1
        if zeros and not (is_number_word(self._mend(self._now())) or self._now().isdigit()):
            return Amount((whole,))
        if self._now().isdigit():
            after = self._now()
            self.place += 1
        else:
            after = str(self._worded())
        return Amount((Fraction(f"{whole}.{'0' * zeros}{after}"),))

    def _worded(self) -> Fraction:
        """Read the longest run of words that is one number."""
        run: list[str] = []
        ends: list[tuple[int, int]] = []
        place = self.place
        while place < len(self.words):
            word = self.words[place].lower()
            parts = self._mend(word).split() if word != "-" else []
            joins = word in ("-", "et") and run
            if not joins and not (parts and all(map(is_number_word, parts))):
                break
            if word == "et" and (
                place + 1 >= len(self.words)
                or mend(self.words[place + 1].lower()) not in ("un", "une", "onze")
            ):
                break
            run += ["et"] if word == "et" else parts
            place += 1
            ends.append((place, len(run)))
        for place, many in reversed(ends):
            number = read_words_of_number(run[:many])
            if number is not None:
                self.place = place
                return number + self._digit_after(number)
        raise Unreadable

    def _digit_after(self, tens: Fraction) -> int:
        """Take a digit behind tens in words: "quarante 6"."""
        if 20 <= tens < 100 and tens % 10 == 0 and re.fullmatch("[1-9]", self._now()):
            self.place += 1
            return int(self.words[self.place - 1])
        return 0

    def _over(self, amount: Amount) -> Amount:
        """Read a fraction in digits: "3/4", "1 1/2"."""
        if self._now() == "/" and self._now(1).isdigit():
            below = int(self._now(1))
            top = amount.values[0]
            if (
                amount.typed is None
                or not amount.typed.isdigit()
                or not 0 < below <= 100
                or top > 99
                or (top > 9 and below > 9)
                or (top > 3 and below == top + 1)
            ):
                raise Unreadable("number_several")
            if self.asked.whole:
                raise Unreadable("number_several")
            self.place += 2
            return Amount((top / below,), scaled=True)
        if (
            self._now().isdigit()
            and self._now(1) == "/"
            and amount.typed is not None
            and amount.typed.isdigit()
        ):
            self.place += 1
            part = self._over(
                Amount((Fraction(self.words[self.place - 1]),), typed=self.words[self.place - 1])
            )
            if part.values[0] < 1:
                return Amount((amount.values[0] + part.values[0],), scaled=True)
            raise Unreadable
        return amount

    def _scaled(self, amount: Amount) -> Amount:
        """Multiply by the words that follow: "1 million 2", "40k", "deux douzaines", "cinq et demi"."""
        factor = self._scale(amount)
        if factor is None:
            return self._half(amount)
        values = tuple(value * one for value in amount.values for one in factor)
        if len(amount.values) > 1:  # "1,500 million" is one and a half
            values = tuple(amount.values[0] * one for one in factor)
        amount = Amount(tuple(dict.fromkeys(values)), scaled=True)
        while (more := self._scale(amount)) is not None:  # "une centaine de milliers"
            amount = replace(amount, values=tuple(value * more[0] for value in amount.values))
            factor = (factor[0] * more[0],)
        return self._half(self._rest(amount, factor[0]), factor[0])

    def _rest(self, amount: Amount, factor: Fraction) -> Amount:
        """Add what follows a scale: thousands after millions, or the decimals that people leave so."""
        if factor < 100 or self.place >= len(self.words):
            return amount
        here = self.place
        worded = not self._now()[:1].isdigit()
        try:
            if self._now() == "et" and self._now(1) in ("demi", "demie"):
                return amount
            lower = self._scaled(self._number())
        except Unreadable:
            self.place = here
            return amount
        value = lower.values[0]
        if value >= factor or value.denominator != 1 or (scale_of(self.words[here].lower()) or 1) < 1:
            self.place = here
            return amount
        last = value if not lower.scaled else None
        (one,) = amount.values[:1]
        if last is None or factor < _MILE or last >= _MILE or last == 0:
            return replace(amount, values=(one + value,))
        places = len(str(int(last)))
        decimal = one + factor * last / 10**places
        literal = one + last
        if factor >= _MEGA and places == 1:
            return replace(amount, values=(decimal,))
        if factor == _MILE and (places > 1 or worded):
            return replace(amount, values=(literal,))
        return replace(amount, values=tuple(dict.fromkeys((literal, decimal))))

    def _half(self, amount: Amount, factor: Fraction = Fraction(1)) -> Amount:
        """Add a part that is said after "et": "et demi", "et quart", "et trois quarts"."""
        if self._now() != "et":
            return amount
        many = {"trois": 3, "deux": 2}.get(self._now(1))
        part = _PARTS.get(self._now(1 if many is None else 2))
        if part is None:
            return amount
        self.place += 2 if many is None else 3
        more = factor * part * (many or 1)
        return replace(amount, values=tuple(value + more for value in amount.values), typed=None)

    def _scale(self, amount: Amount) -> tuple[Fraction, ...] | None:
        """Take a word that multiplies; several numbers if it may mean one or another."""
        skipped = 1 if amount.scaled and self._now() in _LITTLE else 0
        word = self._now(skipped)
        raw = self.words[self.place + skipped] if word else ""
        if not word or self._is_unit(skipped):
            return self._lone_letter(raw, amount, skipped)
        if word == "b" and self.asked.initial == "b":  # "9b" are bars
            return None
        if word in ("billion", "billions", "bn", "b") and not skipped:
            self.place += 1
            return (Fraction(10**12), Fraction(10**9)) if len(word) > 2 else (Fraction(10**9),)
        if word in ("m", "k"):
            return self._lone_letter(raw, amount, skipped)
        mended = self._mend(word)
        if mended == "cent" and self.asked.money and (cents := self._cents(amount)):
            return cents
        if mended in ("mille", "cent") and (amount.typed is not None or amount.scaled):
            self.place += 1 + skipped
            return (Fraction(1000 if mended == "mille" else 100),)
        found = scale_of(mended)
        if found is None:
            return None
        self.place += 1 + skipped
        return (found,)

    def _cents(self, amount: Amount) -> tuple[Fraction, ...]:
        """Take "cents" behind an amount of money; few may be hundreds as well ("5 cents")."""
        if amount.typed is None or self.place + 1 < len(self.words):
            return ()
        self.place += 1
        return (Fraction(1, 100),) if amount.values[0] >= 10 else (Fraction(100), Fraction(1, 100))

    def _lone_letter(self, raw: str, amount: Amount, skipped: int) -> tuple[Fraction, ...] | None:
        """Read a k or M for a thousand or a million where it stands for no unit that is asked for."""
        if skipped or amount.scaled or amount.typed is None or raw not in ("k", "K", "m", "M"):
            return None
        measure = self.asked.measure
        if raw in ("k", "K") and self._now(1) == "/":  # "120 k/h"
            return None
        if raw in ("k", "K"):
            self.place += 1
            if raw == "K" and "carat" in self.asked.nouns:  # "24K"
                return (Fraction(1),)
            if measure in (MEASURES["km"], MEASURES["kg"]):
                return (Fraction(1), _MILE)
            return (_MILE,)
        if raw == "M" and self.asked.scale == _MEGA and not self._now(1):
            self.place += 1
            return (_MEGA,)
        if raw == "m" and measure is not None and not measure.kind.startswith(_COUNTED):
            return None
        followed = self._now(1)[:1].isdigit() or self._now(1) in ("/", "^", "2", "carre", "par")
        if measure is not None and measure.kind.startswith(("length", "time", "surface", "volume")):
            if raw == "m" or followed or measure.kind != "length":
                return None
            self.place += 1
            return (Fraction(1), _MEGA) if measure == MEASURES["m"] else (_MEGA,)
        self.place += 1
        return (_MEGA,) if raw == "M" else (_MEGA, _MILE)

    def _is_unit(self, skipped: int = 0) -> bool:
        """Return whether the word is the unit that is asked for, rather than one that multiplies."""
        word = singular(self._now(skipped))
        if word in ("quart", "demi", "tier", "tiers", "million", "milliard", "millier", "k"):
            return False
        return (
            word in self.asked.nouns
            and scale_of(word) is not None
            and word not in ("douzaine", "dizaine", "centaine")
        )

    def _unit(self, amount: Amount) -> Amount:
        """Read the unit of an amount, if one follows."""
        start = self.place
        wanted = self.asked.measure
        while self._now() in _LITTLE and not (self._now() == "l" and self._is_litre()):
            self.place += 1
        if wanted is not None and wanted.kind == "length/time" and self._now() in ("a", "par"):
            while self._now() in ("a", "par", "l", "heure", "h"):  # "550 à l'heure"
                self.place += 1
            return replace(amount, named=True)
        if self._now() in ("", "^"):
            self.place = start
            return amount
        if wanted is not None and self.asked.time and self._now() == self.asked.initial:
            self.place += 1  # "19 s" may be weeks
            return self._half(replace(amount, measure=wanted))
        if wanted is not None and self.asked.money and singular(self._now()) in _CENTS:
            self.place += 1
            return replace(amount, measure=Measure(wanted.kind, wanted.size / 100))
        if (wanted, self._now()) in ((MEASURES["fahrenheit"], "f"), (MEASURES["pouce"], '"')):
            self.place += 1
            return replace(amount, measure=wanted)
        noun = self._noun()
        if noun:
            return replace(amount, named=True)
        squared = [word for word in self.words if word != "^"]
        shift = self.words[: self.place].count("^")
        found = measure_at(squared, self.place - shift, time=self.asked.time)
        if found is None:
            self.place = start
            return amount
        measure, after = found
        self.words, self.place = squared, after
        named = wanted is not None and self._is_numerator(measure, wanted)
        amount = replace(amount, named=True) if named else replace(amount, measure=measure)
        self._skip_nouns()
        return self._half(amount)

    def _is_numerator(self, measure: Measure, wanted: Measure) -> bool:
        """Return whether a unit is the first part of the one that is asked for: "120 km" where km/h are."""
        named = any(MEASURES.get(noun) == measure for noun in self.asked.nouns)
        return named and wanted.kind == f"{measure.kind}/time"

    def _skip_nouns(self) -> None:
        """Pass over what the unit is one of, if the question says so: "7500 litres d'eau"."""
        ahead = 0
        while self._now(ahead) in _LITTLE:
            ahead += 1
        if ahead and singular(self._now(ahead)) in self.asked.nouns:
            self.place += ahead + 1

    def _is_litre(self) -> bool:
        """Return whether a lone "l" is a litre rather than an article."""
        wanted = self.asked.measure
        return wanted is not None and wanted.kind == "volume" and not self._now(1).isalpha()

    def _noun(self) -> bool:
        """Take the nouns of the question, or one that people set after any count."""
        asked, taken = self.asked, 0
        if asked.measure is not None and asked.scale == 1:
            named = measure_at(self.words, self.place, time=asked.time)
            if named is not None:
                return False
        while (word := singular(self._now())) and (word.isalpha() or (word == "/" and taken)):
            counted = asked.measure is None and word in _PEOPLE
            known = any(
                is_near_word(word, noun) or _shortens(word, noun) for noun in asked.nouns
            ) and not is_number_word(self._mend(word))
            if word in _LITTLE and taken:
                known = True
            if not taken and asked.measure is None and len(word) == 1:  # "62 p.", "840x"
                known |= word == asked.initial or (word == "x" and "fois" in asked.nouns)
            alone = measure_at(self.words, self.place, time=asked.time)
            if alone is not None and asked.measure is not None and not taken:
                return False
            if taken and word in ("/", "par") and measure_at(self.words, self.place + 1, time=True):
                self.place += 2
                break
            if not (counted or known) or (len(word) == 1 and word not in _LITTLE and not known):
                break
            taken += 1
            self.place += 1
        return taken > 0


def _shortens(word: str, noun: str) -> bool:
    """Return whether a word is a noun cut short or without some letters: "hab", "pts"."""
    if len(word) < 2 or word[0] != noun[0] or len(noun) < len(word) + 2 or word in MEASURES:
        return False
    letters = iter(noun)
    return all(letter in letters for letter in (word[:-1] if word[-1] == "s" and len(word) > 2 else word))
