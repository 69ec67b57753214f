"""The spec of the Soirée: all that the house must know to offer it."""

from __future__ import annotations

from bot.tables.model import Pace
from bot.texts import N_
from bot.ui.frame.spec import GameSpec
from cogs.defizz.options import DECKS
from cogs.defizz.themes import THEMES
from cogs.soiree.console import ORDERS
from cogs.soiree.controls import action_of, remedies
from cogs.soiree.options import OPTIONS, PRESETS
from cogs.soiree.refusals import refusal_sentence
from cogs.soiree.rules import chapters
from cogs.soiree.sign import microphone
from engines.soiree.rules import Soiree

__all__ = ["SPEC"]

SPEC = GameSpec(
    rules=Soiree(),
    title="La Soirée",
    pitch=N_("La Soirée : un quiz par manches, où toute la salle répond"),
    about=N_("Une soirée quiz par manches : toutes les équipes répondent en même temps."),
    opening=N_("Ouvrir une table de La Soirée"),
    emoji="🎤",
    accent=0x5A4AA0,
    minutes=(30, 90),
    shelf=6,
    chapters=chapters,
    action=action_of,
    refusal=refusal_sentence,
    remedies=remedies,
    options=OPTIONS,
    presets=PRESETS,
    unasked=frozenset({"programme", "shuffle"}),
    paces=(Pace.BRISK,),
    greeting=N_("Si vous menez la soirée, les questions et les réponses arriveront ici."),
    orders=ORDERS,
    decks=DECKS,
    themes=THEMES,
    dice=False,
    sign=microphone,
    planned=N_("**Une soirée quiz ?** `/defizz soiree planifier` : un jour, une heure, des équipes."),
)
