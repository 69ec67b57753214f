"""What an action will do, said before it is done: the labels of buttons and lists."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.texts import Texts
from cogs.debacle.words import values
from engines.debacle.board import BLACK, CAMP, COLORS, RED, SQUARES, Square, other
from engines.debacle.model import (
    Action,
    Capture,
    Doubles,
    Flip,
    Observation,
    Pass,
    Recover,
    Return,
    Roll,
)
from engines.debacle.rounds import CAPTURED_TO_END

__all__ = ["bonus_for", "doubles_words", "outcome", "pass_words", "row_words"]

_CHEAP = 3
"""A recovered die of up to this value gives the opponent one action, a higher one two (B8)."""


def outcome(action: Action, seen: Observation, t: Texts) -> str:
    """The action of the seat to move, with what comes of it: plain text, for a button or a list."""
    match action:
        case Roll(origin, to):
            before = seen.board[origin][1]
            said = t(
                "Rouler {origin}→{to} ({before}→{value})",
                origin=origin,
                to=to,
                before=before,
                value=before % 6 + 1,
            )
            return _with(said, _then(origin, to, seen, t))
        case Flip(at):
            before = seen.board[at][1]
            said = t("Flipper {at} ({before}→{value})", at=at, before=before, value=7 - before)
            return _with(said, _then(at, at, seen, t))
        case Capture(origin, to):
            said = t("Capturer {to} ({value})", to=to, value=seen.board[to][1])
            if _ends_round(1, seen):
                return _with(said, [t("fin de manche")])
            return _with(said, [t("rebond"), *_then(origin, to, seen, t)])
        case Return(to):
            return t("Revenir en {to}", to=to)
        case Recover(to):
            return t("Reprendre le {value} en {to}", value=seen.recoverable, to=to)
        case Doubles(take):
            return doubles_words(take, seen, t)
        case Pass():
            return pass_words(seen, t)


def bonus_for(value: int) -> int:
    """How many actions the opponent gains by a recovery of this value (B8)."""
    return 1 if value <= _CHEAP else 2


def doubles_words(take: Iterable[Square], seen: Observation, t: Texts) -> str:
    """The taking of doubles, row by row from the top: "rangée 6 : prendre c6 et e6 (4, 4)"."""
    cells = sorted(take, key=lambda square: (square[1], square[0]), reverse=True)
    rows = [row_words(sorted(group), seen, t) for _, group in groupby(cells, key=lambda square: square[1])]
    said = " · ".join(rows)
    return _with(said, [t("fin de manche")] if _ends_round(len(cells), seen) else [])


def row_words(cells: list[Square], seen: Observation, t: Texts) -> str:
    """What is taken of one row."""
    return t(
        "rangée {row} : prendre {cells} ({values})",
        row=cells[0][1],
        cells=t.list(cells),
        values=values(seen.board[cell][1] for cell in cells),
    )


def pass_words(seen: Observation, t: Texts) -> str:
    """What passing means now: giving up the bounce, or ending the turn (B2)."""
    return t("Terminer le tour") if seen.bounce is None else t("Renoncer au rebond")


def _then(origin: Square, to: Square, seen: Observation, t: Texts) -> list[str]:
    """The return that the die owes afterwards, by reaching the enemy's camp now or before (B6)."""
    side = BLACK if seen.current is not None and seen.colors[seen.current] == COLORS[BLACK] else RED
    reached = to in [SQUARES[cell] for cell in CAMP[other(side)]]
    return [t("retour au camp")] if reached or seen.returning == origin else []


def _ends_round(taken: int, seen: Observation) -> bool:
    held = () if seen.current is None else seen.captured[seen.colors[seen.current]]
    return len(held) + taken >= CAPTURED_TO_END


def _with(said: str, then: list[str]) -> str:
    return ", ".join((said, *then))
