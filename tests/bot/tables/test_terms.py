"""What players settle among themselves: an end of the round by agreement, more time, and days for a turn."""

from __future__ import annotations

import pytest

from bot.tables.errors import Denied
from bot.tables.model import Pace
from bot.tables.pending import Offer
from engines.debacle.model import Roll
from engines.debacle.rules import END_ROUND
from tests.bot.tables.test_drafts import BLACK, RED, act, begun, kinds, undo
from tests.support.tables import ANNE, BOB, CHLOE, House

HOUR = 60 * 60
DAY = 24 * HOUR


async def offer(house: House, table_id: int, user_id: int) -> None:
    table = await house.tables.table(table_id)
    await house.tables.agreements.offer(house.click(user_id, table), table_id, END_ROUND)


async def test_b10_the_other_side_accepts_and_the_round_ends(house: House) -> None:
    table = await begun(house)
    await offer(house, table.id, RED)
    table = await house.tables.table(table.id)
    assert table.pending.offer == Offer(END_ROUND, "1")
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


async def test_nobody_accepts_their_own_proposal(house: House) -> None:
    table = await begun(house)
    await offer(house, table.id, RED)
    with pytest.raises(Denied, match="own_offer"):
        await house.tables.agreements.accept(house.click(RED, table), table.id)
    with pytest.raises(Denied, match="already_offered"):
        await offer(house, table.id, BLACK)


async def test_a_proposal_may_be_declined_or_taken_back(house: House) -> None:
    table = await begun(house)
    for user_id in (BLACK, RED):
        await offer(house, table.id, RED)
        declined = await house.tables.agreements.decline(house.click(user_id, table), table.id)
        assert declined.pending.offer is None
    with pytest.raises(Denied, match="no_offer"):
        await house.tables.agreements.accept(house.click(BLACK, table), table.id)
    with pytest.raises(Denied, match="no_offer"):
        await house.tables.agreements.decline(house.click(BLACK, table), table.id)


async def test_a_proposal_lapses_when_the_board_changes(house: House) -> None:
    table = await begun(house)
    await offer(house, table.id, BLACK)
    assert (await act(house, table.id, RED, Roll("a1", "a2"))).pending.offer is None
    await offer(house, table.id, BLACK)
    assert (await undo(house, table.id, RED)).pending.offer is None
    with pytest.raises(Denied, match="no_offer"):
        await house.tables.agreements.accept(house.ask(RED), table.id)


async def test_a_proposal_makes_no_button_stale(house: House) -> None:
    table = await begun(house)
    await offer(house, table.id, BLACK)
    assert (await house.tables.table(table.id)).turn == table.turn


async def test_games_without_agreements_take_no_proposal(house: House) -> None:
    table = await house.playing()
    with pytest.raises(Denied, match="nothing_to_do"):
        await house.tables.agreements.offer(house.ask(ANNE), table.id, END_ROUND)
    debacle = await begun_elsewhere(house)
    with pytest.raises(Denied, match="nothing_to_do"):
        await house.tables.agreements.offer(house.ask(ANNE), debacle, "settle")


async def begun_elsewhere(house: House) -> int:
    return (await begun(house)).id


async def test_a_proposal_survives_a_crash(house: House) -> None:
    table = await begun(house)
    await offer(house, table.id, RED)
    house.restart()
    assert (await house.tables.table(table.id)).pending.offer == Offer(END_ROUND, "1")


async def test_a_stranger_proposes_and_accepts_nothing(house: House) -> None:
    table = await begun(house)
    with pytest.raises(Denied, match="not_at_table"):
        await offer(house, table.id, CHLOE)
    await offer(house, table.id, RED)
    with pytest.raises(Denied, match="not_at_table"):
        await house.tables.agreements.accept(house.click(CHLOE, table), table.id)


async def test_who_is_not_awaited_may_give_time(house: House) -> None:
    table = await begun(house)
    await house.advance(9 * 60)
    assert table.alarm is not None
    longer = await house.tables.agreements.grant(house.click(BLACK, table), table.id)
    assert longer.alarm is not None
    assert longer.alarm.at == table.alarm.at + 600_000
    with pytest.raises(Denied, match="time_enough"):
        await house.tables.agreements.grant(house.click(BLACK, table), table.id)
    await house.advance(10 * 60 + 59)
    assert "expire" not in await kinds(house, table.id)
    await house.advance(1)
    assert (await kinds(house, table.id))[-1] == "expire"


async def test_nobody_gives_time_to_themselves_or_where_no_clock_runs(house: House) -> None:
    table = await begun(house)
    with pytest.raises(Denied, match="own_clock"):
        await house.tables.agreements.grant(house.click(RED, table), table.id)
    relaxed = await house.playing(ANNE, BOB, pace=Pace.RELAXED)
    with pytest.raises(Denied, match="no_clock"):
        await house.tables.agreements.grant(house.ask(ANNE), relaxed.id)


@pytest.mark.parametrize(("pace", "days"), [(Pace.DAY, 1), (Pace.THREE_DAYS, 3), (Pace.WEEK, 7)])
async def test_b11_by_correspondence_a_turn_has_days_and_two_reminders(
    house: House, pace: Pace, days: int
) -> None:
    table = await begun(house, pace=pace)
    assert table.alarm is not None
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


async def test_saying_no_leaves_what_is_drafted(house: House) -> None:
    table = await begun(house)
    drafted = await act(house, table.id, RED, Roll("a1", "a2"))
    await offer(house, table.id, RED)
    declined = await house.tables.agreements.decline(house.click(BLACK, drafted), table.id)
    assert declined.pending.draft == drafted.pending.draft != ()


async def test_a_table_that_is_set_aside_keeps_what_is_drafted_and_no_offer(house: House) -> None:
    table = await begun(house)
    drafted = await act(house, table.id, RED, Roll("a1", "a2"))
    await offer(house, table.id, RED)
    await house.tables.set_aside(table.id, ZeroDivisionError())
    table = await house.tables.table(table.id)
    assert table.incident is not None
    assert (table.pending.draft, table.pending.offer) == (drafted.pending.draft, None)
