"""Presets: several options of a table chosen as one, such as those of a short game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.tables.model import Pace, Table, Tempo
from bot.texts import N_, Texts
from bot.ui.frame.facts import Fact
from bot.ui.frame.option import OptionChoice, OptionSpec, Words

__all__ = ["PRESET", "Preset", "find_chosen", "name_chosen", "offer_presets", "settings_of", "with_usual"]

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
