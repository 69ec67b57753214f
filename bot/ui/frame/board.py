"""The public message of a game: the frame adds what all games show to what a game draws."""

from __future__ import annotations

from bot.tables.model import Pace, Status, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import CLOSED_ACCENT, Badge, join_lines
from bot.ui.frame.drawn import Board, Ended
from bot.ui.frame.ending import closing_blocks, winners_line
from bot.ui.frame.fairness import proof
from bot.ui.frame.names import seat_name
from bot.ui.pages.page import Block, Button, Page, Text
from bot.ui.pages.stamps import pause_line, time_left

__all__ = ["board_page", "end_page", "usual_buttons"]


def board_page(badge: Badge, board: Board, sight: Sight, t: Texts) -> Page:
    """The message of a running or paused game."""
    table = sight.table
    head = " · ".join(part for part in (_title(badge), board.where) if part)
    if table.status is Status.PAUSED:
        blocks: list[Block] = [Text(f"{head}\n{pause_line(table, t)}")]
    else:
        now = join_lines(*board.now, time_left(table, t) if board.timed else "", *board.notes)
        blocks = [Text(head), *board.above, Text(now)] if board.above else [Text(join_lines(head, now))]
    return Page(table.id, sight.drawn, (*blocks, *board.blocks), badge.accent)


def end_page(badge: Badge, ended: Ended, sight: Sight, t: Texts) -> Page:
    """The message of a game that is over."""
    table = sight.table
    blocks: list[Block] = [Text(f"{_title(badge)}\n{ended.outcome or _winners(table, t)}")]
    blocks += [Text(ended.ranking)] if ended.ranking else []
    blocks += [*ended.blocks, Text(proof(table, t)), *closing_blocks(table, t, *ended.links)]
    return Page(table.id, sight.drawn, tuple(blocks), CLOSED_ACCENT)


def usual_buttons(table: Table, t: Texts) -> tuple[Button, ...]:
    """The buttons below every board: the rules and, without deadlines, the options (to remove somebody)."""
    rules = Button("game.rules", t("Règles"))
    if table.manners.pace is not Pace.RELAXED:
        return (rules,)
    return (rules, Button("table.options", t("Options")))


def _title(badge: Badge) -> str:
    return f"## {badge.emoji} {badge.title}"


def _winners(table: Table, t: Texts) -> str:
    return winners_line(
        table, lambda seats: t.list([f"**{seat_name(table, seat, t)}**" for seat in seats]), t
    )
