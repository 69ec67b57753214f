"""What people may ask for about a turn that they draft (see bot.tables.playing.capabilities.drafting)."""

from dataclasses import replace

from bot.tables.asks import Ask, Changer, Plan, line
from bot.tables.model import Denied, Held, Table
from bot.tables.pending import Pending
from bot.tables.playing.capabilities.drafting import is_whole_turn, play_draft
from bot.tables.playing.capabilities.steps import draws_of, take_step
from bot.tables.playing.conditions import find_seat_in_turn, get_running_state
from bot.tables.playing.ending import Course
from engines.core.game import AnyGame
from engines.core.records import AnyState, Refusal


class Drafts:
    """What people may ask for about their drafts."""

    def __init__(self, tables: Changer) -> None:
        self._tables = tables

    async def undo(self, ask: Ask, table_id: int) -> Table:
        """A seat takes back the last action of the turn that it drafts; Denied or Refusal as `undo`."""
        return await self._tables.change(table_id, lambda held, game: undo(held, ask, game), ask)

    async def end(self, ask: Ask, table_id: int) -> Table:
        """A seat ends the turn that it has drafted; Denied or Refusal as `end`."""
        return await self._tables.change(table_id, lambda held, game: end(held, ask, game), ask)


def undo(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """Take back the last action of a draft.

    Raises Denied "nothing_to_undo", those of `find_seat_in_turn`, or Refusal "not_your_turn".
    """
    _, seat = _find_drafter(held, ask, game)
    draft = held.table.pending.draft
    if not draft:
        raise Denied("nothing_to_undo")
    table = replace(held.table, pending=Pending(draft=draft[:-1]))
    return Plan(table, held.vault, (line("undo", ask, seat),))


def end(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """End a turn that is drafted whole: its actions enter the log, the last one by the click that ends it.

    Raises Denied "nothing_to_end", those of `find_seat_in_turn`, or Refusal "not_your_turn".
    """
    state, _ = _find_drafter(held, ask, game)
    after = play_draft(Course(state), held, game, draws_of(held), ask)
    if not is_whole_turn(after, held, game):
        raise Denied("nothing_to_end")
    return take_step(held, game, after)


def _find_drafter(held: Held, ask: Ask, game: AnyGame) -> tuple[AnyState, str]:
    """The committed state, and the seat that asks, whose turn it is."""
    state = get_running_state(held)
    seat = find_seat_in_turn(held, ask, game).name
    if seat not in game.to_act(state):
        raise Refusal("not_your_turn")
    return state, seat
