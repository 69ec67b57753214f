"""What a private message is for: the decision that its reader has to make, or what became of it.

There is one private message a seat that lives. Its stage is stored with it, as `Posted.key`: for a decision
that is awaited it is the key that the game gave it, else one of the words below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.tables.look import Look
from bot.tables.model import Seat, Status
from bot.tables.ports import Posted
from bot.ui.frame.face import Face

__all__ = [
    "DONE",
    "GONE",
    "GREETED",
    "HELD",
    "OVER",
    "find_stage",
    "is_decision",
    "is_due",
    "is_there",
]

DONE: Final = "done"
"""Nothing is awaited, and what the message says stays true."""
HELD: Final = "held"
"""Nothing is awaited, but the message shows something that will not stay true (see `Face.keeps_panel`)."""
GREETED: Final = "greeted"
"""Nothing was awaited yet: the message has welcomed its reader, which stays true."""
GONE: Final = "gone"
"""The message was deleted: it had served."""
OVER: Final = "over"
"""The table is closed, and the message says how it ended."""
_WORDS: Final = frozenset({DONE, HELD, GREETED, GONE, OVER})


def find_stage(look: Look, seat: Seat, faces: Mapping[str, Face], mine: Posted | None) -> str:
    """The stage that the private message of a seat should be in; `mine` is the one that there is."""
    table = look.table
    if table.status is Status.CLOSED:
        return OVER
    if seat.left:
        return DONE
    before = DONE if mine is None else mine.key
    if table.status is not Status.PLAYING:
        return before if before in (HELD, GREETED) else DONE
    face, sight = faces[table.game], look.sight(seat.name)
    decision = face.wants_panel(sight)
    if decision and seat.autopilot is None:  # else nobody is called: a computer decides
        return decision
    if before == GREETED:
        return GREETED
    return HELD if face.keeps_panel(sight) else DONE


def is_decision(stage: str) -> bool:
    """Whether a decision is awaited in this stage."""
    return stage not in _WORDS


def is_there(mine: Posted | None) -> bool:
    """Whether there is a private message that was not deleted."""
    return mine is not None and mine.key != GONE


def is_due(stage: str, mine: Posted | None, *, reachable: bool) -> bool:
    """Whether anything may have to be done so that the message `mine` gets to this stage.

    `reachable`: whether a new private message would arrive.
    """
    if is_decision(stage):
        return reachable or (mine is not None and mine.key not in (DONE, GREETED, GONE, OVER))
    if mine is None or mine.key in (GONE, stage):
        return False
    return mine.key != DONE or stage == OVER
