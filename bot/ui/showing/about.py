"""The facts about a table that sentences to a clicker may mention."""

from __future__ import annotations

from typing import Any

from bot.tables.errors import Denied
from bot.tables.service import Tables
from bot.texts import Texts
from bot.ui.frame import letters
from bot.ui.frame.names import raw_name
from bot.ui.showing.posts import Posts

__all__ = ["describe_table"]


async def describe_table(tables: Tables, posts: Posts, table_id: int, t: Texts) -> dict[str, Any]:
    """Describe a table by name: "game", "link" to its board, "host", "who" is awaited; what is unknown lacks.

    Empty if there is no such table.
    """
    try:
        sight = await tables.sight(table_id)
    except Denied:
        return {}
    table, board = sight.table, await posts.board(sight.table)
    about: dict[str, Any] = {"game": table.game}
    if board is not None:
        about["link"] = letters.jump(table, board.message_id)
    for person in table.people():
        if person.user_id is not None and person.user_id == table.host_id:
            about["host"] = person.name
    if sight.to_act:
        about["who"] = raw_name(table.seat(sight.to_act[0]), t)
    return about
