"""The first private message to a person at a table: it shows whether their secrets can be sent that way."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.model import Person, Reach, Table
from bot.tables.ports import PeopleStore, Posted
from bot.tables.service import Tables
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.showing.contacts import texts_of
from bot.ui.showing.letterbox import Letterbox
from bot.ui.showing.servers import Servers
from bot.ui.showing.stages import GREETED
from bot.ui.wire.courier import Obstacle, Undelivered

__all__ = ["Greetings", "wants_letters"]


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
