"""Drafts: a turn of several actions, while it can still be taken back.

The actions are kept with the table and tried on the rules; they enter the log together, as if played in one
breath, once the rules say that another decision is awaited, or the deadline passes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables.asks import Ask
from bot.tables.errors import Denied
from bot.tables.model import Held, Pending, Table
from bot.tables.plan import Changer, Plan, line
from bot.tables.playing.capabilities.hooks import Hooks
from bot.tables.playing.conditions import find_seat_in_turn, get_running_state
from bot.tables.playing.course import Course
from bot.tables.proof.dice import TableDraws
from engines.core.errors import Refusal
from engines.core.game import AnyGame

__all__ = ["DraftHooks", "Drafts", "undo"]


class Drafts:
    """What people may ask for about their drafts."""

    def __init__(self, tables: Changer) -> None:
        self._tables = tables

    async def undo(self, ask: Ask, table_id: int) -> Table:
        """A seat takes back the last action of the turn that it drafts; Denied or Refusal as `undo`."""
        return await self._tables.change(table_id, lambda held, game: undo(held, ask, game), ask)


class DraftHooks(Hooks):
    """What is drafted is played first; an action that does not end its turn joins the draft."""

    def play_pending(self, course: Course, held: Held, game: AnyGame, draws: TableDraws) -> Course:
        """Play the draft, if there is one."""
        draft = held.table.pending.draft
        if draft:
            (seat,) = game.to_act(course.state)
            for plain in draft:
                course = course.act(game, seat, game.actions.parse(plain), draws)
        return course

    def keep_back(
        self, held: Held, ask: Ask, game: AnyGame, seat: str, action: Any, after: Course
    ) -> Plan | None:
        """Add the action to the draft, unless it ends the turn; what somebody offered lapses."""
        if _ends_turn(held, game, after):
            return None
        plain = game.actions.plain(action)
        pending = Pending(draft=(*held.table.pending.draft, plain))
        return Plan(replace(held.table, pending=pending), held.vault, (line("draft", ask, seat, plain),))


def undo(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """Take back the last action of a draft.

    Raises Denied "nothing_to_undo", those of `find_seat_in_turn`, or Refusal "not_your_turn".
    """
    state = get_running_state(held)
    seat = find_seat_in_turn(held, ask, game)
    if seat.name not in game.to_act(state):
        raise Refusal("not_your_turn")
    draft = held.table.pending.draft
    if not draft:
        raise Denied("nothing_to_undo")
    table = replace(held.table, pending=Pending(draft=draft[:-1]))
    return Plan(table, held.vault, (line("undo", ask, seat.name),))


def _ends_turn(held: Held, game: AnyGame, after: Course) -> bool:
    """Whether the actions tried lead to another decision, or to the end of the game."""
    if held.vault.state is None or game.is_over(after.state):
        return True
    before, now = game.deadline(held.vault.state), game.deadline(after.state)
    return before is None or now is None or before.key != now.key
