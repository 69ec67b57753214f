"""A step of a game, with what its capabilities add: from what the rules answer to a plan. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from bot.tables.asks import Ask, Plan, line
from bot.tables.keeping.codec import scene_of
from bot.tables.model import Denied, Held, Seat, Table, Vault, joins_of
from bot.tables.pending import NOTHING_PENDING
from bot.tables.playing.capabilities.decks import DeckHooks
from bot.tables.playing.capabilities.drafting import DraftHooks
from bot.tables.playing.capabilities.hooks import Hooks
from bot.tables.playing.capabilities.teams import TeamHooks
from bot.tables.playing.conditions import get_state
from bot.tables.playing.ending import Course, end_table, is_deserted, next_host
from bot.tables.proof.dice import TableDraws, prefix
from engines.core.game import AnyGame
from engines.core.records import AnyState
from engines.core.rules import Capability

FREELY: Mapping[str, Any] = {}
REMOVED: Mapping[str, Any] = {"removed": True}
"""What the log says of who did not leave by themselves: the line is of whoever removed them."""


def draws_of(held: Held) -> TableDraws:
    """The table's next dice, from the first one that no committed step has taken."""
    return draws_at(held, held.table)


def draws_at(held: Held, table: Table) -> TableDraws:
    """The next dice of a held table, by the people of this one: those who are seated when its game begins."""
    return TableDraws(held.vault.seed, prefix(table.id, joins_of(*table.seats)), table.draws_taken)


def play_pending(held: Held, game: AnyGame, draws: TableDraws) -> Course:
    """Play what is pending, if anything, from the committed state on; Denied "not_begun"."""
    if held.vault.state is None:
        raise Denied("not_begun")
    course = Course(held.vault.state)
    for hooks in hooks_of(game):
        course = hooks.play_pending(course, held, game, draws)
    return course


def is_decided(held: Held, game: AnyGame, before: Course) -> bool:
    """Whether what was pending, once played (`before`), decides what is awaited: it waits to be ended."""
    return any(hooks.decides(before, held, game) for hooks in hooks_of(game))


def take_step(held: Held, game: AnyGame, after: Course) -> Plan:
    """Bring the table as far as its game has gone: all that happened is one scene, and nothing is pending."""
    table = _mark_left(held.table, game, after.state)
    events = tuple(event for step in after.events for event in step)
    opened_at = 0 if table.alarm is None else table.alarm.opened_at
    scene = scene_of(table.version + 1, events, game, opened_at)
    scenes = (*held.vault.scenes, scene)[-game.steps_told :]
    vault = Vault(held.vault.seed, after.state, scenes, held.vault.salt, held.vault.rules)
    if table.pending != NOTHING_PENDING:
        table = replace(table, pending=NOTHING_PENDING)
    if game.is_over(after.state):
        table = end_table(table, vault.seed, "over", game.winners(after.state) or ())
    elif is_deserted(held.table, table):  # computers do not play among themselves
        table = end_table(table, vault.seed, "empty")
    # What is asked in private messages tells nothing of a server's questions.
    plan = Plan(table, vault, after.lines, asked=() if table.private else after.asked)
    for hooks in hooks_of(game):
        plan = hooks.complete(plan, held, game)
    return plan


def _mark_left(table: Table, game: AnyGame, after: AnyState) -> Table:
    """The table with those seats marked that have left on the way; another follows a host who has.

    The state says who has: what tells of it has another name in each game.
    """
    for seat in table.seats:
        if not seat.left and game.has_left(after, seat.name):
            table = table.with_seat(replace(seat, left=True))
    host = None if table.host_id is None else table.seat_of(table.host_id)
    if host is not None and host.left:
        table = replace(table, host_id=next_host(table, table.host_id) or table.host_id)
    return table


def obey(held: Held, ask: Ask, game: AnyGame, state: AnyState, command: str) -> Plan:
    """Let the rules obey a command (see `Game.system`); raises Refusal."""
    draws = draws_of(held)
    step = game.system(state, command, draws)
    entry = line("system", ask, None, {"command": command}, draws.taken)
    return take_step(held, game, Course(state).add(step, entry))


def leave_seat(held: Held, ask: Ask, game: AnyGame, seat: Seat, why: Mapping[str, Any] = FREELY) -> Plan:
    """Let a seat leave for good; what is pending is dropped. Denied as `get_state`, or Refusal."""
    state = get_state(held)
    draws = draws_of(held)
    step = game.leave(state, seat.name, draws)
    return take_step(held, game, Course(state).add(step, line("leave", ask, seat.name, why, draws.taken)))


# Which module stands for which capability.

_HOOKS: Mapping[Capability, Hooks] = {
    Capability.TEAMS: TeamHooks(),
    Capability.DECKS: DeckHooks(),
    Capability.DRAFTS: DraftHooks(),
}
"""The others have a part in nothing but their own verbs."""


def hooks_of(game: AnyGame) -> tuple[Hooks, ...]:
    """What this game's capabilities add, in the order of `Capability`."""
    return _find(game.capabilities)


@cache
def _find(capabilities: frozenset[Capability]) -> tuple[Hooks, ...]:
    return tuple(hooks for capability, hooks in _HOOKS.items() if capability in capabilities)
