"""What a word does to a name beside it: elision, possessives, articles, and verbs that agree.

A message asks for it in the place of the value, so that every language says what its own grammar needs:

    {name:de}, {name:que}          "d’**Alice**", "que **Bob**"
    {name:choisit|choisissent}     the verb alone, by how many people the name stands for
    {name:’s}, {thing:a}           "Bob’s", "an 8" (English)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from string import Formatter

_ELIDED = {"de": "d’", "que": "qu’"}
_VOWELS = frozenset("aeiouæœ")
_LONE_VOWELS = _VOWELS | {"y"}
_STYLE = "*_~|"
"""Markdown that Discord does not show; a backslash before a sign makes it visible."""
_AN = ("8", "11", "18")


class Name(str):
    """A name in a sentence, which knows whether verbs take the plural after it. Otherwise a plain text."""

    __slots__ = ("people",)
    people: int

    def __new__(cls, text: str, people: int = 1) -> Name:
        """Make a name that stands for so many people: a team, or several names in a row."""
        made = super().__new__(cls, text)
        made.people = people
        return made


def count_people(value: object) -> int:
    """How many people a value stands for: 1, if it is not known to be more."""
    return value.people if isinstance(value, Name) else 1


def elide(word: str, name: str) -> str:
    """Put `de` or `que` before a name: "d’" and "qu’" before a vowel that can be heard.

    Nothing tells a mute h ("Hélène") from an aspirated one ("Hassan"), so h keeps the full word, which is
    right for both; so do digits, emojis, mentions and visible signs.
    """
    return f"{_ELIDED[word]}{name}" if _begins_with_vowel(name) else f"{word} {name}"


def own(name: str) -> str:
    """The English possessive: "Bob’s", "Chris’s"; only plurals in -s do without: "The Sharks’"."""
    plain = name.rstrip(_STYLE)
    bare = count_people(name) > 1 and plain.lower().endswith("s")
    return f"{name}’" if bare else f"{name}’s"


def put_article(thing: str) -> str:
    """Put "a" or "an" before an English word or a number: "an 8", "a 64"."""
    plain = thing.lstrip(_STYLE)
    digits = plain[: len(plain) - len(plain.lstrip("0123456789"))]
    vowel = (digits.startswith("8") or digits in _AN) if digits else _base(plain[:1]) in _VOWELS
    return f"an {thing}" if vowel else f"a {thing}"


def fill(message: str, values: Mapping[str, object]) -> str:
    """Fill a message's places; those that ask for grammar by the rules above, the others as `str.format`.

    Raises KeyError if a value is missing, ValueError if a place asks for something unknown.
    """
    if _asks_for_grammar(message):
        return _GRAMMAR.vformat(message, (), values)
    return message.format_map(values)


@cache
def _asks_for_grammar(message: str) -> bool:
    """Whether the slower way is needed; asked once a message, as a board fills dozens of them."""
    return any(spec for _, _, spec, _ in Formatter().parse(message))


class _Grammar(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        """Say one value as its place asks for."""
        if format_spec in _ELIDED:
            return elide(format_spec, str(value))
        if format_spec == "’s":
            return own(value if isinstance(value, str) else str(value))
        if format_spec == "a":
            return put_article(str(value))
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if count_people(value) < 2 else many
        return format(value, format_spec)


_GRAMMAR = _Grammar()


def _begins_with_vowel(name: str) -> bool:
    letters = name.lstrip(_STYLE)[:2]
    first, second = _base(letters[:1]), _base(letters[1:])
    if first == "y":  # "d’Yves", but "de Yann"
        return bool(second) and second.isalpha() and second not in _LONE_VOWELS
    return first in _VOWELS


def _base(letter: str) -> str:
    """A letter without accent, small: "É" is "e"."""
    return unicodedata.normalize("NFKD", letter)[:1].casefold()
