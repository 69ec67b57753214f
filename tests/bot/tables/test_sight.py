"""What people see: nothing that their audience may not know, however it is written down."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.model import Held, Pace, Scene
from bot.tables.sight import Sight, see
from engines.core.events import Event
from tests.support.clock import NOON
from tests.support.coin import SIDES, Coin, Flip, Flipped, Guess, Guessed, Landed
from tests.support.tables import ANNE, BOB, CHLOE, House

COIN = Coin()


def written(sight: Sight) -> str:
    """Everything a renderer gets, as text."""
    observation = None if sight.observation is None else COIN.observations.plain(sight.observation)
    legal = None if sight.legal is None else [COIN.actions.plain(action) for action in sight.legal.actions]
    scenes = [(scene.version, [COIN.events.plain(event) for event in scene.events]) for scene in sight.scenes]
    shown = (
        asdict(sight.table),
        sight.seat,
        observation,
        legal,
        scenes,
        sight.to_act,
        sight.drawn,
        sight.choices,
    )
    return json.dumps(shown, sort_keys=True, default=str)


def turned(held: Held, holder: str) -> Held:
    """The same table, had the hidden coin fallen on its other side, and with another seed."""
    state = held.vault.state
    assert state is not None
    (hidden,) = (side for side in SIDES if side == state.position.hidden)
    other = SIDES[1 - SIDES.index(hidden)]
    scenes = (
        *held.vault.scenes[:-1],
        Scene(held.table.version, (Flipped(holder), Landed(holder, other, audience=(holder,)))),
    )
    position = replace(state.position, hidden=other)
    vault = replace(held.vault, seed=bytes(32), state=replace(state, position=position), scenes=scenes)
    return replace(held, vault=vault)


@pytest.mark.parametrize("pace", Pace)
async def test_two_secrets_look_the_same_to_those_who_may_not_know(house: House, pace: Pace) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, pace=pace)
    (holder,) = (await house.tables.sight(table.id)).to_act
    await house.act(table.id)
    held = await house.held(table.id)
    other = turned(held, holder)
    for seat in (None, "1", "2", "3"):
        same = written(see(held, COIN, seat, NOON)) == written(see(other, COIN, seat, NOON))
        assert same is (seat != holder)


async def test_people_see_from_their_own_seat_and_strangers_from_outside(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    await house.act(table.id)
    public = written(await house.tables.sight(table.id))
    assert written(await house.tables.sight(table.id, 99)) == public
    assert (await house.tables.sight(table.id, BOB)).seat == "2"
    assert written(await house.tables.sight(table.id, BOB)) == written(
        (await house.tables.look(table.id)).sight("2")
    )
    assert (await house.tables.sight(table.id)).legal is None


async def test_before_the_game_there_is_nothing_to_observe(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    sight = await house.tables.sight(table.id, ANNE)
    assert (sight.seat, sight.observation, sight.legal, sight.scenes, sight.to_act) == (
        None,
        None,
        None,
        (),
        (),
    )


async def test_places_are_told_once_the_table_is_closed(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    assert (await house.tables.sight(table.id)).places == ()
    await house.tables.stop(house.ask(ANNE), table.id)
    (place,) = (await house.tables.sight(table.id)).places
    assert (place.number, place.seats) == (1, ("1", "2", "3"))


async def test_a_seat_is_told_why_not_and_who_watches_nothing(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    (awaited,) = (await house.tables.sight(table.id)).to_act
    other = "2" if awaited == "1" else "1"
    assert (await house.tables.look(table.id)).sight(awaited).refusal(Flip()) is None
    refusal = (await house.tables.look(table.id)).sight(other).refusal(Flip())
    assert refusal is not None
    assert refusal.code == "not_your_turn"
    assert (await house.tables.sight(table.id)).refusal(Flip()) is None


async def test_nothing_is_foreseen_where_there_are_secrets(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    for _ in range(2):
        for seat in (None, "1", "2"):
            held = await house.held(table.id)
            sight = see(held, COIN, seat, NOON)
            assert sight.choices == ()
            assert [sight.preview(action) for action in (Flip(), *map(Guess, SIDES))] == [None] * 3
        await house.act(table.id)


async def test_no_secret_shows_in_a_repr(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    await house.act(table.id)
    held = await house.held(table.id)
    stored = await house.store.load(table.id)
    sight = await house.tables.sight(table.id)
    assert "Position" not in repr(sight)
    for shown in (repr(held), repr(stored), repr(await house.tables.table(table.id))):
        assert repr(held.vault.seed) not in shown
        assert "Position" not in shown
        assert "hidden" not in shown


async def test_only_the_last_few_scenes_are_kept(house: House) -> None:
    table = await house.playing(ANNE, BOB, goal=9)
    for _ in range(8):
        table = await house.act(table.id)
    scenes = (await house.tables.sight(table.id)).scenes
    assert [scene.version for scene in scenes] == list(range(table.version - 5, table.version + 1))


audiences = st.none() | st.lists(st.sampled_from(["1", "2", "3"]), unique=True).map(tuple)
happened = st.lists(
    audiences.flatmap(
        lambda heard: st.sampled_from(
            [Landed("1", "heads", audience=heard), Guessed("2", "tails", True, audience=heard)]
        )
    ),
    max_size=6,
).map(tuple)


@given(events=happened)
async def test_events_go_to_their_audience_only(events: tuple[Event, ...]) -> None:
    house = House()
    table = await house.playing(ANNE, BOB, CHLOE)
    held = await house.held(table.id)
    told = replace(held, vault=replace(held.vault, scenes=(Scene(1, events),)))
    for seat in (None, "1", "2", "3"):
        (scene,) = see(told, COIN, seat, NOON).scenes
        assert scene.events == tuple(e for e in events if e.audience is None or seat in e.audience)
