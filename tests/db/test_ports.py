"""What every store answers, whatever it keeps its tables in: bot/tables/ports.py, line by line."""

from dataclasses import replace

import pytest

from bot.tables.model import Manners, Pace, Person, Reach, SceneText, Seat, Status
from bot.tables.ports import Change, Contact, Duplicate, Entry, Live, Occupied, Posted, Spot, Stale
from db.store import Store
from tests.support.slots import give_sign
from tests.support.stored import NOON, SEED, act, alarm, begin, close, new_table, opening, seat


async def test_new_tables_get_ids_and_come_back_whole(store: Store) -> None:
    change = opening(
        options={"lives": 3, "paliers": [1, 2]},
        manners=Manners(Pace.RELAXED, True, "en"),
        seats=(seat("1", 1), Seat("2", (Person(2, "é ‘’ 🎲", None), Person(3, "x", 5, Reach.BUTTON)))),
        alarm=alarm(),
        trouble="blocked",
        rematch_of=None,
    )
    first = await store.commit(change)
    second = await store.commit(opening(home_id=21, channel_id=22))

    assert first.table.id != second.table.id
    assert first == replace(change.after, table=replace(change.after.table, id=first.table.id))
    assert await store.load(first.table.id) == first
    assert await store.load(second.table.id) == second
    assert await store.load(max(first.table.id, second.table.id) + 1) is None


async def test_actions_replace_the_position_and_extend_the_log(store: Store) -> None:
    lobby = await store.commit(opening())
    begun = await store.commit(begin(lobby, seats=(seat("1", 1), seat("2", 2))))
    move = act(
        begun, position='{"round":2}', scenes=(SceneText(3, '["é"]'),), alarm=alarm("turn:2"), draws_taken=2
    )
    acted = await store.commit(move)

    assert acted.table.id == lobby.table.id
    assert await store.load(lobby.table.id) == acted
    assert (acted.setup, acted.position, acted.last_seq) == ('{"lives":3}', '{"round":2}', 3)
    log = await store.log(lobby.table.id)
    assert [entry.seq for entry in log] == [1, 2, 3]
    assert log[2] == move.entries[0]
    assert log[2].draws == ((6, 4), (2, 1))
    assert await store.log(99) == ()


async def test_the_setup_is_written_once(store: Store) -> None:
    begun = await store.commit(begin(await store.commit(opening())))
    await store.commit(act(begun, setup='{"lives":9}'))

    loaded = await store.load(begun.table.id)
    assert loaded.setup == '{"lives":3}'


async def test_a_change_of_an_older_version_is_stale(store: Store) -> None:
    lobby = await store.commit(opening())
    acted = await store.commit(act(lobby))

    with pytest.raises(Stale):
        await store.commit(act(lobby, trouble="late"))
    assert await store.load(lobby.table.id) == acted
    assert len(await store.log(lobby.table.id)) == 2

    nowhere = replace(lobby, table=replace(lobby.table, id=77))
    with pytest.raises(Stale):
        await store.commit(act(nowhere))


async def test_a_second_delivery_is_known_even_though_the_version_moved(store: Store) -> None:
    opened = opening()
    lobby = await store.commit(opened)
    change = act(lobby)
    acted = await store.commit(change)

    for again in (change, opened):
        with pytest.raises(Duplicate) as caught:
            await store.commit(again)
        assert caught.value.table_id == lobby.table.id
    other = await store.commit(opening(home_id=30))
    with pytest.raises(Duplicate) as caught:
        await store.commit(act(other, entries=(replace(change.entries[0], seq=2),)))
    assert caught.value.table_id == lobby.table.id

    assert await store.load(lobby.table.id) == acted
    assert await store.load(other.table.id) == other


async def test_each_table_knows_the_interactions_of_its_own_log(store: Store) -> None:
    lobby, other = await store.commit(opening()), await store.commit(opening(home_id=30))
    change = act(lobby)
    await store.commit(change)
    interaction = change.entries[0].interaction_id or 0
    assert interaction
    assert await store.has_logged(lobby.table.id, interaction)
    assert not await store.has_logged(other.table.id, interaction)
    assert not await store.has_logged(lobby.table.id, interaction + 10**6)


async def test_the_clock_acts_without_an_interaction(store: Store) -> None:
    lobby = await store.commit(opening())
    lines = tuple(Entry(seq, "expire", NOON + seq, payload={"key": "lobby"}) for seq in (2, 3))
    await store.commit(act(lobby, entries=lines))

    assert (await store.log(lobby.table.id))[1:] == lines


async def test_one_live_table_of_a_game_in_a_channel(store: Store) -> None:
    lobby = await store.commit(opening())
    with pytest.raises(Occupied) as caught:
        await store.commit(opening())
    assert caught.value.table_id == lobby.table.id

    await store.commit(opening(game="diavolo"))
    await store.commit(opening(home_id=21))
    await store.commit(close(lobby))
    again = await store.commit(opening(rematch_of=lobby.table.id))
    assert again.table.id != lobby.table.id


async def test_a_table_that_moves_to_an_occupied_channel_stays(store: Store) -> None:
    here = await store.commit(opening())
    there = await store.commit(opening(home_id=21))
    with pytest.raises(Occupied) as caught:
        await store.commit(act(there, home_id=20))
    assert caught.value.table_id == here.table.id
    assert await store.load(there.table.id) == there

    moved = await store.commit(act(there, home_id=22))
    assert await store.find("tasse", 22) == moved.table.id


async def test_tables_are_found_by_their_channels(store: Store) -> None:
    old = await store.commit(opening())
    await store.commit(close(old))
    new = await store.commit(opening(channel_id=25))
    other = await store.commit(opening(game="diavolo"))

    assert await store.find("tasse", 20) == await store.find("tasse", 25) == new.table.id
    assert await store.find("diavolo", 20) == other.table.id
    assert await store.find("diavolo", 25) is None
    await store.commit(close(new))
    assert await store.find("tasse", 20) is None
    assert await store.latest("tasse", 20) == await store.latest("tasse", 25) == new.table.id
    assert await store.latest(None, 20) == other.table.id
    assert await store.latest("tasse", 26) is None
    assert await store.guild_of(new.table.id) == new.table.guild_id
    assert await store.guild_of(99) is None
    assert await store.latest(None, 20, closed=True) == new.table.id


async def test_the_tables_of_a_user_are_those_they_sit_at_or_host(store: Store) -> None:
    sits = await store.commit(opening(host_id=None, seats=(seat("1", 8), seat("2", 5, 6))))
    hosts = await store.commit(opening(home_id=21, host_id=6, seats=()))
    gone = await store.commit(opening(home_id=22, host_id=8, seats=(seat("1", 6, left=True),)))
    over = await store.commit(opening(home_id=23, host_id=6, seats=(seat("1", 6),)))
    await store.commit(close(over))
    team = seat("1", 6, 9)
    parted = replace(team, people=(replace(team.people[0], left=True), team.people[1]))
    plays_on = await store.commit(opening(home_id=24, host_id=None, seats=(parted,)))

    assert list(await store.tables_of(9)) == [plays_on.table.id]
    assert list(await store.tables_of(6)) == [hosts.table.id, sits.table.id]
    assert list(await store.tables_of(8)) == [gone.table.id, sits.table.id]
    assert list(await store.tables_of(7)) == []


async def test_live_tables_and_closed_ones_that_people_have_not_seen(store: Store) -> None:
    lobby = await store.commit(opening(alarm=alarm("lobby")))
    done = await store.commit(close(await store.commit(opening(home_id=21))))
    seen = await store.commit(close(await store.commit(opening(home_id=22))))
    store.note_published(lobby.table.id, 1)
    store.note_published(done.table.id, 1)
    store.note_published(seen.table.id, 2)
    await give_sign(store, NOON)
    store.note_published(seen.table.id, 1)
    await give_sign(store, NOON)

    assert list(await store.live()) == [
        Live(lobby.table.id, 10, Status.LOBBY, 1, 1, alarm("lobby")),
        Live(done.table.id, 10, Status.CLOSED, 2, 1, None),
    ]


async def test_publishing_never_goes_back_and_survives_changes(store: Store) -> None:
    lobby = await store.commit(opening())
    acted = await store.commit(act(await store.commit(act(lobby))))
    store.note_published(lobby.table.id, 3)
    await give_sign(store, NOON)
    store.note_published(lobby.table.id, 2)
    await give_sign(store, NOON)
    assert [live.published for live in await store.live()] == [3]

    await store.commit(act(acted))
    assert [(live.version, live.published) for live in await store.live()] == [(4, 3)]


async def test_a_deadline_is_announced_once(store: Store) -> None:
    lobby = await store.commit(opening(alarm=alarm("turn:1")))

    assert await store.mark_warned(lobby.table.id, "turn:2", 1) is None
    assert await store.mark_warned(lobby.table.id, "turn:1", 1)
    assert not await store.mark_warned(lobby.table.id, "turn:1", 1)
    assert await store.mark_warned(lobby.table.id, "turn:1", 2)
    assert not await store.mark_warned(lobby.table.id, "turn:1", 1)
    assert not await store.mark_warned(99, "turn:1", 1)
    loaded = await store.load(lobby.table.id)
    assert loaded.table == replace(lobby.table, version=3, alarm=alarm("turn:1", warned=2))


async def clocks(store: Store) -> dict[int, tuple[int, int]]:
    """When each table's decision opened, and its deadline; by the table's number."""
    return {live.table_id: (live.alarm.opened_at, live.alarm.at) for live in await store.live() if live.alarm}


async def test_open_deadlines_move_by_the_time_away(store: Store) -> None:
    async def opened(home_id: int, at: int, opened_at: int) -> int:
        its = alarm(at=at, opened_at=opened_at)
        return (await store.commit(opening(home_id=home_id, alarm=its))).table.id

    away, now = NOON + 30_000, NOON + 40_000
    older = await opened(20, NOON + 90_000, NOON)
    just = await opened(21, NOON + 90_000, away)
    younger = await opened(22, NOON + 95_000, away + 4_000)
    coming = await opened(23, NOON + 120_000, now + 3_000)
    await store.commit(opening(home_id=24))
    await store.commit(close(await store.commit(opening(home_id=25, alarm=alarm()))))

    assert await store.shift_alarms(away, now, 0) == 4
    assert await clocks(store) == {
        older: (NOON + 10_000, NOON + 100_000),
        just: (now, NOON + 100_000),
        younger: (now, NOON + 101_000),
        coming: (now + 13_000, NOON + 130_000),
    }


async def test_a_clock_that_runs_behind_moves_no_deadline_forward(store: Store) -> None:
    table_id = (await store.commit(opening(alarm=alarm(at=NOON + 90_000, opened_at=NOON)))).table.id
    await store.shift_alarms(NOON + 30_000, NOON + 20_000, 0)
    assert await clocks(store) == {table_id: (NOON, NOON + 90_000)}


async def test_deadlines_that_would_pass_too_soon_pass_one_after_another(store: Store) -> None:
    async def opened(home_id: int, at: int) -> int:
        its = alarm(at=at, opened_at=NOON)
        return (await store.commit(opening(home_id=home_id, alarm=its))).table.id

    third, late, first, second = [
        await opened(20 + n, NOON + at) for n, at in enumerate((59_999, 60_000, 1_000, 1_000))
    ]
    assert await store.shift_alarms(NOON, NOON, NOON + 60_000, apart=10) == 3
    assert {table_id: at - NOON for table_id, (_, at) in (await clocks(store)).items()} == {
        first: 60_000,
        second: 60_010,
        third: 60_020,
        late: 60_000,
    }


async def test_a_clock_that_its_host_stopped_is_not_moved(store: Store) -> None:
    stopped = alarm(looks=(2_000, 4_000), stopped_at=NOON)
    table_id = (await store.commit(opening(alarm=stopped))).table.id
    assert await store.shift_alarms(NOON, NOON + 10_000, NOON + 60_000) == 0
    assert [live.alarm for live in await store.live() if live.table_id == table_id] == [stopped]


async def test_each_audience_has_one_current_message(store: Store) -> None:
    table_id = (await store.commit(opening())).table.id
    board = Posted(table_id, 0, 20, 500, "", "d1", NOON)
    private = Posted(table_id, 7, 70, 501, "turn:1", "d2", NOON)
    for posted in (board, private, replace(board, message_id=502, digest="d3")):
        await store.note_posted(posted)

    assert dict(await store.posted(table_id)) == {0: replace(board, message_id=502, digest="d3"), 7: private}
    await store.forget_posted(table_id, 7)
    await store.forget_posted(table_id, 8)
    assert set(await store.posted(table_id)) == {0}
    assert dict(await store.posted(table_id + 1)) == {}


async def test_a_message_does_not_take_the_place_of_a_newer_one(store: Store) -> None:
    table_id = (await store.commit(opening())).table.id
    newer = Posted(table_id, 7, 70, 501, "turn:2", "d2", NOON + 1)
    for posted in (newer, Posted(table_id, 7, 70, 500, "turn:1", "d1", NOON)):
        await store.note_posted(posted)
    assert dict(await store.posted(table_id)) == {7: newer}


async def test_what_a_message_shows_goes_with_the_next_write(store: Store) -> None:
    table_id = (await store.commit(opening())).table.id
    board = Posted(table_id, 0, 20, 500, "", "d1", NOON)
    await store.note_posted(board)
    for digest in ("d2", "d3"):
        store.note_redrawn(replace(board, key="turn:1", digest=digest))
    await give_sign(store, NOON)
    assert dict(await store.posted(table_id)) == {0: replace(board, key="turn:1", digest="d3")}

    store.note_redrawn(replace(board, digest="late"))
    await store.note_posted(replace(board, message_id=501, digest="new"))
    store.note_redrawn(replace(board, digest="later"))
    store.note_redrawn(Posted(table_id, 7, 70, 502, "", "nobody's", NOON))
    await give_sign(store, NOON)
    assert dict(await store.posted(table_id)) == {0: replace(board, message_id=501, digest="new")}


async def test_the_boards_of_live_tables_are_known_at_once(store: Store) -> None:
    live, ended = await store.commit(opening(home_id=31)), await store.commit(opening(home_id=32))
    boards = [Posted(it.table.id, 0, 20, it.table.id, "", "d", NOON) for it in (live, ended)]
    for posted in (*boards, Posted(live.table.id, 7, 70, 501, "turn:1", "d", NOON)):
        await store.note_posted(posted)
    await store.commit(act(ended, status=Status.CLOSED))

    assert list(await store.boards()) == [Spot(live.table.id, 10, 20, live.table.id)]


async def test_contacts_servers_and_facts_are_replaced(store: Store) -> None:
    assert await store.contact(7) is None
    await store.note_contact(Contact(7, None, False, None))
    await store.note_contact(Contact(7, 70, True, "fr"))
    assert await store.contact(7) == Contact(7, 70, True, "fr")

    assert await store.server(10) == {}
    await store.set_server(10, {"locale": "en", "games": ["tasse"]})
    await store.set_server(10, {"locale": "fr"})
    assert await store.server(10) == {"locale": "fr"}
    assert await store.server(11) == {}

    assert await store.fact("commands") is None
    await store.set_fact("commands", "a")
    await store.set_fact("commands", "b")
    assert await store.fact("commands") == "b"


async def test_servers_are_called_what_was_noted_last(store: Store) -> None:
    assert await store.server_name(10) is None
    await store.note_server_names({10: "Chez Anne", 11: "Chez Bob"})
    await store.note_server_names({10: "Chez Chloé"})
    assert [await store.server_name(10), await store.server_name(11)] == ["Chez Chloé", "Chez Bob"]


async def test_facts_are_found_by_how_they_begin_and_dropped(store: Store) -> None:
    for key in ("redraw", "redraw 1", "redraw 2", "%", "redrew 3"):
        await store.set_fact(key, key.upper())
    await store.drop_fact("redraw 2")
    await store.drop_fact("redraw 9")
    assert await store.facts("redraw ") == {"redraw 1": "REDRAW 1"}
    assert await store.facts("%") == {"%": "%"}


async def test_options_come_back_as_json_has_them(store: Store) -> None:
    table = new_table(options={"pair": (1, 2)})
    stored = await store.commit(
        Change(None, replace(opening().after, table=table, seed=SEED), opening().entries)
    )
    loaded = await store.load(stored.table.id)
    assert loaded.table.options == {"pair": [1, 2]}
