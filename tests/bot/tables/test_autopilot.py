"""Autopilot: a computer plays for who is away, or who wishes so, until they press anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.asks import Ask, ByComputer
from bot.tables.computer import Computer
from bot.tables.model import Status, Table
from bot.tables.proof.verify import verify
from bot.texts import texts_for
from bot.ui.frame.ending import winners_line
from engines.core.moments import order_of
from players.core.decision import Level
from players.registry import find_player
from tests.support.coin import SIDES, Flip, Guess
from tests.support.computers import furnish
from tests.support.store import FreshStore
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, why_denied


@pytest.fixture
async def house() -> House:
    return House(FreshStore())


async def playing(house: House, *users: int, stand_in: bool = True) -> Table:
    table = await house.lobby(*users, goal=9)
    await house.tables.set_option(house.ask(ANNE), table.id, "stand_in", stand_in)
    return await house.tables.begin(house.ask(ANNE), table.id)


async def misses(house: House, absent: int, count: int) -> Table:
    """Time passes; whoever else is awaited plays, and this person lets so many deadlines pass."""
    for _ in range(count):
        while await house.awaited(1) != absent:
            await house.act(1)
        await lets_it_pass(house)
    return await house.tables.table(1)


async def lets_it_pass(house: House) -> None:
    """The deadline that runs passes, and no other."""
    alarm = (await house.tables.table(1)).alarm
    assert alarm is not None
    await house.advance((alarm.at - house.clock.now()) // 1000 + 1)


def pilots(table: Table) -> dict[str, Level]:
    return {seat.name: seat.autopilot for seat in table.seats if seat.autopilot is not None}


async def told(house: House) -> list[tuple[str | None, object]]:
    lines = await house.store.log(1)
    return [(line.seat, line.payload["level"]) for line in lines if line.kind == "autopilot"]


async def plays(house: House, seat: str) -> Table:
    """The computer at this seat decides, as the runtime has it do."""
    sight = await house.tables.sight(1)
    legal = ALL_GAMES["coin"].legal_actions((await house.held(1)).vault.state, seat)
    action = Flip() if Flip() in legal.actions else Guess(SIDES[0])
    assert seat in sight.to_act
    now = house.clock.now()
    return await house.tables.act(Ask(ByComputer(seat), now, order_of(now)), 1, action)


async def test_from_the_second_missed_deadline_a_computer_plays_and_nobody_is_removed(house: House) -> None:
    await playing(house, ANNE, BOB, CHLOE)
    table = await misses(house, BOB, 1)
    assert pilots(table) == {}
    table = await misses(house, BOB, 1)
    assert pilots(table) == {"2": Level.MEDIUM}
    assert table.seat("2").player == Computer(Level.MEDIUM, "basile")
    assert not table.seat("2").by_computer, "it is still Bob’s seat"
    assert await told(house) == [("2", "moyen")]
    while await house.awaited(1) != BOB:
        await house.act(1)
    table = await plays(house, "2")
    assert not table.seat("2").left


async def test_without_the_option_who_is_away_leaves_as_ever(house: House) -> None:
    await playing(house, ANNE, BOB, CHLOE, stand_in=False)
    table = await misses(house, BOB, 2)
    assert pilots(table) == {}
    table = await misses(house, BOB, 1)
    assert table.seat("2").left


async def test_an_action_takes_the_seat_back_in_the_same_transaction(house: House) -> None:
    await playing(house, ANNE, BOB, CHLOE)
    await misses(house, BOB, 2)
    while await house.awaited(1) != BOB:
        await house.act(1)
    before = await house.tables.table(1)
    after = await house.act(1)
    assert (pilots(after), after.version) == ({}, before.version + 1)
    lines = (await house.store.log(1))[-2:]
    assert [(line.kind, line.seat) for line in lines] == [("act", "2"), ("autopilot", "2")]
    seat = "2"
    assert await why_denied(plays_late(house, seat)) == "not_at_table"


async def plays_late(house: House, seat: str) -> Table:
    now = house.clock.now()
    return await house.tables.act(Ask(ByComputer(seat), now, order_of(now)), 1, Flip())


async def test_any_other_sign_takes_it_back_once(house: House) -> None:
    table = await playing(house, ANNE, BOB, CHLOE)
    assert pilots(await house.tables.hand_over(house.ask(BOB), table.id)) == {"2": Level.MEDIUM}
    again = await house.tables.hand_over(house.ask(BOB), table.id)
    assert pilots(again) == {"2": Level.MEDIUM}, "who asks twice means it"
    await house.tables.take_back(house.ask(ANNE), table.id)
    assert pilots(await house.tables.table(1)) == {"2": Level.MEDIUM}, "only its own people take a seat back"
    table = await house.tables.take_back(house.ask(BOB), table.id)
    assert pilots(table) == {}
    assert (await house.tables.take_back(house.ask(BOB), table.id)).version == table.version
    assert await told(house) == [("2", "moyen"), ("2", None)]


async def test_only_who_plays_hands_over(house: House) -> None:
    table = await playing(house, ANNE, BOB)
    assert await why_denied(house.tables.hand_over(house.ask(CHLOE), table.id)) == "not_at_table"
    table = await house.tables.stop(house.ask(ANNE), table.id)
    assert table.status is Status.CLOSED
    assert await why_denied(house.tables.hand_over(house.ask(BOB), table.id)) == "closed"


async def test_computers_do_not_play_on_where_nobody_is_left(house: House) -> None:
    table = await house.lobby(ANNE, goal=9)
    await house.tables.set_option(house.ask(ANNE), table.id, "stand_in", True)
    await house.tables.begin(house.ask(ANNE), table.id, fill=Level.EASY)
    for _ in range(20):
        table = await house.tables.table(1)
        if table.status is Status.CLOSED:
            break
        (seat,) = (await house.tables.sight(1)).to_act
        if table.seat(seat).by_computer:
            await plays(house, seat)
        else:
            await lets_it_pass(house)
    assert (table.status, pilots(table)) == (Status.CLOSED, {})


@pytest.mark.parametrize("leaves", [True, False])
async def test_computers_do_not_play_on_where_the_last_one_who_played_has_left(
    house: House, leaves: bool
) -> None:
    """Bob is away, and a computer plays for him; then Anne leaves, or misses three deadlines in a row."""
    table = await playing(house, ANNE, BOB, CHLOE)
    await house.tables.hand_over(house.ask(BOB), table.id)
    await house.tables.hand_over(house.ask(CHLOE), table.id)
    if leaves:
        table = await house.tables.quit(house.ask(ANNE), table.id)
    for _ in range(20 if not leaves else 0):
        (seat,) = (await house.tables.sight(1)).to_act
        table = await (plays(house, seat) if seat != "1" else misses(house, ANNE, 1))
        if table.status is Status.CLOSED:
            break
    assert (table.status, table.end.why) == (Status.CLOSED, "empty")
    t = texts_for("fr")
    assert winners_line(table, lambda _: "", t).startswith("Plus personne ne jouait")


async def test_whoever_has_handed_over_as_the_last_one_may_watch(house: House) -> None:
    table = await playing(house, ANNE, BOB)
    for user in (ANNE, BOB):
        await house.tables.hand_over(house.ask(user), table.id)
    for _ in range(4):
        (seat,) = (await house.tables.sight(1)).to_act
        table = await plays(house, seat)
    assert table.status is Status.PLAYING


async def test_the_record_tells_of_it_and_is_proved(house: House) -> None:
    await playing(house, ANNE, BOB, CHLOE)
    await misses(house, BOB, 2)
    while await house.awaited(1) != BOB:
        await house.act(1)
    await plays(house, "2")
    await house.tables.stop(house.ask(ANNE), 1)
    record = await house.tables.record(1)
    assert [line.payload for line in record.entries if line.kind == "autopilot"] == [{"level": "moyen"}]
    assert verify(record, ALL_GAMES).ok
    assert await house.replays(1)


async def test_what_was_refused_leaves_the_computer_at_its_place(house: House) -> None:
    """A click that is refused changes nothing by itself: whoever shows the refusal takes the seat back."""
    table = await playing(house, ANNE, BOB, CHLOE)
    await house.tables.hand_over(house.ask(BOB), table.id)
    old = replace(house.ask(BOB), drawn=0)
    assert await why_denied(house.tables.act(old, table.id, Flip())) == "stale"
    assert pilots(await house.tables.table(1)) == {"2": Level.MEDIUM}


async def test_a_computer_begins_its_turn_from_the_beginning(house: House) -> None:
    """What somebody has drafted of a turn is not theirs to end any more once they hand it over."""
    table = await house.playing(ANNE, BOB, game="debacle")
    mover = await house.awaited(table.id)
    sight = await house.tables.sight(table.id, mover)
    await house.tables.act(house.ask(mover, sight.drawn), table.id, sight.legal.actions[0])
    assert (await house.tables.table(table.id)).pending.draft
    table = await house.tables.hand_over(house.ask(mover), table.id)
    assert table.pending.draft == ()


@pytest.mark.parametrize("game", ["tasse", "debacle"])
async def test_what_a_computer_plays_for_somebody_is_derived_again(game: str) -> None:
    """The runtime finds whom it plays for, and the record proves what it decided, whatever was drafted."""
    house = House()
    furnish(house)
    table = await house.playing(ANNE, BOB, game=game)
    mover = await house.awaited(table.id)
    sight = await house.tables.sight(table.id, mover)
    if game == "debacle":
        await house.tables.act(house.ask(mover, sight.drawn), table.id, sight.legal.actions[0])
    await house.tables.hand_over(house.ask(mover), table.id)
    seat = (await house.tables.table(table.id)).seat_of(mover)
    assert seat is not None
    for _ in range(60):
        await house.advance(1)
        if seat.name not in (await house.tables.sight(table.id)).to_act:
            break
    assert seat.name not in (await house.tables.sight(table.id)).to_act
    await house.tables.stop(house.ask(table.host_id or 0), table.id)
    verdict = verify(await house.tables.record(table.id), ALL_GAMES, find_player)
    assert verdict.ok, verdict.problems
    assert (verdict.decisions > 0, verdict.undecided) == (True, 0)
