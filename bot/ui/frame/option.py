"""The words for an option of the rules: on the options panel, with the command, on the rules page.

Its type, default, bounds and closed list of values are read from the engine (`bot.ui.frame.facts`).
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
"""How many entries a list on Discord can have."""
LOCKED = N_("la modération doit d’abord le permettre sur ce serveur")


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """A value of an option (as the engine takes it), its name on the screen, and a short explanation."""

    value: str | int | bool | None
    label: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option as the host of one table sees it, in one language. The first choice is the default.

    `name` is the engine's or the table's name for it. `locked` is a sentence that says why the option cannot
    be set here (a setting of the server must allow it first), or None. With `several`, any number of choices
    make a list of values; none of them, and all of them, are the empty list.
    """

    name: str
    label: str
    choices: tuple[OptionChoice, ...]
    locked: str | None = None
    several: bool = False


Listing: TypeAlias = Callable[[Fact, Table, Texts], Sequence[OptionChoice]]
"""A function that makes the choices of an option without a closed list of values; the default comes first."""


@dataclass(frozen=True, slots=True)
class Words:
    """A value's name and a short explanation (`hint`); `typed` is its name in the command, if different."""

    label: str
    hint: str | None = None
    typed: str | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """An option as a parameter of the command; for a number, `most` is the largest that can be typed."""

    name: str
    description: str
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of the rules; all texts are French, to be translated.

    `name` is the engine's. `choices` has words for each value of a closed list; for an open one it is a
    function that makes the choices for a table. `setting` names the server setting that must allow the option
    first, "" for none. `needs` names another option without which this one is not shown. `typed` is None if
    the command has no such parameter. `explained` is its paragraph on the rules page, "" for none.
    """

    name: str
    label: str
    choices: Mapping[str | bool, Words] | Listing
    setting: str = ""
    needs: str = ""
    typed: Typed | None = None
    explained: str = ""

    def words(self) -> Mapping[str | bool, Words]:
        """The words for each value of a closed list; empty for an open one."""
        return self.choices if isinstance(self.choices, Mapping) else {}


def offer(option: Option, fact: Fact, table: Table, t: Texts, allowed: frozenset[str]) -> OptionSpec | None:
    """Offer an option to a table's host; None if it needs another option that is not chosen.

    `allowed` has the names of the settings that the server has switched on.
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
    """A listing of the seats at the table, after "at random". `hint(number, t)` explains the seat `number`.

    Seats are numbered from 0. If the list gets too long, seats are left out, but never the chosen one.
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
        return (OptionChoice(fact.default, t("au hasard")), *named)

    return choices


def numbers(*usual: int, words: Callable[[int, Texts], str]) -> Listing:
    """A listing of numbers: the default, the usual ones, and one that was typed into the command.

    `words` puts a number in words.
    """

    def choices(fact: Fact, table: Table, t: Texts) -> Sequence[OptionChoice]:
        current = table.options.get(fact.name, fact.default)
        return [OptionChoice(n, words(n, t)) for n in dict.fromkeys((fact.default, *usual, current))]

    return choices


def explanations(options: Sequence[Option], t: Texts) -> tuple[str, ...]:
    """The paragraphs of the rules page on options, for those options that have one."""
    return tuple(t(option.explained) for option in options if option.explained)
