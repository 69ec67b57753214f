"""At paces of days the others may part with somebody who has let a deadline pass, if all of them wish so."""

from __future__ import annotations

import pytest

from bot.tables.model import Pace, Status, Table
from bot.tables.pending import Offer
from bot.tables.proof.verify import verify
from engines.debacle.rules import END_ROUND
from tests.support.store import FreshStore
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, why_denied

DAY = 24 * 60 * 60
USERS = (ANNE, BOB, CHLOE)
DAN = 4


@pytest.fixture
async def house() -> House:
    return House(FreshStore())


async def missed(house: House, *users: int, pace: Pace = Pace.DAY) -> tuple[Table, int]:
    """A game in which somebody has let a day pass and is awaited again; who that is."""
    table = await house.playing(*(users or USERS), pace=pace, goal=9)
    absent = await house.awaited(table.id)
    await house.advance(DAY + 1)
    while await house.awaited(table.id) != absent:
        table = await house.act(table.id)
    return await house.tables.table(table.id), absent


def seat_of(table: Table, user_id: int) -> str:
    seat = table.seat_of(user_id)
    assert seat is not None
    return seat.name


async def wish(house: House, user_id: int, absent: int) -> Table:
    table = await house.tables.table(1)
    return await house.tables.agreements.wish(house.click(user_id, table), 1, seat_of(table, absent))


async def test_it_takes_everybody_else(house: House) -> None:
    table, absent = await missed(house)
    first, second = (user for user in USERS if user != absent)
    assert (await house.tables.sight(1)).missing == (seat_of(table, absent),)
    table = await wish(house, first, absent)
    own = seat_of(table, first)
    assert table.pending.offer == Offer("remove", own, seat_of(table, absent), (own,))
    house.restart()
    assert (await house.tables.table(1)).pending.offer == table.pending.offer, "kept over a restart"
    assert await why_denied(wish(house, first, absent)) == "already_offered"
    table = await wish(house, second, absent)
    assert (table.pending.offer, table.seat(seat_of(table, absent)).left) == (None, True)
    assert table.status is Status.PLAYING
    last = (await house.store.log(1))[-1]
    assert (last.kind, last.seat, last.user_id) == ("leave", seat_of(table, absent), second)
    assert last.payload == {"removed": True}
    while table.status is not Status.CLOSED:
        table = await house.act(1)
    assert verify(await house.tables.record(1), ALL_GAMES).ok


async def test_with_four_two_are_not_enough(house: House) -> None:
    _, absent = await missed(house, *USERS, DAN)
    first, second, third = (user for user in (*USERS, DAN) if user != absent)
    await wish(house, first, absent)
    table = await wish(house, second, absent)
    assert table.pending.offer is not None
    assert table.pending.offer.agreed == (seat_of(table, first), seat_of(table, second))
    await house.tables.quit(house.ask(third), 1)
    assert (await house.tables.table(1)).pending.offer is None, "any step of the game ends the wish"
    await wish(house, first, absent)
    table = await wish(house, second, absent)
    assert table.seat(seat_of(table, absent)).left, "who has left is not asked"


async def test_whoever_acts_stays(house: House) -> None:
    _, absent = await missed(house)
    first, second = (user for user in USERS if user != absent)
    await wish(house, first, absent)
    table = await house.act(1)
    assert table.pending.offer is None
    assert (await house.tables.sight(1)).missing == ()
    assert await why_denied(wish(house, second, absent)) == "not_missing"


async def test_anybody_may_say_no(house: House) -> None:
    _, absent = await missed(house)
    first, second = (user for user in USERS if user != absent)
    for user_id in (absent, second, first):
        await wish(house, first, absent)
        table = await house.tables.table(1)
        assert (await house.tables.agreements.decline(house.click(user_id, table), 1)).pending.offer is None
    assert await why_denied(house.tables.agreements.accept(house.click(second, table), 1)) == "no_offer"


async def test_a_wish_is_not_accepted_like_an_end_of_the_round(house: House) -> None:
    _, absent = await missed(house)
    first, second = (user for user in USERS if user != absent)
    table = await wish(house, first, absent)
    assert await why_denied(house.tables.agreements.accept(house.click(second, table), 1)) == "no_offer"


async def test_only_who_is_awaited_and_has_missed_a_deadline(house: House) -> None:
    table = await house.playing(*USERS, pace=Pace.DAY, goal=9)
    absent = await house.awaited(1)
    others = [user for user in USERS if user != absent]
    assert await why_denied(wish(house, others[0], absent)) == "not_missing", "nothing missed yet"
    await house.advance(DAY + 1)
    awaited = await house.awaited(1)
    assert awaited != absent
    other = next(user for user in others if user != awaited)
    assert await why_denied(wish(house, other, absent)) == "not_missing", "not awaited"
    while await house.awaited(1) != absent:
        table = await house.act(1)
    assert await why_denied(wish(house, absent, absent)) == "not_missing", "not oneself"
    assert await why_denied(wish(house, DAN, absent)) == "not_at_table"
    stale = house.ask(others[0], drawn=table.turn - 1)
    assert await why_denied(house.tables.agreements.wish(stale, 1, seat_of(table, absent))) == "stale"


@pytest.mark.parametrize("pace", [Pace.BRISK, Pace.RELAXED])
async def test_only_where_a_decision_has_days(house: House, pace: Pace) -> None:
    await house.playing(*USERS, pace=pace, goal=9)
    absent = await house.awaited(1)
    if pace is Pace.BRISK:
        await house.advance(61)
        while await house.awaited(1) != absent:
            await house.act(1)
    other = next(user for user in USERS if user != absent)
    assert (await house.tables.sight(1)).missing == ()
    assert await why_denied(wish(house, other, absent)) == "not_missing"


async def test_in_debacle_the_other_one_ends_the_game(house: House) -> None:
    table = await house.playing(ANNE, BOB, game="debacle", pace=Pace.DAY)
    absent = await house.awaited(1)
    other = ANNE if absent == BOB else BOB
    for _ in range(2):
        await house.advance(DAY + 1)
    assert await house.awaited(1) == absent
    table = await house.tables.table(1)
    await house.tables.agreements.offer(house.click(other, table), 1, END_ROUND)
    table = await wish(house, other, absent)
    assert (table.status, table.end.winners) == (Status.CLOSED, (seat_of(table, other),))


async def test_who_drafts_a_turn_is_there(house: House) -> None:
    await house.playing(ANNE, BOB, game="debacle", pace=Pace.DAY)
    absent = await house.awaited(1)
    for _ in range(2):
        await house.advance(DAY + 1)
    sight = await house.tables.sight(1, absent)
    await house.tables.act(house.ask(absent, sight.drawn), 1, sight.legal.actions[0])
    assert (await house.tables.table(1)).pending.draft
    assert await why_denied(wish(house, ANNE if absent == BOB else BOB, absent)) == "not_missing"
