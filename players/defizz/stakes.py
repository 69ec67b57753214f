"""What to risk: bold with an edge, but nobody stakes all they have before only a few are left."""

from __future__ import annotations

from typing import Final

from engines.core.events import SeatName
from engines.defizz.seen import Observation
from players.core.persona import Persona
from players.defizz.odds import chance_to_win, edge

__all__ = ["accepts", "stake_for"]

_FEW: Final = 3
"""With so many in play anybody may stake everything."""
_SHARE: Final = 0.5
"""Before that, nobody risks more than this part of their chips of their own accord."""
_BOLD: Final = 1.3
_CAUTIOUS: Final = 0.05
"""An edge below this is none."""
_RAISER: Final = 0.15
"""Whoever raises, or follows, is so much likelier right than otherwise."""
_SURE: Final = 0.9
_NERVE: Final = 0.5
"""How much of the minimum a whole point of boldness is worth."""


def stake_for(gain: float, seen: Observation, persona: Persona) -> int | None:
    """Return what the active seat stakes on a challenge that pays `gain` a chip; None where the bank pays."""
    if seen.least is None or seen.most is None:
        return None
    most = max(seen.least, _most_to_risk(seen, seen.most))
    if gain < _CAUTIOUS:
        return seen.least
    share = min(1.0, gain * _BOLD * persona.raises)
    return seen.least + round(share * (most - seen.least) / 100) * 100


def accepts(hunch: float, rivals: float, seat: SeatName, seen: Observation, persona: Persona) -> bool:
    """Return whether a seat follows a raise rather than pay the minimum.

    `hunch` is how sure it feels of the clue, `rivals` how likely those who take part are right otherwise.
    """
    assert seen.stake is not None, "a raise has a stake"
    assert seen.die is not None, "and a minimum below it"
    own = seen.chips[seat]
    stake = min(seen.stake, *(seen.chips[other] for other in (*seen.participants, seat)))
    others = len(seen.participants)
    gain = edge(chance_to_win(hunch, min(_SURE, rivals + _RAISER), others), others)
    if stake > _most_to_risk(seen, own) and gain < 2 * _CAUTIOUS:
        return False
    minimum = min(seen.die.minimum, own)
    return stake * gain + _NERVE * (persona.raises - 1) * minimum > -minimum


def _most_to_risk(seen: Observation, own: int) -> int:
    """Return how many of their chips (in hundreds) somebody risks at most."""
    return own if len(seen.in_play) <= _FEW else int(own * _SHARE) // 100 * 100
