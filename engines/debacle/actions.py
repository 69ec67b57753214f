"""What each action does to the position (B2 to B8), and when a turn or a round is over (B9, B10)."""

from typing import TypeAlias

from engines.core.play import Play
from engines.core.records import GameOver, SeatName
from engines.core.replacing import replace
from engines.debacle import events
from engines.debacle.board import (
    CAMP,
    CELL,
    EMPTY,
    SQUARES,
    START,
    VALUE,
    Board,
    Side,
    die_of,
    move,
    other_side,
    put,
    with_value,
)
from engines.debacle.events import DebacleEvent, RoundEnd
from engines.debacle.legal import is_through, recoverable_value, sort_doubles
from engines.debacle.model import Captured, Position, Setup

DebaclePlay: TypeAlias = Play[Setup, Position, DebacleEvent]

# What each action does to the position. Whether it is legal was checked before.

_WORTH_TWO = 4
"""A recovered die of this value or more gives the opponent two actions, a lower one gives one (B8)."""


def roll(play: DebaclePlay, origin: int, target: int) -> None:
    """Roll a die: it shows one more, a 6 shows 1; from the enemy's camp it must go back later (B3, B6)."""
    before = play.position
    die = before.board[origin]
    value = (die & VALUE) % 6 + 1
    board = move(before.board, origin, target, with_value(die, value))
    play.position = _spend(before, board, bounce=None, returning=_owing_cell(before, origin, target))
    told = (SQUARES[origin], SQUARES[target], die & VALUE, value, before.bounce is not None)
    play.tell(events.Rolled(play.setup.seats[before.current], *told))


def flip(play: DebaclePlay, cell: int) -> None:
    """Turn a die over; it may not be flipped again before another roll, flip or capture (B4)."""
    before = play.position
    die = before.board[cell]
    value = 7 - (die & VALUE)
    board = put(before.board, cell, with_value(die, value))
    play.position = _spend(before, board, flipped=cell, bounce=None, returning=before.returning)
    told = (SQUARES[cell], die & VALUE, value, before.bounce is not None)
    play.tell(events.Flipped(play.setup.seats[before.current], *told))


def capture(play: DebaclePlay, origin: int, target: int) -> None:
    """Capture a die and show its value; then a bounce is due, and maybe a return (B5, B6)."""
    before = play.position
    die, value = before.board[origin], before.board[target] & VALUE
    board = move(before.board, origin, target, with_value(die, value))
    captured = _add(before.captured, before.current, (value,))
    returning = _owing_cell(before, origin, target)
    play.position = _spend(before, board, bounce=target, returning=returning, captured=captured)
    told = (SQUARES[origin], SQUARES[target], die & VALUE, value, before.bounce is not None)
    play.tell(events.CapturedDie(play.setup.seats[before.current], *told))


def give_back(play: DebaclePlay, target: int, *, by_clock: bool = False) -> None:
    """Take the die that owes a return back to its camp; it then owes nothing else (B6)."""
    before = play.position
    origin = before.returning
    assert origin is not None, "a die owes its return"
    die = before.board[origin]
    play.position = replace(
        before,
        board=move(before.board, origin, target, die),
        acted=True,
        flipped=target if before.flipped == origin else before.flipped,
        bounce=None if before.bounce is None else target,
        returning=None,
    )
    seat = play.setup.seats[before.current]
    play.tell(events.Returned(seat, SQUARES[origin], SQUARES[target], die & VALUE, by_clock))


def recover(play: DebaclePlay, target: int) -> None:
    """Take the lowest captured die back into the camp, and give the opponent its bonus (B8)."""
    before = play.position
    side = before.current
    value = recoverable_value(before)
    assert value is not None, "there is a die to recover"
    bonus = bonus_for(value)
    play.position = replace(
        before,
        board=put(before.board, target, die_of(side, value)),
        captured=_drop_lowest(before.captured, other_side(side)),
        bonus_due=before.bonus_due + bonus,
    )
    play.tell(events.Recovered(play.setup.seats[side], SQUARES[target], value, bonus))


def bonus_for(value: int) -> int:
    """Return how many actions the opponent gains by the recovery of a die of this value (B8)."""
    return 2 if value >= _WORTH_TWO else 1


def take_doubles(play: DebaclePlay, named: tuple[str, ...]) -> None:
    """Take the enemy's duplicates off the board (B7)."""
    before = play.position
    take = sort_doubles(named).take
    board, cells = before.board, [CELL[square] for square in take]
    values = tuple(board[cell] & VALUE for cell in cells)
    for cell in cells:
        board = put(board, cell, EMPTY)
    captured = _add(before.captured, before.current, values)
    play.position = replace(before, board=board, captured=captured, acted=True, took=True)
    play.tell(events.DoublesTaken(play.setup.seats[before.current], take, values))


def decline(play: DebaclePlay) -> None:
    """Decline the bounce or, when none is due, end the turn (B2)."""
    before = play.position
    seat = play.setup.seats[before.current]
    if before.bounce is not None:
        play.position = replace(before, bounce=None)
        play.tell(events.BounceDeclined(seat, SQUARES[before.bounce]))
    else:
        play.tell(events.Passed(seat, before.bonus_left))
        end_turn(play)


def _owing_cell(before: Position, origin: int, target: int) -> int | None:
    """Return the cell of the moved die if it has reached the enemy's camp and owes a return, else None."""
    reached = target in CAMP[other_side(before.current)]
    return target if reached or before.returning == origin else None


def _spend(
    before: Position,
    board: Board,
    *,
    bounce: int | None,
    returning: int | None,
    flipped: int | None = None,
    captured: Captured | None = None,
) -> Position:
    """Return the position after a roll, flip or capture, which uses up a bounce, an owed action or a bonus.

    All fields are written out: `replace` would take three times as long, and this is done at every move.
    """
    owed = before.bounce is None and before.actions_left > 0
    extra = before.bounce is None and not owed
    return Position(
        before.phase,
        before.round,
        before.turn,
        before.starter,
        before.current,
        board,
        before.captured if captured is None else captured,
        before.points,
        before.missed,
        actions_left=before.actions_left - owed,
        bonus_left=before.bonus_left - extra,
        bonus_due=before.bonus_due,
        acted=True,
        took=before.took or captured is not None,
        flipped=flipped,
        bounce=bounce,
        returning=returning,
        quiet_turns=before.quiet_turns,
    )


def _add(captured: Captured, side: Side, values: tuple[int, ...]) -> Captured:
    """Return the captured values after `side` has captured more."""
    red, black = captured
    if side == 0:
        return tuple(sorted((*red, *values))), black
    return red, tuple(sorted((*black, *values)))


def _drop_lowest(captured: Captured, side: Side) -> Captured:
    """Return the captured values after `side` has given its lowest one back."""
    red, black = captured
    return (red[1:], black) if side == 0 else (red, black[1:])


# Rounds: how one starts, ends and is counted, the next one, and the end of the table (B1, B9, B10).

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
    play.tell(GameOver((winner,)))


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
