"""What people see: nothing that their audience may not know, worked out once, and never old."""

import gc
import json
import weakref
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables import looking
from bot.tables.model import Alarm, Held, Pace, Scene, Status
from bot.tables.sight import Look, Sight, moments_passed, see
from engines.core.records import Event
from engines.diavolo.model import Roll
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
    other = SIDES[1 - SIDES.index(state.position.hidden)]
    landed = Scene(held.table.version, (Flipped(holder), Landed(holder, other, audience=(holder,))))
    state = replace(state, position=replace(state.position, hidden=other))
    scenes = (*held.vault.scenes[:-1], landed)
    return replace(held, vault=replace(held.vault, seed=bytes(32), state=state, scenes=scenes))


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
    table = await house.lobby(ANNE, BOB, CHLOE)
    sight = await house.tables.sight(table.id, ANNE)
    shown = (sight.seat, sight.observation, sight.legal, sight.scenes, sight.to_act)
    assert shown == (None, None, None, (), ()), "before the game there is nothing to observe"
    await house.tables.begin(house.ask(ANNE), table.id)
    await house.act(table.id)
    public = written(await house.tables.sight(table.id))
    assert written(await house.tables.sight(table.id, 99)) == public
    own = await house.tables.sight(table.id, BOB)
    assert own.seat == "2"
    assert written(own) == written((await house.tables.look(table.id)).sight("2"))
    assert (await house.tables.sight(table.id)).legal is None
    assert own.places == ()
    await house.tables.stop(house.ask(ANNE), table.id)
    (place,) = (await house.tables.sight(table.id)).places
    assert (place.number, place.seats) == (1, ("1", "2", "3")), "told once the table is closed"


async def test_a_seat_is_told_why_not_and_who_watches_nothing(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    look = await house.tables.look(table.id)
    (awaited,) = look.sight().to_act
    assert look.sight(awaited).refusal(Flip()) is None
    assert look.sight("2" if awaited == "1" else "1").refusal(Flip()).code == "not_your_turn"
    assert look.sight().refusal(Flip()) is None


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


# -- looks -------------------------------------------------------------------------------------------------


async def test_every_audience_is_worked_out_once(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    look = await house.tables.look(table.id)
    sights = [look.sight(), look.sight("1"), look.sight("2")]
    assert await house.tables.look(table.id) is look
    assert [look.sight(), look.sight_for(ANNE), look.sight_for(BOB)] == sights
    assert await house.tables.sight(table.id, ANNE) is sights[1]
    assert look.sight_for(CHLOE) is sights[0]


async def test_a_change_is_seen_at_once(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    before = await house.tables.look(table.id)
    await house.act(table.id)
    after = await house.tables.look(table.id)
    assert after is not before
    assert (after.table.version, before.table.version) == (table.version + 1, table.version)
    assert after.sight().observation != before.sight().observation


async def test_a_deadline_that_is_moved_while_we_are_away_is_seen(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    before = await house.tables.look(table.id)
    await house.clock.advance(5_000)
    await house.tables.came_back(NOON)
    after = await house.tables.look(table.id)
    assert (after.table.version, after.table.turn) == (before.table.version + 1, before.table.turn)
    assert after.table.alarm.at > before.table.alarm.at


async def test_time_alone_changes_nothing_until_there_is_more_to_see(house: House) -> None:
    table = await house.playing(ANNE, BOB, game="diavolo", learning=True)
    table = await house.tables.act(house.click(await house.awaited(table.id), table), table.id, Roll())
    alarm = table.alarm
    assert (alarm.race, alarm.opened_at > house.clock.now()) == (True, True)
    before = await house.tables.look(table.id)
    await house.clock.advance(alarm.opened_at - house.clock.now() - 1)
    assert await house.tables.look(table.id) is before
    assert before.sight().now < alarm.opened_at
    house.told.clear()
    await house.clock.advance(1)
    open_now = await house.tables.look(table.id)
    assert open_now is not before
    assert open_now.sight().now >= alarm.opened_at
    assert house.told == [table.id], "and the publisher has been told to look"


def test_a_decision_has_more_to_see_at_its_opening_and_at_each_look() -> None:
    alarm = Alarm("answer", "answer", 30, 40_000, opened_at=10_000, looks=(2_000, 4_000))
    moments = [moments_passed(alarm, now) for now in (9_999, 10_000, 11_999, 12_000, 13_999, 14_000, 99_999)]
    assert moments == [0, 1, 1, 2, 2, 3, 3]
    assert moments_passed(None, 10_000) == 0


async def test_a_closed_table_is_looked_at_anew_and_not_kept(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    await house.tables.look(table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    look = await house.tables.look(table.id)
    assert look.table.status is Status.CLOSED
    assert table.id not in house.tables._looks
    gone = weakref.ref(look)
    del look
    gc.collect()
    assert gone() is None


async def test_only_so_many_looks_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "_LOOKS", 2)
    held = await house.held((await house.playing(ANNE, BOB)).id)
    for number in (101, 102, 103):
        other = replace(held, table=replace(held.table, id=number))
        house.tables._remember(number, Look(other, NOON, house.tables._seer(other, NOON)))
    assert list(house.tables._looks) == [102, 103]


async def test_who_has_left_a_team_sees_what_the_channel_sees(house: House) -> None:
    table = await house.lobby(10, 20, teams=True)
    for user, seat in ((11, "1"), (21, "2")):
        table = await house.tables.join(house.ask(user), table.id, seat)
    table = await house.tables.begin(house.ask(10), table.id)
    await house.tables.quit(house.ask(11), table.id)
    look = await house.tables.look(table.id)
    assert look.sight_for(11) is look.sight()
    assert look.sight_for(10).seat == "1"
