"""The spec of Diavolo: all that the house must know to offer the game."""

from __future__ import annotations

from bot.texts import N_
from bot.ui.frame.spec import GameSpec
from cogs.diavolo.badges import BADGES
from cogs.diavolo.controls import action_of
from cogs.diavolo.lesson import LESSON
from cogs.diavolo.options import OPTIONS, PRESETS
from cogs.diavolo.portrait import portrait
from cogs.diavolo.refusals import refusal_sentence
from cogs.diavolo.rules import chapters
from cogs.diavolo.sign import imp
from engines.diavolo.rules import Diavolo

__all__ = ["SPEC"]

SPEC = GameSpec(
    rules=Diavolo(),
    title="Diavolo",
    pitch=N_("Diavolo : dix dés, un ordre, et de bons réflexes"),
    about=N_("Dix dés, un ordre, et le bon diablotin à attraper avant tout le monde."),
    opening=N_("Ouvrir une table de Diavolo"),
    emoji="😈",
    accent=0xB3202A,
    minutes=(10, 20),
    shelf=2,
    chapters=chapters,
    action=action_of,
    refusal=refusal_sentence,
    options=OPTIONS,
    presets=PRESETS,
    pace_hint=N_("Vif : temps limité. Détente : sans limite, sauf pour prendre"),
    time_hint=N_("Deux fois plus de temps pour tout le monde"),
    sign=imp,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
