"""What one audience may know of a game: all of it, since Débâcle has no secrets."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.seats import by_seat, without
from engines.debacle.board import BLACK, COLORS, RED, SQUARES, dice_by_square
from engines.debacle.doubles import has_doubles
from engines.debacle.legal import recoverable_value, to_act
from engines.debacle.model import DebacleState, Observation
from engines.debacle.moves import movable_cells


def observe(state: DebacleState, seat: SeatName | None) -> Observation:
    """Return what all may know, and `seat` as the one who looks."""
    setup, position = state.setup, state.position
    seats, running = setup.seats, position.phase == "play"
    return Observation(
        game="debacle",
        phase=position.phase,
        seats=seats,
        in_play=without(seats, position.gone),
        winners=position.winners,
        colors=by_seat(seats, COLORS),
        board=dice_by_square(position.board),
        captured={"red": position.captured[RED], "black": position.captured[BLACK]},
        points=by_seat(seats, position.points),
        current=seats[position.current] if running else None,
        actions_left=position.actions_left,
        bonus_left=position.bonus_left,
        bounce=_square(position.bounce),
        returning=_square(position.returning),
        round=position.round,
        quiet_turns=position.quiet_turns,
        to_act=to_act(state),
        turn=position.turn,
        starter=seats[position.starter],
        bonus_due=position.bonus_due,
        can_act=tuple(SQUARES[cell] for cell in movable_cells(position)) if running else (),
        flipped=_square(position.flipped),
        recoverable=recoverable_value(position) if running else None,
        doubles=running and not position.acted and has_doubles(position.board, position.current),
        missed=by_seat(seats, position.missed),
        gone=position.gone,
        seat=seat,
    )


def _square(cell: int | None) -> str | None:
    return None if cell is None else SQUARES[cell]
