"""*Revoir*: a table that is over, step by step, for whoever may know of it; and one's own tables."""

from __future__ import annotations

from bot.tables.errors import Denied
from bot.tables.past.replays import Replays
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House
from bot.ui.clicks.place import place_of
from bot.ui.clicks.rights import may_know
from bot.ui.frame.attended import LISTED, attended_page
from bot.ui.frame.past import read_number
from bot.ui.pages.page import Page
from bot.ui.wire.responder import Responder

__all__ = ["attend_replays", "attended"]


def attend_replays(house: House) -> None:
    """Have the buttons and lists of replays answered."""
    pages = _Pages(house)
    house.router.register("past", {"open": pages.open, "show": pages.turn, "list": pages.list_tables})


async def attended(house: House, responder: Responder, skipped: int = 0) -> Page:
    """Somebody's closed tables where they type or click, newest first, without so many of them."""
    interaction = responder.interaction
    place, user_id = place_of(interaction), interaction.user.id
    tables = await house.attended.attended(place, user_id, skipped, LISTED + 1)
    return attended_page(tables, skipped, house.faces, responder.texts)


class _Pages:
    """Shows steps of tables; each button says which one, so that nothing is kept between two clicks."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._replays = Replays(house.tables)

    async def open(self, click: Click) -> None:
        """Show the first step, beside the message that was clicked; of a list, of the table chosen there."""
        chosen = next(iter(click.values), "")
        table_id = click.target.table_id or read_number(chosen)
        page = await self._page(click, table_id, read_number(click.target.arg))
        await click.responder.show(page, f"replay of {table_id}")

    async def turn(self, click: Click) -> None:
        """Show another step in the place of this one."""
        number = read_number(next(iter(click.values), click.target.arg))
        await click.responder.update(await self._page(click, click.target.table_id, number))

    async def list_tables(self, click: Click) -> None:
        """Show another page of somebody's own tables, in the place of what was clicked."""
        page = await attended(self._house, click.responder, read_number(click.target.arg))
        await click.responder.update(page)

    async def _page(self, click: Click, table_id: int, number: int) -> Page:
        """A step of a table. Denied "no_such_table" for one that this person may not know of."""
        interaction, house = click.responder.interaction, self._house
        house.refuse_blocked(interaction)
        table = await house.tables.table(table_id)
        if table.guild_id != place_of(interaction) or not await may_know(interaction, table):
            raise Denied("no_such_table")
        face = house.faces.get(table.game)
        if face is None:
            raise Denied("unknown_game")
        past = await self._replays.past(table_id)
        return face.replay(past, past.nearest(number), click.responder.texts)
