"""The options of Diavolo in words."""

from __future__ import annotations

from bot.tables.model import Tempo
from bot.texts import N_
from bot.ui.frame.option import Option, Typed, Words, seats
from bot.ui.frame.presets import Preset

__all__ = ["OPTIONS", "PRESETS"]

OPTIONS = (
    Option(name="first", label=N_("Qui lance en premier"), choices=seats()),
    Option(
        name="children",
        label=N_("Dés"),
        choices={
            False: Words(N_("trois par couleur")),
            True: Words(N_("deux par couleur"), N_("Pour les plus jeunes : moins de dés à compter")),
        },
        typed=Typed(N_("enfants"), N_("Deux dés par couleur au lieu de trois")),
        explained=N_("**Enfants.** Deux dés par couleur au lieu de trois : moins de dés à compter."),
    ),
    Option(
        name="learning",
        label=N_("Apprentissage"),
        choices={
            False: Words(N_("non")),
            True: Words(N_("l’ordre d’abord"), N_("Trois manches où le dé Ordre se montre en avance")),
        },
        typed=Typed(N_("apprentissage"), N_("Trois manches où le dé Ordre se montre avant les autres")),
        explained=N_(
            "**Apprentissage.** Pendant les trois premières manches, le dé Ordre se montre quelques "
            "secondes avant les autres. On ne peut rien prendre avant de voir tous les dés."
        ),
    ),
)
"""Who rolls first, how many dice, and a slower beginning (D9, D10)."""

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : 8 secondes"), N_("Moitié moins de temps pour lancer et pour prendre")),
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(N_("découverte : l’ordre d’abord"), N_("Apprentissage, et deux fois plus de temps")),
        options={"learning": True},
        tempo=Tempo.CALM,
    ),
)
