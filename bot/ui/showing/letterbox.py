"""Sends, redraws and deletes private messages, and notes where they are: at most one for each audience."""

from collections.abc import Mapping
from dataclasses import replace

import structlog

from bot.tables.model import Person, Reach, Table
from bot.tables.ports import PeopleStore, Posted
from bot.tables.service import Tables
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.pages.page import Page
from bot.ui.showing.contacts import texts_of
from bot.ui.showing.memory import Servers
from bot.ui.showing.pages import GREETED, PageWithDigest, is_there
from bot.ui.showing.posts import Posts
from bot.ui.wire.courier import Courier, Obstacle, Undelivered

_log = structlog.get_logger(__name__)


class Letterbox:
    """Carries out what was decided about somebody's private message."""

    def __init__(self, tables: Tables, posts: Posts, courier: Courier) -> None:
        self._tables = tables
        self._posts = posts
        self._courier = courier

    async def send(
        self,
        table: Table,
        user_id: int,
        mine: Posted | None,
        page: Page,
        occasion: str,
        stage: str,
        digest: str = "",
    ) -> None:
        """Send a new private message, which calls its reader, in the place of `mine`; note its stage.

        `occasion` is what it is sent for: it is sent once for that. A crash in between leaves `mine` noted,
        so that all this is done again, and nothing twice. Raises Undelivered.
        """
        # Of the one before it, too: a message that was deleted must not come back by its nonce.
        purpose = f"{table.id}:{user_id}:{occasion}:{0 if mine is None else mine.message_id}"
        place = await self._courier.whisper(user_id, page, purpose)
        await self.take_away(mine)
        now = self._tables.now()
        await self._posts.add(Posted(table.id, user_id, *place, stage, digest, now))

    async def redraw(self, mine: Posted, panel: PageWithDigest, stage: str) -> None:
        """Redraw a message if it shows something else, and note the stage that it is in now.

        Raises Undelivered.
        """
        kept = replace(mine, key=stage, digest=panel.digest)
        if mine.digest != kept.digest:
            await self._courier.edit(mine.channel_id, mine.message_id, panel.page)
        if kept != mine:
            self._posts.note(kept)

    async def take_away(self, mine: Posted | None) -> None:
        """Delete a message that has served, if it is there. Raises Undelivered to be tried again later."""
        if mine is None or not is_there(mine):
            return
        try:
            await self._courier.delete(mine.channel_id, mine.message_id)
        except Undelivered as failure:
            if failure.obstacle is Obstacle.LATER:
                raise
            _log.info("private message not deleted", table=mine.table_id, why=failure.obstacle.value)

    async def take_back(self, mine: Posted) -> None:
        """Delete a message of somebody who has no part in the table any more. Raises Undelivered."""
        await self.take_away(mine)
        await self._posts.forget(mine.table_id, mine.audience)


# The first private message to a person at a table: it shows whether their secrets can be sent that way.


class Greetings:
    """Greets people who sit down."""

    def __init__(
        self,
        tables: Tables,
        people: PeopleStore,
        letterbox: Letterbox,
        faces: Mapping[str, Face],
        servers: Servers,
    ) -> None:
        self._tables = tables
        self._people = people
        self._letterbox = letterbox
        self._faces = faces
        self._servers = servers

    async def greet(self, table: Table, person: Person, mine: Posted | None) -> bool:
        """Send the first private message, in the place of `mine`.

        Returns whether it arrived, which is also noted at the table. Raises Undelivered if it should be tried
        again later.
        """
        face, user_id = self._faces[table.game], person.user_id
        if user_id is None or not wants_letters(face):
            return False
        t = await texts_of(self._people, user_id)
        page = letters.greeting(table, face, await self._servers.name(table.guild_id), t)
        reach = Reach.DM
        try:
            await self._letterbox.send(table, user_id, mine, page, f"greeting:{person.join_id}", GREETED)
        except Undelivered as failure:
            if failure.obstacle is Obstacle.LATER:
                raise
            reach = Reach.BUTTON
        await self._tables.note_reach(table.id, user_id, reach)
        return reach is Reach.DM


def wants_letters(face: Face) -> bool:
    """Whether a game sends private messages at all."""
    return face.spec.greeting is not None
