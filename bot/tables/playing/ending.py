"""How a table ends, and who hosts it when people go. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.asks import Ask, ByPerson, Plan, line
from bot.tables.model import Denied, Held, Seat, Status, Table
from bot.tables.playing.conditions import check_host
from bot.tables.ports import Entry
from bot.tables.proof.dice import TableDraws
from engines.core.decks import Asked
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep


def close(held: Held, ask: Ask, ending: str, reason: str | None = None) -> Plan:
    """End the table: by its host or a moderator ("stopped"), or because nobody came ("idle", "empty").

    Or because nobody came back ("abandoned"), or we were taken off its server ("left"). By the house also for
    the operator ("operator", for a `reason` that the log keeps), or because a backup was put back that it
    cannot go on from ("restored"). Denied "closed" or "not_host".
    """
    table = held.table
    if table.status is Status.CLOSED:
        raise Denied("closed")
    check_host(table, ask)
    told = {"ending": ending} if reason is None else {"ending": ending, "reason": reason}
    return Plan(end_table(table, held.vault.seed, ending), held.vault, (line("close", ask, None, told),))


def end_table(table: Table, seed: bytes, ending: str, winners: Sequence[str] = ()) -> Table:
    """End a table: no clock runs any more, and its seed (32 bytes) is told."""
    end = replace(table.end, why=ending, winners=tuple(winners), seed=seed.hex())
    return replace(table, status=Status.CLOSED, alarm=None, closes_at=None, end=end)


def give_up_seat(held: Held, ask: Ask, seat: Seat) -> Plan:
    """Leave a seat where the rules cannot be asked; the last one out closes the table. Denied "closed"."""
    if held.table.status is Status.CLOSED:
        raise Denied("closed")
    table = held.table.with_seat(replace(seat, left=True))
    if isinstance(ask.who, ByPerson) and table.host_id in [person.user_id for person in seat.people]:
        table = replace(table, host_id=next_host(table, table.host_id))
    if not has_people(table):
        table = end_table(table, held.vault.seed, "empty")
    return Plan(table, held.vault, (line("quit", ask, seat.name),))


def has_people(table: Table) -> bool:
    """Whether anybody at a table is still there, beside computers."""
    return any(not seat.left and not seat.by_computer for seat in table.seats)


def is_deserted(before: Table, after: Table) -> bool:
    """Whether nobody is left whom computers could play with, once seats have left.

    Those who are away, or have had a computer play for them, stay as long as anybody plays: the last one who
    did may watch theirs play to the end, but must not leave it alone.
    """
    if not has_people(after):
        return True
    left = sum(seat.left for seat in after.seats) > sum(seat.left for seat in before.seats)
    return left and not any(not seat.left and seat.player is None for seat in after.seats)


def next_host(table: Table, leaver: int | None) -> int | None:
    """Who hosts when this user goes: the first person still seated, None if nobody is."""
    for seat in table.seats:
        for person in seat.people:
            there = not (seat.left or person.left) and person.join_id is not None
            if there and person.user_id not in (None, leaver):
                return person.user_id
    return None


# Where a change leads, as far as it is thought through: the state of the game, and the way there. Pure.


@dataclass(frozen=True, slots=True)
class Course:
    """The state reached, the log lines that lead to it, and the events of each step, oldest first.

    `asked` is what all of them add to the counts of questions.
    """

    state: AnyState
    lines: tuple[Entry, ...] = ()
    events: tuple[tuple[Any, ...], ...] = ()
    asked: tuple[Asked, ...] = ()

    def add(self, step: AnyStep, entry: Entry) -> Course:
        """One step more, with the log line that tells it."""
        told, asked = (*self.events, step.events), (*self.asked, *step.asked)
        return Course(step.state, (*self.lines, entry), told, asked)

    def act(self, game: AnyGame, seat: str, action: Any, draws: TableDraws, ask: Ask | None = None) -> Course:
        """One action more; raises Refusal."""
        taken = len(draws.taken)
        step = game.act(self.state, seat, action, draws)
        return self.add(step, line("act", ask, seat, game.actions.plain(action), draws.taken[taken:]))
