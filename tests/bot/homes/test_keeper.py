"""Processes take their share of the slots, keep it, hand it over, and lose it when they are away too long."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.homes.ports import OtherCount
from bot.meters import METERS
from bot.tables.homes import slot_of
from tests.support.clock import FakeClock
from tests.support.members import Member, WatchedSlots, look_round
from tests.support.slots import LEASE, beat_of
from tests.support.waiting import NEVER, settled

ALL = {0, 1, 2, 3}
GUILDS = [number << 22 for number in range(4)]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def slots() -> WatchedSlots:
    return WatchedSlots()


@pytest.fixture
async def made(slots, clock) -> AsyncIterator:
    members: list[Member] = []

    def make(name: str, **options) -> Member:
        members.append(Member(name, slots, clock, **options))
        return members[-1]

    yield make
    for member in members:
        member.keeper._heart and member.keeper._heart.cancel()
        await member.tasks.drain(0)


async def started(*members: Member) -> tuple[Member, ...]:
    """Start them, one after the other."""
    for member in members:
        await member.start()
    return members


async def sharing(made) -> tuple[Member, ...]:
    """Two processes that have shared the slots out."""
    members = await started(made("one"), made("two"))
    await look_round(*members)
    return members


async def test_the_first_process_takes_everything(made) -> None:
    (one,) = await started(made("one"))
    assert one.held == one.gateway.hearing == ALL
    assert one.keeper.settled
    assert all(one.leases.is_home(guild_id) for guild_id in GUILDS)
    assert [told for told in one.tables.told if told[0] == "arrive"] == [("arrive", slot) for slot in ALL]


async def test_a_newcomer_hears_a_slot_before_it_takes_it(made, slots) -> None:
    one, two = made("one"), made("two")
    await one.start()
    two.gateway.slow = {slot: asyncio.Event() for slot in ALL}
    await two.start()
    await look_round(one, two)
    assert one.held == one.gateway.hearing == ALL, "nobody is disturbed while the newcomer connects"
    assert len(two.gateway.opening) == 2

    for ready in two.gateway.slow.values():
        ready.set()
    await settled()
    assert two.held == set(two.gateway.opening)
    await look_round(one)
    assert one.held == one.gateway.hearing == ALL - two.held
    assert set(one.gateway.closed) == two.held
    assert {told[1] for told in one.tables.told if told[0] == "depart"} == two.held
    assert not slots.moved, "somebody has heard all the time"


async def test_each_knows_where_the_others_are(made) -> None:
    """And whoever has just taken a slot sends nothing on."""
    one, two = await started(made("one"), made("two"))
    mine = [guild_id for guild_id in GUILDS if two.leases.is_home(guild_id)]
    assert [two.leases.address_of(guild_id) for guild_id in mine] == [None] * 2
    await look_round(one, two)
    for guild_id, slot in zip(GUILDS, sorted(ALL), strict=True):
        assert slot_of(guild_id, 4) == slot
        assert one.leases.is_home(guild_id) is (slot in one.held)
        assert one.leases.is_home(guild_id) is not two.leases.is_home(guild_id)
        assert one.leases.address_of(guild_id) == (None if slot in one.held else "two:1")
        assert two.leases.address_of(guild_id) == (None if slot in two.held else "one:1")


async def test_the_slots_of_a_dead_process_are_taken_and_their_clocks_moved(made, slots, clock) -> None:
    one, two = await sharing(made)
    lost = one.held
    clock.jump(LEASE - 1)
    await look_round(two)
    assert two.held == ALL - lost
    clock.jump(1)
    await look_round(two)
    assert two.held == ALL
    assert sorted(slots.moved) == [(slot, LEASE) for slot in sorted(lost)]


async def test_a_sign_of_life_is_due_when_somebody_may_be_dead(made, clock) -> None:
    _, two = await started(made("one"), made("two"))
    clock.jump(LEASE - 2_000)
    await look_round(two)
    assert 2 <= two.keeper._pause() < 2.5


async def test_a_frozen_home_knows_at_once_that_its_lease_is_over(made, clock) -> None:
    one, two = await sharing(made)
    mine = one.held
    before = METERS["lease_lost"].values.get((), 0)
    clock.jump(LEASE)
    assert not any(one.leases.is_home(guild_id) for guild_id in GUILDS)
    await look_round(two)
    assert two.held == ALL

    one.tables.told.clear()
    one.gateway.closed.clear()
    await one.keeper.look()
    assert one.held == set()
    await settled()
    assert one.tables.told[: len(mine)] == [("depart", slot) for slot in sorted(mine)]
    assert set(one.gateway.closed) == mine
    assert METERS["lease_lost"].values[()] == before + len(mine)
    await look_round(one, two)
    assert len(one.held) == len(two.held) == 2, "it takes its share again"


async def test_a_lease_that_nobody_took_goes_on_and_the_time_counts_for_nobody(made, clock) -> None:
    (one,) = await started(made("one"))
    last = clock.now()
    clock.jump(10 * LEASE)
    one.tables.told.clear()
    await one.keeper.look()
    assert one.held == ALL
    assert one.tables.told == [
        *(("pause", slot) for slot in sorted(ALL)),
        *(("resume", slot, last) for slot in sorted(ALL)),
    ]


async def test_a_store_that_is_away_stops_everything_until_it_is_back(made, slots, clock) -> None:
    (one,) = await started(made("one"))
    last = clock.now()
    slots.broken = OSError("no server")
    clock.jump(LEASE // 2)
    await one.keeper.look_safely()
    assert one.leases.is_home(GUILDS[0])
    clock.jump(LEASE // 2)
    await one.keeper.look_safely()
    assert not one.leases.is_home(GUILDS[0])
    assert not one.keeper.settled
    assert {("pause", slot) for slot in ALL} <= set(one.tables.told)
    slots.broken = None
    await one.keeper.look_safely()
    assert one.leases.is_home(GUILDS[0])
    assert one.keeper.settled
    assert one.tables.told[-4:] == [("resume", slot, last) for slot in sorted(ALL)]
    assert one.gateway.hearing == ALL, "its connections were left alone"


async def test_who_hears_discord_wants_nothing_taken_however_long_the_store_was_away(
    made, slots, clock
) -> None:
    one, asked, answer = made("one"), [], slots.beat
    await one.start()

    async def note_beat(beat):
        asked.append(beat.process.leaving)
        return await answer(beat)

    slots.beat, slots.broken = note_beat, OSError("no server")
    for _ in range(10):
        clock.jump(LEASE)
        await one.keeper.look_safely()
    slots.broken = None
    await one.keeper.look_safely()
    assert not any(asked)


async def test_time_without_a_connection_counts_for_nobody_in_that_slot(made, slots, clock) -> None:
    (one,) = await started(made("one"))
    one.gateway.hearing.discard(2)
    one.keeper.cut(2)
    cut_at = clock.now()
    one.keeper.cut(2)
    assert one.tables.told[-1] == ("pause", 2)
    clock.jump(4000)
    await one.keeper.look()
    assert one.tables.told[-1] == ("pause", 2)
    assert slots.rows[2]["heard_at"] == cut_at
    assert slots.rows[1]["heard_at"] == cut_at + 4000

    one.gateway.hearing.add(2)
    one.keeper.poke()
    await settled()
    assert one.tables.told[-1] == ("resume", 2, cut_at)
    assert slots.rows[2]["heard_at"] == cut_at + 4000


async def test_a_slot_counts_as_heard_only_once_its_clocks_are_moved(made, slots, clock) -> None:
    (one,) = await started(made("one", count=1))
    one.keeper.cut(0)
    cut_at = clock.now()
    clock.jump(1000)
    one.tables.broken = OSError("no server")
    await one.keeper.look_safely()
    assert slots.rows[0]["heard_at"] == cut_at
    one.tables.broken = None
    await one.keeper.look_safely()
    assert one.tables.told[-1] == ("resume", 0, cut_at)
    assert slots.rows[0]["heard_at"] == clock.now()


async def test_a_store_that_fails_at_one_slot_forgets_no_other(made, clock) -> None:
    """Two connections were lost one after the other, and both are back."""
    (one,) = await started(made("one"))
    cuts = {}
    for slot in (1, 2):
        one.keeper.cut(slot)
        cuts[slot] = clock.now()
        clock.jump(1000)
    one.tables.broken = OSError("no server")
    await one.keeper.look_safely()
    assert one.tables.paused == {1, 2}
    one.tables.broken = None
    await one.keeper.look_safely()
    assert one.tables.told[-2:] == [("resume", slot, cuts[slot]) for slot in (1, 2)]
    assert not one.tables.paused
    assert one.keeper.settled


@pytest.mark.parametrize("coming", ["home", "back"])
async def test_a_slot_that_is_cut_again_while_its_tables_are_moved_stays_paused(made, clock, coming) -> None:
    one = made("one", count=1)
    if coming == "back":
        await one.start()
        one.keeper.cut(0)
        clock.jump(1000)
    one.tables.open.clear()
    looking = asyncio.create_task(one.start() if coming == "home" else one.keeper.look())
    await settled()
    one.gateway.hearing.clear()
    one.keeper.cut(0)
    cut_at = clock.now()
    one.tables.open.set()
    await looking
    await settled()
    assert one.tables.paused == {0}
    clock.jump(1000)
    one.gateway.hearing.add(0)
    await one.keeper.look()
    assert one.tables.told[-1] == ("resume", 0, cut_at)
    assert not one.tables.paused


async def test_who_has_not_heard_discord_for_long_lets_others_try(made, slots, clock) -> None:
    one, two = await sharing(made)
    lose_discord(one)
    mine, two.gateway.slow = one.held, {slot: asyncio.Event() for slot in one.held}
    await pass_leases(4, clock, one, two)
    assert not mine & set(two.gateway.opening), "it may be back soon"
    await pass_leases(1, clock, one, two)
    assert mine <= set(two.gateway.opening)
    assert one.held == mine, "the other does not hear them either"
    for ready in two.gateway.slow.values():
        ready.set()
    one.gateway.slow = {slot: asyncio.Event() for slot in ALL}
    await look_round(one, two)
    assert two.held == two.gateway.hearing == ALL
    assert slots.moved, "nobody has heard them"

    for ready in one.gateway.slow.values():
        ready.set()
    await look_round(one, two)
    assert len(one.held) == len(two.held) == 2, "it takes its share again"


async def test_an_outage_of_discord_moves_no_slot(made, slots, clock) -> None:
    one, two = await sharing(made)
    before = {slot: row["token"] for slot, row in slots.rows.items()}
    for member in (one, two):
        lose_discord(member)
    await pass_leases(8, clock, one, two)
    assert {slot: row["token"] for slot, row in slots.rows.items()} == before
    assert not await asyncio.wait_for(one.keeper.hand_over(0.01), NEVER), "nobody takes them now, either"


def lose_discord(member: Member) -> None:
    for slot in member.held:
        member.gateway.hearing.discard(slot)
        member.keeper.cut(slot)


async def pass_leases(many: int, clock: FakeClock, *members: Member) -> None:
    for _ in range(2 * many):
        clock.jump(LEASE // 2)
        await look_round(*members, times=1)


async def test_who_takes_over_a_slot_that_its_holder_did_not_hear_moves_its_clocks(
    made, slots, clock
) -> None:
    one, two = made("one"), made("two")
    await one.start()
    one.gateway.hearing.clear()
    for slot in ALL:
        one.keeper.cut(slot)
    clock.jump(LEASE)
    await one.keeper.look()
    await two.start()
    assert sorted(slots.moved) == [(slot, LEASE) for slot in sorted(two.held)]


async def test_a_clean_stop_hands_everything_over(made, slots) -> None:
    one, two = await sharing(made)
    going = asyncio.create_task(one.keeper.hand_over(60))
    await settled()
    assert one.held, "it goes on until somebody has taken them"
    await look_round(two, one)
    assert await asyncio.wait_for(going, NEVER)
    assert two.held == two.gateway.hearing == ALL
    await one.keeper.leave()
    assert slots.processes == {"two"}
    assert not slots.moved


async def test_the_last_process_gives_back_at_once(made, slots, clock) -> None:
    (one,) = await started(made("one"))
    clock.jump(1000)
    assert not await asyncio.wait_for(one.keeper.hand_over(60), 30)
    assert one.held == ALL
    await one.keeper.leave()
    assert [(row["holder"], row["heard_at"]) for row in slots.rows.values()] == [("", clock.now())] * 4
    await one.keeper.look()
    assert not slots.processes, "it is gone for good"

    clock.jump(500)
    two = made("two")
    await two.start()
    assert two.held == ALL
    assert sorted(slots.moved) == [(slot, 500) for slot in sorted(ALL)]


async def test_what_nobody_takes_in_time_is_given_back(made, slots) -> None:
    one, two = made("one"), made("two")
    await one.start()
    two.gateway.slow = {slot: asyncio.Event() for slot in ALL}
    await two.start()
    assert not await one.keeper.hand_over(0.01)
    await one.keeper.leave()
    assert all(row["holder"] == "" for row in slots.rows.values())


async def test_a_later_process_with_the_same_slots_supersedes_the_earlier_one(made, clock) -> None:
    blue = made("blue", pinned=frozenset({0, 1}))
    await blue.start()
    assert blue.held == {0, 1}
    clock.jump(5)
    green = made("green", pinned=frozenset({0, 1}))
    green.gateway.slow = {0: asyncio.Event(), 1: asyncio.Event()}
    await green.start()
    green.gateway.slow[0].set()
    await look_round(green, blue)
    assert (green.held, blue.held, blue.superseded) == ({0}, {1}, 0)
    green.gateway.slow[1].set()
    await look_round(green, blue)
    assert (green.held, blue.held, blue.superseded, green.superseded) == ({0, 1}, set(), 1, 0)
    assert await blue.keeper.hand_over(60)


async def test_without_a_gateway_slots_are_taken_as_they_are(made) -> None:
    one, two = made("one", gateway=False), made("two", gateway=False)
    await one.start()
    await two.start()
    await look_round(one, two)
    assert len(one.held) == len(two.held) == 2
    assert not one.gateway.opening


async def test_another_number_of_slots_is_refused_while_somebody_is_alive(made, clock) -> None:
    (one,) = await started(made("one"))
    with pytest.raises(OtherCount) as refused:
        await made("two", count=8).start()
    assert refused.value.count == 4
    assert one.held == ALL
    clock.jump(LEASE)
    await made("three", count=8).start()


async def test_the_only_process_asks_nobody(made, slots, clock) -> None:
    (one,) = await started(made("one", shared=False))
    assert one.held == ALL
    assert one.tables.told[:4] == [("pause", slot) for slot in sorted(ALL)], (
        "nothing rings before all came home"
    )
    clock.jump(100 * LEASE)
    assert one.leases.is_home(GUILDS[1])
    assert one.leases.address_of(GUILDS[1]) is None
    (after,) = await started(made("after", shared=False))
    assert after.held == ALL, "the one before it is dead, whatever the store says"
    assert sorted(slots.moved) == [(slot, 100 * LEASE) for slot in sorted(ALL)]


async def test_the_only_process_looks_again_soon_where_something_is_amiss(made, slots) -> None:
    (one,) = await started(made("one", shared=False))
    usual = one.keeper._pause()
    slots.broken = OSError("the disk")
    await one.keeper.look_safely()
    assert one.keeper._pause() <= 5 < usual
    slots.broken = None
    await one.keeper.look_safely()
    assert one.keeper._pause() == usual


async def test_tables_that_could_not_come_home_do_so_at_the_next_look(made) -> None:
    one = made("one")
    one.tables.broken = OSError("no server")
    await one.start()
    assert one.held == ALL
    assert not one.keeper.settled
    one.tables.broken = None
    await one.keeper.look()
    assert one.tables.told == [("arrive", slot) for slot in sorted(ALL)]
    assert one.keeper.settled


async def test_tables_of_slots_that_are_taken_together_come_home_together(made) -> None:
    one = made("one", count=16, gateway=False)
    one.tables.open.clear()
    await one.start()
    one.tables.open.set()
    await settled()
    assert one.keeper.settled
    assert one.tables.told == [("arrive", slot) for slot in range(16)]
    assert len(one.tables.calls) == 2, "those that were taken while the first came home"


@pytest.mark.parametrize("lost", [1, 2])
async def test_a_slot_that_is_lost_while_its_tables_come_home_takes_no_other_along(
    made, slots, clock, lost
) -> None:
    """The first of those that come home together is lost, or another one."""
    one = made("one", count=3, gateway=False)
    gates, arrive = [asyncio.Event(), asyncio.Event(), asyncio.Event()], one.tables.arrive

    async def arrive_late(slots):
        await gates[0 if 0 in slots.numbers else len(slots.numbers)].wait()
        await arrive(slots)

    one.tables.arrive = arrive_late
    await one.start()
    gates[0].set()
    await settled()
    other = 3 - lost
    await slots.join(beat_of("another", clock.now(), count=3, pinned={lost}), alone=False)
    slots.put(lost, holder="another", token=7)
    await one.keeper.look()
    assert not one.keeper.settled
    gates[1].set()
    gates[2].set()
    await settled()
    await one.keeper.look()
    assert one.keeper.settled
    assert one.held == {0, other}
    assert ("arrive", other) in one.tables.told
    assert [told for told in one.tables.told if told[1] == lost][-1] == ("depart", lost)


async def test_signs_of_life_go_on_while_tables_come_home(made) -> None:
    one, two = made("one"), made("two")
    one.tables.open.clear()
    await one.start()
    await two.start()
    await look_round(one, two)
    assert not one.keeper.settled
    one.tables.open.set()
    await settled()
    assert {told[1] for told in one.tables.told if told[0] == "arrive"} == one.held
    assert {told[1] for told in one.tables.told if told[0] == "depart"} == two.held
    assert one.keeper.settled


async def test_a_slot_that_is_taken_during_a_look_is_not_taken_for_lost(made, slots) -> None:
    one = made("one", count=1)
    one.gateway.slow = {0: asyncio.Event()}
    await one.start()
    answer = slots.beat

    async def answer_late(beat):
        roster = await answer(beat)
        one.gateway.slow[0].set()
        await settled()
        return roster

    slots.beat = answer_late
    await one.keeper.look()
    await settled()
    assert one.held == {0}
    assert one.tables.told == [("arrive", 0)]


async def test_a_shard_that_is_cut_before_its_slot_is_taken_counts_as_cut(made, slots) -> None:
    one = made("one", count=1)
    taking = slots.take

    async def cut_and_take(*given, **named):
        one.gateway.hearing.clear()
        return await taking(*given, **named)

    slots.take = cut_and_take
    await one.start()
    assert one.tables.told == [("arrive", 0), ("pause", 0)]


async def test_who_was_slower_tries_again_with_what_it_has_opened(made, slots) -> None:
    one = made("one", count=1)
    taking, tries = slots.take, []

    async def take_late(beat, slot, token, **named):
        if not tries:
            slots.put(slot, token=slots.rows[slot]["token"] + 1)
        tries.append(token)
        return await taking(beat, slot, token, **named)

    slots.take = take_late
    await one.start()
    await look_round(one)
    assert one.held == {0}
    assert tries == [0, 1]
    assert not one.gateway.closed


async def test_a_slot_that_turns_out_to_be_somebody_elses_is_given_back(made, slots) -> None:
    """A task that was cut short while it took a slot may have taken it all the same."""
    _, two = await sharing(made)
    slot = min(two.held)
    two.leases.drop(slot)
    await slots.leave("two")
    two.keeper._me = type(two.keeper._me)("two", "two:1", 10**15, frozenset({3 if slot != 3 else 2}))
    await two.keeper.look()
    assert slots.rows[slot]["holder"] == ""
