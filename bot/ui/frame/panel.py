"""What one person sees alone, by private message or beside the board, drawn around what the game shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.model import Status, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Panel
from bot.ui.frame.links import jump
from bot.ui.frame.look import Look, joined, name_place
from bot.ui.pages.page import Block, Link, Page, Row, Text, strip_buttons
from bot.ui.pages.stamps import pause_line

__all__ = ["panel_page", "words_page"]


def panel_page(look: Look, panel: Panel, sight: Sight, t: Texts, server: str) -> Page:
    """A seat's own page; `server` is given where it goes by private message."""
    table = sight.table
    still = _standstill(table, panel, t)
    blocks = _opening(look, panel, table, still or joined(*panel.now), server)
    if not still:
        blocks += panel.blocks
    if server and panel.linked and (panel.joined or not still):
        blocks.append(Row((Link(t("Aller à la table"), jump(table)),)))
    farewell: tuple[Block, ...] = ()
    if panel.farewell and not still:
        farewell = (Text(joined(name_place(look, table, server), panel.farewell)),)
    return replace(_page(look, panel, sight, blocks), farewell=farewell)


def words_page(look: Look, panel: Panel, sight: Sight) -> Page:
    """The board in words for whoever asks, whatever the table's status."""
    table = sight.table
    blocks = [*_opening(look, panel, table, joined(*panel.now), ""), *panel.blocks]
    return _page(look, panel, sight, blocks)


def _page(look: Look, panel: Panel, sight: Sight, blocks: Sequence[Block]) -> Page:
    page = Page(sight.table.id, sight.drawn, tuple(blocks), look.accent)
    return replace(page, drawn=0) if panel.lasting and strip_buttons(page) == page else page


def _opening(look: Look, panel: Panel, table: Table, now: str, server: str) -> list[Block]:
    place = name_place(look, table, server if panel.placed else "")
    head = joined(place, *panel.where) if panel.headed else ""
    texts = (joined(head, now),) if panel.joined else (head, now)
    return [Text(text) for text in texts if text]


def _standstill(table: Table, panel: Panel, t: Texts) -> str:
    """Why there is nothing to do; "" while the game runs."""
    if table.status is Status.PLAYING:
        return ""
    if table.status is Status.PAUSED:
        return pause_line(table, t)
    return joined(t("La partie est finie. Le résultat est dans le salon."), panel.epilogue)
