"""The spec of La Tasse: all that the house must know to offer the game."""

from __future__ import annotations

from bot.texts import N_
from bot.ui.frame.spec import GameSpec
from cogs.tasse.badges import BADGES
from cogs.tasse.controls import action_of
from cogs.tasse.lesson import LESSON
from cogs.tasse.options import OPTIONS, PRESETS
from cogs.tasse.portrait import portrait
from cogs.tasse.refusals import refusal_sentence
from cogs.tasse.rules import chapters
from cogs.tasse.sign import cup
from engines.tasse.rules import Tasse

__all__ = ["SPEC"]

SPEC = GameSpec(
    rules=Tasse(),
    title="La Tasse",
    pitch=N_("La Tasse : bluffer avec deux dés"),
    about=N_("Deux dés sous une tasse, une annonce vraie ou fausse : croire, ou douter ?"),
    opening=N_("Ouvrir une table de La Tasse"),
    emoji="🥤",
    accent=0x96542A,
    minutes=(15, 30),
    shelf=1,
    chapters=chapters,
    rules_head="La Tasse",
    action=action_of,
    refusal=refusal_sentence,
    options=OPTIONS,
    presets=PRESETS,
    greeting=N_("Vos dés secrets arriveront ici, avec les boutons pour jouer."),
    sign=cup,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
