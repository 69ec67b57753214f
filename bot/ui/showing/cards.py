"""Cards: steps of games that are over, which somebody has shared with everybody in a channel.

The newest ones of each table are remembered, by where they are and what they show, not by who shared them:
once a name of the table is erased they are drawn again without it.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final, Self

from bot.tables.model import Denied
from bot.tables.past.replays import Replays
from bot.tables.ports import ServerStore
from bot.tables.tasks import Aside
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.past import lost_card
from bot.ui.pages.page import Page
from bot.ui.wire.courier import Courier, Obstacle, Undelivered

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
