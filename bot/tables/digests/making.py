"""Makes the digest of a table that is closed: from its last state, and from its game played again. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.digests.model import Digest
from bot.tables.digests.rolling import count_dice
from bot.tables.model import Held, Table
from bot.tables.proof.record import Record
from bot.tables.proof.recounting import story_of
from bot.tables.rated import why_unrated
from engines.core.game import AnyGame, AnyState
from engines.core.story import Facts

__all__ = ["make_digest"]


def make_digest(held: Held, record: Record | None, game: AnyGame | None) -> Digest:
    """Look back on a table that is closed. A long game takes its time: it is played again.

    `record` is its record with all secrets, but for the setup, which is the table's; None once its log is
    gone. Without `game` its rules are unknown.
    Places are those of the game played again: of a game by older rules it knows more than these had kept.
    """
    table, state = held.table, held.vault.state
    told = why_unrated(table, game, state)
    setup = None if state is None else state.setup
    story = None if record is None or game is None else story_of(record, game, setup)
    last = state if story is None else story.last()
    return Digest(
        table.id,
        None if game is None or last is None else _places(table, game, last),
        None if story is None or game is None else _by_ordinal(table, game.facts(story)),
        told or _why_unrated_by_log(table, record),
        told,
        None if record is None else count_dice(record),
    )


def _why_unrated_by_log(table: Table, record: Record | None) -> str | None:
    """What the log alone tells: a computer played for somebody who has come back since."""
    by_computer = {seat.name for seat in table.seats if seat.by_computer}
    lines = () if record is None else record.entries
    stood_in = any(line.kind == "decide" and line.seat not in by_computer for line in lines)
    return "autopilot" if stood_in else None


def _places(table: Table, game: AnyGame, state: AnyState) -> dict[int, int]:
    numbers = _ordinals(table)
    return {
        numbers[seat]: place.number for place in game.places(state) for seat in place.seats if seat in numbers
    }


def _by_ordinal(table: Table, facts: Facts) -> dict[int, Mapping[str, int]]:
    numbers = _ordinals(table)
    return {numbers[seat]: sheet for seat, sheet in facts.items() if seat in numbers}


def _ordinals(table: Table) -> dict[str, int]:
    return {seat.name: ordinal for ordinal, seat in enumerate(table.seats)}
