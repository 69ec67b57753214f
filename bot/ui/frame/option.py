"""How an option of the rules is put into words: on the panel, with the command, in the rules.

Type, default, bounds and the values of a closed list are the engine's to say (`bot.ui.frame.facts`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.model import Table
from bot.texts import N_, Texts
from bot.ui.frame.facts import Fact
from bot.ui.frame.names import plain_name

__all__ = [
    "Listing",
    "Option",
    "OptionChoice",
    "OptionSpec",
    "Typed",
    "Words",
    "explanations",
    "numbers",
    "offer",
    "seats",
]

CHOICES_AT_MOST = 25
"""Entries that a list on Discord holds."""
LOCKED = N_("la modération doit d’abord le permettre sur ce serveur")


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """A value of an option (as the engine takes it), its name on the screen, and a word more for the list."""

    value: str | int | bool
    label: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option as one table's host is offered it, in one language: the first choice is the default.

    `name` is the engine's or the table's. `locked` says in a sentence why it cannot be chosen here (a server
    setting must allow it first), None if it can.
    """

    name: str
    label: str
    choices: tuple[OptionChoice, ...]
    locked: str | None = None


Listing: TypeAlias = Callable[[Fact, Table, Texts], Sequence[OptionChoice]]
"""What makes the choices of an option that has no closed list of values; the default comes first."""


@dataclass(frozen=True, slots=True)
class Words:
    """A value's name, a word more for the list, and its name with the command, where that is another."""

    label: str
    hint: str | None = None
    typed: str | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """How the command takes an option: its parameter's name and description, and of a number the largest."""

    name: str
    description: str
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of the rules; all texts are French, to be translated.

    `name` is the engine's. `choices` has words for each value of a closed list, or lists them for a table.
    `setting` is what the server's settings must allow first, "" for nothing. `needs` is the option without
    which this one means nothing. `typed` is None where the command does not take it. `explained` is its
    paragraph in the rules, if it has one of its own.
    """

    name: str
    label: str
    choices: Mapping[str | bool, Words] | Listing
    setting: str = ""
    needs: str = ""
    typed: Typed | None = None
    explained: str = ""

    def words(self) -> Mapping[str | bool, Words]:
        """The words of a closed list's values; none for an open one."""
        return self.choices if isinstance(self.choices, Mapping) else {}


def offer(option: Option, fact: Fact, table: Table, t: Texts, allowed: frozenset[str]) -> OptionSpec | None:
    """Offer an option to a table's host; None where it needs another one that is not chosen.

    `allowed` names what the server's settings permit.
    """
    if option.needs and not table.options.get(option.needs):
        return None
    if isinstance(option.choices, Mapping):
        named = ((value, option.choices[value]) for value in fact.values)
        choices = [OptionChoice(value, t(w.label), w.hint and t(w.hint)) for value, w in named]
    else:
        choices = [*option.choices(fact, table, t)]
    locked = t(LOCKED) if option.setting and option.setting not in allowed else None
    return OptionSpec(option.name, t(option.label), tuple(choices), locked)


def seats(hint: Callable[[int, Texts], str] | None = None) -> Listing:
    """Chance, or one of those at the table, by `hint` with a word more (given: the place, from 0).

    At a full table the list keeps the one who is chosen.
    """

    def choices(fact: Fact, table: Table, t: Texts) -> Sequence[OptionChoice]:
        current = table.options.get(fact.name)
        names = sorted((seat.name for seat in table.seats), key=lambda name: name != current)
        kept = set(names[: CHOICES_AT_MOST - 1])
        named = (
            OptionChoice(seat.name, plain_name(table, seat.name, t), hint and hint(place, t))
            for place, seat in enumerate(table.seats)
            if seat.name in kept
        )
        return (OptionChoice(fact.default, t("au sort")), *named)

    return choices


def numbers(*usual: int, words: Callable[[int, Texts], str]) -> Listing:
    """The default, the usual numbers, and the one that was typed with the command, if it is another."""

    def choices(fact: Fact, table: Table, t: Texts) -> Sequence[OptionChoice]:
        current = table.options.get(fact.name, fact.default)
        return [OptionChoice(n, words(n, t)) for n in dict.fromkeys((fact.default, *usual, current))]

    return choices


def explanations(options: Sequence[Option], t: Texts) -> tuple[str, ...]:
    """The paragraphs of the rules on the options that have one."""
    return tuple(t(option.explained) for option in options if option.explained)
