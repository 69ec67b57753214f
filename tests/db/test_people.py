"""What is kept about people comes out whole on demand, and is gone when they wish so."""

from dataclasses import replace

import pytest

from bot.tables.decks import Report
from bot.tables.model import End, Person, Reach, Seat
from bot.tables.ports import Contact, Duplicate, Entry, Posted, Turned
from db.store import Store
from tests.support.stored import NOON, act, begin, close, opening, seat


async def played(store: Store, *winners: str) -> int:
    """A game of users 1, and 5 with 6 in a team; user 5 got a private message."""
    lobby = await store.commit(opening(seats=(seat("1", 1), seat("2", 5, 6))))
    await store.note_posted(Posted(lobby.table.id, 5, 70, 501, "turn:1", "d", NOON))
    await store.note_contact(Contact(5, 70, True, "fr"))
    await store.add_report(10, Report("Quiz", "a", 2, "Où ?", "faux", NOON, 5))
    await store.insight.wish(5, {"board": "no"})
    begun = await store.commit(begin(lobby))
    move = Entry(3, "act", NOON, "2", 5, 4242, {"type": "douter"}, ((6, 6),))
    ended = await store.commit(close(await store.commit(act(begun, entries=(move,))), *winners))
    return ended.table.id


async def test_export_gives_a_user_everything_about_them_but_no_dice(store: Store) -> None:
    table_id = await played(store, "2")

    assert await store.export(5) == {
        "user_id": 5,
        "contact": {"dm_channel_id": 70, "open": True, "locale": "fr"},
        "hosted": [],
        "seats": [
            {
                "table": table_id,
                "game": "tasse",
                "server": 10,
                "channel": 20,
                "opened_at": NOON,
                "seat": "2",
                "title": "",
                "left": False,
                "name": "nom 5",
                "join_id": 10_005,
                "reach": "dm",
            }
        ],
        "log": [
            {
                "table": table_id,
                "seq": 3,
                "kind": "act",
                "at": NOON,
                "seat": "2",
                "interaction_id": 4242,
                "payload": {"type": "douter"},
            }
        ],
        "messages": [{"table": table_id, "channel_id": 70, "message_id": 501, "posted_at": NOON}],
        "results": [
            {
                "table": table_id,
                "game": "tasse",
                "won": True,
                "place": 1,
                "rank": None,
                "ended_at": NOON + 3000,
                "unrated": None,
                "facts": None,
            }
        ],
        "reports": [{"server": 10, "deck": "Quiz", "card": "a", "question": 2, "reason": "faux", "at": NOON}],
        "wishes": [{"key": "board", "value": "no"}],
        "calls": [],
        "called": [],
        "daily": [],
        "openings": [],
        "blocks": [],
        "evenings": [],
        "evenings_hosted": [],
    }
    host = await store.export(1)
    assert host["hosted"] == [table_id]
    assert [line["kind"] for line in host["log"]] == ["open", "begin", "close"]
    assert [(result["won"], result["place"]) for result in host["results"]] == [(False, 2)]


async def test_a_game_without_winners_gives_no_places(store: Store) -> None:
    await played(store)
    assert [(result["won"], result["place"]) for result in (await store.export(1))["results"]] == [
        (False, None)
    ]


async def test_a_table_closed_in_its_lobby_has_no_results(store: Store) -> None:
    closed = await store.commit(close(await store.commit(opening())))
    await store.commit(act(closed, "rematch"))
    assert (await store.export(1))["results"] == []


async def test_a_rematch_noted_after_the_end_leaves_the_results_alone(store: Store) -> None:
    table_id = await played(store, "1")
    ended = await store.load(table_id)
    await store.commit(act(ended, "rematch", end=replace(ended.table.end, rematch_id=table_id)))
    assert len((await store.export(1))["results"]) == 1


async def test_an_export_tells_of_private_messages_in_words(store: Store) -> None:
    there = {"guild_id": -70, "home_id": 70, "channel_id": 70, "host_id": 5}
    await store.commit(begin(await store.commit(opening(seats=(seat("1", 5),), **there))))
    await played(store, "1")
    data = await store.export(5)
    assert [row["server"] for row in data["seats"]] == ["message privé", 10]


async def test_erasing_makes_a_user_nobody_everywhere(store: Store) -> None:
    table_id = await played(store, "2")
    before = await store.load(table_id)
    log = await store.log(table_id)
    assert before is not None

    assert await store.erase(5) == 1

    parts = ("hosted", "seats", "log", "messages", "results", "reports", "wishes", "openings", "blocks")
    parts += ("evenings", "evenings_hosted", "calls", "called", "daily")
    assert await store.export(5) == {"user_id": 5, "contact": None} | {part: [] for part in parts}
    assert list(await store.reports(10)) == []
    assert await store.contact(5) is None
    nobody = Person(None, "", 10_005, Reach.DM)
    after = await store.load(table_id)
    assert after.table.seats == (seat("1", 1), Seat("2", (nobody, seat("2", 6).people[0])))
    assert await store.log(table_id) == tuple(
        replace(entry, user_id=None) if entry.user_id == 5 else entry for entry in log
    )
    assert (await store.export(6))["seats"][0]["name"] == "nom 6"
    assert await store.erase(5) == 0
    with pytest.raises(Duplicate):
        await store.commit(act(after, entries=(Entry(9, "act", NOON, interaction_id=4242),)))


async def test_erasing_forgets_which_private_messages_were_theirs(store: Store) -> None:
    there = {"guild_id": -70, "home_id": 70, "channel_id": 70, "host_id": 5}
    begun = await store.commit(begin(await store.commit(opening(seats=(seat("1", 5),), **there))))
    seen = replace(act(begun), turned=(Turned("", ("a",), ("a", "b")),))
    ended = await store.commit(close(await store.commit(seen)))
    await store.note_posted(Posted(ended.table.id, 0, 70, 501, "over", "d", NOON))
    assert await store.list_seen_cards(-70, "") == {"a"}
    other = await played(store, "1")

    await store.erase(5)
    await store.note_posted(Posted(ended.table.id, 0, 70, 502, "over", "e", NOON))  # it was on its way

    after, beside = await store.load(ended.table.id), await store.load(other)
    assert (after.table.guild_id, after.table.home_id, after.table.channel_id) == (-1, 0, 0)
    assert (beside.table.guild_id, beside.table.home_id) == (10, 20), "servers are nobody's"
    assert await store.posted(ended.table.id) == {}
    assert await store.list_seen_cards(-70, "") == frozenset()


async def test_a_team_s_name_and_a_place_left_are_told_and_forgotten(store: Store) -> None:
    team, other = seat("1", 5, 6), replace(seat("2", 7), title="Les Lynx")
    parted = replace(team, people=(replace(team.people[0], left=True), team.people[1]), title="Éric")
    stored = await store.commit(opening(seats=(parted, other), host_id=None))
    assert (await store.load(stored.table.id)) == stored
    told = [(await store.export(user))["seats"][0] for user in (5, 6)]
    assert [(one["title"], one["left"]) for one in told] == [("Éric", True), ("Éric", False)]
    await store.erase(5)
    after = await store.load(stored.table.id)
    assert [place.title for place in after.table.seats] == ["", "Les Lynx"]
    assert [person.left for person in after.table.seats[0].people] == [True, False]


async def test_erasing_a_host_leaves_the_table_without_one(store: Store) -> None:
    table_id = await played(store, "1")
    await store.erase(1)
    loaded = await store.load(table_id)
    assert loaded.table.host_id is None
    assert loaded.table.seat_of(1) is None


async def test_every_table_where_somebody_sat_is_known_until_they_are_nobody(store: Store) -> None:
    first = await played(store, "2")
    second = (await store.commit(opening(seats=(seat("1", 5),)))).table.id
    assert [list(await store.list_tables_sat(user)) for user in (5, 6, 99)] == [[second, first], [first], []]
    await store.erase(5)
    assert list(await store.list_tables_sat(5)) == []


async def test_who_has_finished_a_game_on_a_server(store: Store) -> None:
    people = (1, 2, 3)
    assert await store.finished("tasse", 10, people) == frozenset()
    begun = await store.commit(begin(await store.commit(opening()), seats=(seat("1", 1), seat("2", 2))))
    await store.commit(close(begun, end=End("stopped", (), None)))
    assert await store.finished("tasse", 10, people) == frozenset(), "it was stopped"
    begun = await store.commit(begin(await store.commit(opening()), seats=(seat("1", 1), seat("2", 2))))
    await store.commit(close(begun, end=End("over", (), None)))
    assert await store.finished("tasse", 10, people) == {1, 2}
    assert await store.finished("tasse", 10, (2,)) == {2}
    assert await store.finished("tasse", 10, ()) == frozenset()
    assert await store.finished("debacle", 10, people) == frozenset()
    assert await store.finished("tasse", 11, people) == frozenset()
    await store.erase(1)
    assert await store.finished("tasse", 10, people) == {2}
