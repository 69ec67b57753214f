"""Whether a state that came from outside can be one of this game's: what all reachable positions keep to."""

from __future__ import annotations

from engines.core.errors import Refusal
from engines.core.seats import DRAWN
from engines.tasse.model import Position, Setup, TasseState
from engines.tasse.scores import ALL_SCORES, DUEL_SCORES, HIGHEST
from engines.tasse.turns import is_running


def check(state: TasseState) -> None:
    """Raise Refusal `bad_request` for a state that no game can have reached."""
    setup, position = state.setup, state.position
    if not (
        _table_stands(setup, position) and _seats_fit(setup, position) and _first_out_fits(setup, position)
    ):
        raise Refusal("bad_request", "impossible_state")
    if not (_round_fits(position) if is_running(position) else _rest_fits(setup, position)):
        raise Refusal("bad_request", "impossible_state")


def _table_stands(setup: Setup, position: Position) -> bool:
    """The seats, the options and the counts belong together."""
    seats, counts = setup.seats, (position.points, position.rounds_won, position.missed)
    return (
        len(seats) >= 2
        and len(set(seats)) == len(seats)
        and all(seats)
        and (setup.options.first == DRAWN or setup.options.first in seats)
        and all(len(count) == len(seats) for count in counts)
        and 1 <= position.round <= setup.options.rounds
    )


def _seats_fit(setup: Setup, position: Position) -> bool:
    """Whoever is named is a seat of this table; in play in seat order, and none of them gone."""
    gone, in_play, standing = set(position.gone), position.in_play, position.announcement
    named = {position.starter, position.first_out, position.skipped, position.current, *position.opponents}
    announcer = {standing.seat} if standing is not None else set()
    return (
        in_play == tuple(seat for seat in setup.seats if seat in in_play)
        and len(gone) == len(position.gone)
        and gone.isdisjoint(in_play)
        and (gone | named | announcer) <= {*setup.seats, None}
        and len(gone) < len(setup.seats)
    )


def _first_out_fits(setup: Setup, position: Position) -> bool:
    """Who is neither in play nor gone was eliminated, so somebody was the first; and is not back in play."""
    if position.first_out is None:
        return {*position.in_play, *position.gone} == set(setup.seats)
    return position.first_out not in position.in_play


def _round_fits(position: Position) -> bool:
    """A running round: somebody in play has the cup, and the phase has what it needs."""
    return (
        len(position.in_play) >= 2
        and position.current in position.in_play
        and position.winners is None
        and position.opened == (position.phase != "direction_or_roll")
        and _dice_fit(position)
        and _announcement_fits(position)
        and _duels_fit(position)
    )


def _dice_fit(position: Position) -> bool:
    """Dice lie under the cup after a roll and below a standing announcement, and nowhere else."""
    standing = position.phase == "turn" and position.announcement is not None
    if position.phase == "rolled" or standing:
        return position.dice in ALL_SCORES
    return position.dice is None


def _announcement_fits(position: Position) -> bool:
    """An announcement is a normal score of somebody else, in a phase that can have one."""
    standing = position.announcement
    return standing is None or (
        position.phase in ("turn", "rolled", "reroll")
        and standing.score in (*DUEL_SCORES, HIGHEST)
        and standing.seat not in (position.current, *position.gone)
    )


def _duels_fit(position: Position) -> bool:
    """Duels are fought by seats in play other than the roller, each once, and only in their phase."""
    opponents = position.opponents
    if position.phase != "duel":
        return not opponents
    return (
        0 < len(opponents) == len(set(opponents))
        and position.current not in opponents
        and set(opponents) <= set(position.in_play)
    )


def _rest_fits(setup: Setup, position: Position) -> bool:
    """Between rounds and at the end nothing is held; the end alone has winners."""
    nothing = (position.current, position.announcement, position.dice, position.skipped)
    idle = all(held is None for held in nothing) and not position.opponents
    if position.phase == "over":
        winners = position.winners
        return idle and winners is not None and set(winners) <= set(setup.seats) - set(position.gone)
    several = len(setup.seats) - len(position.gone) >= 2
    goes_on = several and position.first_out is not None and position.round < setup.options.rounds
    return idle and goes_on and position.winners is None
