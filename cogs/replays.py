"""Replays: tables that are over, step by step, for whoever may know of them; and steps that are shared."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final, Self

from discord.ext.commands import AutoShardedBot

from bot.tables.model import Denied
from bot.tables.past.replays import Past, Replays
from bot.tables.ports import ServerStore
from bot.tables.tasks import Aside
from bot.texts import texts_for
from bot.ui.clicks.click import Click, language_here, place_of
from bot.ui.clicks.house import House
from bot.ui.clicks.opening import check_permissions
from bot.ui.clicks.rights import may_know, may_show_here, may_write
from bot.ui.frame.face import Face
from bot.ui.frame.past import in_words, lost_card, read_number
from bot.ui.pages.page import Page
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from cogs.common.mine import attended

# *Revoir*: a table that is over, step by step, for whoever may know of it; and one's own tables.


def plug(_bot: AutoShardedBot, house: House) -> None:
    """Have the buttons and lists of replays answered, and what was shared redrawn without erased names."""
    cards = Cards(Replays(house.tables), house.faces, house.courier, house.servers)
    house.hooks.renamed.append(cards.refresh)
    pages = _Pages(house, cards)
    verbs = {
        "open": pages.open,
        "show": pages.turn,
        "words": pages.tell,
        "list": pages.list_tables,
        "share": pages.share,
        "film": pages.film,
    }
    house.router.register("past", verbs)


class _Pages:
    """Shows steps of tables; each button says which one, so that nothing is kept between two clicks."""

    def __init__(self, house: House, cards: Cards) -> None:
        self._house = house
        self._cards = cards

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
        await self._cards.share(card, who.id, who.display_name, interaction.id, now)
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
        return face, await self._cards.replays.past(table_id)


# Cards: steps of games that are over, which somebody has shared with everybody in a channel.
#
# The newest ones of each table are remembered, by where they are and what they show, not by who shared
# them: once a name of the table is erased they are drawn again without it.

_FACT: Final = "card "
"""What the facts begin with, each of a card; the numbers of its table and of its message follow."""
KEPT: Final = 20
"""So many cards of one table are remembered, the newest ones."""
_MOST, _WITHIN = 3, 10 * 60_000
"""So many cards somebody may share within so long (ms)."""
_SHARERS: Final = 1024


@dataclass(frozen=True, slots=True)
class Card:
    """A step (from 0) of a table in a language, shown in a channel; `moving`: with the steps before it."""

    table_id: int
    number: int
    channel_id: int
    locale: str
    moving: bool

    def dump(self) -> str:
        """Its JSON text."""
        return json.dumps(asdict(self))

    @classmethod
    def load(cls, text: str) -> Self:
        """Read what `dump` wrote."""
        return cls(**json.loads(text))


class Cards:
    """Shares steps, and corrects what was shared."""

    def __init__(
        self, replays: Replays, faces: Mapping[str, Face], courier: Courier, facts: ServerStore
    ) -> None:
        self.replays = replays
        self._faces = faces
        self._courier = courier
        self._facts = facts
        self._aside = Aside("cards")
        self._shared: OrderedDict[int, tuple[int, ...]] = OrderedDict()
        """When people have shared something lately (ms UTC)."""

    async def share(self, card: Card, user_id: int, name: str, interaction_id: int, now: int) -> None:
        """Show a card to everybody in its channel, as shared by this person.

        Denied "shared_often" (most), "cannot_write", and as `Replays.past`.
        """
        page = await self._draw(card, name)
        self._count(user_id, now)
        try:
            message_id = await self._courier.post(card.channel_id, page, f"card {interaction_id}")
        except Undelivered as failure:
            raise Denied("restarting" if failure.obstacle is Obstacle.LATER else "cannot_write") from None
        await self._facts.set_fact(f"{_key(card.table_id)}{message_id}", card.dump())
        for key in sorted(await self._facts.facts(_key(card.table_id)), key=_message_of)[:-KEPT]:
            await self._facts.drop_fact(key)

    async def refresh(self, table_id: int) -> None:
        """Draw the cards of a table again, after a name in it was erased; who shared them is told no more.

        Raises Undelivered if one of them has to wait.
        """
        for key, text in (await self._facts.facts(_key(table_id))).items():
            card = Card.load(text)
            try:
                page = await self._draw(card, "")
            except Denied:
                page = lost_card(table_id, texts_for(card.locale))
            try:
                await self._courier.edit(card.channel_id, _message_of(key), page)
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    raise
                await self._facts.drop_fact(key)

    async def _draw(self, card: Card, name: str) -> Page:
        past = await self.replays.past(card.table_id)
        face = self._faces.get(past.table.game)
        if face is None:
            raise Denied("unknown_game")
        number, t = past.nearest(card.number), texts_for(card.locale)
        return await self._aside.run(partial(face.card, past, number, name, t, moving=card.moving))

    def _count(self, user_id: int, now: int) -> None:
        """Note that somebody shares something now. Denied "shared_often"."""
        lately = tuple(at for at in self._shared.get(user_id, ()) if at > now - _WITHIN)
        if len(lately) >= _MOST:
            raise Denied("shared_often", most=_MOST)
        self._shared[user_id] = (*lately, now)
        self._shared.move_to_end(user_id)
        if len(self._shared) > _SHARERS:
            self._shared.popitem(last=False)


def _key(table_id: int) -> str:
    return f"{_FACT}{table_id} "


def _message_of(key: str) -> int:
    return int(key.rpartition(" ")[2])
