"""What is noted about the people who click."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.ports import Contact, PeopleStore

__all__ = ["note_locale"]


async def note_locale(people: PeopleStore, user_id: int, locale: str) -> None:
    """Note in which language to write to this user; `locale` is Discord's."""
    contact = await people.contact(user_id) or Contact(user_id, None, True, None)
    if contact.locale != locale:
        await people.note_contact(replace(contact, locale=locale))
