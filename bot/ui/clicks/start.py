"""`/<game> start`: its parameters are made from the game's spec, followed by those of every table."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, Optional

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.tables.model import Pace, Tempo
from bot.texts import N_
from bot.ui.clicks.house import Interaction
from bot.ui.frame.names import LEVELS
from bot.ui.frame.option import PRESET, Fact, Option, Typed, with_usual
from bot.ui.frame.spec import GameSpec

COMPUTERS, LEVEL = "computers", "level"
"""The parameters that say how many computers sit down, and how well they play."""
LEVEL_HINT = N_("Comment jouent les ordinateurs")

_PACES = {
    Pace.BRISK: N_("vif"),
    Pace.RELAXED: N_("détente"),
    Pace.DAY: N_("1 jour"),
    Pace.THREE_DAYS: N_("3 jours"),
    Pace.WEEK: N_("7 jours"),
}
_TEMPOS = {Tempo.BRISK: N_("vif"), Tempo.CALM: N_("tranquille"), Tempo.FAST: N_("éclair")}
_OF_THE_TABLE = {"pace": str, "tempo": str, "thread": bool, "accessible": bool, "friendly": bool}
OF_THE_TABLE = frozenset({*_OF_THE_TABLE, PRESET, COMPUTERS, LEVEL})
"""The parameters that every game's `start` has, and that of games with presets."""


def start_command(
    spec: GameSpec, work: Callable[[Interaction, Mapping[str, Any]], Awaitable[None]]
) -> app_commands.Command[Any, ..., None]:
    """The command that opens a table; `work` is given what was typed, by the names of options and manners.

    What was not typed is left out.
    """

    async def start(interaction: Interaction, **given: Any) -> None:
        await work(interaction, {name: value for name, value in given.items() if value is not None})

    typed = [(option, option.typed) for option in spec.options if option.typed is not None]
    # discord.py reads a command's parameters from its signature.
    start.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
            *(_parameter(o.name, _kind(spec.facts[o.name], how)) for o, how in typed),
            *(_parameter(name, kind) for name, kind in _of_the_table(spec).items()),
        ]
    )
    for described in _descriptions(spec, typed):
        described(start)
    return app_commands.Command(name="start", description=spec.opening, callback=start)


def _of_the_table(spec: GameSpec) -> Mapping[str, Any]:
    """The types of the parameters that are not of the rules, by name."""
    computers = {COMPUTERS: Range[int, 0, spec.seats_max - 1], LEVEL: str}
    first = {PRESET: str} if spec.presets else {}
    usual = {name: kind for name, kind in _OF_THE_TABLE.items() if name != "friendly" or spec.rules.rated}
    return {**first, **computers, **usual}


def level_choices() -> list[Choice[str]]:
    """The levels of computers, to choose from in a command."""
    return [Choice(name=word, value=level.value) for level, word in LEVELS.items()]


def _parameter(name: str, kind: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Optional[kind])  # noqa: UP045


def _kind(fact: Fact, typed: Typed) -> Any:
    """The type of a parameter, as discord.py wants it: what Discord accepts."""
    return Range[int, fact.least, typed.most] if fact.kind is int else fact.kind


def _descriptions(
    spec: GameSpec, typed: Sequence[tuple[Option, Typed]]
) -> tuple[Callable[[Callable[..., Any]], Any], ...]:
    """Decorators that name and describe the parameters, and list the values to choose from."""
    names = {option.name: how.name for option, how in typed}
    names |= {"pace": N_("rythme"), "tempo": N_("tempo"), "thread": N_("fil")}
    names |= {"accessible": N_("accessible"), COMPUTERS: N_("adversaires"), LEVEL: N_("niveau")}
    # As such a text discord.py takes it as it is, with the translations that it may bring along.
    said: dict[str, str | app_commands.locale_str] = {
        option.name: app_commands.locale_str(how.description) for option, how in typed
    }
    said |= {"pace": spec.pace_hint, "thread": N_("Jouer dans un fil à part"), "accessible": spec.time_hint}
    said |= {COMPUTERS: N_("Combien d’ordinateurs s’assoient tout de suite"), LEVEL: LEVEL_HINT}
    said["tempo"] = N_("Tranquille : deux fois plus de temps. Éclair : moitié moins")
    listed = {option.name: _choices(option, spec.facts[option.name]) for option, _ in typed}
    listed["pace"] = [Choice(name=_PACES[pace], value=pace.value) for pace in spec.paces]
    listed["tempo"] = [Choice(name=word, value=tempo.value) for tempo, word in _TEMPOS.items()]
    listed[LEVEL] = level_choices()
    if spec.rules.rated:
        names["friendly"], said["friendly"] = N_("amicale"), N_("La partie ne compte pour aucun classement")
    if spec.presets:
        names[PRESET], said[PRESET] = N_("format"), N_("Plusieurs réglages d’un coup")
        listed[PRESET] = [
            Choice(name=preset.words.label, value=preset.name) for preset in with_usual(spec.presets)
        ]
    return (
        app_commands.rename(**names),
        app_commands.describe(**said),
        app_commands.choices(**{name: choices for name, choices in listed.items() if choices}),
    )


def _choices(option: Option, fact: Fact) -> list[Choice[str]]:
    """The values of a closed list; for yes or no it is empty, because Discord has its own list."""
    if fact.kind is bool:
        return []
    words = option.words()
    named = ((value, words[value]) for value in fact.values if value in words)
    return [Choice(name=w.typed or w.label, value=value) for value, w in named]
