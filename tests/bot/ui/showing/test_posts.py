"""Where messages are, and how people are written to: remembered, and never older than the store."""

from dataclasses import replace

import pytest

from bot.tables.homes import EVERYTHING
from bot.tables.model import Status, Table
from bot.tables.ports import Contact, Posted
from bot.ui.showing.contacts import Contacts
from bot.ui.showing.posts import BOARD, Posts
from tests.support.neighbours import NOTHING, Ours
from tests.support.store import FreshStore
from tests.support.stored import opening

TABLE = Table(1, "tasse", 1, 2, 2, 3, Status.PLAYING, 4, 4, "", 0, 0)
POSTED = Posted(1, BOARD, 2, 99, "4", "digest", 0)


class Counting(FreshStore):
    """A store that counts what is read, and fails to answer a write when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.broken = False

    async def posted(self, table_id: int) -> dict[int, Posted]:
        self.reads += 1
        return dict(await super().posted(table_id))

    async def contact(self, user_id: int) -> Contact | None:
        self.reads += 1
        return await super().contact(user_id)

    async def note_posted(self, posted: Posted) -> None:
        await super().note_posted(posted)
        if self.broken:
            raise OSError("written, but nobody knows")

    async def note_contact(self, contact: Contact) -> None:
        await super().note_contact(contact)
        if self.broken:
            raise OSError("written, but nobody knows")


async def counting() -> Counting:
    """Such a store, with one table."""
    store = Counting()
    await store.commit(opening())
    return store


async def test_the_messages_of_a_table_are_read_once() -> None:
    store = await counting()
    posts = Posts(store)
    assert await posts.board(TABLE) is None
    await posts.add(POSTED)
    await posts.add(replace(POSTED, audience=3, message_id=100))
    assert await posts.of(TABLE) == {BOARD: POSTED, 3: replace(POSTED, audience=3, message_id=100)}
    posts.note(replace(POSTED, digest="newer"))
    assert await posts.board(TABLE) == replace(POSTED, digest="newer")
    assert store.reads == 1
    await store.set_fact("written", "now")  # and what was only noted, with it
    assert await posts.of(TABLE) == await store.posted(1)


async def test_a_message_that_is_gone_is_forgotten() -> None:
    store = await counting()
    posts = Posts(store)
    await posts.add(POSTED)
    await posts.add(replace(POSTED, audience=3, message_id=100))
    assert await posts.board(TABLE) == POSTED
    await posts.forget(1, BOARD)
    assert await posts.of(TABLE) == await store.posted(1) == {3: replace(POSTED, audience=3, message_id=100)}


async def test_after_a_write_that_failed_only_the_store_knows() -> None:
    store = await counting()
    posts, contacts = Posts(store), None
    assert await posts.board(TABLE) is None
    contacts = Contacts(store, posts)
    assert await contacts.contact(3) is None
    store.broken = True
    with pytest.raises(OSError, match="nobody knows"):
        await posts.add(POSTED)
    with pytest.raises(OSError, match="nobody knows"):
        await contacts.note_contact(Contact(3, 55, True, "fr"))
    assert await posts.board(TABLE) == POSTED
    assert await contacts.contact(3) == Contact(3, 55, True, "fr")


async def test_a_closed_table_is_remembered_until_its_end_is_shown() -> None:
    store, closed = await counting(), replace(TABLE, status=Status.CLOSED)
    posts = Posts(store)
    await posts.add(POSTED)
    await posts.of(TABLE)
    assert await posts.board(closed) == POSTED
    assert (store.reads, len(posts)) == (1, 1)
    posts.release(1)
    assert len(posts) == 0
    assert await posts.board(closed) == POSTED
    assert (store.reads, len(posts)) == (2, 0)


async def test_what_is_erased_is_not_remembered() -> None:
    store = await counting()
    posts = Posts(store)
    contacts = Contacts(store, posts)
    await contacts.note_contact(Contact(3, 55, True, "fr"))
    await posts.add(replace(POSTED, audience=3))
    assert await contacts.contact(3) is not None
    assert 3 in await posts.of(TABLE)
    await contacts.erase(3)
    assert await contacts.contact(3) is None
    assert 3 not in await posts.of(TABLE)


async def test_a_contact_is_read_once() -> None:
    store = await counting()
    contacts = Contacts(store, Posts(store))
    await contacts.note_contact(Contact(3, None, True, "fr"))
    assert await contacts.contact(3) == Contact(3, None, True, "fr")
    await contacts.note_contact(Contact(3, 55, True, "en-GB"))
    assert await contacts.contact(3) == Contact(3, 55, True, "en-GB")
    assert store.reads == 1


async def test_a_contact_that_is_known_already_is_not_written_again() -> None:
    store = await counting()
    contacts = Contacts(store, Posts(store))
    await contacts.note_contact(Contact(3, 55, True, "fr"))
    store.broken = True
    await contacts.note_contact(Contact(3, 55, True, "fr"))
    with pytest.raises(OSError, match="nobody knows"):
        await contacts.note_contact(Contact(3, 55, False, "fr"))


async def test_contacts_are_read_again_after_another_process_wrote() -> None:
    store = await counting()
    contacts = Contacts(store, Posts(store))
    await contacts.note_contact(Contact(3, 55, True, "fr"))
    await contacts.contact(3)
    await store.note_contact(Contact(3, 56, True, "fr"))
    contacts.clear()
    assert await contacts.contact(3) == Contact(3, 56, True, "fr")


async def test_where_a_table_is_not_at_home_its_messages_are_read_each_time() -> None:
    store, homes = await counting(), Ours(EVERYTHING)
    posts = Posts(store, homes)
    await posts.add(POSTED)
    assert await posts.board(TABLE) == POSTED
    homes.slots = NOTHING
    await store.note_posted(replace(POSTED, message_id=100))
    for _ in range(2):
        assert await posts.board(TABLE) == replace(POSTED, message_id=100)
    assert store.reads == 3


async def test_what_is_doubted_is_taken_to_show_nothing() -> None:
    store = await counting()
    posts = Posts(store)
    await posts.add(POSTED)
    await posts.doubt(TABLE)
    assert await posts.board(TABLE) == replace(POSTED, digest="")
    assert await store.posted(1) == {BOARD: POSTED}
