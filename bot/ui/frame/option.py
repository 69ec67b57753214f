"""The words for an option of the rules: on the options panel, with the command, on the rules page.

Its type, default, bounds and closed list of values are read from the engine (`bot.ui.frame.option`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from bot.tables.model import Pace, Table, Tempo
from bot.texts import N_, Texts
from bot.ui.frame.names import plain_name
from engines.core.game import AnyGame

# The option of a table to have at once what else appears piece by piece. A game's spec switches it on.


def pieces_option(t: Callable[[str], str]) -> OptionSpec:
    """The choice between piece by piece and at once; the first value is the default."""
    return OptionSpec(
        "at_once",
        t("Questions rapides"),
        (
            OptionChoice(False, t("Par morceaux, en quelques secondes")),
            OptionChoice(True, t("Entières tout de suite")),
        ),
    )


def pieces_words(t: Texts) -> str:
    """The words of the lobby for a table where everything appears at once."""
    return t("Questions entières tout de suite")


# The options of a table on time: how long the deadlines of the rules are, and what ends a turn.


def tempo_option(t: Callable[[str], str]) -> OptionSpec:
    """The choice of a tempo; the first value is the default."""
    return OptionSpec(
        "tempo",
        t("Tempo"),
        (
            OptionChoice(Tempo.BRISK.value, t("Vif : le temps prévu par le jeu")),
            OptionChoice(Tempo.CALM.value, t("Tranquille : deux fois plus de temps")),
            OptionChoice(Tempo.FAST.value, t("Éclair : moitié moins de temps")),
        ),
    )


def tempo_words(tempo: Tempo, t: Texts) -> str:
    """The tempo of a table as its lobby says it, where it is not the usual one."""
    if tempo is Tempo.CALM:
        return t("Tempo : tranquille (deux fois plus de temps)")
    return t("Tempo : éclair (moitié moins de temps)")


def turns_option(t: Callable[[str], str]) -> OptionSpec:
    """What ends a turn of several actions; by days it is always its player's word."""
    return OptionSpec(
        "by_word",
        t("Fin du tour"),
        (
            OptionChoice(False, t("D’elle-même, après la dernière action")),
            OptionChoice(True, t("Par « Terminer le tour » : tout peut s’annuler avant")),
        ),
    )


# What the rules say of their options, read from the engine's own types, so that nothing is said twice.


@dataclass(frozen=True, slots=True)
class Fact:
    """One option of the rules.

    `values` are all values of a closed list, the default first, and () for an open one. `least` is the
    smallest number allowed; None if there is none, or if the option is no number.
    """

    name: str
    kind: type[Any]
    default: Any
    values: tuple[Any, ...] = ()
    least: int | None = None


def facts_of(rules: AnyGame) -> Mapping[str, Fact]:
    """The options of a game by their names, in the order of the engine's record.

    Their defaults are those of tables of people (`Game.at_tables`).
    """
    record = type(rules.options.parse({}))
    hints = get_type_hints(record, include_extras=True)
    usual = {field.name: rules.at_tables.get(field.name, field.default) for field in fields(record)}
    facts = (_fact(name, hints[name], default) for name, default in usual.items())
    return MappingProxyType({fact.name: fact for fact in facts})


def _fact(name: str, hint: Any, default: Any) -> Fact:
    least = None
    if get_origin(hint) is Annotated:
        hint, *limits = get_args(hint)
        bounds = [bound for limit in limits for bound in getattr(limit, "metadata", (limit,))]
        least = next((bound.ge for bound in bounds if hasattr(bound, "ge")), None)
    closed = get_args(hint) if get_origin(hint) is Literal else ((False, True) if hint is bool else ())
    values = tuple(sorted(closed, key=lambda value: value != default))
    return Fact(name, type(default), default, values, least)


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


# Presets: several options of a table chosen as one, such as those of a short game.

PRESET = "preset"
"""The name of the choice among presets, beside those of the options that they set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A kind of table: its values for options of the rules, and its tempo. `words` are French."""

    name: str
    words: Words
    options: Mapping[str, Any] = field(default_factory=dict)
    tempo: Tempo = Tempo.BRISK


_USUAL = Preset(name="usual", words=Words(N_("habituel")))


def with_usual(presets: Sequence[Preset]) -> tuple[Preset, ...]:
    """The presets of a game behind the usual table; nothing where it has none."""
    return (_USUAL, *presets) if presets else ()


def settings_of(presets: Sequence[Preset], name: str, facts: Mapping[str, Fact]) -> Mapping[str, Any]:
    """What a preset sets, by the names of options: its own values, the default where others have one.

    `facts` are those of the game's options. KeyError if there is no such preset.
    """
    chosen = {preset.name: preset for preset in with_usual(presets)}[name]
    touched = dict.fromkeys(option for preset in presets for option in preset.options)
    options = {option: chosen.options.get(option, facts[option].default) for option in touched}
    return {**options, "tempo": chosen.tempo.value}


def find_chosen(presets: Sequence[Preset], table: Table, facts: Mapping[str, Fact]) -> str | None:
    """The name of the preset whose settings this table has; None if they were mixed."""
    for preset in with_usual(presets):
        wanted = dict(settings_of(presets, preset.name, facts))
        if wanted.pop("tempo") != table.manners.tempo:
            continue
        if all(table.options.get(name, facts[name].default) == value for name, value in wanted.items()):
            return preset.name
    return None


def name_chosen(presets: Sequence[Preset], table: Table, facts: Mapping[str, Fact], t: Texts) -> str:
    """The preset of a table as its lobby says it; "" for the usual one, for none, or if its name is not true.

    A preset with a tempo names lengths of time; they hold as long as nothing else changes them.
    """
    name = find_chosen(presets, table, facts)
    chosen = next((preset for preset in presets if preset.name == name), None)
    as_named = table.manners.pace is Pace.BRISK and not table.manners.accessible
    if chosen is None or not (as_named or chosen.tempo is Tempo.BRISK):
        return ""
    return t("Format « {name} »", name=t(chosen.words.label))


def offer_presets(presets: Sequence[Preset], t: Texts) -> tuple[OptionSpec, ...]:
    """The choice among a game's presets, the usual table first; nothing where it has none."""
    if not presets:
        return ()
    named = ((preset.name, preset.words) for preset in with_usual(presets))
    choices = tuple(OptionChoice(name, t(words.label), words.hint and t(words.hint)) for name, words in named)
    return (OptionSpec(PRESET, t("Format"), choices),)
