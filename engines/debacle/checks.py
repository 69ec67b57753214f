"""Whether a state that came from outside can be one of this game's: what all reachable positions keep to."""

from engines.core.seats import DRAWN
from engines.debacle.board import BLACK, CAMP, EMPTY, OWN, RED, SIZE, cells_of, dice_alone, other_side
from engines.debacle.legal import is_through
from engines.debacle.model import DebacleState, Position, Setup
from engines.debacle.rounds import ACTIONS, CAPTURED_TO_END, POINTS_TO_WIN, QUIET_TO_END, TURNS_TO_END

_MOST_BONUS = 2 * (CAPTURED_TO_END - 1)
"""The most bonus actions of a turn: the opponent cannot have recovered more dice than were captured."""


def is_possible(state: DebacleState) -> bool:
    """Return whether a game can have reached this state."""
    setup, position = state.setup, state.position
    if not (_dice_fit(position) and _count_fits(position)):
        return False
    if position.phase == "over":
        return _end_fits(setup, position)
    return (
        _round_fits(setup, position) and _camps_fit(position) and _turn_fits(position) and _dues_fit(position)
    )


def _dice_fit(position: Position) -> bool:
    """Return whether each colour has six dice, on the board or held by the other."""
    board, captured = position.board, position.captured
    if board.count(EMPTY) + len(dice_alone(board, RED)) + len(dice_alone(board, BLACK)) != len(board):
        return False
    return all(
        len(dice_alone(board, side)) + len(captured[other_side(side)]) == SIZE
        and list(captured[side]) == sorted(captured[side])
        for side in (RED, BLACK)
    )


def _count_fits(position: Position) -> bool:
    """Return whether rounds and turns are counted from 1, and no more turns were quiet than there were."""
    return (
        position.round >= 1
        and 1 <= position.turn <= TURNS_TO_END
        and position.quiet_turns < min(QUIET_TO_END, position.turn)
    )


def _round_fits(setup: Setup, position: Position) -> bool:
    """Return whether the round can go on: nobody has won, and the sides begin rounds and turns by turns."""
    red, black = position.points
    first = setup.options.first
    begun = position.starter if first == DRAWN else setup.seats.index(first) ^ (position.round - 1 & 1)
    return (
        max(map(len, position.captured)) < CAPTURED_TO_END
        and (max(red, black) < POINTS_TO_WIN or red == black)
        and (position.round > 1 or red == black == 0)
        and position.starter == begun
        and position.current == position.starter ^ (position.turn - 1 & 1)
        and not position.gone
        and position.winners is None
    )


def _camps_fit(position: Position) -> bool:
    """Return whether no die lies in the enemy's camp but one that owes a return."""
    return all(
        cell == position.returning and side == position.current
        for side in (RED, BLACK)
        for cell in cells_of(position.board, side)
        if cell in CAMP[other_side(side)]
    )


def _turn_fits(position: Position) -> bool:
    """Return whether the turn can go on: something is left of it, and what is used up was really done."""
    if position.actions_left > ACTIONS or max(position.bonus_left, position.bonus_due) > _MOST_BONUS:
        return False
    if not position.acted:
        due = (position.flipped, position.bounce, position.returning)
        whole = position.actions_left == ACTIONS and not position.bonus_due and not position.took
        return whole and due == (None, None, None)
    return (position.took or position.actions_left < ACTIONS) and not is_through(position)


def _dues_fit(position: Position) -> bool:
    """Return whether one die of the side to move owes bounce and return, and was not just flipped."""
    board, own = position.board, OWN[position.current]
    bounce, returning, flipped = position.bounce, position.returning, position.flipped
    return (
        all(board[cell] & own for cell in (bounce, returning, flipped) if cell is not None)
        and (bounce is None or (flipped is None and position.took))
        and (returning is None or returning not in CAMP[position.current])
        and (bounce is None or returning in (None, bounce))
    )


def _end_fits(setup: Setup, position: Position) -> bool:
    """Return whether nothing is due at the end, and who stayed or has the higher points has won."""
    due = (position.flipped, position.bounce, position.returning)
    left = position.actions_left + position.bonus_left + position.bonus_due
    if due != (None, None, None) or left:
        return False
    (red, black), (first, second) = position.points, setup.seats
    if position.gone:
        return len(position.gone) == 1 and {*position.gone, *(position.winners or ())} == {first, second}
    winner = first if red > black else second
    return max(red, black) >= POINTS_TO_WIN and red != black and position.winners == (winner,)
