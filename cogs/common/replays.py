"""*Revoir*: a table that is over, step by step, for whoever may know of it; and one's own tables."""

from bot.tables.model import Denied
from bot.tables.past.replays import Past
from bot.texts import texts_for
from bot.ui.clicks.click import Click, language_here, place_of
from bot.ui.clicks.house import House
from bot.ui.clicks.opening import check_permissions
from bot.ui.clicks.rights import may_know, may_show_here, may_write
from bot.ui.frame.attended import LISTED, attended_page
from bot.ui.frame.face import Face
from bot.ui.frame.past import in_words, read_number
from bot.ui.pages.page import Page
from bot.ui.showing.cards import Card
from bot.ui.wire.responder import Responder


def attend_replays(house: House) -> None:
    """Have the buttons and lists of replays answered."""
    pages = _Pages(house)
    verbs = {
        "open": pages.open,
        "show": pages.turn,
        "words": pages.tell,
        "list": pages.list_tables,
        "share": pages.share,
        "film": pages.film,
    }
    house.router.register("past", verbs)


async def attended(house: House, responder: Responder, skipped: int = 0) -> Page:
    """Somebody's closed tables where they type or click, newest first, without so many of them."""
    interaction = responder.interaction
    place, user_id = place_of(interaction), interaction.user.id
    tables = await house.insight.kept.attended(place, user_id, skipped, LISTED + 1)
    return attended_page(tables, skipped, house.faces, responder.texts)


class _Pages:
    """Shows steps of tables; each button says which one, so that nothing is kept between two clicks."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def open(self, click: Click) -> None:
        """Show the first step, beside the message that was clicked; of a list, of the table chosen there."""
        table_id = click.target.table_id or read_number(next(iter(click.values), ""))
        face, past = await self._look(click, table_id)
        number = past.nearest(read_number(click.target.arg))
        page = face.replay(past, number, click.responder.texts)
        await click.responder.show(page, f"replay of {table_id}")

    async def turn(self, click: Click) -> None:
        """Show another step in the place of this one."""
        face, past = await self._look(click, click.target.table_id)
        number = past.nearest(read_number(next(iter(click.values), click.target.arg)))
        await click.responder.update(face.replay(past, number, click.responder.texts))

    async def tell(self, click: Click) -> None:
        """Put a step's pictures in words. Denied "stale" if it has none."""
        face, past = await self._look(click, click.target.table_id)
        number = past.nearest(read_number(click.target.arg))
        page = in_words(face.replay(past, number, click.responder.texts))
        if page is None:
            raise Denied("stale")
        await click.responder.show(page, f"replay of {past.table.id} in words")

    async def share(self, click: Click) -> None:
        """Show a step to everybody in the channel.

        Denied "cannot_write", "may_not_write", "shared_often", and "not_for_all" (channel) for a table that
        not all may see who read it here.
        """
        await self._share(click, moving=False)

    async def film(self, click: Click) -> None:
        """Share a step with the pictures of those before it. Raises as `share`."""
        await self._share(click, moving=True)

    async def _share(self, click: Click, *, moving: bool) -> None:
        interaction, responder = click.responder.interaction, click.responder
        _, past = await self._look(click, click.target.table_id)
        if past.table.private or interaction.channel_id is None:
            raise Denied("stale")
        check_permissions(interaction)
        if not may_write(interaction):
            raise Denied("may_not_write")
        if not await may_show_here(interaction, past.table):
            raise Denied("not_for_all", channel=past.table.channel_id)
        number, locale = past.nearest(read_number(click.target.arg)), language_here(interaction)
        card = Card(past.table.id, number, interaction.channel_id, texts_for(locale).locale, moving)
        who, now = interaction.user, self._house.tables.now()
        await self._house.cards.share(card, who.id, who.display_name, interaction.id, now)
        await responder.say_briefly(responder.texts("C’est partagé dans ce salon."))

    async def list_tables(self, click: Click) -> None:
        """Show another page of somebody's own tables, in the place of what was clicked."""
        page = await attended(self._house, click.responder, read_number(click.target.arg))
        await click.responder.update(page)

    async def _look(self, click: Click, table_id: int) -> tuple[Face, Past]:
        """Look back on a table. Denied "no_such_table" for one that this person may not know of."""
        interaction, house = click.responder.interaction, self._house
        house.refuse_blocked(interaction)
        table = await house.tables.table(table_id)
        if table.guild_id != place_of(interaction) or not await may_know(interaction, table):
            raise Denied("no_such_table")
        face = house.faces.get(table.game)
        if face is None:
            raise Denied("unknown_game")
        return face, await self._house.cards.replays.past(table_id)
