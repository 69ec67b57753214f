"""What is remembered of the store, of messages, people, servers: read once, never older than the store."""

import asyncio
from dataclasses import replace

import pytest

from bot.tables.homes import EVERYTHING
from bot.tables.model import Status, Table
from bot.tables.ports import Contact, Posted, Spot
from bot.ui.showing.boards import Whereabouts
from bot.ui.showing.contacts import Contacts
from bot.ui.showing.memory import Memory, Servers
from bot.ui.showing.posts import BOARD, Posts
from tests.support.counting_store import Counting
from tests.support.neighbours import NOTHING, Ours
from tests.support.store import FreshStore
from tests.support.stored import opening
from tests.support.tables import House


class Slow:
    """A store of numbers, whose reads end when they are let go."""

    def __init__(self, **values: int) -> None:
        self.values = values
        self.reads: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def read(self, key: str) -> int:
        self.reads.append(key)
        value = self.values[key]
        await self.gate.wait()
        return value


async def _began(work: asyncio.Task[int]) -> None:
    """Let a read begin that cannot end yet."""
    for _ in range(5):
        await asyncio.sleep(0)
    assert not work.done()


async def test_a_value_is_read_once_until_it_is_dropped() -> None:
    slow = Slow(a=1, b=5)
    memory = Memory(slow.read, 10)
    assert await asyncio.gather(*(memory.of("a") for _ in range(5))) == [1] * 5
    assert [await memory.of("a"), await memory.of("b")] == [1, 5]
    assert slow.reads == ["a", "b"], "once for all who ask at once, too"
    slow.values |= {"a": 2, "b": 6}
    memory.drop("a")
    assert (await memory.of("a"), await memory.of("b")) == (2, 5)
    memory.clear()
    assert await memory.of("b") == 6


async def test_what_is_written_is_remembered_as_written() -> None:
    slow = Slow(a=1)
    memory = Memory(slow.read, 10)
    await memory.of("a")
    memory.put("a", lambda value: value + 10)
    assert await memory.of("a") == 11
    assert slow.reads == ["a"]


@pytest.mark.parametrize("told", ["put", "drop", "clear"])
async def test_a_read_that_a_write_has_overtaken_is_made_again(told: str) -> None:
    slow = Slow(a=1)
    memory = Memory(slow.read, 10)
    slow.gate.clear()
    reading = asyncio.create_task(memory.of("a"))
    await _began(reading)
    slow.values["a"] = 2
    if told == "put":
        memory.put("a", lambda _: 2)
    elif told == "drop":
        memory.drop("a")
    else:
        memory.clear()
    slow.gate.set()
    assert await reading == 2
    assert await memory.of("a") == 2
    assert slow.reads == ["a", "a"]


async def test_a_read_that_fails_leaves_nothing_behind() -> None:
    slow = Slow()
    memory = Memory(slow.read, 10)
    with pytest.raises(KeyError):
        await memory.of("a")
    slow.values["a"] = 3
    assert await memory.of("a") == 3


async def test_a_write_before_the_first_read_costs_nothing_and_is_read() -> None:
    slow = Slow(a=1)
    memory = Memory(slow.read, 10)
    memory.put("a", lambda value: value + 10)
    assert len(memory) == 0
    assert await memory.of("a") == 1


async def test_of_too_many_those_used_last_stay() -> None:
    slow = Slow(a=1, b=2, c=3)
    memory = Memory(slow.read, 2)
    for key in "abac":
        await memory.of(key)
    assert len(memory) == 2
    for key in "ac":
        await memory.of(key)
    assert slow.reads == ["a", "b", "c"]
    await memory.of("b")
    assert slow.reads == ["a", "b", "c", "b"]


# -- messages and contacts ---------------------------------------------------------------------------------


TABLE = Table(1, "tasse", 1, 2, 2, 3, Status.PLAYING, 4, 4, "", 0, 0)
POSTED = Posted(1, BOARD, 2, 99, "4", "digest", 0)


class Forgetful(FreshStore):
    """A store that counts what is read, and fails to answer a write when told to."""

    reads = 0
    broken = False

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


async def counting() -> Forgetful:
    """Such a store, with one table."""
    store = Forgetful()
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


async def test_a_contact_that_is_known_already_is_not_written_again() -> None:
    store = await counting()
    contacts = Contacts(store, Posts(store))
    await contacts.note_contact(Contact(3, 55, True, "fr"))
    store.broken = True
    await contacts.note_contact(Contact(3, 55, True, "fr"))
    with pytest.raises(OSError, match="nobody knows"):
        await contacts.note_contact(Contact(3, 55, False, "fr"))


async def test_contacts_are_read_once_and_again_after_another_process_wrote() -> None:
    store = await counting()
    contacts = Contacts(store, Posts(store))
    await contacts.note_contact(Contact(3, None, True, "fr"))
    assert await contacts.contact(3) == Contact(3, None, True, "fr")
    await contacts.note_contact(Contact(3, 55, True, "en-GB"))
    assert await contacts.contact(3) == Contact(3, 55, True, "en-GB")
    assert store.reads == 1
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


# -- servers -----------------------------------------------------------------------------------------------


async def test_what_the_gateway_tells_is_asked_of_nobody_else() -> None:
    store = Counting()
    servers = Servers({1: "Chez Anne"}.get, store)
    assert await servers.name(1) == "Chez Anne"
    assert store.asked["server_name"] == 0


async def test_a_server_that_another_process_hears_of_has_its_name() -> None:
    store = Counting()
    here, there = Servers(lambda _: "", store), Servers(lambda _: "", store)
    assert await here.name(1) == ""
    await there.note({1: "Chez Anne", 2: "Chez Bob"})
    here.clear()
    assert [await here.name(each) for each in (1, 2, 1)] == ["Chez Anne", "Chez Bob", "Chez Anne"]
    assert store.asked["server_name"] == 3, "once for each since"


async def test_private_messages_are_no_server_and_one_process_alone_keeps_no_names() -> None:
    store = Counting()
    assert await Servers(lambda _: "", store).name(-70) == ""
    assert store.asked["server_name"] == 0
    servers = Servers(lambda _: "")
    await servers.note({1: "Chez Anne"})
    assert await servers.name(1) == ""


async def test_without_a_gateway_discord_is_asked_once_for_all_processes() -> None:
    store, asked = Counting(), list[int]()

    async def ask(guild_id: int) -> str:
        asked.append(guild_id)
        return {1: "Chez Anne"}.get(guild_id, "")

    here, there = Servers(lambda _: "", store, ask), Servers(lambda _: "", store, ask)
    assert [await each.name(1) for each in (here, here, there, there)] == ["Chez Anne"] * 4
    assert asked == [1]
    alone = Servers(lambda _: "", None, ask)
    assert [await alone.name(1) for _ in range(3)] == ["Chez Anne"] * 3
    assert asked == [1, 1]


async def test_what_nobody_knew_is_asked_again() -> None:
    answers = iter(["", "Chez Anne"])

    async def ask(_: int) -> str:
        return next(answers)

    servers = Servers(lambda _: "", None, ask)
    assert [await servers.name(1) for _ in range(3)] == ["", "Chez Anne", "Chez Anne"]


# -- how far a board has moved up --------------------------------------------------------------------------


HALL, MESSAGE = 20, 100


@pytest.fixture
async def table(house: House) -> Table:
    return await house.playing(channel_id=HALL)


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def places(table: Table) -> Whereabouts:
    made = Whereabouts(lambda _table_id, _why: None)
    made.note_new(table, MESSAGE)
    return made


def test_each_newest_message_that_a_click_shows_counts_once(places: Whereabouts) -> None:
    for newest in (MESSAGE, MESSAGE + 5, MESSAGE + 5, MESSAGE + 9, MESSAGE + 8):
        places.note_newest(HALL, newest)
    assert places.depth(HALL) == 2
    places.note_newest(HALL + 1, MESSAGE + 20)
    assert places.depth(HALL + 1) == 0, "there is no board"


def test_a_board_that_is_posted_anew_has_nothing_below_it(places: Whereabouts, table: Table) -> None:
    places.note_newest(HALL, MESSAGE + 5)
    places.note_new(table, MESSAGE + 7)
    places.note_newest(HALL, MESSAGE + 7)
    assert places.depth(HALL) == 0


def test_a_board_that_is_recalled_is_no_talk(places: Whereabouts, table: Table) -> None:
    places.forget_all(EVERYTHING)
    places.recall([Spot(table.id, table.guild_id, HALL, MESSAGE)])
    places.note_newest(HALL, MESSAGE)
    assert places.depth(HALL) == 0
    places.note_newest(HALL, MESSAGE + 1)
    assert places.depth(HALL) == 1
