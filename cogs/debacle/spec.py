"""The spec of Débâcle: all that the house must know to offer the game."""

from __future__ import annotations

from bot.insight.rating import SKILFUL
from bot.tables.model import Pace
from bot.texts import N_
from bot.ui.frame.spec import GameSpec
from cogs.debacle.badges import BADGES
from cogs.debacle.controls import action_of
from cogs.debacle.lesson import LESSON
from cogs.debacle.options import OPTIONS, PRESETS
from cogs.debacle.portrait import portrait
from cogs.debacle.refusals import refusal_sentence
from cogs.debacle.rules import chapters
from cogs.debacle.sign import ice
from engines.debacle.rules import Debacle

__all__ = ["SPEC"]

SPEC = GameSpec(
    rules=Debacle(),
    title="Débâcle",
    pitch=N_("Débâcle : six dés contre six"),
    about=N_("Un duel de dés sur la glace : roulez, retournez, capturez ceux d’en face."),
    opening=N_("Ouvrir une table de Débâcle"),
    emoji="🧊",
    accent=0x3A7CA5,
    minutes=(20, 40),
    shelf=3,
    chance=SKILFUL,
    chapters=chapters,
    rules_head="Débâcle",
    action=action_of,
    refusal=refusal_sentence,
    options=OPTIONS,
    presets=PRESETS,
    paces=tuple(Pace),
    pace_hint=N_("Vif : 10 minutes par tour. Détente : sans limite. Ou des jours, par correspondance"),
    greeting=N_("Vos tours s’annonceront ici, avec le plateau et les boutons pour jouer."),
    sign=ice,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
