"""A turn of several actions, while it can still be taken back. Pure.

The actions are kept with the table and tried on the rules; they enter the log together, as if played in one
breath, once the rules say that another decision is awaited, or the deadline passes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.asks import Ask
from bot.tables.dice import TableDraws
from bot.tables.errors import Denied
from bot.tables.model import Held
from bot.tables.plan import Plan, line
from bot.tables.ports import Entry
from engines.core.errors import Refusal
from engines.core.game import AnyGame, AnyState

__all__ = ["Tried", "drafted", "ends_turn", "tried", "undone"]


@dataclass(frozen=True, slots=True)
class Tried:
    """Where a draft leads: the state, the log lines that its actions will be, and the events of each."""

    state: AnyState
    lines: tuple[Entry, ...] = ()
    events: tuple[tuple[Any, ...], ...] = ()

    def then(self, game: AnyGame, seat: str, action: Any, draws: TableDraws, ask: Ask | None = None) -> Tried:
        """One action more; raises Refusal."""
        taken = len(draws.taken)
        step = game.act(self.state, seat, action, draws)
        entry = line("act", ask, seat, game.actions.plain(action), draws.taken[taken:])
        return Tried(step.state, (*self.lines, entry), (*self.events, step.events))


def tried(held: Held, game: AnyGame, draws: TableDraws) -> Tried:
    """Play what is drafted, if anything, from the committed state on."""
    state = held.vault.state
    if state is None:
        raise Denied("not_begun")
    found = Tried(state)
    if held.table.draft:
        (seat,) = game.to_act(state)
        for plain in held.table.draft:
            found = found.then(game, seat, game.actions.parse(plain), draws)
    return found


def ends_turn(held: Held, game: AnyGame, after: Tried) -> bool:
    """Whether the actions tried lead to another decision, or to the end of the game."""
    if held.vault.state is None or game.is_over(after.state):
        return True
    before, now = game.deadline(held.vault.state), game.deadline(after.state)
    return before is None or now is None or before.key != now.key


def drafted(held: Held, ask: Ask, seat: str, plain: Mapping[str, Any]) -> Plan:
    """One action more in the draft; what somebody offered lapses."""
    table = replace(held.table, draft=(*held.table.draft, plain), offer=None)
    return Plan(table, held.vault, (line("draft", ask, seat, plain),))


def undone(held: Held, ask: Ask, game: AnyGame, seat: str) -> Plan:
    """The last action of the draft taken back; raises Denied "nothing_to_undo" or Refusal "not_your_turn"."""
    state = held.vault.state
    if state is not None and seat not in game.to_act(state):
        raise Refusal("not_your_turn")
    if not held.table.draft:
        raise Denied("nothing_to_undo")
    table = replace(held.table, draft=held.table.draft[:-1], offer=None)
    return Plan(table, held.vault, (line("undo", ask, seat),))
