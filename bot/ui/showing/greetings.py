"""The first private message to a person at a table: it shows whether their secrets can be sent that way."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.model import Person, Reach, Table
from bot.tables.ports import PeopleStore
from bot.tables.service import Tables
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.showing.contacts import texts_of
from bot.ui.showing.servers import Servers
from bot.ui.wire.courier import Courier, Obstacle, Undelivered

__all__ = ["Greetings", "wants_letters"]


class Greetings:
    """Greets people who sit down."""

    def __init__(
        self,
        tables: Tables,
        people: PeopleStore,
        courier: Courier,
        faces: Mapping[str, Face],
        servers: Servers,
    ) -> None:
        self._tables = tables
        self._people = people
        self._courier = courier
        self._faces = faces
        self._servers = servers

    async def greet(self, table: Table, person: Person) -> bool:
        """Send the first private message. Returns whether it arrived, which is also noted at the table.

        Raises Undelivered if it should be tried again later.
        """
        face = self._faces[table.game]
        if person.user_id is None or not wants_letters(face):
            return False
        t = await texts_of(self._people, person.user_id)
        page = letters.greeting(table, face, await self._servers.name(table.guild_id), t)
        purpose = f"{table.id}:{person.user_id}:greeting:{person.join_id}"
        reach = Reach.DM
        try:
            await self._courier.whisper(person.user_id, page, purpose)
        except Undelivered as failure:
            if failure.obstacle is Obstacle.LATER:
                raise
            reach = Reach.BUTTON
        await self._tables.note_reach(table.id, person.user_id, reach)
        return reach is Reach.DM


def wants_letters(face: Face) -> bool:
    """Whether a game sends private messages at all."""
    return face.spec.greeting is not None
