"""What a click in the channel has shown to its clicker alone opens at once, for their eyes only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.ui.clicks.click import Click
from bot.ui.frame.face import Face
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher

__all__ = ["Revealing", "reveal"]


class Revealing:
    """Verbs after which the board is shown, and to the clicker what that gave to them alone."""

    def __init__(
        self, tables: Tables, publisher: Publisher, private: Private, faces: Mapping[str, Face]
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private
        self._faces = faces

    async def _reveal(self, click: Click, sight: Sight, action: Any | None = None) -> None:
        await reveal(click, action, sight, self._faces[sight.table.game], self._private)


async def reveal(click: Click, action: Any | None, sight: Sight, face: Face, private: Private) -> None:
    """Show the clicker their panel if the action (None: the beginning) has revealed something to them.

    `sight` is the clicker's, after it.
    """
    if sight.seat is None or not face.reveals(action, sight):
        return
    await private.asides.show(click.responder, sight.table.id)
