"""The description of a game that has all its words beside its rules (see `engines.core.kit`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, TypeAlias

from bot.tables.model import Tempo
from bot.texts import N_, Texts
from bot.texts.own import OwnTexts, fill_later, folder_of
from bot.ui.frame.derived_lesson import derive_lesson
from bot.ui.frame.option import Option, Preset, Typed, Words, numbers, seats
from bot.ui.frame.spec import GameSpec
from engines.core.kit import Kit
from engines.core.kit_records import Action, OptionWords, option_words
from engines.core.records import Refusal
from engines.core.seats import DRAWN

AnyKit: TypeAlias = Kit[Any, Any]
FIRST: Final = "first"
"""The option of every game that says who begins."""
OPENING: Final = N_("Ouvrir une table de {title}")
DESCRIBED: Final = N_("{label} ({default})")
SHORT: Final = Preset(
    name="short",
    words=Words(N_("rapide : moins de temps"), N_("Moitié moins de temps pour chaque décision")),
    tempo=Tempo.FAST,
)
COMMON: Final = (N_("Qui commence"), N_("{seat} quitte la table."))
"""What all games of the kit say, marked for the catalogue of the house."""


def derive_spec(rules: AnyKit) -> GameSpec:
    """Describe a game by what its records and its page of rules say."""
    own, words = words_of(type(rules)), option_words(rules.options.record)
    options = sorted(words.items(), key=lambda named: named[0] == FIRST)  # who begins is asked last
    return GameSpec(
        rules=rules,
        title=rules.title,
        pitch=own(rules.pitch),
        about=own(rules.about),
        opening=fill_later(OPENING, title=rules.title),
        emoji=rules.emoji,
        accent=rules.accent,
        minutes=rules.minutes,
        chapters=derive_chapters(own),
        action=derive_action(rules),
        options=tuple(_option(rules, name, each, own) for name, each in options),
        greeting=N_("Ce que les autres ne voient pas arrivera ici, avec les boutons pour jouer.")
        if any(row.secret for row in rules.rows.values())
        else None,
        presets=(SHORT,),
        lesson=derive_lesson(rules, own),
    )


@lru_cache
def words_of(kind: type[AnyKit]) -> OwnTexts:
    """Return the words that stand beside a game's rules."""
    return OwnTexts(folder_of(kind))


def derive_chapters(own: OwnTexts) -> Callable[[Texts], Sequence[tuple[str, str]]]:
    """Return what says the chapters of the rules: they are translated line by line."""

    def chapters(t: Texts) -> Sequence[tuple[str, str]]:
        return [
            (t(own(title)), "\n".join(t(own(line)) if line else "" for line in text.splitlines()))
            for title, text in own.chapters
        ]

    return chapters


def derive_action(rules: AnyKit) -> Callable[[str, str, Sequence[str]], Action | None]:
    """Return what finds the action of a verb: the verb is the action's type, a list's value its fields."""
    kinds: Mapping[str, type[Action]] = {kind.type: kind for kind in rules.kinds}

    def action(verb: str, arg: str, values: Sequence[str]) -> Action | None:
        del arg
        kind = kinds.get(verb)
        names = [] if kind is None else [each.name for each in fields(kind) if each.name != "type"]
        if kind is None or bool(names) != bool(values):
            return None  # a list is opened
        try:
            read = [json.loads(value) for value in values[:1]]
        except ValueError:
            raise Refusal("bad_request", "malformed", where=verb) from None
        given = read[0] if len(names) > 1 and isinstance(read[0], list) else read
        return rules.actions.parse({"type": verb, **dict(zip(names, given, strict=False))})

    return action


def write_value(action: Action) -> str:
    """Return a list's value for an action, as `derive_action` reads it."""
    values = action.values
    return json.dumps(values[0] if len(values) == 1 else values, separators=(",", ":"))


def counted(words: str, own: OwnTexts) -> Callable[[int, Texts], str]:
    """Return what puts a number into words of two forms: "{n} point|{n} points"."""
    one, many = own.both(words)
    return lambda n, t: t.plural(one, many, n)


def _option(rules: AnyKit, name: str, words: OptionWords, own: OwnTexts) -> Option:
    default = getattr(rules.options.parse({}), name)
    described = fill_later(DESCRIBED, label=own(words.label), default=str(default))
    typed = Typed(own(words.typed), described, words.most or None)
    shown = typed if words.typed else None
    if default == DRAWN and name == FIRST:
        return Option(name=name, label=own(words.label), choices=seats())
    if isinstance(words.choices, Mapping):
        said = {value: Words(own(label)) for value, label in words.choices.items()}
        return Option(name=name, label=own(words.label), choices=said, typed=shown)
    usual = numbers(*words.choices, words=counted(words.unit, own))
    return Option(name=name, label=own(words.label), choices=usual, typed=shown)
