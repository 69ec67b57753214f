"""What every store answers about evenings: who comes, what is live where, seasons, and what goes at last."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import DAY, HOUR, Evening, Stage
from bot.tables.model import Denied
from db.store import Store
from tests.support.stored import NOON

ROUNDS = ({"play": "all", "length": 4, "themes": ["sport"]},)


def planned(**facts: Any) -> Evening:
    """An evening tomorrow in channel 20 of server 10, drafted by user 1."""
    evening = Evening(0, 10, 20, 1, "Quiz du jeudi", NOON + DAY, programme=ROUNDS, people=2, created_at=NOON)
    return replace(evening, **facts)


def nothing(_: Evening) -> None:
    """Change nothing."""


async def opened(store: Store, **facts: Any) -> Evening:
    return await store.evenings.add(planned(stage=Stage.OPEN, **facts))


async def changed(store: Store, evening: Evening, **facts: Any) -> Evening:
    done = await store.evenings.change(evening.id, lambda found: replace(found, **facts))
    return done[1]


async def test_an_evening_comes_back_as_it_was_written(store: Store) -> None:
    added = await store.evenings.add(planned(words="Venez !", deck="Quiz", places=12, locale="en"))
    assert await store.evenings.load(added.id) == added
    assert added.programme == ROUNDS
    assert await store.evenings.load(added.id + 1) is None
    assert await store.evenings.change(added.id + 1, lambda found: found) is None


async def test_a_change_is_whole_or_not_at_all(store: Store) -> None:
    evening = await opened(store)

    def come(found: Evening) -> Evening:
        after = registering.make_team(found, 5, "Zoé", 500, "Les Oies")
        return planning.want_reminders(after, 5, NOON, wanted=True)

    done = await store.evenings.change(evening.id, come)
    assert (done[0].version, done[1].version) == (1, 2)
    assert await store.evenings.load(evening.id) == done[1]
    with pytest.raises(Denied, match="evening_team_taken"):
        await store.evenings.change(evening.id, lambda e: registering.make_team(e, 6, "B", 600, "les oies"))
    assert await store.evenings.load(evening.id) == done[1]
    again = await store.evenings.change(evening.id, nothing)
    assert again == (done[1], done[1])


def come(user_id: int, evening: Evening) -> Evening:
    return registering.register(evening, user_id, f"nom {user_id}", 1000 + user_id)


async def test_of_many_who_come_at_once_none_is_lost(store: Store) -> None:
    evening = await opened(store, places=20)
    coming = [store.evenings.change(evening.id, partial(come, user_id)) for user_id in range(30)]
    await asyncio.gather(*coming)
    found = await store.evenings.load(evening.id)
    assert {guest.user_id for guest in found.guests} == set(range(30))
    assert (len(found.players), len(found.waiting), found.version) == (20, 10, 31)


async def test_one_evening_is_live_in_a_channel(store: Store) -> None:
    first, second = await opened(store), await store.evenings.add(planned(title="Un autre"))
    with pytest.raises(Denied, match="evening_here") as caught:
        await changed(store, second, stage=Stage.OPEN)
    assert caught.value.params == {"title": "Quiz du jeudi"}
    assert (await store.evenings.load(second.id)) == second
    await changed(store, first, stage=Stage.CANCELLED)
    await changed(store, second, stage=Stage.OPEN)
    third = await store.evenings.add(planned(host_id=2, title="Ailleurs", channel_id=21))
    await changed(store, third, stage=Stage.OPEN)


async def test_a_draft_takes_the_place_of_the_last_one_of_its_host(store: Store) -> None:
    first = await store.evenings.add(planned())
    others = [await store.evenings.add(planned(host_id=2)), await store.evenings.add(planned(channel_id=21))]
    second = await store.evenings.add(planned(title="Mieux"))
    assert await store.evenings.load(first.id) is None
    assert [await store.evenings.load(one.id) for one in (*others, second)] == [*others, second]
    await store.evenings.drop_drafts(NOON)
    assert await store.evenings.load(second.id) == second
    await store.evenings.drop_drafts(NOON + 1)
    assert await store.evenings.load(second.id) is None


async def test_what_is_at_work_is_found(store: Store) -> None:
    late, soon = await opened(store, starts_at=NOON + DAY), await opened(store, channel_id=21, starts_at=NOON)
    await store.evenings.add(planned(channel_id=22))
    assert [one.id for one in await store.evenings.at_work()] == [soon.id, late.id]
    ended = await changed(store, soon, stage=Stage.CANCELLED)
    assert [one.id for one in await store.evenings.at_work()] == [soon.id, late.id], "not shown yet"
    await store.evenings.note_shown(soon.id, ended.version, 77)
    await store.evenings.note_shown(soon.id, 1, 78)
    await store.evenings.note_event(soon.id, 99, "told")
    found = await store.evenings.load(soon.id)
    assert found == replace(ended, shown=ended.version, message_id=78, event_id=99, event_told="told")
    assert [one.id for one in await store.evenings.at_work()] == [late.id]
    assert [one.id for one in await store.evenings.of_server(10)] == [late.id]
    assert list(await store.evenings.of_server(11)) == []


async def test_evenings_count_for_the_season_that_runs_when_they_end(store: Store) -> None:
    async def play(channel_id: int) -> Evening:
        evening = await opened(store, channel_id=channel_id)
        playing = await changed(store, evening, stage=Stage.PLAYING, table_id=channel_id)
        assert await store.evenings.of_table(channel_id) == playing
        return await changed(store, playing, stage=Stage.OVER)

    before = await play(20)
    autumn = await store.evenings.begin_season(10, "Automne", NOON)
    during = await play(21)
    winter = await store.evenings.begin_season(10, "Hiver", NOON + HOUR)
    assert list(await store.evenings.of_season(10, None)) == [before]
    assert list(await store.evenings.of_season(10, autumn.id)) == [during]
    assert list(await store.evenings.of_season(10, winter.id)) == []
    seasons = await store.evenings.seasons(10)
    assert [(one.title, one.ended_at) for one in seasons] == [("Hiver", None), ("Automne", NOON + HOUR)]
    assert list(await store.evenings.seasons(11)) == []


async def test_what_is_kept_of_somebody_is_exported_and_erased(store: Store) -> None:
    evening = await opened(store, words="Venez !")
    await store.evenings.change(evening.id, lambda e: registering.make_team(e, 5, "Zoé", 500, "Les Zoé"))
    await store.evenings.change(evening.id, lambda e: registering.make_team(e, 6, "Léo", 600, "Les Oies"))
    about = {
        "evening": evening.id,
        "server": 10,
        "channel": 20,
        "title": "Quiz du jeudi",
        "starts_at": NOON + DAY,
        "stage": "open",
    }
    own = {"name": "Zoé", "place": "in", "team": 1, "team_name": "Les Zoé", "remind": False}
    assert (await store.export(5))["evenings"] == [about | own]
    assert (await store.export(1))["evenings_hosted"] == [about | {"words": "Venez !"}]
    assert [one.id for one in await store.evenings.of_person(5)] == [evening.id]
    assert [one.id for one in await store.evenings.of_person(1)] == [evening.id], "whoever hosts it"
    assert list(await store.evenings.of_person(7)) == []

    await store.erase(5)
    await store.erase(1)
    assert (await store.export(5))["evenings"] == (await store.export(1))["evenings_hosted"] == []
    left = await store.evenings.load(evening.id)
    assert (left.host_id, left.title, left.words) == (None, "Soirée", "")
    assert [(team.number, team.name) for team in left.teams] == [(1, ""), (2, "Les Oies")]
    assert {(guest.user_id, guest.name, guest.join_id) for guest in left.guests} == {
        (None, "", 0),
        (6, "Léo", 600),
    }
    assert left.version == 5, "so that the message is drawn anew"


async def test_what_is_kept_of_a_server_goes_with_it(store: Store) -> None:
    here, there = await opened(store), await opened(store, guild_id=11, channel_id=30)
    await store.evenings.change(here.id, lambda e: registering.make_team(e, 5, "Zoé", 500, "Les Zoé"))
    await store.evenings.begin_season(10, "Automne", NOON)
    assert set(await store.list_servers()) == {10, 11}
    await store.note_departure(10, NOON)
    await store.purge_some(10)
    assert await store.evenings.load(here.id) is None
    assert list(await store.evenings.seasons(10)) == []
    assert (await store.export(5))["evenings"] == []
    assert await store.evenings.load(there.id) == there
