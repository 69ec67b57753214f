"""The part of the store that is about decks: those of servers, their cards, and what is said of them."""

from collections.abc import Sequence

from bot.tables.decks import NO_NEW, DeckInfo, DeckTexts, NewPictures, Report, Use
from db.batch import Connection
from db.door import Door
from db.jobs import decks
from db.jobs.decks import load_picture, weigh_pictures, weigh_servers
from engines.core.decks import Asked


class DeckShelf:
    """What `DeckStore` asks for, over a door for writes and a connection for reads; StoreError."""

    door: Door
    _reader: Connection

    async def put_deck(self, guild_id: int, info: DeckInfo, content: str, new: NewPictures = NO_NEW) -> bool:
        """Add or replace a deck, and say whether one was replaced; Full or Crowded if there are too many."""
        return await self.door.write(
            lambda connection: decks.put_deck(connection, guild_id, info, content, new)
        )

    async def load_picture(self, digest: str) -> bytes | None:
        """The picture with this SHA-256."""
        return await self._reader.run(lambda connection: load_picture(connection, digest))

    async def weigh_pictures(self) -> Use:
        """All pictures that are stored."""
        return await self._reader.run(weigh_pictures)

    async def weigh_servers(self) -> Sequence[tuple[int, Use]]:
        """The pictures of each server's decks, the heaviest first."""
        return await self._reader.read(weigh_servers)

    async def decks(self, guild_id: int) -> Sequence[DeckInfo]:
        """The decks of a server, by name."""
        return await self._reader.read(lambda connection: decks.list_decks(connection, guild_id))

    async def load_deck(self, guild_id: int, name: str) -> str | None:
        """The JSON text of a deck."""
        return await self._reader.run(lambda connection: decks.load_deck(connection, guild_id, name))

    async def delete_deck(self, guild_id: int, name: str) -> bool:
        """Delete a deck with its seen cards and reports, and say whether there was one."""
        return await self.door.write(lambda connection: decks.delete_deck(connection, guild_id, name))

    async def load_deck_texts(self, guild_id: int, name: str) -> DeckTexts:
        """All that is stored of the deck with this name."""
        return await self._reader.read(lambda connection: decks.load_deck_texts(connection, guild_id, name))

    async def list_unfinished(self, guild_id: int) -> Sequence[str]:
        """The names of the decks that have unfinished cards."""
        return await self._reader.run(lambda connection: decks.list_unfinished(connection, guild_id))

    async def change_deck(
        self, guild_id: int, info: DeckInfo, before: DeckTexts, after: DeckTexts, new: NewPictures = NO_NEW
    ) -> bool:
        """Store a deck's texts in the place of those it had; False if it has others by now. Full, Crowded."""
        return await self.door.write(
            lambda connection: decks.change_deck(connection, guild_id, info, before, after, new)
        )

    async def list_seen_cards(self, guild_id: int, deck: str) -> frozenset[str]:
        """The cards (ids) that this server has seen since their pile was last used up."""
        return await self._reader.run(lambda connection: decks.list_seen_cards(connection, guild_id, deck))

    async def list_asked(self, guild_id: int) -> Sequence[Asked]:
        """What was asked on a server, and what became of it."""
        return await self._reader.read(lambda connection: decks.list_asked(connection, guild_id))

    async def add_report(self, guild_id: int, report: Report) -> bool:
        """Put a report into the queue; False if this person reported the question before. Enough, Full."""
        return await self.door.write(lambda connection: decks.add_report(connection, guild_id, report))

    async def reports(self, guild_id: int) -> Sequence[Report]:
        """The queue of reports, oldest first."""
        return await self._reader.read(lambda connection: decks.list_reports(connection, guild_id))

    async def settle_report(self, guild_id: int, report_id: int) -> bool:
        """Take a report and all others of its question out of the queue, and say whether it was there."""
        return await self.door.write(lambda connection: decks.settle_report(connection, guild_id, report_id))
