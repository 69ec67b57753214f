"""How to write to people privately, and in which language. Read from the store once for each person."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.tables.model import Table
from bot.tables.ports import Contact, PeopleStore
from bot.texts import Texts, texts_for
from bot.ui.showing.memory import Memory, Servers
from bot.ui.showing.posts import Posts

_PEOPLE = 4096
"""How many people's contacts are remembered."""


class Manner(NamedTuple):
    """How a private panel is written: in its reader's language, with the server's name, for a host or not."""

    texts: Texts
    server: str
    hosts: bool


class Contacts(PeopleStore):
    """The people in the store; contacts are remembered, so every change of one must go through here."""

    def __init__(self, store: PeopleStore, posts: Posts) -> None:
        self._store = store
        self._posts = posts
        self._memory: Memory[int, Contact | None] = Memory(store.contact, _PEOPLE)

    async def contact(self, user_id: int) -> Contact | None:
        """The contact of this user; None if nothing is known."""
        return await self._memory.of(user_id)

    async def note_contact(self, contact: Contact) -> None:
        """Store a contact; it replaces the one that was known. What is known already is not written again."""
        if contact == await self.contact(contact.user_id):
            return
        try:
            await self._store.note_contact(contact)
        except BaseException:  # it may have been written all the same: only the store knows
            self._memory.drop(contact.user_id)
            raise
        self._memory.put(contact.user_id, lambda _: contact)

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """Everything that is stored about this user, as data that can be written as JSON."""
        return await self._store.export(user_id)

    async def list_tables_sat(self, user_id: int) -> Sequence[int]:
        """The ids of all tables where this user has a seat, newest first."""
        return await self._store.list_tables_sat(user_id)

    async def erase(self, user_id: int) -> int:
        """Erase everything about this user, also from memory. Returns at how many tables they sat."""
        try:
            return await self._store.erase(user_id)
        finally:
            self._memory.drop(user_id)
            self._posts.clear()  # where their private messages were is erased, too

    def clear(self) -> None:
        """Read everything from the store again, because another process may have written there."""
        self._memory.clear()


async def texts_of(people: PeopleStore, user_id: int) -> Texts:
    """The texts in the language of this user's Discord; French if it is not known."""
    contact = await people.contact(user_id)
    return texts_for(contact.locale if contact else None)


async def manner_of(people: PeopleStore, servers: Servers, user_id: int, table: Table) -> Manner:
    """How this user's private panel of a table is written."""
    texts, server = await texts_of(people, user_id), await servers.name(table.guild_id)
    return Manner(texts, server, user_id == table.host_id)
