"""Reading a proposed number as people write it (Z10): "1 million 2", "42 km 195", "476 après J.-C."."""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from engines.defizz.deck import Chance, Cible
from engines.defizz.judging.amounts import Reader
from engines.defizz.judging.asked import Asked, Unreadable, asked_by, asked_for, total
from engines.defizz.judging.measures import join_groups, measure_at, singular
from engines.defizz.judging.wordings import is_number_word, mend, read_ordinal, resembles_number, scale_of

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


# What is said around a number and adds nothing to it: "environ", "je dirais", "n°", "à peu près".

_PARTS = {"½": "demi", "¼": "quart", "¾": "trois quarts", "⅓": "tiers", "⅔": "deux tiers"}
_PART = re.compile(f"([0-9]?) ?([{''.join(_PARTS)}])")
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_DASHES = re.compile("[−–—‐‑‒]")
_QUOTES = re.compile("[’‘`´ʼ′]")
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_])['-](?=[^\W\d_])")
_UNSEEN_SPACES = re.compile(r"[\s_]+")
_OPENING = re.compile(
    r"(?:(?:il|elle|on|ca|c) (?:y )?(?:a|avait|fait|faisait|mesure|mesurait|pese|pesait|coute|coutait|"
    r"dure|durait|vaut|valait|roule|roulait)|(?:un truc|qqch|quelque chose|un machin)(?: comme|"
    r" du genre| dans le genre)?|[a-z]{1,10} ?=|ya|alors|genre|dans les environs de|plutot|"
    r"entre guillemets|allez|bah|bon|euh+|heu+|hum+|mmm*|oui|donc|ben|ok|mais|environ|env|envi?rons?|"
    r"approx(?:imativement)?|approximatif|vers|circa|ca|autour d[eu]|aux alentours d[eu]|a peu pres|"
    r"a peu de choses pres|a vue de nez|a la louche|au pif(?:o(?:metre)?)?|pif|grosso modo|peut etre|"
    r"ptet|peut etre bien|(?:moi )?(?:je ?|j ?|jme )(?:dirais?|dis|pense|crois|propose|parie|mise|tente|"
    r"mets?|vote|opte pour|table sur|tablerais sur|pencherais pour)(?: (?:a|que|sur|pour))?|"
    r"(?:moi )?(?:chui|je suis) sur|disons|mettons|on va dire|va pour|je reste sur|c(?:e)? (?:est|etait|"
    r"etai)|cest|ct|ca doit etre|ce (?:serait|sera|doit etre)|sera|il y (?:en )?(?:a|avait)|"
    r"y (?:en )?a(?:vait)?|il (?:fait|mesure|pese)|elle (?:fait|mesure|pese)|ca fait|ma reponse|reponse|"
    r"rep|reste|presque|quasi(?:ment)?|pas loin d[eu]|meme pas|a peine|au moins|au plus|"
    r"plus ou moins|plus d[eu]|"
    r"pres d[eu]|(?:dans|ds) les|un(?= \d)|exactement|pile|juste|soit|moi|en l an(?:nee)?|en|dans l annee|"
    r"l an(?:nee)?(?= \d)|annee(?= \d)|an(?= )|de|d|a|au|l[ae]s?(?! moitie)|un total d[eu]|total|n ?°|"
    r"n ?º|no ?\.?(?= ?\d)|nr ?\.?(?= ?\d)|nº|num(?:ero)?|op(?:us)?(?= ?\d)|k ?\.(?= ?\d)|"
    r"kv ?\.?(?= ?\d)|#|[~≈±<>=+:]|\.\.\.)(?![^\W\d_])[ ,:;.!]*"
)
_CLOSING = re.compile(
    r"[ ,;:(]*(?<![^\W\d_])(?:environ|env|approx(?:imativement)?|a peu pres|a peu de chose pres|"
    r"a vue de nez|a la louche|au pif(?:o(?:metre)?)?|pif|grosso modo|peut etre|ptet|(?:je ?|j ?|"
    r"jme )(?:dirais?|dis|pense|crois|parie|sais pas|sais plus|suis sur)|chais pas|jsp|jpense|jcrois|"
    r"jdirais|sans doute|il me semble|par la|quelque chose comme ca|"
    r"et quelques|et des (?:poussieres|brouettes)|"
    r"maxi?|"
    r"mini|au total|en tout|au moins|au plus|pile|exactement|tout rond|tout pile|"
    r"si je (?:ne )?me trompe pas|sauf erreur|si je (?:ne )?dis pas de betises?|"
    r"non stop|d affilee|de suite|(?<=\d )pas|non|hein|moi|pas plus|"
    r"pas moins|je tente|a peine|a mon avis|quoi|mdr|lol|ptdr|haha|svp|stp|merci|ou pas|pour moi|sur|"
    r"facile|bien sur|a tout casser|ou quelque chose comme ca|plus ou moins|tous compris)[ !?.)]*$"
)
_ALONG = re.compile(
    r"(?<=.) (?:de (?:haut(?:eur)?|long(?:ueur)?|large(?:ur)?|profond(?:eur)?|diametre|circonference|alt|"
    r"altitude|"
    r"distance|poids|cote|tour de taille)|d[' ]alt(?:itude)?|d'epaisseur|d epaisseur|au dessus du sol)$"
)
_EDGES = ' \t!?.;,:"«»“”()[]*'


def plain_text(text: str) -> str:
    """Return the text without accents, invisible characters and doubled spaces; capitals stay.

    Raised digits become powers ("10⁶" is 10^6), small fractions are written out.
    """
    text = _PART.sub(
        lambda part: f"{part[1]} et {_PARTS[part[2]]} " if part[1] else f"{_PARTS[part[2]]} ", text
    )
    text = _RAISED.sub(lambda found: "^" + unicodedata.normalize("NFKC", found[0]), text)
    text = _QUOTES.sub("'", text.replace("º", "°").replace("″", '"').replace("”", '"').replace("œ", "oe"))
    text = text.replace("''", '"')
    apart = unicodedata.normalize("NFKD", text)
    seen = "".join(char for char in apart if unicodedata.category(char) not in ("Mn", "Cf"))
    seen = _UNSEEN_SPACES.sub(" ", _DASHES.sub("-", seen).replace("⁄", "/"))
    seen = _ASIDE.sub("", _PERCENT.sub("%", _BETWEEN_LETTERS.sub(" ", seen)))
    return join_groups(_BIG.sub("", _ABOUT.sub(r"\1", seen)).strip(" +"))


_ABOUT = re.compile(r"(?:\bune? )?(?:\b(?:bonne|petite|grosse) )?(\d+) ?aines?\b")
_BIG = re.compile(r"(?<=\bune )(?:bonne|petite|grosse) |(?<=\bun )(?:bon|petit|gros) ")
_PERCENT = re.compile(r"\bpour ?cents?\b")
_ASIDE = re.compile(r"(?<=\S) ?\([^()]*\)\W*$")


def trim(text: str) -> str:
    """Return a plain text without what is said before and after its number."""
    before = None
    while before != text:
        before = text
        text = text.strip(_EDGES if not text.endswith(('"', "'")) else _EDGES.replace('"', ""))
        found = _OPENING.match(text.lower())
        if found is not None and found.end() < len(text):
            text = text[found.end() :]
        closing = _CLOSING.search(text.lower())
        if closing is not None and closing.start():
            text = text[: closing.start()]
        text = _ALONG.sub("", text)
    return text


# Numbers that people leave to be reckoned: "19 + 21 + 25", "2 x 14", "neuf sur dix", "aucun".

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
_HUNDRED: Final = 100
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
    if not asked.year or asked.before or asked.era or year.denominator != 1 or not 0 < year < _HUNDRED:
        return (year,)
    ours = (2000 + year,) if year < _THIS else ()
    return (year, 1900 + year, *ours)


def _small(word: str) -> int:
    return int(word) if word.isdigit() else _SMALL.get(word, 0)


# The words of a text in which a number stands, and those of them that say nothing of it.

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[^\s\w]|_")
_LONG = 4
_FILLING = frozenset(
    [
        *("le", "la", "les", "l", "de", "d", "du", "des", "a", "au", "aux", "en", "et", "sur", "par", "us"),
        *("c", "est", "je", "j", "ai", "tu", "il", "ils", "on", "y", "ya", "que", "qui", "mon", "ma", "dit"),
    ]
)
_LINKS = ("de", "d", "du", "des")
"""Words that end no text: what they belong to is missing."""
_TURNING = frozenset(
    [
        *("ou", "entre", "moins", "pas", "sauf", "siecle", "siecles", "fois", "puis", "contre"),
        *("plusieurs", "quelques", "quelque", "nombreux", "nombreuses", "presque", "double", "triple"),
    ]
)
"""Words that may turn a number into another one, or into none."""


def without_talk(words: list[str], asked: Asked) -> list[str]:
    """Return the words of a text without those that say nothing of a number: "27 depuis le Brexit".

    Where a measure is asked for, what follows the number directly may be one that we do not know, and stays.
    """
    if (
        not asked.talk
        or words[-1].lower() in _LINKS
        or not _TURNING.isdisjoint(word.lower() for word in words)
    ):
        return words
    kept: list[str] = []
    for place, word in enumerate(words):
        lower = word.lower()
        after_number = place > 0 and _counts(words[place - 1].lower())
        needed = after_number and asked.measure is not None
        joins = lower == "et" and after_number and _counts(" ".join(words[place + 1 : place + 2]).lower())
        if needed or joins or not _is_talk(lower) or (after_number and measure_at(words, place) is not None):
            kept.append(word)
    return kept


def _counts(word: str) -> bool:
    return word[:1].isdigit() or is_number_word(mend(word))


def _is_talk(word: str) -> bool:
    """Return whether a word neither counts nor multiplies; short ones that are not known may be units."""
    if not word.isalpha() or is_number_word(mend(word).split()[0]) or scale_of(mend(word)) is not None:
        return False
    return word in _FILLING or (len(word) >= _LONG and not resembles_number(word))


def tokens(text: str) -> list[str]:
    """Return the words, numbers and signs of a plain text."""
    return _TOKEN.findall(text)
