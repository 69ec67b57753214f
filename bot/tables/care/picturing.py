"""The pictures of decks are weighed now and then, for whoever operates the bot and has the disk."""

from __future__ import annotations

from typing import Final

from bot import meters
from bot.tables.pictures import PictureStore, Room
from bot.tables.ports import Clock
from bot.tables.rounds import Rounds
from bot.tables.tasks import Tasks

__all__ = ["Picturing"]

_FIRST_LOOK: Final = 5_000
_LOOKS: Final = 10 * 60_000


class Picturing:
    """Writes into the meters what pictures take, soon after the start and every few minutes."""

    def __init__(self, store: PictureStore, room: Room, clock: Clock, tasks: Tasks) -> None:
        self._store = store
        self._room = room
        self._rounds = Rounds(clock, tasks, "weigh pictures", self.look, first=_FIRST_LOOK, every=_LOOKS)

    def start(self) -> None:
        """Begin to look."""
        self._rounds.start()

    def stop(self) -> None:
        """Look no more."""
        self._rounds.stop()

    async def look(self) -> None:
        """Look once."""
        use = await self._store.weigh_pictures()
        meters.put("pictures", use.pictures)
        meters.put("picture_bytes", use.size)
        meters.put("picture_room_bytes", self._room.all)
