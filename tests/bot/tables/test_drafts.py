"""Drafted turns: kept durably, tried on the rules, taken back, and played together when the turn ends."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from bot.tables.asks import Ask
from bot.tables.errors import Denied
from bot.tables.keeping.codec import unpack
from bot.tables.model import Status, Table
from engines.core.errors import Refusal
from engines.debacle.model import Flip, Pass, Roll
from engines.debacle.rules import Debacle
from tests.support.tables import ANNE, BOB, House

RED, BLACK = ANNE, BOB
MINUTE = 60


async def begun(house: House, **wanted: Any) -> Table:
    """A game of Débâcle in which Red, who sits first, begins."""
    return await house.playing(ANNE, BOB, game="debacle", first="1", **wanted)


async def act(house: House, table_id: int, user_id: int, action: Any) -> Table:
    table = await house.tables.table(table_id)
    return await house.tables.act(house.click(user_id, table), table_id, action)


async def undo(house: House, table_id: int, user_id: int) -> Table:
    return await house.tables.drafts.undo(house.click(user_id, await house.tables.table(table_id)), table_id)


async def kinds(house: House, table_id: int) -> list[str]:
    return [entry.kind for entry in await house.store.log(table_id)][3:]


async def board(house: House, table_id: int) -> Any:
    return (await house.tables.sight(table_id)).observation.board


async def test_an_action_is_drafted_and_seen_by_both(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    assert await kinds(house, table.id) == ["draft"]
    for user_id in (None, RED, BLACK):
        sight = await house.tables.sight(table.id, user_id)
        assert sight.observation.board["a2"] == ("red", 2)
        assert sight.observation.actions_left == 1
        assert [event.type for step in sight.drafted for event in step] == ["rolled"]
        assert [event.type for scene in sight.scenes for event in scene.events][-1] == "turn_started"


async def test_b2_the_last_action_that_is_owed_ends_the_turn_and_enters_the_log_with_the_others(
    house: House,
) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    table = await act(house, table.id, RED, Flip("a2"))
    assert await kinds(house, table.id) == ["draft", "act", "act"]
    assert table.pending.draft == ()
    assert await house.awaited(table.id) == BLACK
    (*_, scene) = (await house.tables.sight(table.id)).scenes
    assert [event.type for event in scene.events][:2] == ["rolled", "flipped"]


async def test_undo_takes_the_last_action_back(house: House) -> None:
    table = await begun(house)
    before = await board(house, table.id)
    await act(house, table.id, RED, Roll("a1", "a2"))
    await undo(house, table.id, RED)
    assert await board(house, table.id) == before
    assert await kinds(house, table.id) == ["draft", "undo"]
    with pytest.raises(Denied, match="nothing_to_undo"):
        await undo(house, table.id, RED)


async def test_only_who_drafts_may_undo(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    with pytest.raises(Refusal, match="not_your_turn"):
        await undo(house, table.id, BLACK)


async def test_nobody_undoes_a_turn_that_has_ended(house: House) -> None:
    table = await begun(house)
    drafted = await act(house, table.id, RED, Roll("a1", "a2"))
    late = house.click(RED, drafted)
    await act(house, table.id, RED, Flip("a2"))
    with pytest.raises(Denied, match="stale"):
        await house.tables.drafts.undo(late, table.id)
    with pytest.raises(Refusal, match="not_your_turn"):
        await undo(house, table.id, RED)


async def test_a_button_of_before_the_last_drafted_action_is_stale(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    with pytest.raises(Denied, match="stale"):
        await house.tables.act(house.click(RED, table), table.id, Roll("a1", "b1"))


async def test_a_die_that_has_moved_meanwhile_cannot_act_where_it_was(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    with pytest.raises(Refusal):
        await act(house, table.id, RED, Flip("a1"))
    assert await kinds(house, table.id) == ["draft"]


async def test_the_opponent_acts_only_after_the_turn_has_ended(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    with pytest.raises(Refusal, match="not_your_turn"):
        await act(house, table.id, BLACK, Flip("a6"))


async def test_a_draft_prolongs_nobodys_time(house: House) -> None:
    table = await begun(house)
    await house.advance(5 * MINUTE)
    after = await act(house, table.id, RED, Roll("a1", "a2"))
    assert after.alarm == table.alarm
    assert (await undo(house, table.id, RED)).alarm == table.alarm


async def test_b11_at_the_deadline_the_draft_is_played_and_the_rest_of_the_turn_lost(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    await house.advance(10 * MINUTE)
    assert await kinds(house, table.id) == ["draft", "act", "expire"]
    assert (await board(house, table.id))["a2"] == ("red", 2)
    assert await house.awaited(table.id) == BLACK


async def test_a_draft_survives_a_crash(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    seen = await house.tables.sight(table.id, RED)
    house.restart()
    await house.tables.came_back(house.clock.now())
    assert await house.tables.sight(table.id, RED) == seen
    await act(house, table.id, RED, Flip("a2"))
    assert await kinds(house, table.id) == ["draft", "act", "act"]


async def test_a_second_delivery_changes_a_draft_only_once(house: House) -> None:
    table = await begun(house)
    click = house.click(RED, table)
    first = await house.tables.act(click, table.id, Roll("a1", "a2"))
    assert await house.tables.act(click, table.id, Roll("a1", "a2")) == first
    await act(house, table.id, RED, Flip("a2"))
    assert await kinds(house, table.id) == ["draft", "act", "act"]


async def test_a_second_delivery_of_an_undo_takes_back_one_action(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    await undo(house, table.id, RED)
    table = await act(house, table.id, RED, Roll("b1", "b2"))
    click: Ask = house.click(RED, table)
    undone = await house.tables.drafts.undo(click, table.id)
    assert await house.tables.drafts.undo(click, table.id) == undone
    assert undone.pending.draft == ()


async def test_leaving_drops_the_draft_and_loses(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    table = await house.tables.quit(house.click(RED, table), table.id)
    assert table.status is Status.CLOSED
    assert table.pending.draft == ()
    assert table.end.winners == ("2",)
    assert await kinds(house, table.id) == ["draft", "leave"]


async def test_passing_is_an_action_like_others(house: House) -> None:
    table = await begun(house)
    with pytest.raises(Refusal):
        await act(house, table.id, RED, Pass())
    assert await kinds(house, table.id) == []


async def test_a_record_of_drafted_turns_replays(house: House) -> None:
    table = await begun(house)
    for user_id, cells in ((RED, ("a1", "a2", "a3")), (BLACK, ("f6", "f5", "f4"))):
        await act(house, table.id, user_id, Roll(cells[0], cells[1]))
        await undo(house, table.id, user_id)
        await act(house, table.id, user_id, Roll(cells[0], cells[1]))
        await act(house, table.id, user_id, Roll(cells[1], cells[2]))
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await house.replays(table.id)


async def test_a_draft_that_older_rules_wrote_goes_on_by_ours(house: House) -> None:
    class Later(Debacle):
        """Rules of a later version, in which actions have a field more."""

        rules_version = Debacle.rules_version + 1
        upgrades = MappingProxyType(
            {
                **Debacle.upgrades,
                Debacle.rules_version: {"action": lambda plain: {**plain, "later": True}},
            }
        )

    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    stored = await house.store.load(table.id)
    (drafted,) = stored.table.pending.draft
    pending = unpack(stored, {"debacle": Later()}).table.pending
    assert pending.draft == ({**drafted, "later": True},)
    assert unpack(stored, {"debacle": Debacle()}).table.pending == stored.table.pending
