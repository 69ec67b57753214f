"""The spec of DESfausse: all that the house must know to offer the game."""

from __future__ import annotations

from bot.texts import N_
from bot.ui.frame.spec import GameSpec
from cogs.desfausse.badges import BADGES
from cogs.desfausse.controls import action_of
from cogs.desfausse.lesson import LESSON
from cogs.desfausse.options import OPTIONS, PRESETS
from cogs.desfausse.portrait import portrait
from cogs.desfausse.refusals import refusal_sentence
from cogs.desfausse.rules import chapters
from cogs.desfausse.sign import devil
from engines.desfausse.rules import Desfausse

__all__ = ["SPEC"]

SPEC = GameSpec(
    rules=Desfausse(),
    title="DESfausse",
    pitch=N_("DESfausse : renvoyez vos mauvais dés en Enfer"),
    about=N_("Tout le monde joue en secret : refilez vos mauvais dés, et videz votre main."),
    opening=N_("Ouvrir une table de DESfausse"),
    emoji="👹",
    accent=0x7A1F5C,
    minutes=(10, 20),
    shelf=4,
    chapters=chapters,
    action=action_of,
    refusal=refusal_sentence,
    options=OPTIONS,
    presets=PRESETS,
    pace_hint=N_("Vif : 2 minutes par décision. Détente : sans limite"),
    greeting=N_("Votre main arrivera ici à chaque tour, avec les boutons pour jouer."),
    sign=devil,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
