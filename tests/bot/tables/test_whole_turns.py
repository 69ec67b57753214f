"""By days, a turn ends by word alone: drafted whole, it waits, and can still be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.errors import Denied
from bot.tables.model import Pace, Status, Table
from engines.core.errors import Refusal
from engines.core.game import State
from engines.core.replacing import replace
from engines.debacle.board import board_with
from engines.debacle.model import Flip, Pass, Roll
from engines.debacle.rules import Debacle
from tests.support.tables import ANNE, BOB, House

RED, BLACK = ANNE, BOB
DAY = 24 * 60 * 60


async def begun(house: House, pace: Pace = Pace.DAY) -> Table:
    """A game of Débâcle by correspondence in which Red, who sits first, begins."""
    return await house.playing(ANNE, BOB, game="debacle", first="1", pace=pace)


async def act(house: House, table_id: int, user_id: int, action: Any) -> Table:
    table = await house.tables.table(table_id)
    return await house.tables.act(house.click(user_id, table), table_id, action)


async def whole(house: House, table_id: int) -> Table:
    """Red's two actions."""
    await act(house, table_id, RED, Roll("a1", "a2"))
    return await act(house, table_id, RED, Flip("a2"))


async def end(house: House, table_id: int, user_id: int) -> Table:
    return await house.tables.drafts.end(house.click(user_id, await house.tables.table(table_id)), table_id)


async def undo(house: House, table_id: int, user_id: int) -> Table:
    return await house.tables.drafts.undo(house.click(user_id, await house.tables.table(table_id)), table_id)


async def kinds(house: House, table_id: int) -> list[str]:
    return [entry.kind for entry in await house.store.log(table_id)][3:]


@pytest.mark.parametrize("pace", [Pace.DAY, Pace.THREE_DAYS, Pace.WEEK])
async def test_the_last_action_does_not_end_the_turn(house: House, pace: Pace) -> None:
    table = await begun(house, pace)
    drafted = await whole(house, table.id)
    assert await kinds(house, table.id) == ["draft", "draft"]
    assert drafted.alarm == table.alarm
    for user_id in (None, RED, BLACK):
        sight = await house.tables.sight(table.id, user_id)
        assert sight.complete
        assert sight.to_act == ("1",)
        assert (sight.observation.current, sight.observation.turn) == ("1", 1)
        assert sight.observation.board["a2"] == ("red", 5)
        assert [event.type for step in sight.drafted for event in step] == ["rolled", "flipped"]
        assert sight.choices == ()
        assert user_id is None or sight.legal.actions == ()


async def test_the_word_ends_it_and_the_log_has_the_click(house: House) -> None:
    table = await begun(house)
    drafted = await whole(house, table.id)
    click = house.click(RED, drafted)
    ended = await house.tables.drafts.end(click, table.id)
    assert await kinds(house, table.id) == ["draft", "draft", "act", "act"]
    *_, first, last = await house.store.log(table.id)
    assert (first.interaction_id, last.interaction_id) == (None, click.click)
    assert await house.awaited(table.id) == BLACK
    assert ended.pending.draft == ()
    assert await house.tables.drafts.end(click, table.id) == ended, "delivered twice"
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await house.replays(table.id)


async def test_it_is_taken_back_and_played_otherwise(house: House) -> None:
    table = await begun(house)
    await whole(house, table.id)
    await undo(house, table.id, RED)
    sight = await house.tables.sight(table.id, RED)
    assert not sight.complete
    assert sight.observation.actions_left == 1
    await act(house, table.id, RED, Roll("a2", "a3"))
    await end(house, table.id, RED)
    assert (await house.tables.sight(table.id)).observation.board["a3"] == ("red", 3)


async def test_nothing_else_is_done_meanwhile(house: House) -> None:
    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    with pytest.raises(Denied, match="nothing_to_end"):
        await end(house, table.id, RED)
    await act(house, table.id, RED, Flip("a2"))
    for action in (Roll("b1", "b2"), Pass()):
        with pytest.raises(Denied, match="turn_complete"):
            await act(house, table.id, RED, action)
    for attempt in (act(house, table.id, BLACK, Flip("a6")), end(house, table.id, BLACK)):
        with pytest.raises(Refusal, match="not_your_turn"):
            await attempt
    for user_id in (RED, BLACK):
        ask = house.click(user_id, await house.tables.table(table.id))
        with pytest.raises(Denied, match="turn_complete"):
            await house.tables.agreements.offer(ask, table.id, "end_round")
    assert await kinds(house, table.id) == ["draft", "draft"]


async def test_at_the_deadline_it_counts_and_nobody_has_missed_anything(house: House) -> None:
    table = await begun(house)
    await whole(house, table.id)
    await house.advance(DAY)
    assert await kinds(house, table.id) == ["draft", "draft", "act", "act"]
    seen = (await house.tables.sight(table.id)).observation
    assert (seen.current, seen.missed["1"], seen.actions_left) == ("2", 0, 2)


async def test_it_survives_a_crash_and_who_leaves_loses(house: House) -> None:
    table = await begun(house)
    await whole(house, table.id)
    seen = await house.tables.sight(table.id, RED)
    house.restart()
    await house.tables.came_back(house.clock.now())
    assert await house.tables.sight(table.id, RED) == seen
    left = await house.tables.quit(house.click(RED, await house.tables.table(table.id)), table.id)
    assert (left.status, left.pending.draft, left.end.winners) == (Status.CLOSED, (), ("2",))


async def test_live_the_last_action_ends_the_turn_as_ever(house: House) -> None:
    for pace in (Pace.BRISK, Pace.RELAXED):
        table = await begun(house, pace)
        ended = await whole(house, table.id)
        assert ended.pending.draft == ()
        assert await house.awaited(table.id) == BLACK
        await house.tables.stop(house.ask(ANNE), table.id)


async def test_live_it_is_an_option(house: House) -> None:
    table = await house.lobby(ANNE, BOB, game="debacle", first="1")
    await house.tables.set_option(house.ask(ANNE), table.id, "by_word", True)
    await house.tables.begin(house.ask(ANNE), table.id)
    assert (await whole(house, table.id)).pending.draft
    await end(house, table.id, RED)
    assert await house.awaited(table.id) == BLACK


def test_a_capture_that_ends_the_round_waits_too() -> None:
    game = Debacle()
    state = one_capture_from_the_end(game)
    capture = next(
        action
        for action in game.legal_actions(state, "1").actions
        if action.type == "capture" and ends_round(game, state, action)
    )
    held = game.hold_turn(state, "1", capture)
    assert held is not None
    assert [event.type for event in held.events] == ["captured"]
    assert len(held.state.position.captured[0]) == 5
    assert (held.state.position.phase, held.state.position.bounce) == ("play", None)
    assert game.to_act(held.state) == ("1",)


def ends_round(game: Debacle, state: Any, action: Any) -> bool:
    preview = game.preview(state, "1", action)
    return preview is not None and any(event.type == "round_ended" for event in preview.events)


def one_capture_from_the_end(game: Debacle) -> Any:
    """Red holds four dice, and a die of Red's stands beside a lower one of Black's."""
    begun = game.start(game.setup(["1", "2"], {"first": "1"}), lambda _sides: 1).state
    board = board_with({"a3": ("red", 5), "b1": ("red", 2), "a4": ("black", 3), "f6": ("black", 6)})
    held = ((1, 2, 4, 5), (1, 3, 4, 6))
    return State(begun.setup, replace(begun.position, board=board, captured=held))
