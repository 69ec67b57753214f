"""The spec of Défizz: all that the house must know to offer the game."""

from __future__ import annotations

from bot.texts import N_
from bot.ui.frame.spec import GameSpec
from cogs.defizz.badges import BADGES
from cogs.defizz.console import ORDERS
from cogs.defizz.controls import action_of
from cogs.defizz.decks import add_decks
from cogs.defizz.lesson import LESSON
from cogs.defizz.options import DECKS, OPTIONS, PRESETS
from cogs.defizz.portrait import portrait
from cogs.defizz.readings import remedies
from cogs.defizz.refusals import refusal_sentence
from cogs.defizz.rules import chapters
from cogs.defizz.sign import card
from cogs.defizz.themes import THEMES
from engines.defizz.rules import Defizz

__all__ = ["SPEC"]

SPEC = GameSpec(
    rules=Defizz(),
    title="Défizz",
    pitch=N_("Défizz : un quiz où il faut payer pour jouer"),
    about=N_("Un quiz à mises : trois indices, un pari, une question. Prenez tous les jetons."),
    opening=N_("Ouvrir une table de Défizz"),
    emoji="🧠",
    accent=0xD8336B,
    minutes=(30, 60),
    shelf=5,
    chapters=chapters,
    action=action_of,
    refusal=refusal_sentence,
    remedies=remedies,
    options=OPTIONS,
    presets=PRESETS,
    decks=DECKS,
    themes=THEMES,
    unasked=frozenset({"shuffle", "themes"}),
    pace_hint=N_("Vif : temps limité. Détente : sans limite, sauf pour répondre"),
    greeting=N_("Les cartes que vous lirez arriveront ici, avec les boutons pour juger."),
    orders=ORDERS,
    in_pieces=True,
    own_commands=add_decks,
    sign=card,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
