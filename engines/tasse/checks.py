"""Whether a state that came from outside can be one of this game's: what all reachable positions keep to."""

from engines.core.seats import sort_seats
from engines.tasse.model import Position, Setup, TasseState
from engines.tasse.scores import ALL_SCORES, DUEL_SCORES, HIGHEST
from engines.tasse.scoring import is_running


def is_possible(state: TasseState) -> bool:
    """Return whether a game can have reached this state."""
    setup, position = state.setup, state.position
    if not (_counts_fit(setup, position) and _seats_fit(setup, position) and _out_fits(setup, position)):
        return False
    return _round_fits(position) if is_running(position) else _rest_fits(setup, position)


def _counts_fit(setup: Setup, position: Position) -> bool:
    """Return whether each seat has its counts, and there are no more rounds than the options say."""
    counts, rounds = (position.points, position.rounds_won), setup.options.rounds
    return all(len(count) == len(setup.seats) for count in counts) and 1 <= position.round <= rounds


def _seats_fit(setup: Setup, position: Position) -> bool:
    """Return whether all seats named are of this table, and those in play are in seat order and not gone."""
    in_play, standing = position.in_play, position.announcement
    named = {position.starter, *position.out, position.skipped, position.current, *position.opponents}
    announcer = {standing.seat} if standing is not None else set()
    return (
        in_play == sort_seats(setup.seats, in_play)
        and set(in_play).isdisjoint(position.gone)
        and (named | announcer) <= {*setup.seats, None}
    )


def _out_fits(setup: Setup, position: Position) -> bool:
    """Return whether some are out exactly if somebody was eliminated, each once, and none who is in play."""
    out = position.out
    if not out:
        return {*position.in_play, *position.gone} == set(setup.seats)
    return len(set(out)) == len(out) and set(out).isdisjoint(position.in_play)


def _round_fits(position: Position) -> bool:
    """Return whether the round can go on: somebody in play has the cup, and the phase has what it needs."""
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
    """Return whether dice lie under the cup exactly after a roll and under a standing announcement."""
    standing = position.phase == "turn" and position.announcement is not None
    if position.phase == "rolled" or standing:
        return position.dice in ALL_SCORES
    return position.dice is None


def _announcement_fits(position: Position) -> bool:
    """Return whether an announcement is a normal score of another seat, in a phase that can have one."""
    standing = position.announcement
    return standing is None or (
        position.phase in ("turn", "rolled", "reroll")
        and standing.score in (*DUEL_SCORES, HIGHEST)
        and standing.seat not in (position.current, *position.gone)
    )


def _duels_fit(position: Position) -> bool:
    """Return whether duels are in their phase alone, each with another opponent in play, not the roller."""
    opponents = position.opponents
    if position.phase != "duel":
        return not opponents
    return (
        0 < len(opponents) == len(set(opponents))
        and position.current not in opponents
        and set(opponents) <= set(position.in_play)
    )


def _rest_fits(setup: Setup, position: Position) -> bool:
    """Return whether nobody holds anything between rounds and at the end, and only the end has winners."""
    nothing = (position.current, position.announcement, position.dice, position.skipped)
    idle = all(held is None for held in nothing) and not position.opponents
    if position.phase == "over":
        return idle and position.winners is not None
    several = len(setup.seats) - len(position.gone) >= 2
    goes_on = several and position.first_out is not None and position.round < setup.options.rounds
    return idle and goes_on and position.winners is None
