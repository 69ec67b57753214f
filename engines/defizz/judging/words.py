"""Reading words: what is left of a text without all that makes no difference to an answer."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from text_to_num import alpha2digit  # type: ignore[import-untyped]

WORD = re.compile(r"[^\W_]+|[+#]+")
_OPENINGS = ("c est", "ce sont", "il s agit d[eu]?s?", "je dis", "je pense a", "l an")
_OPENING = re.compile(f"(?:(?:{'|'.join(_OPENINGS)}) )+(?=.)")
_OPEN = frozenset(opening.partition(" ")[0] for opening in _OPENINGS)
"""The words that such a phrase begins with: most texts begin with none of them."""
_ELIDED = frozenset(["l", "d"])
_ARTICLES = frozenset(["le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "the"])
LITTLE = _ARTICLES | frozenset(["a", "au", "aux", "en", "et", "of", "and"])
_ABBREVIATED = {"ptit": "petit", "ptite": "petite", "st": "saint", "ste": "sainte", "sts": "saints"}
_ABBREVIATED_BEFORE = {
    "bd": "boulevard",
    "bld": "boulevard",
    "bvd": "boulevard",
    "boul": "boulevard",
    "av": "avenue",
    "ave": "avenue",
    "pl": "place",
    "fg": "faubourg",
    "fbg": "faubourg",
    "mt": "mont",
    "gd": "grand",
    "gde": "grande",
    "pt": "petit",
    "pte": "petite",
    "nlle": "nouvelle",
    "nvelle": "nouvelle",
    "nv": "nouveau",
    "nvo": "nouveau",
    "sgt": "sergent",
    "rte": "route",
    "ds": "dans",
    "vit": "vitamine",
    "col": "colonel",
    "cdt": "commandant",
    "mr": "monsieur",
    "mme": "madame",
    "mlle": "mademoiselle",
    "melle": "mademoiselle",
    "dr": "docteur",
    "gal": "general",
    "mal": "marechal",
    "pr": "professeur",
}
"""Short for these before another word; alone, or at the end, they stand for themselves."""
_VITAMIN = "vit"
"""The only one of these that stands before letters alone, and letters with digits."""
_ERA = frozenset(["jc", "jesus"])
"""What "av." is short for "avant" before."""
MONTH_NAMES = (
    *("janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout", "septembre", "octobre"),
    *("novembre", "decembre"),
)
MONTHS = {
    "janv": "janvier",
    "jan": "janvier",
    "fev": "fevrier",
    "fevr": "fevrier",
    "avr": "avril",
    "juil": "juillet",
    "juill": "juillet",
    "sept": "septembre",
    "oct": "octobre",
    "nov": "novembre",
    "dec": "decembre",
}
"""Short for these behind a day, and alone where months are asked for."""
_SHORTENED = frozenset([*_ABBREVIATED, *_ABBREVIATED_BEFORE, *MONTHS])
"""All abbreviations: most texts have none."""
_INITIAL = re.compile(r"\W*[ld]\.[\s-]*[^\W\d_]", re.IGNORECASE)
"""A first name that would else be read as an article: "L. Armstrong"."""
_LAST_ACCENTED = re.compile(r"[éÉ]\W*$")
_SEPARATED = re.compile(r"\d[.,]\d")
_GROUPED = re.compile(r"(?<=\d)\.(?=\d{3}(?!\d))")
_DECIMAL = re.compile(r"(?<![\d.,])(\d+)[.,](\d+)(?![.,]?\d)")
_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}\b)")
_ACCENTS = {"ieme": "ième", "zero": "zéro"}
_ACCENTED = re.compile(r"ieme\b|\bzero\b")
"""Words that the library reads only with their accents."""
_ORDINAL = re.compile(r"(\d+|i(?=er))(?:ers?|eres?|e|emes?|iemes?|nde|nd)|([ivxlcdm]+)(?:e|eme|ieme)")
_WRITTEN = re.compile(r"\d|\b(?:[IVXL]+|[IVXLCDM]{4,})(?:er|re|e|ème|ième)?\b")
_ROMAN = "ivxlcdm"
_NUMBER_ENDS = frozenset(["", "e", "eme", "er", "ers", "ere", "eres"])
"""What may be left of a Roman numeral or ordinal without its digits: most words leave more."""
_BEGIN_NUMBERS = frozenset(f"0123456789{_ROMAN}pz")
_DIGITS = frozenset("0123456789")
_STEMS = frozenset(
    "deu tro qua cin six sep hui neu dix onz dou tre qui sei vin soi oct non cen mil zer".split()  # noqa: SIM905
)
"""How all number words begin that the library reads: most texts have none of them."""
_WORDED = {"zero": "0", "dix": "10", **dict.fromkeys(("premier", "premiere", "premiers", "premieres"), "1")}
"""Number words that the library does not read, or that are also Roman numerals."""
_ONE = frozenset(["un", "une"])
"""Articles that are numbers at the end of a text ("numéro un")."""
_LEAST = 2
"""The smallest number that the library is told to read."""
_LONGEST = 200
"""The most characters of a text in which numbers are looked for; no answer is longer."""
_IRREGULAR = {
    "noire": "noir",
    "blanche": "blanc",
    "verte": "vert",
    "bleue": "bleu",
    "grise": "gri",
    "violette": "violet",
    "brune": "brun",
    "yeu": "oeil",
    "cieu": "ciel",
    "aieu": "aieul",
    "messieur": "monsieur",
    "mesdame": "madame",
}
_CHANGING = ("ive", "au", "ail")
_AL = re.compile(r"(?<=..)(?:ail|(?<!e)au)$")
"""Other endings than "al" whose plural may end in "aux": "travail", "noyau"."""


class Words(NamedTuple):
    """A text as it is read, in several spellings, each of letters and digits alone, without spaces.

    `whole` is the text as it stands, with a space behind articles that stand apart: "le Mans" is no "Léman";
    `glued` is that without the space. `lead` is the text without leading articles, `plain` that without the
    marks of plurals, `counted` that with its numbers in digits. `keys` are all spellings in which the text
    may be the same as another, the strictest first. `numbers` are the numbers in it, in order, and a letter
    at the end, as in "vitamine C"; `written` says that one stands there in digits, in Roman capitals or as
    that letter, and so is no misspelt word. `line` is all of its words, `tokens` those without leading
    articles, `figures` these with numbers in digits, and `spoken` these with the accent of a last é, which is
    heard.
    """

    whole: str
    glued: str
    lead: str
    plain: str
    counted: str
    keys: tuple[str, ...]
    numbers: tuple[str, ...]
    written: bool
    line: tuple[str, ...]
    tokens: tuple[str, ...]
    figures: tuple[str, ...]
    spoken: tuple[str, ...]


def is_blank(text: str) -> bool:
    """Return whether a text has nothing to read."""
    return not WORD.search(fold(text))


def read_words(text: str) -> Words:
    """Return the spellings of a text, without what makes no difference."""
    words = split(text)
    singular, roots = [], []
    counts = not words or len(words[-1]) == 1 or words[-1] in _ONE
    for word in words:
        one, root, number = _forms_of(word)
        singular.append(one)
        roots.append(root)
        counts = counts or number
    if counts or ("." in text and _INITIAL.match(text)):
        return _read_numbers(text, words, singular, roots)
    return _read_plain(text, words, singular, roots)


def _read_plain(text: str, words: list[str], singular: list[str], roots: list[str]) -> Words:
    """Return the spellings of a text without numbers and initials: most texts are such."""
    first = _skip_articles(words) if words[0] in _ARTICLES else 0
    whole, glued, lead = _join(words, first)
    plain = "".join(singular[first:])
    line = tuple(words)
    tokens = line[first:]
    if roots == words and LITTLE.isdisjoint(words):  # all five are one
        keys = {whole: None}
    else:
        keys = dict.fromkeys((whole, lead, plain, "".join(roots[first:]), _drop_little_words(roots)))
    # In the order of the class: naming them would take as long as all the rest of this function.
    return Words(
        whole, glued, lead, plain, plain, tuple(keys), (), False, line, tokens, (), _speak(tokens, text)
    )


def _read_numbers(text: str, words: list[str], singular: list[str], roots: list[str]) -> Words:
    """Return the spellings of a text that may have numbers and initials in it."""
    initial = "".join(words[:1]) if _INITIAL.match(text) else ""
    first = 0 if initial else _skip_articles(words)
    whole, glued, lead = _join(words, first)
    plain = "".join(singular[first:])
    keys = [whole, lead, plain, "".join(roots[first:]), initial + _drop_little_words(roots[len(initial) :])]
    counted = _put_in_digits(words, singular, first)
    figures: tuple[str, ...] = ()
    if counted is None:
        in_digits, numbers = plain, []
    else:
        figures = tuple(counted[_skip_articles(counted) :])
        in_digits = "".join(figures)
        keys += [in_digits, "".join(counted), initial + _drop_little_words(counted[len(initial) :])]
        numbers = [word for word in counted if word.isdigit()]
    mark = len(words) > 1 and len(words[-1]) == 1 and (counted or words)[-1] == words[-1]
    if mark and not words[-1].isdigit():
        numbers.append(words[-1])
    return Words(
        whole=whole,
        glued=glued,
        lead=lead,
        plain=plain,
        counted=in_digits,
        keys=tuple(dict.fromkeys(keys)),
        numbers=tuple(numbers),
        written=bool(numbers) and (mark or _WRITTEN.search(text) is not None),
        line=tuple(words),
        tokens=tuple(words[first:]),
        figures=figures,
        spoken=_speak(tuple(words[first:]), text),
    )


def _join(words: list[str], first: int) -> tuple[str, str, str]:
    """Return the words joined, as `whole`, `glued` and `lead`; articles stand before the `first`."""
    glued = "".join(words)
    if not first:
        return glued, glued, glued
    lead = "".join(words[first:])
    return (glued if _ELIDED.issuperset(words[:first]) else " ".join([*words[:first], lead])), glued, lead


@lru_cache(2048)
def _forms_of(word: str) -> tuple[str, str, bool]:
    """Return a word in the singular, its root, and whether it may count or be part of a number.

    Kept, since the guesses at a question are mostly made of the same words.
    """
    one = singular_of(word)
    counts = (
        not word.isalpha() or word[:3] in _STEMS or (word[0] in _BEGIN_NUMBERS and _digits(word) is not None)
    )
    return one, _root(one), counts


def _speak(words: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return the words with the accent of a last é."""
    if not words or words[-1][-1] != "e" or not _LAST_ACCENTED.search(text):
        return words
    return (*words[:-1], f"{words[-1][:-1]}é")


def split(text: str) -> list[str]:
    """Return the words of a text, folded, without a phrase such as "c’est" before them."""
    folded = fold(text)
    if ("." in folded or "," in folded) and _SEPARATED.search(folded):
        folded = _say_decimals(folded)
    words = WORD.findall(folded)
    if len(words) == 1:
        return words
    if words and words[0] in _OPEN and (opening := _OPENING.match(line := " ".join(words))):
        words = line[opening.end() :].split()
    if _SHORTENED.isdisjoint(words):
        return words
    return [_in_full(words, place) for place in range(len(words))]


def _in_full(words: list[str], place: int) -> str:
    """Return the word at this place, written in full where it is a usual abbreviation."""
    word = words[place]
    follows = words[place + 1] if place < len(words) - 1 else ""
    if word in _ABBREVIATED_BEFORE and _may_shorten(word, follows):
        return _ABBREVIATED_BEFORE[word]
    if word in MONTHS and place > 0 and words[place - 1][0].isdigit():
        return MONTHS[word]
    return _ABBREVIATED.get(word, word)


def _say_decimals(text: str) -> str:
    """Return the text with decimals as they are said, "3 virgule 14", and thousands without points."""
    return _DECIMAL.sub(_say, _GROUPED.sub("", text))


def _say(decimal: re.Match[str]) -> str:
    """Return a decimal number in spoken parts; zeros before its last digits are said one by one."""
    rest = decimal[2].rstrip("0") or "0"
    number = rest.lstrip("0") or "0"
    return f"{decimal[1]} virgule {'0 ' * (len(rest) - len(number))}{number}"


def _may_shorten(word: str, follows: str) -> bool:
    """Return whether a word may be short for another before the one that follows."""
    if word == _VITAMIN:
        return follows != ""
    return follows in _ELIDED or (len(follows) > 1 and follows.isalpha() and follows not in _ERA)


def singular_of(word: str) -> str:
    """Return a word without the mark of its plural. Guesses and wordings are treated alike."""
    if len(word) > 3 and (word[-1] == "s" or word[-3:] in ("aux", "eux", "oux")):
        return word[:-1]
    return word


def _root(singular: str) -> str:
    """Return what a word, in the singular, has in common with an irregular plural or a feminine in -ive."""
    if singular.endswith(_CHANGING):
        return f"{singular[:-3]}if" if singular.endswith("ive") else _AL.sub("al", singular)
    return _IRREGULAR.get(singular, singular)


def _put_in_digits(words: list[str], singular: list[str], first: int) -> list[str] | None:
    """Return the words in the singular with each number in digits, or None where there is none.

    A letter that stands alone is a letter, not a Roman digit.
    """
    if not words or (first == len(words) - 1 and len(words[-1]) == 1 and not words[-1].isdigit()):
        return None
    line = " ".join(words)
    if len(line) > _LONGEST:
        return None
    known = line
    if not (_STEMS.isdisjoint([word[:3] for word in words]) and _DIGITS.isdisjoint(line)):
        accented = _ACCENTED.sub(lambda found: _ACCENTS[found[0]], _THOUSANDS.sub("", line))
        known = alpha2digit(accented, "fr", _LEAST)
    if known != line:
        words = _say_decimals(known).replace("é", "e").replace("è", "e").replace("-", " ").split()
        singular = [singular_of(word) for word in words]
    elif words[-1] not in _ONE and _BEGIN_NUMBERS.isdisjoint([word[0] for word in words]):
        return None
    counted = [_digits(word) or plain for word, plain in zip(words, singular, strict=True)]
    if words[-1] in _ONE:
        counted[-1] = "1"
    return counted if any(map(str.isdigit, counted)) else None


def _skip_articles(words: list[str]) -> int:
    """Return the index of the first word that is no article; the last word always counts."""
    for place, word in enumerate(words):
        if word not in _ARTICLES:
            return place
    return len(words) - 1


def _drop_little_words(words: list[str]) -> str:
    """Return the words, joined, without little ones; the last word always stays, as in "vitamine D"."""
    if LITTLE.isdisjoint(words):
        return "".join(words)
    return "".join([word for word in words[:-1] if word not in LITTLE] + words[-1:])


def _digits(word: str) -> str | None:
    """Return in Arabic digits the number of a word: Arabic, Roman or an ordinal; None for other words."""
    if word[0] not in _BEGIN_NUMBERS or word in _ARTICLES:
        return None
    if word in _WORDED:
        return _WORDED[word]
    if word[0] not in _DIGITS and word.lstrip(_ROMAN) not in _NUMBER_ENDS:
        return None
    ordinal = _ORDINAL.fullmatch(word)
    stem = ordinal[1] or ordinal[2] if ordinal else word
    if stem.isdigit():
        return stem.lstrip("0") or "0"
    return roman_number(stem)


# Reading Roman numerals.

_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_NUMERAL = re.compile(r"(?=.)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_SMALL = re.compile(r"[lxvi]+|xc[vi]*")
_LONG = 4


def roman_number(word: str) -> str | None:
    """Return the number of a Roman numeral, given in small letters, as Arabic digits; None for no numeral.

    Numbers up to 99, as of kings and centuries, may have any length; larger ones, as of years, need four
    letters, since shorter ones look too much like words ("mi", "di", "mix").
    """
    if _NUMERAL.fullmatch(word) is None or not (len(word) >= _LONG or _SMALL.fullmatch(word)):
        return None
    return str(_value(word))


def roman_value(word: str) -> int | None:
    """Return the number of a Roman numeral in small letters, of any length; None for no numeral."""
    return _value(word) if _NUMERAL.fullmatch(word) else None


def _value(word: str) -> int:
    values = [_VALUES[letter] for letter in word]
    return sum(-one if one < other else one for one, other in pairwise([*values, 0]))


# Folding text: small letters, without accents, ligatures and invisible characters.

_APART = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "&": " et "})
_BEYOND = re.compile(r"[&\x80-\U0010ffff]")
"""The characters that folding changes, besides capitals; most texts have few of them."""
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
"""Accents apart from their letters, and characters that nobody sees."""


def fold(text: str) -> str:
    """Return the text in small letters without accents, ligatures and invisible characters."""
    return _BEYOND.sub(_fold_match, text).lower()


def _fold_match(found: re.Match[str]) -> str:
    return _fold_one(found[0])


@lru_cache(4096)
def _fold_one(character: str) -> str:
    """Return a character folded, which may be several, and again have capitals ("℡")."""
    apart = unicodedata.normalize("NFKD", character).casefold()
    return _UNSEEN.sub("", unicodedata.normalize("NFKD", apart).translate(_APART))
