"""Drafted turns: kept durably, tried on the rules, taken back, and played together when the turn ends."""

from types import MappingProxyType
from typing import Any

import pytest

from bot.tables.keeping.codec import unpack
from bot.tables.model import Pace, Status, Table
from engines.core.records import State
from engines.core.replacing import replace
from engines.debacle.board import board_with
from engines.debacle.model import Flip, Pass, Roll
from engines.debacle.rules import Debacle
from tests.support.tables import ANNE, BOB, House, why_denied, why_refused

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
    """What was done since the game began."""
    return (await house.kinds(table_id))[3:]


async def board(house: House, table_id: int) -> Any:
    return (await house.tables.sight(table_id)).observation.board


@pytest.fixture
async def table(house: House) -> Table:
    """A game of Débâcle in which Red begins."""
    return await begun(house)


async def test_an_action_is_drafted_and_seen_by_both(house: House, table: Table) -> None:
    await act(house, table.id, RED, Roll("a1", "a2"))
    assert await kinds(house, table.id) == ["draft"]
    for user_id in (None, RED, BLACK):
        sight = await house.tables.sight(table.id, user_id)
        assert sight.observation.board["a2"] == ("red", 2)
        assert sight.observation.actions_left == 1
        assert [event.type for step in sight.drafted for event in step] == ["rolled"]
        assert [event.type for scene in sight.scenes for event in scene.events][-1] == "turn_started"


async def test_b2_the_last_action_that_is_owed_ends_the_turn_and_enters_the_log_with_the_others(
    house: House, table: Table
) -> None:
    await act(house, table.id, RED, Roll("a1", "a2"))
    table = await act(house, table.id, RED, Flip("a2"))
    assert await kinds(house, table.id) == ["draft", "act", "act"]
    assert table.pending.draft == ()
    assert await house.awaited(table.id) == BLACK
    (*_, scene) = (await house.tables.sight(table.id)).scenes
    assert [event.type for event in scene.events][:2] == ["rolled", "flipped"]


async def test_undo_takes_the_last_action_back_for_who_drafts(house: House, table: Table) -> None:
    before = await board(house, table.id)
    await act(house, table.id, RED, Roll("a1", "a2"))
    assert await why_refused(undo(house, table.id, BLACK)) == "not_your_turn"
    await undo(house, table.id, RED)
    assert await board(house, table.id) == before
    assert await kinds(house, table.id) == ["draft", "undo"]
    assert await why_denied(undo(house, table.id, RED)) == "nothing_to_undo"


async def test_nobody_undoes_a_turn_that_has_ended(house: House, table: Table) -> None:
    drafted = await act(house, table.id, RED, Roll("a1", "a2"))
    late = house.click(RED, drafted)
    await act(house, table.id, RED, Flip("a2"))
    assert await why_denied(house.tables.drafts.undo(late, table.id)) == "stale"
    assert await why_refused(undo(house, table.id, RED)) == "not_your_turn"


async def test_only_what_the_rules_allow_after_the_draft_is_drafted(house: House, table: Table) -> None:
    await why_refused(act(house, table.id, RED, Pass()))
    await act(house, table.id, RED, Roll("a1", "a2"))
    stale = house.tables.act(house.click(RED, table), table.id, Roll("a1", "b1"))
    assert await why_denied(stale) == "stale", "a button of before it"
    await why_refused(act(house, table.id, RED, Flip("a1")))
    assert await why_refused(act(house, table.id, BLACK, Flip("a6"))) == "not_your_turn"
    assert await kinds(house, table.id) == ["draft"]


async def test_a_draft_prolongs_nobodys_time(house: House, table: Table) -> None:
    await house.advance(5 * MINUTE)
    after = await act(house, table.id, RED, Roll("a1", "a2"))
    assert after.alarm == table.alarm
    assert (await undo(house, table.id, RED)).alarm == table.alarm


async def test_b11_at_the_deadline_the_draft_is_played_and_the_rest_of_the_turn_lost(
    house: House, table: Table
) -> None:
    await act(house, table.id, RED, Roll("a1", "a2"))
    await house.advance(10 * MINUTE)
    assert await kinds(house, table.id) == ["draft", "act", "expire"]
    assert (await board(house, table.id))["a2"] == ("red", 2)
    assert await house.awaited(table.id) == BLACK


async def test_a_draft_survives_a_crash(house: House, table: Table) -> None:
    await act(house, table.id, RED, Roll("a1", "a2"))
    seen = await house.tables.sight(table.id, RED)
    house.restart()
    await house.tables.came_back(house.clock.now())
    assert await house.tables.sight(table.id, RED) == seen
    await act(house, table.id, RED, Flip("a2"))
    assert await kinds(house, table.id) == ["draft", "act", "act"]


async def test_a_second_delivery_changes_a_draft_only_once(house: House, table: Table) -> None:
    click = house.click(RED, table)
    first = await house.tables.act(click, table.id, Roll("a1", "a2"))
    assert await house.tables.act(click, table.id, Roll("a1", "a2")) == first
    await undo(house, table.id, RED)
    table = await act(house, table.id, RED, Roll("b1", "b2"))
    click = house.click(RED, table)
    undone = await house.tables.drafts.undo(click, table.id)
    assert await house.tables.drafts.undo(click, table.id) == undone
    assert undone.pending.draft == ()


async def test_leaving_drops_the_draft_and_loses(house: House, table: Table) -> None:
    await act(house, table.id, RED, Roll("a1", "a2"))
    table = await house.tables.quit(house.click(RED, table), table.id)
    assert table.status is Status.CLOSED
    assert table.pending.draft == ()
    assert table.end.winners == ("2",)
    assert await kinds(house, table.id) == ["draft", "leave"]


async def test_a_record_of_drafted_turns_replays(house: House, table: Table) -> None:
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
            {**Debacle.upgrades, Debacle.rules_version: {"action": lambda plain: {**plain, "later": True}}}
        )

    table = await begun(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    stored = await house.store.load(table.id)
    (drafted,) = stored.table.pending.draft
    pending = unpack(stored, {"debacle": Later()}).table.pending
    assert pending.draft == ({**drafted, "later": True},)
    assert unpack(stored, {"debacle": Debacle()}).table.pending == stored.table.pending


# -- by days, a turn ends by word alone --------------------------------------------------------------------


DAY = 24 * 60 * 60


async def by_days(house: House, pace: Pace = Pace.DAY) -> Table:
    """A game of Débâcle by correspondence in which Red begins."""
    return await begun(house, pace=pace)


async def whole(house: House, table_id: int) -> Table:
    """Red's two actions."""
    await act(house, table_id, RED, Roll("a1", "a2"))
    return await act(house, table_id, RED, Flip("a2"))


async def end(house: House, table_id: int, user_id: int) -> Table:
    return await house.tables.drafts.end(house.click(user_id, await house.tables.table(table_id)), table_id)


@pytest.mark.parametrize("pace", [Pace.DAY, Pace.THREE_DAYS, Pace.WEEK])
async def test_the_last_action_does_not_end_the_turn(house: House, pace: Pace) -> None:
    table = await by_days(house, pace)
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
    table = await by_days(house)
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
    table = await by_days(house)
    await whole(house, table.id)
    await undo(house, table.id, RED)
    sight = await house.tables.sight(table.id, RED)
    assert not sight.complete
    assert sight.observation.actions_left == 1
    await act(house, table.id, RED, Roll("a2", "a3"))
    await end(house, table.id, RED)
    assert (await house.tables.sight(table.id)).observation.board["a3"] == ("red", 3)


async def test_nothing_else_is_done_meanwhile(house: House) -> None:
    table = await by_days(house)
    await act(house, table.id, RED, Roll("a1", "a2"))
    assert await why_denied(end(house, table.id, RED)) == "nothing_to_end"
    await act(house, table.id, RED, Flip("a2"))
    for action in (Roll("b1", "b2"), Pass()):
        assert await why_denied(act(house, table.id, RED, action)) == "turn_complete"
    for attempt in (act(house, table.id, BLACK, Flip("a6")), end(house, table.id, BLACK)):
        assert await why_refused(attempt) == "not_your_turn"
    for user_id in (RED, BLACK):
        ask = house.click(user_id, await house.tables.table(table.id))
        assert await why_denied(house.tables.agreements.offer(ask, table.id, "end_round")) == "turn_complete"
    assert await kinds(house, table.id) == ["draft", "draft"]


async def test_at_the_deadline_it_counts_and_nobody_has_missed_anything(house: House) -> None:
    table = await by_days(house)
    await whole(house, table.id)
    await house.advance(DAY)
    assert await kinds(house, table.id) == ["draft", "draft", "act", "act"]
    seen = (await house.tables.sight(table.id)).observation
    assert (seen.current, seen.missed["1"], seen.actions_left) == ("2", 0, 2)


async def test_it_survives_a_crash_and_who_leaves_loses(house: House) -> None:
    table = await by_days(house)
    await whole(house, table.id)
    seen = await house.tables.sight(table.id, RED)
    house.restart()
    await house.tables.came_back(house.clock.now())
    assert await house.tables.sight(table.id, RED) == seen
    left = await house.tables.quit(house.click(RED, await house.tables.table(table.id)), table.id)
    assert (left.status, left.pending.draft, left.end.winners) == (Status.CLOSED, (), ("2",))


async def test_live_the_last_action_ends_the_turn_as_ever_unless_the_host_wishes_otherwise(
    house: House,
) -> None:
    for pace in (Pace.BRISK, Pace.RELAXED):
        table = await by_days(house, pace)
        ended = await whole(house, table.id)
        assert ended.pending.draft == ()
        assert await house.awaited(table.id) == BLACK
        await house.tables.stop(house.ask(ANNE), table.id)
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
    assert [event.type for event in held.events] == ["captured"]
    assert len(held.state.position.captured[0]) == 5
    assert (held.state.position.phase, held.state.position.bounce) == ("play", None)
    assert game.to_act(held.state) == ("1",)


def ends_round(game: Debacle, state: Any, action: Any) -> bool:
    preview = game.preview(state, "1", action)
    return preview is not None and any(event.type == "round_ended" for event in preview.events)


def one_capture_from_the_end(game: Debacle) -> Any:
    """Red holds four dice, and a die of Red's stands beside a lower one of Black's."""
    by_days = game.start(game.setup(["1", "2"], {"first": "1"}), lambda _sides: 1).state
    board = board_with({"a3": ("red", 5), "b1": ("red", 2), "a4": ("black", 3), "f6": ("black", 6)})
    held = ((1, 2, 4, 5), (1, 3, 4, 6))
    return State(by_days.setup, replace(by_days.position, board=board, captured=held))
