"""Messages that call people back to a table: a deadline is near, the table is paused, or nobody plays."""

import contextlib
from collections.abc import Mapping

from bot.tables.model import Person, Reach, Table
from bot.tables.ports import PeopleStore, Posted
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.showing.contacts import texts_of
from bot.ui.showing.letterbox import wants_letters
from bot.ui.showing.posts import Posts, ping_key
from bot.ui.showing.private import Private
from bot.ui.wire.courier import Courier, Undelivered


class Reminders:
    """Calls people back to tables. Nothing happens if a reminder cannot be delivered."""

    def __init__(
        self,
        tables: Tables,
        posts: Posts,
        people: PeopleStore,
        courier: Courier,
        faces: Mapping[str, Face],
        private: Private,
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._posts = posts
        self._people = people
        self._courier = courier
        self._faces = faces
        self._private = private
        self._tasks = tasks

    def remind_soon(self, table_id: int) -> None:
        """Remind, in the background, those at this table whose deadline is near."""
        self._tasks.spawn(self.remind(table_id), f"remind {table_id}")

    async def remind(self, table_id: int) -> None:
        """Warn everybody who is awaited that their time is running out."""
        look = await self._tables.look(table_id)
        table, board = look.table, await self._posts.board(look.table)
        for seat in look.sight().to_act:
            awaited = table.seat(seat)
            for person in () if awaited.player is not None else awaited.people:
                if person.user_id is not None and not person.left:
                    with contextlib.suppress(Undelivered):
                        await self._remind(table, seat, person, person.user_id, board)

    async def _remind(
        self, table: Table, seat: str, person: Person, user_id: int, board: Posted | None
    ) -> None:
        """Warn one person by private message or, if they get none beside the board, where that stands."""
        face = self._faces[table.game]
        if table.private or person.reach is Reach.BUTTON or not wants_letters(face):
            await self._ping(table, user_id)
            return
        t = await texts_of(self._people, user_id)
        page = letters.reminder(table, face, seat, board.message_id if board else None, t)
        await self._private.remind(table.id, user_id, page)

    async def _ping(self, table: Table, user_id: int) -> None:
        page = letters.ping(table, user_id, texts_for(table.manners.locale))
        key = ping_key(table)
        purpose = f"{table.id}:{user_id}:{key}"
        message_id = await self._courier.post(table.channel_id, page, purpose, pings=(user_id,))
        now = self._tables.now()
        await self._posts.add(Posted(table.id, user_id, table.channel_id, message_id, key, "", now))

    def remind_host_soon(self, table_id: int) -> None:
        """Tell the host, in the background, that nobody has played for days and the table will close."""
        self._tasks.spawn(self.tell_host_of_rest(table_id), f"rest {table_id}")

    async def tell_host_of_rest(self, table_id: int) -> None:
        """Tell the host, if there is one, that the table will close unless somebody plays."""
        table = await self._tables.table(table_id)
        if table.host_id is None or table.closes_at is None:
            return
        face, t = self._faces.get(table.game), await texts_of(self._people, table.host_id)
        title = table.game if face is None else face.spec.title
        page = letters.rest_notice(table, title, t)
        with contextlib.suppress(Undelivered):  # the board says the same
            await self._courier.whisper(table.host_id, page, f"{table.id}:rest:{table.closes_at}")

    async def tell_host_of_pause(self, table: Table) -> None:
        """Tell the host why the table is paused, and how it goes on."""
        if table.host_id is None:
            return
        page = letters.pause_notice(
            table, self._faces[table.game], await texts_of(self._people, table.host_id)
        )
        with contextlib.suppress(Undelivered):  # `statut` says the same to whoever asks
            await self._courier.whisper(table.host_id, page, f"{table.id}:paused:{table.version}")
