"""What players settle among themselves: the end of a round, more time, parting with who is absent."""

import pytest

from bot.tables.model import Pace, Status, Table
from bot.tables.pending import Offer
from engines.debacle.model import Roll
from engines.debacle.rules import END_ROUND
from tests.bot.tables.test_drafts import BLACK, RED, act, begun, kinds, undo
from tests.support.tables import ANNE, BOB, CHLOE, House, why_denied

HOUR = 60 * 60
DAY = 24 * HOUR


async def offer(house: House, table_id: int, user_id: int) -> None:
    table = await house.tables.table(table_id)
    await house.tables.agreements.offer(house.click(user_id, table), table_id, END_ROUND)


async def test_b10_the_other_side_accepts_and_the_round_ends(house: House) -> None:
    before = await begun(house)
    assert await why_denied(offer(house, before.id, CHLOE)) == "not_at_table"
    await offer(house, before.id, RED)
    house.restart()
    table = await house.tables.table(before.id)
    assert (table.pending.offer, table.turn) == (Offer(END_ROUND, "1"), before.turn), "no button is stale"
    assert await why_denied(offer(house, table.id, BLACK)) == "already_offered"
    for user_id, reason in ((RED, "own_offer"), (CHLOE, "not_at_table")):
        wish = house.tables.agreements.accept(house.click(user_id, table), table.id)
        assert await why_denied(wish) == reason
    table = await house.tables.agreements.accept(house.click(BLACK, table), table.id)
    assert await kinds(house, table.id) == ["offer", "system"]
    assert table.pending.offer is None
    assert (await house.tables.sight(table.id)).observation.round == 2


async def test_what_is_drafted_is_played_before_the_agreement(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    await offer(house, table.id, RED)
    table = await house.tables.table(table.id)
    await house.tables.agreements.accept(house.click(BLACK, table), table.id)
    assert await kinds(house, table.id) == ["draft", "offer", "act", "system"]


async def test_a_proposal_may_be_declined_or_taken_back_and_the_draft_stays(house: House) -> None:
    table = await begun(house)
    drafted = await act(house, table.id, RED, Roll("a1", "a2"))
    for user_id in (BLACK, RED):
        await offer(house, table.id, RED)
        declined = await house.tables.agreements.decline(house.click(user_id, drafted), table.id)
        assert declined.pending.offer is None
        assert declined.pending.draft == drafted.pending.draft != ()
    for answer in (house.tables.agreements.accept, house.tables.agreements.decline):
        assert await why_denied(answer(house.click(BLACK, drafted), table.id)) == "no_offer"


async def test_a_proposal_lapses_when_the_board_changes(house: House) -> None:
    table = await begun(house)
    await offer(house, table.id, BLACK)
    assert (await act(house, table.id, RED, Roll("a1", "a2"))).pending.offer is None
    await offer(house, table.id, BLACK)
    assert (await undo(house, table.id, RED)).pending.offer is None
    assert await why_denied(house.tables.agreements.accept(house.ask(RED), table.id)) == "no_offer"


async def test_games_without_agreements_take_no_proposal(house: House) -> None:
    for table, what in ((await house.playing(), END_ROUND), (await begun(house), "settle")):
        wish = house.tables.agreements.offer(house.ask(ANNE), table.id, what)
        assert await why_denied(wish) == "nothing_to_do"


async def test_who_is_not_awaited_may_give_time(house: House) -> None:
    table = await begun(house)
    await house.advance(9 * 60)
    longer = await house.tables.agreements.grant(house.click(BLACK, table), table.id)
    assert longer.alarm.at == table.alarm.at + 600_000
    assert (
        await why_denied(house.tables.agreements.grant(house.click(BLACK, table), table.id)) == "time_enough"
    )
    await house.advance(10 * 60 + 59)
    assert "expire" not in await kinds(house, table.id)
    await house.advance(1)
    assert (await kinds(house, table.id))[-1] == "expire"


async def test_nobody_gives_time_to_themselves_or_where_no_clock_runs(house: House) -> None:
    table = await begun(house)
    assert await why_denied(house.tables.agreements.grant(house.click(RED, table), table.id)) == "own_clock"
    relaxed = await house.playing(ANNE, BOB, pace=Pace.RELAXED)
    assert await why_denied(house.tables.agreements.grant(house.ask(ANNE), relaxed.id)) == "no_clock"


@pytest.mark.parametrize(("pace", "days"), [(Pace.DAY, 1), (Pace.THREE_DAYS, 3), (Pace.WEEK, 7)])
async def test_b11_by_correspondence_a_turn_has_days_and_two_reminders(
    house: House, pace: Pace, days: int
) -> None:
    table = await begun(house, pace=pace)
    assert table.alarm.seconds == days * DAY
    await house.advance(days * DAY // 2 - 1)
    assert house.warned == []
    await house.advance(1)
    assert house.warned == [table.id]
    await house.advance(days * DAY // 2 - HOUR - 1)
    assert house.warned == [table.id]
    await house.advance(1)
    assert house.warned == [table.id] * 2
    await house.advance(HOUR - 1)
    assert "expire" not in await kinds(house, table.id)
    await house.advance(1)
    assert await kinds(house, table.id) == ["expire"]


async def test_of_reminders_missed_while_the_bot_was_away_only_the_last_goes_out(house: House) -> None:
    table = await begun(house, pace=Pace.DAY)
    house.restart()
    house.clock.jump((DAY - HOUR // 2) * 1000)
    await house.tables.came_back(house.clock.now())
    await house.advance(60)
    assert house.warned == [table.id]


async def test_a_table_that_is_set_aside_keeps_what_is_drafted_and_no_offer(house: House) -> None:
    table = await begun(house)
    drafted = await act(house, table.id, RED, Roll("a1", "a2"))
    await offer(house, table.id, RED)
    await house.tables.set_aside(table.id, ZeroDivisionError())
    table = await house.tables.table(table.id)
    assert table.incident is not None
    assert (table.pending.draft, table.pending.offer) == (drafted.pending.draft, None)


# -- who is absent -----------------------------------------------------------------------------------------


USERS = (ANNE, BOB, CHLOE)
DAN = 4


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
    return seat.name


async def wish_away(house: House, user_id: int, absent: int) -> Table:
    table = await house.tables.table(1)
    return await house.tables.agreements.wish(house.click(user_id, table), 1, seat_of(table, absent))


async def test_it_takes_everybody_else(house: House) -> None:
    table, absent = await missed(house)
    first, second = (user for user in USERS if user != absent)
    assert (await house.tables.sight(1)).missing == (seat_of(table, absent),)
    table = await wish_away(house, first, absent)
    own = seat_of(table, first)
    assert table.pending.offer == Offer("remove", own, seat_of(table, absent), (own,))
    house.restart()
    assert (await house.tables.table(1)).pending.offer == table.pending.offer, "kept over a restart"
    assert await why_denied(wish_away(house, first, absent)) == "already_offered"
    table = await wish_away(house, second, absent)
    assert (table.pending.offer, table.seat(seat_of(table, absent)).left) == (None, True)
    assert table.status is Status.PLAYING
    last = (await house.store.log(1))[-1]
    assert (last.kind, last.seat, last.user_id) == ("leave", seat_of(table, absent), second)
    assert last.payload == {"removed": True}
    await house.play_out(1)
    await house.proof(1)


async def test_with_four_two_are_not_enough(house: House) -> None:
    _, absent = await missed(house, *USERS, DAN)
    first, second, third = (user for user in (*USERS, DAN) if user != absent)
    await wish_away(house, first, absent)
    table = await wish_away(house, second, absent)
    assert table.pending.offer.agreed == (seat_of(table, first), seat_of(table, second))
    await house.tables.quit(house.ask(third), 1)
    assert (await house.tables.table(1)).pending.offer is None, "any step of the game ends the wish"
    await wish_away(house, first, absent)
    table = await wish_away(house, second, absent)
    assert table.seat(seat_of(table, absent)).left, "who has left is not asked"


async def test_whoever_acts_stays(house: House) -> None:
    _, absent = await missed(house)
    first, second = (user for user in USERS if user != absent)
    await wish_away(house, first, absent)
    table = await house.act(1)
    assert table.pending.offer is None
    assert (await house.tables.sight(1)).missing == ()
    assert await why_denied(wish_away(house, second, absent)) == "not_missing"


async def test_anybody_may_say_no_and_nobody_accepts_it_like_an_end_of_the_round(house: House) -> None:
    _, absent = await missed(house)
    first, second = (user for user in USERS if user != absent)
    for user_id in (absent, second, first):
        table = await wish_away(house, first, absent)
        wish = house.tables.agreements.accept(house.click(second, table), 1)
        assert await why_denied(wish) == "no_offer"
        assert (await house.tables.agreements.decline(house.click(user_id, table), 1)).pending.offer is None


async def test_only_who_is_awaited_and_has_missed_a_deadline(house: House) -> None:
    table = await house.playing(*USERS, pace=Pace.DAY, goal=9)
    absent = await house.awaited(1)
    others = [user for user in USERS if user != absent]
    assert await why_denied(wish_away(house, others[0], absent)) == "not_missing", "nothing missed yet"
    await house.advance(DAY + 1)
    awaited = await house.awaited(1)
    assert awaited != absent
    other = next(user for user in others if user != awaited)
    assert await why_denied(wish_away(house, other, absent)) == "not_missing", "not awaited"
    while await house.awaited(1) != absent:
        table = await house.act(1)
    assert await why_denied(wish_away(house, absent, absent)) == "not_missing", "not oneself"
    assert await why_denied(wish_away(house, DAN, absent)) == "not_at_table"
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
    assert await why_denied(wish_away(house, other, absent)) == "not_missing"


async def test_in_debacle_the_other_one_ends_the_game(house: House) -> None:
    table = await house.playing(ANNE, BOB, game="debacle", pace=Pace.DAY)
    absent = await house.awaited(1)
    other = ANNE if absent == BOB else BOB
    for _ in range(2):
        await house.advance(DAY + 1)
    assert await house.awaited(1) == absent
    table = await house.tables.table(1)
    await house.tables.agreements.offer(house.click(other, table), 1, END_ROUND)
    table = await wish_away(house, other, absent)
    assert (table.status, table.end.winners) == (Status.CLOSED, (seat_of(table, other),))


async def test_who_drafts_a_turn_is_there(house: House) -> None:
    await house.playing(ANNE, BOB, game="debacle", pace=Pace.DAY)
    absent = await house.awaited(1)
    for _ in range(2):
        await house.advance(DAY + 1)
    sight = await house.tables.sight(1, absent)
    await house.tables.act(house.ask(absent, sight.drawn), 1, sight.legal.actions[0])
    assert (await house.tables.table(1)).pending.draft
    assert await why_denied(wish_away(house, ANNE if absent == BOB else BOB, absent)) == "not_missing"
