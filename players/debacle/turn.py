"""A turn in progress, as small as it can be: what a search goes through by the thousand.

The side to move is `side`; it is not part of a turn. Cells, boards and actions are the engine's own. Every
rule that is followed here is proved to be the engine's (B2 to B9).
"""

from typing import Final, NamedTuple, TypeAlias

from engines.debacle.actions import ACTIONS, CAPTURED_TO_END, bonus_for
from engines.debacle.board import (
    CAMP,
    CELL,
    COLORS,
    EMPTY,
    SQUARES,
    VALUE,
    Board,
    Side,
    Square,
    board_with,
    cells_of,
    dice_alone,
    die_of,
    empty_in_camp,
    move,
    other_side,
    put,
    with_value,
)
from engines.debacle.legal import BEATEN, FLIPS, WAYS, all_doubles, has_doubles
from engines.debacle.model import Action, Observation, Pass, Recover, Return

NOWHERE: Final = -1
_DICE: Final = b"123456abcdef"
FLIPPED: Final = {die: with_value(die, 7 - (die & VALUE)) for die in _DICE}
"""By die: the same one turned over."""
ROLLED: Final = {die: with_value(die, (die & VALUE) % 6 + 1) for die in _DICE}
"""By die: the same one rolled to the next cell."""
_ENEMY_CAMP: Final = tuple(frozenset(CAMP[other_side(side)]) for side in (0, 1))
_PASS: Final = Pass()


class Turn(NamedTuple):
    """A position within a turn; `NOWHERE` stands for no cell.

    `mine` and `theirs` are the values that the side to move and the other one hold, ascending. `owed`,
    `bonus`, `flipped`, `bounce`, `returning` and `due` are as in the engine's position. `fresh`: nothing was
    done yet.
    """

    board: Board
    mine: bytes
    theirs: bytes
    owed: int = ACTIONS
    bonus: int = 0
    flipped: int = NOWHERE
    bounce: int = NOWHERE
    returning: int = NOWHERE
    due: int = 0
    fresh: bool = True


class End(NamedTuple):
    """What a turn leaves; the round is over where one side holds enough."""

    board: Board
    mine: bytes
    theirs: bytes
    due: int

    @property
    def is_won(self) -> bool:
        """Whether the side whose turn it was has ended the round by it (B9)."""
        return len(self.mine) >= CAPTURED_TO_END


Leading: TypeAlias = tuple[Action, "Turn | End"]


def read_turn(seen: Observation) -> tuple[Turn, Side]:
    """Return the turn that is observed, and whose it is."""
    assert seen.current is not None, "somebody is to move"
    side: Side = 0 if seen.colors[seen.current] == COLORS[0] else 1
    board = board_with(seen.board)
    acted = (
        seen.actions_left < ACTIONS
        or seen.recoverable is not None
        or (has_doubles(board, side) and not seen.doubles)
    )
    # Whether somebody has acted whose turn looks otherwise untouched makes no difference to what may follow.
    turn = Turn(
        board,
        bytes(seen.captured[COLORS[side]]),
        bytes(seen.captured[COLORS[other_side(side)]]),
        seen.actions_left,
        seen.bonus_left,
        _cell(seen.flipped),
        _cell(seen.bounce),
        _cell(seen.returning),
        seen.bonus_due,
        not acted,
    )
    return turn, side


def _cell(square: Square | None) -> int:
    return NOWHERE if square is None else CELL[square]


def begin(end: End) -> Turn:
    """Return the other side's next turn."""
    return Turn(end.board, end.theirs, end.mine, bonus=end.due)


def moves(turn: Turn, side: Side) -> list[Leading]:
    """Return every legal action of the side to move, and what it leads to."""
    found: list[Leading] = []
    if turn.bounce != NOWHERE:
        found += _of_die(turn, side, turn.bounce)
        found.append((_PASS, _settle(turn._replace(bounce=NOWHERE), side)))
    elif turn.returning == NOWHERE:
        if turn.fresh:
            found += _doubles(turn, side)
        if turn.owed or turn.bonus:
            for cell in cells_of(turn.board, side):
                found += _of_die(turn, side, cell)
        if not turn.owed:
            found.append((_PASS, _end(turn)))
    if turn.returning != NOWHERE:
        found += _returns(turn, side)
    if turn.theirs and _may_recover(turn, side):
        found += _recoveries(turn, side)
    return found


def _of_die(turn: Turn, side: Side, cell: int) -> list[Leading]:
    """Return what one die may do: flip, roll, capture (B3 to B5)."""
    board, mine, theirs, owed, bonus, flipped, bounce, returning, due, _ = turn
    if bounce == NOWHERE:
        if owed:
            owed -= 1
        else:
            bonus -= 1
    owing = returning == cell
    camp, die = _ENEMY_CAMP[side], board[cell]
    beaten, rolled = BEATEN[die], ROLLED[die]
    found: list[Leading] = []
    if cell != flipped:
        turned = put(board, cell, FLIPPED[die])
        after = Turn(turned, mine, theirs, owed, bonus, cell, NOWHERE, returning, due, False)
        found.append((FLIPS[cell], _settle(after, side)))
    for target, roll, capture in WAYS[side][cell]:
        there = board[target]
        owes = target if owing or target in camp else NOWHERE
        if there == EMPTY:
            if roll is not None:
                moved = move(board, cell, target, rolled)
                after = Turn(moved, mine, theirs, owed, bonus, NOWHERE, NOWHERE, owes, due, False)
                found.append((roll, _settle(after, side)))
        elif there in beaten:
            value = there & VALUE
            moved, more = move(board, cell, target, with_value(die, value)), _add(mine, value)
            after = Turn(moved, more, theirs, owed, bonus, NOWHERE, target, owes, due, False)
            found.append((capture, _settle(after, side)))
    return found


def _doubles(turn: Turn, side: Side) -> list[Leading]:
    """Return every way to take doubles (B7)."""
    found: list[Leading] = []
    for action in all_doubles(turn.board, side):
        board, mine = turn.board, turn.mine
        for square in action.take:
            cell = CELL[square]
            mine = _add(mine, board[cell] & VALUE)
            board = put(board, cell, EMPTY)
        found.append((action, _settle(turn._replace(board=board, mine=mine, fresh=False), side)))
    return found


def _returns(turn: Turn, side: Side) -> list[Leading]:
    """Return every way back to the camp for the die that owes it (B6)."""
    origin, board = turn.returning, turn.board
    found: list[Leading] = []
    for to in empty_in_camp(board, side):
        after = turn._replace(
            board=move(board, origin, to, board[origin]),
            flipped=to if turn.flipped == origin else turn.flipped,
            bounce=NOWHERE if turn.bounce == NOWHERE else to,
            returning=NOWHERE,
        )
        found.append((Return(SQUARES[to]), _settle(after, side)))
    return found


def _recoveries(turn: Turn, side: Side) -> list[Leading]:
    """Return every way to take back one's lowest captured die (B8)."""
    value, due = turn.theirs[0], turn.due + bonus_for(turn.theirs[0])
    die, board, left = die_of(side, value), turn.board, turn.theirs[1:]
    return [
        (Recover(SQUARES[to]), _settle(turn._replace(board=put(board, to, die), theirs=left, due=due), side))
        for to in empty_in_camp(board, side)
    ]


def _may_recover(turn: Turn, side: Side) -> bool:
    """Return whether the side to move, of whose dice some are captured, may take one back now (B8)."""
    if turn.fresh or (turn.returning != NOWHERE and turn.bounce == NOWHERE):
        return False
    own = dice_alone(turn.board, side)
    return own.count(own[0]) == len(own)


def _settle(turn: Turn, side: Side) -> Turn | End:
    """Return the turn, or its end where the round is won or nothing but a pass is left (B2, B9)."""
    if len(turn.mine) >= CAPTURED_TO_END:
        return _end(turn)
    if turn.owed or turn.bonus or turn.bounce != NOWHERE or turn.returning != NOWHERE:
        return turn
    return turn if turn.theirs and _may_recover(turn, side) else _end(turn)


def _end(turn: Turn) -> End:
    return End(turn.board, turn.mine, turn.theirs, turn.due)


def _add(held: bytes, value: int) -> bytes:
    """Return held values with one more among them."""
    return bytes(sorted((*held, value)))
