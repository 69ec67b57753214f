"""Rounds: how one starts, ends and is counted, the next one, and the end of the table (B1, B9, B10)."""

from typing import TypeAlias

from engines.core.play import Play
from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.debacle import events
from engines.debacle.board import START, Side, other_side
from engines.debacle.events import DebacleEvent, RoundEnd
from engines.debacle.legal import is_through
from engines.debacle.model import Position, Setup

DebaclePlay: TypeAlias = Play[Setup, Position, DebacleEvent]

CAPTURED_TO_END = 5
POINTS_TO_WIN = 30
QUIET_TO_END = 60
TURNS_TO_END = 300
ACTIONS = 2
"""What a turn owes (B2)."""


def new_round(number: int, starter: Side, points: tuple[int, int], missed: tuple[int, int]) -> Position:
    """Return the first turn of a round: dice as at the start, nothing captured, no bonus."""
    return Position(
        phase="play",
        round=number,
        turn=1,
        starter=starter,
        current=starter,
        board=START,
        captured=((), ()),
        points=points,
        missed=missed,
        actions_left=ACTIONS,
        bonus_left=0,
    )


def announce_round(seats: tuple[SeatName, ...], position: Position, *, drawn: bool) -> list[DebacleEvent]:
    """Return the events of a new round: it began, and so did its first turn."""
    starter = seats[position.starter]
    return [
        events.RoundStarted(position.round, starter, drawn),
        events.TurnStarted(starter, position.turn, position.actions_left, position.bonus_left),
    ]


def is_won(position: Position) -> bool:
    """Return whether a side holds enough dice to end the round at once (B9)."""
    red, black = position.captured
    return len(red) >= CAPTURED_TO_END or len(black) >= CAPTURED_TO_END


def end_round(play: DebaclePlay, reason: RoundEnd) -> None:
    """Count what both sides hold; then end the table, or open the next round, which the other side begins."""
    before, seats = play.position, play.setup.seats
    red, black = (total + sum(held) for total, held in zip(before.points, before.captured, strict=True))
    points = (red, black)
    play.tell(events.RoundEnded(before.round, reason, before.captured, points))
    if max(points) >= POINTS_TO_WIN and red != black:
        play.position = replace(before, points=points)
        close(play, seats[points.index(max(points))])
        return
    play.position = new_round(before.round + 1, other_side(before.starter), points, before.missed)
    for event in announce_round(seats, play.position, drawn=False):
        play.tell(event)


def close(play: DebaclePlay, winner: SeatName) -> None:
    """End the table; the board stays as it is, and nothing is due any more."""
    play.position = replace(
        play.position,
        phase="over",
        actions_left=0,
        bonus_left=0,
        bonus_due=0,
        flipped=None,
        bounce=None,
        returning=None,
        winners=(winner,),
    )
    play.tell(events.GameOver((winner,)))


# Turns: two actions and a bonus, what ends one, and how quiet they are (B2, B8, B10).


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
