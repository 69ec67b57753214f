"""The options of La Tasse in words (T3, T8, T13, T14, T16)."""

from __future__ import annotations

from bot.tables.model import Tempo
from bot.texts import N_, Texts
from bot.ui.frame.option import Option, Typed, Words, numbers, seats
from bot.ui.frame.presets import Preset

__all__ = ["OPTIONS", "PRESETS"]


def _points(n: int, t: Texts) -> str:
    return t.plural("à {n} point", "à {n} points", n)


def _rounds(n: int, t: Texts) -> str:
    del t
    return str(n)


OPTIONS = (
    Option(
        name="threshold",
        label=N_("Élimination"),
        choices=numbers(3, 5, 7, 15, 20, words=_points),
        typed=Typed(N_("seuil"), N_("Nombre de points qui élimine (10 par défaut)"), most=50),
    ),
    Option(
        name="rounds",
        label=N_("Manches"),
        choices=numbers(2, 3, 4, 5, words=_rounds),
        typed=Typed(N_("manches"), N_("Nombre de manches (1 par défaut)"), most=9),
    ),
    Option(
        name="announce",
        label=N_("Annonces"),
        choices={
            "free": Words(N_("libres"), N_("Dans une liste, ou tapées : gare aux faux pas")),
            "guided": Words(N_("guidées"), N_("Dans une liste seulement")),
        },
        typed=Typed(N_("annonces"), N_("Annonces libres (on peut se tromper) ou guidées")),
    ),
    Option(name="first", label=N_("Qui commence"), choices=seats()),
    Option(
        name="sips",
        label=N_("Gorgées"),
        choices={False: Words(N_("non")), True: Words(N_("une gorgée par point"))},
        setting="sips",
        explained=N_(
            "**Gorgées** (si le serveur le permet) : chaque point vaut une gorgée de ce qui vous plaît, "
            "sans alcool par défaut. Personne n’est obligé."
        ),
    ),
)

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : 5 points"), N_("Une seule manche, et l’on sort à 5 points")),
        options={"threshold": 5, "rounds": 1},
    ),
    Preset(
        name="first",
        words=Words(N_("découverte : 5 points"), N_("Annonces dans une liste, deux fois plus de temps")),
        options={"threshold": 5, "rounds": 1, "announce": "guided"},
        tempo=Tempo.CALM,
    ),
)
