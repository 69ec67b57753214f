"""How each level plays Débâcle: how far it looks, what it sees, and how often it is careless."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from players.core.decision import Level
from players.core.persona import Persona
from players.debacle.worth import Weights

__all__ = ["Style", "style_of", "tire"]


_FRESH: Final = 120
_TIRED: Final = 400
"""In turns since the table began: until when nobody tires, and from when on nobody looks out any more."""
_ROUND: Final = 80
"""About how many turns a round takes among good players."""


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays. `widths` is how many ends are gone on from, by turns looked ahead (see `Search`).

    A turn that is worth `carelessness` points less than the best one is taken about a third as often.
    """

    weights: Weights
    widths: tuple[int, ...]
    carelessness: float


_STYLES = {
    Level.EASY: Style(Weights(danger=0.3, second=0.0, doubles=0.3), (), 2.0),
    Level.MEDIUM: Style(Weights(), (), 0.6),
    Level.STRONG: Style(Weights(), (8,), 0.1),
}


def style_of(level: Level, persona: Persona) -> Style:
    """Return how a level plays, in a persona's manner: who doubts is wary, who raises would rather take."""
    style = _STYLES[level]
    if level is Level.STRONG:
        return style
    weights = style.weights
    return replace(
        style,
        weights=replace(
            weights,
            danger=weights.danger * persona.doubts,
            second=weights.second * persona.doubts,
            die=weights.die * persona.raises,
        ),
    )


def tire(style: Style, rounds: int, turns: int) -> Style:
    """Return how somebody plays at a table without people, in such a round and turn of it.

    Good players can keep each other off for ever. The longer a table goes on, the less they care what may
    happen to their dice, and the sooner it ends.
    """
    tired = min(1.0, max(0.0, ((rounds - 1) * _ROUND + turns - _FRESH) / (_TIRED - _FRESH)))
    weights = style.weights
    return replace(
        style,
        weights=replace(
            weights,
            danger=weights.danger * (1 - tired),
            second=weights.second * (1 - tired),
            doubles=weights.doubles * (1 - tired),
        ),
        widths=style.widths if tired < 0.5 else (),
    )
