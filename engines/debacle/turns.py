"""Turns: two actions and a bonus, what ends one, and how quiet they are (B2, B8, B10)."""

from __future__ import annotations

from engines.debacle import events
from engines.debacle.board import other_side
from engines.debacle.legal import is_through
from engines.debacle.model import Position
from engines.debacle.rounds import (
    ACTIONS,
    QUIET_TO_END,
    TURNS_TO_END,
    DebaclePlay,
    end_round,
    is_won,
)


def go_on(play: DebaclePlay) -> None:
    """After any action, end the round if it is won, or the turn if nothing is left of it."""
    if play.position.phase == "over":
        return
    if is_won(play.position):
        end_round(play, "captured")
    elif is_through(play.position):
        end_turn(play)


def end_turn(play: DebaclePlay) -> None:
    """End the turn, and count it; then give the opponent the next one, or end a round that is too long."""
    before = play.position
    quiet_turns = 0 if before.took else before.quiet_turns + 1
    if quiet_turns == QUIET_TO_END or before.turn == TURNS_TO_END:
        end_round(play, "quiet" if quiet_turns == QUIET_TO_END else "long")
        return
    play.position = Position(
        before.phase,
        before.round,
        before.turn + 1,
        before.starter,
        other_side(before.current),
        before.board,
        before.captured,
        before.points,
        before.missed,
        actions_left=ACTIONS,
        bonus_left=before.bonus_due,
        quiet_turns=quiet_turns,
    )
    seat = play.setup.seats[play.position.current]
    play.tell(events.TurnStarted(seat, before.turn + 1, ACTIONS, before.bonus_due))
