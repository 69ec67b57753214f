"""What one person sees alone, by private message or in the channel: the frame around what a game draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.model import Status, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import Badge, heading, join_lines
from bot.ui.frame.drawn import Panel
from bot.ui.frame.links import jump
from bot.ui.pages.page import Block, Link, Page, Row, Text, strip_buttons
from bot.ui.pages.stamps import pause_line

__all__ = ["farewell_page", "panel_page", "words_page"]


def panel_page(badge: Badge, panel: Panel, sight: Sight, t: Texts, server: str) -> Page:
    """A seat's own page; `server` is the server's name for a private message, else ""."""
    table = sight.table
    still = _standstill(table, panel, t)
    blocks = _opening(badge, panel, table, still or join_lines(*panel.now), server)
    if not still:
        blocks += panel.blocks
    if server and panel.linked and (panel.joined or not still):
        blocks.append(Row((Link(t("Aller à la table"), jump(table)),)))
    return _page(badge, panel, sight, blocks)


def farewell_page(badge: Badge, words: str, sight: Sight, server: str) -> Page:
    """A seat's own page once there is nothing to press: `words` below the heading."""
    blocks = (Text(join_lines(heading(badge, sight.table, server), words)),)
    return Page(sight.table.id, sight.drawn, blocks, badge.accent)


def words_page(badge: Badge, panel: Panel, sight: Sight) -> Page:
    """The board in words, for people who ask for it, whatever the table's status."""
    table = sight.table
    blocks = [*_opening(badge, panel, table, join_lines(*panel.now), ""), *panel.blocks]
    return _page(badge, panel, sight, blocks)


def _page(badge: Badge, panel: Panel, sight: Sight, blocks: Sequence[Block]) -> Page:
    page = Page(sight.table.id, sight.drawn, tuple(blocks), badge.accent)
    return replace(page, drawn=0) if panel.lasting and strip_buttons(page) == page else page


def _opening(badge: Badge, panel: Panel, table: Table, now: str, server: str) -> list[Block]:
    place = heading(badge, table, server if panel.placed else "")
    head = join_lines(place, *panel.where) if panel.headed else ""
    texts = (join_lines(head, now),) if panel.joined else (head, now)
    return [Text(text) for text in texts if text]


def _standstill(table: Table, panel: Panel, t: Texts) -> str:
    """The sentence that says why nothing can be done; "" while the game runs."""
    if table.status is Status.PLAYING:
        return ""
    if table.status is Status.PAUSED:
        return pause_line(table, t)
    return join_lines(t("La partie est finie. Le résultat est dans le salon."), panel.epilogue)
