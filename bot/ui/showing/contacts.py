"""How to write to people privately, and in which language: read once a person while the bot runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.ports import Contact, PeopleStore
from bot.texts import Texts, texts_for
from bot.ui.showing.memory import Memory
from bot.ui.showing.posts import Posts

__all__ = ["Contacts", "texts_of"]

_PEOPLE = 4096
"""How many people's contacts are remembered."""


class Contacts(PeopleStore):
    """The store's people, with their contacts remembered. All that writes a contact goes through here."""

    def __init__(self, store: PeopleStore, posts: Posts) -> None:
        self._store = store
        self._posts = posts
        self._memory: Memory[int, Contact | None] = Memory(store.contact, _PEOPLE)

    async def contact(self, user_id: int) -> Contact | None:
        """What is known of this user."""
        return await self._memory.of(user_id)

    async def note_contact(self, contact: Contact) -> None:
        """Remember (replace) it."""
        try:
            await self._store.note_contact(contact)
        except BaseException:  # it may have been written all the same: only the store knows
            self._memory.drop(contact.user_id)
            raise
        self._memory.put(contact.user_id, lambda _: contact)

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """Everything stored about this user, as JSON-able data."""
        return await self._store.export(user_id)

    async def tables_sat(self, user_id: int) -> Sequence[int]:
        """Every table where this user has a seat, newest first."""
        return await self._store.tables_sat(user_id)

    async def erase(self, user_id: int) -> int:
        """Erase everything about them, what is remembered included; how many tables they sat at."""
        try:
            return await self._store.erase(user_id)
        finally:
            self._memory.drop(user_id)
            self._posts.clear()  # where their private messages were is erased, too


async def texts_of(people: PeopleStore, user_id: int) -> Texts:
    """The language that this user's Discord speaks, as far as we know."""
    contact = await people.contact(user_id)
    return texts_for(contact.locale if contact else None)
