"""The write door on PostgreSQL: one message for all who wait, and whatever fails harms nobody else."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from threading import Barrier, Event
from typing import Any

import pytest

from bot.tables.model import Learning, Person, Reach, SceneText, Seat, Status
from bot.tables.pending import Offer, Pending
from bot.tables.ports import Change, Duplicate, Occupied, Posted, Stale, Stored
from db.codec import step_row
from db.errors import StoreError
from db.jobs.tables import Commit
from db.postgres.step import is_step
from db.postgres.store import PostgresStore
from db.sql import Sql, Statement, ignore
from db.store import Store
from tests.db.beside import Pair, is_waiting
from tests.support.slots import beat_of
from tests.support.stored import act, alarm, begin, close, opening
from tests.support.waiting import NEVER, rest

Pair = Pair


async def begin_tables(store: PostgresStore, count: int) -> list[Stored]:
    return [await store.commit(begin(await store.commit(opening(home_id=100 + n)))) for n in range(count)]


async def count_sent(store: PostgresStore, write: Callable[[], Awaitable[Any]]) -> tuple[int, Any]:
    """How many statements the writer sends meanwhile, and what comes of it."""
    before = await store._writer.run(lambda sql: sql.statements)
    result = await write()
    return await store._writer.run(lambda sql: sql.statements) - before, result


def together(store: PostgresStore, changes: Sequence[Change]) -> Awaitable[list[Any]]:
    return asyncio.gather(*map(store.commit, changes), return_exceptions=True)


async def test_steps_of_many_tables_are_one_statement(pair: Pair) -> None:
    tables = await begin_tables(pair[0], 8)
    changes = [act(table, position=f'{{"table":{n}}}', alarm=alarm()) for n, table in enumerate(tables)]
    sent, stored = await count_sent(pair[0], lambda: together(pair[0], changes))
    assert sent == 1
    for change, told in zip(changes, stored, strict=True):
        assert await pair[1].load(told.table.id) == told == change.after
        assert (await pair[1].log(told.table.id))[-1] == change.entries[0]


async def test_a_step_that_fills_every_column_is_one_statement(pair: Pair) -> None:
    (table,) = await begin_tables(pair[0], 1)
    clock = alarm(warned=1, race=True, settle_at=5, unseen=True, looks=(1, 2), stopped_at=7)
    pending = Pending(({"type": "move"},), Offer("end_round", "1", None, ("2",)))
    learning = Learning({"1": 2}, ("1",))
    change = act(table, alarm=clock, pending=pending, closes_at=9, learning=learning, draws_taken=3, turn=4)
    assert None not in step_row(change.after.table)
    sent, stored = await count_sent(pair[0], lambda: pair[0].commit(change))
    assert sent == 1
    assert await pair[1].load(table.table.id) == stored == change.after


async def test_notes_go_with_the_steps(pair: Pair) -> None:
    store, (table, _) = pair[0], await begin_tables(pair[0], 2)
    shown = Posted(table.table.id, 0, 5, 6, "k", "d", 7)

    async def write() -> None:
        store.note_published(table.table.id, 2)
        await asyncio.gather(store.commit(act(table)), store.note_posted(shown))

    sent, _ = await count_sent(store, write)
    assert sent == 5, "BEGIN, the step, two notes, COMMIT"
    assert await store.posted(table.table.id) == {0: shown}
    assert [live.published for live in await store.live()] == [2, 0]


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ({}, True),
        ({"position": None, "scenes": (SceneText(3, "[]"),), "alarm": alarm(), "draws_taken": 5}, True),
        ({"trouble": "blocked"}, False),
        ({"status": Status.PAUSED}, False),
        ({"seats": ()}, False),
        ({"home_id": 99}, False),
        ({"options": {"lives": 1}}, False),
    ],
)
async def test_only_what_changes_no_more_is_a_step(pair: Pair, facts: dict[str, Any], wanted: bool) -> None:
    (table,) = await begin_tables(pair[0], 1)
    change = act(table, **facts)
    assert is_step(change) is wanted
    stored = await pair[0].commit(change)
    assert await pair[1].load(table.table.id) == stored


def test_what_begins_ends_or_turns_a_card_is_no_step() -> None:
    lobby = replace(opening().after, table=replace(opening().after.table, id=1))
    playing = begin(lobby).after
    assert not is_step(opening())
    assert not is_step(begin(lobby))
    assert not is_step(close(playing))
    assert not is_step(act(close(playing).after))
    assert not is_step(replace(act(playing), turned=(object(),)))  # type: ignore[arg-type]
    assert is_step(act(lobby))
    assert is_step(act(playing))


async def test_a_loser_undoes_nobody(pair: Pair) -> None:
    tables = await begin_tables(pair[0], 4)
    late = act(tables[1], position='{"late":1}')
    changes = [*map(act, tables), late]
    sent, outcomes = await count_sent(pair[0], lambda: together(pair[0], changes))
    assert sent == 2, "all steps, and whether the loser's click is known"
    assert [type(outcome) for outcome in outcomes].count(Stale) == 1
    assert {type(outcomes[1]), type(outcomes[4])} == {Stored, Stale}
    for n in (0, 2, 3):
        assert await pair[1].load(tables[n].table.id) == outcomes[n]
    assert len(await pair[1].log(tables[1].table.id)) == 3


async def test_who_comes_later_than_another_process_costs_nobody_anything(pair: Pair) -> None:
    table, beside = await begin_tables(pair[0], 2)
    moved = await pair[1].commit(act(table, draws_taken=5))
    sent, (stale, stored) = await count_sent(pair[0], lambda: together(pair[0], [act(table), act(beside)]))
    assert sent == 2, "all steps, and whether the loser's click is known"
    assert isinstance(stale, Stale)
    assert isinstance(stored, Stored)
    assert await pair[0].load(table.table.id) == moved


async def test_two_processes_cannot_both_go_on_from_one_version(pair: Pair) -> None:
    tables = await begin_tables(pair[0], 8)
    ours, theirs = await asyncio.gather(
        together(pair[0], [act(table, draws_taken=1) for table in tables]),
        together(pair[1], [act(table, draws_taken=2) for table in reversed(tables)]),
    )
    for one, other, table in zip(ours, reversed(theirs), tables, strict=True):
        assert {type(one), type(other)} == {Stored, Stale}
        assert await pair[0].load(table.table.id) == (one if isinstance(one, Stored) else other)
        assert len(await pair[0].log(table.table.id)) == 3


@pytest.mark.parametrize("beside", [0, 3])
async def test_a_second_delivery_is_known(pair: Pair, beside: int) -> None:
    """Alone and with others; through the same process and another; the second time within one batch, too."""
    table, *others = await begin_tables(pair[0], 1 + beside)
    change = act(table)
    first, again, *stored = await together(pair[0], [change, change, *map(act, others)])
    assert isinstance(first, Stored)
    assert isinstance(again, Duplicate)
    assert again.table_id == table.table.id
    assert all(isinstance(one, Stored) for one in stored)
    with pytest.raises(Duplicate):
        await pair[1].commit(change)
    assert len(await pair[1].log(table.table.id)) == 3


async def test_a_click_of_another_table_harms_nobody(pair: Pair) -> None:
    """Its number is taken: the whole batch fails, and each is tried by itself."""
    known, here, beside = await begin_tables(pair[0], 3)
    first = act(known)
    await pair[0].commit(first)
    wrong = act(here, entries=(replace(first.entries[0], seq=here.last_seq + 1),))
    duplicate, stored = await together(pair[0], [wrong, act(beside)])
    assert isinstance(duplicate, Duplicate)
    assert duplicate.table_id == known.table.id
    assert isinstance(stored, Stored)
    assert await pair[1].load(here.table.id) == here
    assert await pair[1].load(beside.table.id) == stored


async def test_whoever_opens_second_hears_of_the_first(pair: Pair) -> None:
    """Both find the channel free; the rule of the schema tells them apart."""
    for home in range(5):
        outcomes = await asyncio.gather(
            *(store.commit(opening(home_id=home)) for store in pair), return_exceptions=True
        )
        (first,) = (one for one in outcomes if isinstance(one, Stored))
        (second,) = (one for one in outcomes if isinstance(one, Occupied))
        assert second.table_id == first.table.id


async def test_one_opening_delivered_to_two_processes_is_one_table(pair: Pair) -> None:
    change = opening()
    outcomes = await asyncio.gather(*(store.commit(change) for store in pair), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {Stored, Duplicate}
    assert len(await pair[0].live()) == 1


async def test_jobs_that_ask_keep_their_results_beside_a_loser(pair: Pair) -> None:
    table, other = await begin_tables(pair[0], 2)
    joined = Seat("9", (Person(9, "neuf", 90, Reach.BUTTON),))

    def fail(sql: Sql) -> None:
        sql.execute("UPDATE tables SET trouble = 'lost'")
        raise LookupError

    def break_rule(sql: Sql) -> None:
        sql.execute("INSERT INTO log (table_id, seq) VALUES (1, 1)")

    sitting = act(table, seats=(*table.table.seats, joined))
    outcomes = await asyncio.gather(
        pair[0].commit(sitting),
        pair[0].door.write(fail),
        pair[0].door.write(break_rule),
        pair[0].commit(act(other)),
        pair[0].commit(opening(home_id=7)),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], LookupError)
    assert isinstance(outcomes[2], StoreError)
    assert outcomes[2].code == "broken_rule"
    for place in (0, 3, 4):
        assert await pair[1].load(outcomes[place].table.id) == outcomes[place]
        assert outcomes[place].table.trouble is None


async def test_a_sign_of_life_that_has_to_wait_too_long_undoes_itself_alone(pair: Pair) -> None:
    """What it asks travels together; so do its errors."""
    (table,) = await begin_tables(pair[0], 1)
    beat = beat_of("one")
    await pair[0].slots.join(beat, alone=False)
    assert await pair[0].slots.take(beat, 0, 0, alone=False) is not None
    await pair[0]._writer.run(lambda sql: sql.execute("SET lock_timeout = '100ms'"))
    inside, done = Event(), Event()

    def hold(sql: Sql) -> None:
        sql.execute("UPDATE slots SET until = until")
        inside.set()
        assert done.wait(20)

    holding = asyncio.create_task(pair[1].door.write(hold))
    await asyncio.to_thread(inside.wait, 20)
    late, stored = await asyncio.gather(
        pair[0].slots.beat(beat), pair[0].commit(act(table)), return_exceptions=True
    )
    done.set()
    await holding
    assert isinstance(late, StoreError)
    assert late.code == "timeout"
    assert await pair[1].load(table.table.id) == stored
    assert len((await pair[0].slots.beat(beat)).leases) == 1


async def test_an_error_names_no_value_of_a_row(pair: Pair) -> None:
    """PostgreSQL's own words would have the seed in them."""
    (table,) = await begin_tables(pair[0], 1)
    wrong = "UPDATE positions SET seed = 'short', rules = 0 WHERE table_id = ?"
    with pytest.raises(StoreError) as caught:
        await pair[0].door.write(Statement(wrong, (table.table.id,), ignore))
    assert caught.value.code == "broken_rule"
    said = f"{caught.value!r} {caught.value.__cause__!r} {caught.value.__context__!r}"
    assert "Failing row" not in said
    assert "psycopg" not in said


async def test_two_doors_that_wait_for_each_other_both_get_through(pair: Pair) -> None:
    """A deadlock ends one of the two transactions; what it held is tried again."""
    tables = [table.table.id for table in await begin_tables(pair[0], 2)]
    met = Barrier(2, timeout=NEVER)

    def lock_both(first: int, second: int) -> Callable[[Sql], str]:
        tries = []

        def job(sql: Sql) -> str:
            change = "UPDATE tables SET draws_taken = draws_taken + 1 WHERE id = ?"
            sql.execute(change, (first,))
            if not tries:
                tries.append(1)
                met.wait()
            sql.execute(change, (second,))
            return "done"

        return job

    assert await asyncio.gather(
        pair[0].door.write(lock_both(*tables)), pair[1].door.write(lock_both(*reversed(tables)))
    ) == ["done", "done"]
    for table_id in tables:
        loaded = await pair[0].load(table_id)
        assert loaded.table.draws_taken == 2


async def test_a_deadlock_through_two_jobs_of_one_transaction_keeps_none_of_them(pair: Pair) -> None:
    """The locks of the first job are part of it: undoing the second alone would change nothing."""
    one, other = [table.table.id for table in await begin_tables(pair[0], 2)]
    met = Barrier(2, timeout=NEVER)
    await pair[1]._writer.run(
        lambda sql: sql.execute("SET deadlock_timeout = '1min'")
    )  # the first one gives way

    def change(*table_ids: int, meets_before: int | None = None) -> Callable[[Sql], str]:
        tries = []

        def job(sql: Sql) -> str:
            for table_id in table_ids:
                if table_id == meets_before and not tries:
                    tries.append(1)
                    met.wait()
                sql.execute("UPDATE tables SET draws_taken = draws_taken + 1 WHERE id = ?", (table_id,))
            return "done"

        return job

    done = await asyncio.gather(
        pair[0].door.write(change(one)),
        pair[0].door.write(change(other, meets_before=other)),
        pair[1].door.write(change(other, one, meets_before=one)),
    )
    assert done == ["done"] * 3
    assert [(await pair[0].load(table_id)).table.draws_taken for table_id in (one, other)] == [2, 2]


async def test_a_step_is_what_the_same_change_is_as_a_job(pair: Pair) -> None:
    """Scenes are added and dropped, log lines appended, in both ways."""
    (ours,), (theirs,) = await begin_tables(pair[0], 1), await begin_tables_elsewhere(pair[0])
    for round_ in range(2, 22):
        facts = {
            "position": f'{{"round":{round_}}}',
            "scenes": tuple(SceneText(v, f"[{v}]", 5) for v in range(max(3, round_ - 4), round_ + 2)),
            "alarm": alarm(f"turn:{round_}", race=round_ % 2 == 0, looks=(1, 2), unseen=round_ % 3 == 0),
        }
        one, other = act(ours, **facts), act(theirs, **facts)
        ours = await pair[0].commit(one)
        theirs = await pair[0]._writer.run(Commit(other))
        loaded = [await pair[1].load(stored.table.id) for stored in (ours, theirs)]
        assert loaded[0] is not None
        assert loaded[1] is not None
        assert loaded[0] == replace(
            loaded[1], table=replace(loaded[1].table, id=ours.table.id, home_id=ours.table.home_id)
        )


async def begin_tables_elsewhere(store: PostgresStore) -> list[Stored]:
    return [await store.commit(begin(await store.commit(opening(home_id=999))))]


async def test_a_text_loses_its_nul(pair: Pair) -> None:
    await pair[0].set_fact("key", "a\0b")
    assert await pair[1].fact("key") == "ab"


async def test_a_lock_lets_one_process_in_at_a_time(pair: Pair) -> None:
    inside: list[str] = []

    async def enter(store: PostgresStore, name: str) -> None:
        async with store.locked("commands"):
            inside.append(f"{name} in")
            async with store.locked("emojis"):
                while len(inside) == 1 and not await is_waiting(pair[0]):
                    await rest()  # until the other waits for the first lock
            inside.append(f"{name} out")

    await asyncio.gather(enter(pair[0], "one"), enter(pair[1], "other"))
    first, second = inside[0].split()[0], inside[2].split()[0]
    assert inside == [f"{first} in", f"{first} out", f"{second} in", f"{second} out"]


UNSENDABLE = "\ud800"
"""Half a character: Python has it, no database does."""


async def begun(store: Store, home_id: int = 20) -> Stored:
    return await store.commit(begin(await store.commit(opening(home_id=home_id))))


async def test_a_text_that_cannot_be_sent_harms_nobody_else(pair: Pair) -> None:
    """Neither those in the same transaction nor those who come after it."""
    store, other = pair
    table, beside = await begun(store), await begun(store, 21)
    wrong = Posted(table.table.id, 0, 5, 6, UNSENDABLE, "d", 7)
    refused, stored, noted = await asyncio.gather(
        store.note_posted(wrong),
        store.commit(act(beside)),
        store.note_posted(Posted(beside.table.id, 0, 5, 6, "k", "d", 7)),
        return_exceptions=True,
    )
    assert isinstance(refused, UnicodeEncodeError)
    assert (await other.load(beside.table.id), noted) == (stored, None)
    step = await store.commit(act(table))
    assert await other.load(table.table.id) == step, "what is answered is written"


async def test_a_step_that_cannot_be_sent_harms_nobody_else(pair: Pair) -> None:
    store, other = pair
    table, beside = await begun(store), await begun(store, 21)
    refused, stored = await asyncio.gather(
        store.commit(act(table, position=UNSENDABLE)), store.commit(act(beside)), return_exceptions=True
    )
    assert isinstance(refused, ValueError | TypeError)
    assert await other.load(beside.table.id) == stored
    assert await store.load(table.table.id) == await other.load(table.table.id) == table
    step = await store.commit(act(table))
    assert await other.load(table.table.id) == step


def stumble(sql: Sql) -> Any:
    sql.execute("SELECT count(*) FROM tables").fetchone()
    raise LookupError


def ask_nonsense(sql: Sql) -> Any:
    return sql.execute("SELECT nothing FROM tables").fetchone()


@pytest.mark.parametrize("fail", [stumble, ask_nonsense])
async def test_after_a_read_that_failed_all_is_seen_that_was_written_since(pair: Pair, fail: Any) -> None:
    store, other = pair
    table = await begun(store)
    with pytest.raises((LookupError, StoreError)):
        await store._reader.read(fail)
    step = await other.commit(act(table))
    assert await store.version(table.table.id) == step.table.version
    assert await store.load(table.table.id) == step
