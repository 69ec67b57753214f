"""How a draft is played, and what joins it: a turn of several actions, while it can still be taken back.

The actions are kept with the table and tried on the rules; they enter the log together, as if played in one
breath, once the rules say that another decision is awaited, or the deadline passes. At a table that plays by
days, or wishes so, a turn ends by word alone: one that is complete waits, still to be taken back, until its
seat ends it.
"""

from dataclasses import replace

from bot.tables.asks import Ask, Plan, line
from bot.tables.model import Held, Table
from bot.tables.pending import Pending
from bot.tables.playing.capabilities.hooks import Hooks, Tried
from bot.tables.playing.ending import Course
from bot.tables.proof.dice import TableDraws
from engines.core.game import AnyGame


class DraftHooks(Hooks):
    """What is drafted is played first; an action that does not end its turn joins the draft."""

    def play_pending(self, course: Course, held: Held, game: AnyGame, draws: TableDraws) -> Course:
        """Play the draft, if there is one."""
        return play_draft(course, held, game, draws)

    def decides(self, course: Course, held: Held, game: AnyGame) -> bool:
        """Whether the draft is a whole turn."""
        return is_whole_turn(course, held, game)

    def keep_back(self, held: Held, ask: Ask, game: AnyGame, before: Course, tried: Tried) -> Plan | None:
        """Add the action to the draft, unless it ends the turn; what somebody offered lapses."""
        seat, action, after = tried
        if _ends_turn(after, held, game) and not (
            _ends_by_word(held.table) and game.hold_turn(before.state, seat, action)
        ):
            return None
        plain = game.actions.plain(action)
        pending = Pending(draft=(*held.table.pending.draft, plain))
        return Plan(replace(held.table, pending=pending), held.vault, (line("draft", ask, seat, plain),))


def play_draft(
    course: Course, held: Held, game: AnyGame, draws: TableDraws, ask: Ask | None = None
) -> Course:
    """Play the draft from here on; its last action by this wish, if one is given."""
    draft = held.table.pending.draft
    if draft:
        (seat,) = game.to_act(course.state)
        last = len(draft) - 1
        for number, plain in enumerate(draft):
            by = ask if number == last else None
            course = course.act(game, seat, game.actions.parse(plain), draws, by)
    return course


def is_whole_turn(course: Course, held: Held, game: AnyGame) -> bool:
    """Whether there is a draft that leads, played (`course`), beyond its turn."""
    return bool(held.table.pending.draft) and _ends_turn(course, held, game)


def hold_turn(course: Course, held: Held, game: AnyGame, draws: TableDraws) -> Course:
    """Where a draft that is a whole turn stands while it waits to be ended, from the committed state on."""
    pending = held.table.pending
    *begun, last = pending.draft
    less = replace(held.table, pending=replace(pending, draft=tuple(begun)))
    course = play_draft(course, replace(held, table=less), game, draws)
    (seat,) = game.to_act(course.state)
    action = game.actions.parse(last)
    step = game.hold_turn(course.state, seat, action)
    if step is None:
        return course.act(game, seat, action, draws)
    return course.add(step, line("act", None, seat, last))


def _ends_by_word(table: Table) -> bool:
    """Whether a turn at this table ends only when its seat says so."""
    return table.manners.by_word or table.manners.pace.days is not None


def _ends_turn(after: Course, held: Held, game: AnyGame) -> bool:
    """Whether the actions tried lead to another decision, or to the end of the game."""
    if held.vault.state is None or game.is_over(after.state):
        return True
    before, now = game.deadline(held.vault.state), game.deadline(after.state)
    return before is None or now is None or before.key != now.key
