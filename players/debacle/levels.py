"""How each level plays Débâcle: how far it looks, what it sees, and how often it is careless."""

from __future__ import annotations

from dataclasses import dataclass, replace

from players.core.decision import Level
from players.core.persona import Persona
from players.debacle.worth import Weights

__all__ = ["Style", "style_of"]


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
