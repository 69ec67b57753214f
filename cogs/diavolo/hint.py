"""A hint in Diavolo: how to look, and how often grey is right; never which colour is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from bot.texts import N_
from cogs.diavolo.words import ORDERS, Voice, order_name
from engines.diavolo.model import Observation, Throw
from engines.diavolo.throw import DIE_COLORS, NEAREST, dice_per_color, measures

__all__ = ["chance_of_grey", "hint"]

_SMALLEST_SUM = 2
_WAYS: Mapping[int, str] = {
    1: N_("**Ajoutez** les dés de chaque couleur, en commençant par celle où vous voyez des 5 et des 6."),
    2: N_("**Ajoutez** les dés de chaque couleur, en commençant par celle où vous voyez des 1 et des 2."),
    3: N_("**Cherchez un 1 et un 6** de la même couleur : aucun écart n’est plus grand."),
    4: N_("**Comptez les 1, 3 et 5** de chaque couleur, sans rien ajouter."),
    5: N_("**Cherchez les 6** : s’il y en a de deux couleurs, c’est le gris."),
    6: N_("**Regardez seulement autour du dé gris** : les faces ne comptent pas."),
}
"""How people find what an order asks for."""


def hint(seen: Observation, voice: Voice) -> str:
    """How to look at the throw that lies there or, before it, what to expect of one."""
    t = voice.t
    if seen.dice is not None:
        way, grey = t(_WAYS[seen.dice.order]), chance_of_grey(seen.dice.order, children=seen.children)
        return way + " " + t("C’est le gris pour {n}\u00a0% des lancers.", n=_percent(grey))
    chances = {order: chance_of_grey(order, children=seen.children) for order in ORDERS}
    most = max(chances, key=lambda order: chances[order])
    return t(
        "**Pensez au gris** : c’est lui pour {n}\u00a0% des lancers, surtout à l’ordre "
        "« {order} » ({most}\u00a0%).",
        n=_percent(sum(chances.values(), Fraction()) / len(chances)),
        order=order_name(most, t),
        most=_percent(chances[most]),
    )


@lru_cache(maxsize=len(ORDERS) * 2)
def chance_of_grey(order: int, *, children: bool) -> Fraction:
    """How likely several colours are first together under an order (D3), exactly."""
    dice = dice_per_color(children=children)
    if order == NEAREST:
        return Fraction(1, len(DIE_COLORS) * dice + 1)
    values = [_value(order, faces) for faces in product(range(1, 7), repeat=dice)]
    others = len(DIE_COLORS) - 1
    alone = sum(sum(other < value for other in values) ** others for value in values)
    return 1 - Fraction(len(DIE_COLORS) * alone, len(values) ** len(DIE_COLORS))


def _value(order: int, faces: tuple[int, ...]) -> int:
    """What an order compares of a colour; more is better."""
    measured = measures(Throw(faces, faces, faces, order, None))
    assert measured is not None, "faces count"
    return -measured.black if order == _SMALLEST_SUM else measured.black


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
