"""What one audience may know of a game: the only thing that leaves the engine towards people."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.seats import by_seat
from engines.tasse.cup import score_to_match
from engines.tasse.model import Duel, Observation, Position, TasseState
from engines.tasse.scores import HIGHEST, LOWEST
from engines.tasse.specials import find_show
from engines.tasse.turns import is_running, next_to, nine_hits_roller


def to_act(position: Position) -> tuple[SeatName, ...]:
    """Return the seat that owes a decision: a duel's opponent, else who has the cup; none between rounds."""
    if position.current is None:
        return ()
    return (position.opponents[0],) if position.phase == "duel" else (position.current,)


def knower(position: Position) -> SeatName | None:
    """Return who knows the dice under the cup: the roller, then the announcer; None if there are none."""
    if position.dice is None:
        return None
    if position.phase == "rolled":
        return position.current
    return position.announcement.seat if position.announcement is not None else None


def observe(state: TasseState, seat: SeatName | None) -> Observation:
    """Return the public facts and, for a seat, the dice that it alone knows."""
    setup, position = state.setup, state.position
    running, holder = is_running(position), position.current
    own_dice = position.dice if seat is not None and knower(position) == seat else None
    show = find_show(position) if own_dice is not None and holder == seat else None
    dueling = position.phase == "duel" and holder is not None
    return Observation(
        game="tasse",
        phase=position.phase,
        seats=setup.seats,
        in_play=position.in_play,
        winners=position.winners,
        points=by_seat(setup.seats, position.points),
        direction=position.direction,
        current=holder,
        announcement=position.announcement,
        first_out=position.first_out,
        duel=Duel(holder, position.opponents[0]) if dueling and holder is not None else None,
        to_act=to_act(position),
        next=next_to(setup, position, holder) if holder is not None else None,
        starter=position.starter,
        skipped=position.skipped,
        gone=position.gone,
        threshold=setup.options.threshold,
        round=position.round,
        rounds=setup.options.rounds,
        rounds_won=by_seat(setup.seats, position.rounds_won),
        announce=setup.options.announce,
        sips=setup.options.sips,
        nine_hits_roller=running and nine_hits_roller(position),
        announce_from=(score_to_match(position) or LOWEST) if position.phase == "rolled" else None,
        missed=by_seat(setup.seats, position.missed),
        seat=seat,
        dice=own_dice,
        show=show,
        joker_lost=show == "joker" and score_to_match(position) == HIGHEST,
    )
