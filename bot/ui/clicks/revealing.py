"""What a click in the channel has shown to its clicker alone opens at once, for their eyes only."""

from __future__ import annotations

from typing import Any

from bot.tables.sight import Sight
from bot.ui.clicks.click import Click
from bot.ui.frame.face import Face
from bot.ui.showing.private import Private

__all__ = ["reveal"]


async def reveal(click: Click, action: Any | None, sight: Sight, face: Face, private: Private) -> None:
    """Show the clicker their panel if the action (None: the beginning) has revealed something to them.

    `sight` is the clicker's, after it.
    """
    if sight.seat is None or not face.reveals(action, sight):
        return
    await private.asides.show(click.responder, sight.table.id)
