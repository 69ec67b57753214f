"""How long a person would take: a computer that answers at once is no company."""

from __future__ import annotations

from math import exp
from typing import Final

from engines.core.draws import Draws
from players.core.chance import draw_normal
from players.core.persona import Persona

__all__ = ["take_time"]

_SPREAD: Final = 0.5
_FORCED: Final = 0.4
_LEAST_MS: Final = 600


def take_time(median_s: float, persona: Persona, draws: Draws, *, forced: bool = False) -> int:
    """Draw how many ms somebody takes whose decision takes people `median_s` seconds in the middle.

    Times are lognormal, as people's are. `forced`: there is nothing to choose from.
    """
    middle = median_s * 1000 * persona.ponders * (_FORCED if forced else 1)
    return max(_LEAST_MS, round(middle * exp(_SPREAD * draw_normal(draws))))
