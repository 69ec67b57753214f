"""A running game: who may act and when, leaving, pausing, the end; and that only people and computers act."""

import asyncio
from dataclasses import replace

import pytest

from bot.tables.asks import Ask, ByClock, ByHouse, ByPerson, Plan, ask_of_clock, ask_of_house
from bot.tables.model import Computer, Denied, Held, Manners, Pace, Person, Status, Table
from bot.tables.playing.ending import close
from bot.tables.sight import Sight
from engines.core.clicks import moment_of, order_of
from engines.core.game import AnyGame
from engines.core.records import Refusal
from engines.desfausse.model import Reroll
from players.core.player import Level
from tests.support.clock import NOON
from tests.support.coin import Flip, Guess
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, HALL, House, opening, why_denied, why_refused


async def test_a_game_is_played_to_its_winner_and_its_seed_is_told(house: House) -> None:
    table = await house.over(goal=2)
    assert (table.end.why, len(table.end.winners), table.alarm) == ("over", 1, None)
    assert (await house.proof(table.id)).draws == table.draws_taken
    assert (await house.tables.record(table.id)).seed == table.end.seed


async def test_a_refusal_changes_nothing_and_draws_nothing(house: House) -> None:
    table = await house.playing()
    right = await house.awaited(table.id)
    early = house.tables.act(house.ask(ANNE + BOB - right, table.turn), table.id, Flip())
    assert await why_refused(early) == "not_your_turn"
    await why_refused(house.tables.act(house.ask(right, table.turn), table.id, Guess("heads")))
    assert await house.tables.table(table.id) == table
    assert len(await house.store.log(table.id)) == 3


async def test_strangers_and_who_has_left_do_not_act(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    assert await why_denied(house.tables.act(house.ask(99), table.id, Flip())) == "not_at_table"
    table = await house.tables.quit(house.ask(CHLOE), table.id)
    assert table.seats[2].left
    assert await why_denied(house.tables.act(house.ask(CHLOE), table.id, Flip())) == "left_already"
    assert await why_denied(house.tables.quit(house.ask(CHLOE), table.id)) == "left_already"
    assert await house.tables.tables_of(CHLOE) == []


@pytest.mark.parametrize("game", sorted(name for name, each in ALL_GAMES.items() if each.seats_max != 2))
async def test_c4_who_leaves_any_game_has_left_the_table(house: House, game: str) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, game=game)
    table = await house.tables.quit(house.ask(ANNE), table.id)
    assert [seat.left for seat in table.seats] == [True, False, False]
    assert table.host_id != ANNE
    assert await why_denied(house.tables.quit(house.ask(ANNE), table.id)) == "left_already"


async def test_a_click_drawn_for_an_older_turn_is_stale(house: House) -> None:
    table = await house.playing()
    old = table.turn
    await house.act(table.id)
    user = await house.awaited(table.id)
    assert await why_denied(house.tables.act(house.ask(user, old), table.id, Guess("heads"))) == "stale"
    await house.tables.act(house.ask(user), table.id, Guess("heads"))


async def test_of_two_simultaneous_clicks_exactly_one_counts(house: House) -> None:
    table = await house.playing()
    user = await house.awaited(table.id)
    clicks = [house.tables.act(house.ask(user, table.turn), table.id, Flip()) for _ in range(2)]
    first, second = await asyncio.gather(*clicks, return_exceptions=True)
    assert not isinstance(first, BaseException)
    assert isinstance(second, Denied)
    assert second.reason == "stale"
    assert (await house.tables.table(table.id)).version == table.version + 1


async def test_leaving_in_one_s_turn_passes_it_on(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    leaver = await house.awaited(table.id)
    table = await house.tables.quit(house.ask(leaver), table.id)
    assert table.status is Status.PLAYING
    assert await house.awaited(table.id) != leaver
    table = await house.tables.quit(house.ask(await house.awaited(table.id)), table.id)
    assert (table.status, table.end.why) == (Status.CLOSED, "over")
    await house.proof(table.id)


async def test_who_is_gone_from_the_server_gives_up_the_seat_once(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    for user in (BOB, BOB, 99):
        await house.tables.gone(table.id, user)
    table = await house.tables.table(table.id)
    assert [seat.left for seat in table.seats] == [False, True, False]
    assert len(await house.store.log(table.id)) == 5
    await house.tables.gone(table.id, ANNE)
    await house.tables.gone(table.id, CHLOE)
    assert (await house.tables.table(table.id)).end.winners == ("3",)


async def test_an_absent_seat_is_dismissed_where_no_clock_runs(house: House) -> None:
    timed = await house.playing(ANNE, BOB, CHLOE, channel_id=HALL + 1)
    seat = timed.seat_of(await house.awaited(timed.id))
    assert await why_denied(house.tables.remove(house.ask(ANNE), timed.id, seat.name)) == "not_absent"
    table = await house.playing(ANNE, BOB, CHLOE, pace=Pace.RELAXED)
    absent = await house.awaited(table.id)
    seats = {seat.people[0].user_id: seat.name for seat in table.seats}
    present = next(user for user in seats if user != absent)
    stranger, host = house.ask(98), house.ask(ANNE)
    assert await why_denied(house.tables.remove(stranger, table.id, seats[absent])) == "not_host"
    assert await why_denied(house.tables.remove(host, table.id, seats[present])) == "not_absent"
    assert await why_denied(house.tables.remove(host, table.id, "9")) == "seat_gone"
    table = await house.tables.remove(host, table.id, seats[absent])
    assert table.seat(seats[absent]).left


@pytest.mark.parametrize("pace", [Pace.BRISK, Pace.RELAXED, Pace.DAY])
@pytest.mark.parametrize("halted", [False, True], ids=["playing", "paused"])
async def test_a_moderator_removes_anybody_at_any_pace(house: House, pace: Pace, halted: bool) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, pace=pace)
    idle = table.seat_of(await house.idle(table.id))
    if halted:
        await house.tables.suspend(house.ask(ANNE), table.id)
    table = await house.tables.remove(house.ask(99, moderator=True), table.id, idle.name)
    assert table.seat(idle.name).left
    assert table.status is (Status.PAUSED if halted else Status.PLAYING)
    table = await house.tables.remove(house.ask(99, moderator=True), table.id, "1", ANNE)
    assert table.end.winners == tuple(seat.name for seat in table.seats if not seat.left)
    assert await house.replays(table.id)


async def test_the_log_tells_a_removal_from_leaving(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    await house.tables.quit(house.ask(BOB), table.id)
    table = await house.tables.remove(house.ask(99, moderator=True), table.id, "3")
    left, removed = [entry for entry in await house.store.log(table.id) if entry.kind == "leave"]
    assert (left.user_id, left.seat, left.payload) == (BOB, "2", {})
    assert (removed.user_id, removed.seat, removed.payload) == (99, "3", {"removed": True})
    await house.proof(table.id)


async def test_a_thread_is_for_who_may_open_one(house: House) -> None:
    table = await house.lobby()
    wish = replace(house.ask(ANNE), threads=False)
    assert await why_denied(house.tables.set_option(wish, table.id, "thread", True)) == "no_threads"
    await house.tables.set_option(house.ask(ANNE), table.id, "thread", True)
    await house.tables.set_option(replace(house.ask(ANNE), threads=False), table.id, "accessible", True)
    assert (await house.tables.table(table.id)).manners.thread
    table = await house.tables.begin(replace(house.ask(ANNE), threads=False), table.id)
    assert not table.manners.thread
    other = replace(opening(21), manners=Manners(thread=True))
    assert await why_denied(house.tables.open(wish, "coin", other)) == "no_threads"
    assert (await house.tables.open(house.ask(ANNE), "coin", other)).manners.thread


async def test_only_the_host_commands_the_rules(house: House) -> None:
    table = await house.playing()
    assert await why_denied(house.tables.hosting.command(house.ask(BOB), table.id, "settle")) == "not_host"
    with pytest.raises(Refusal):
        await house.tables.hosting.command(house.ask(ANNE), table.id, "dance")
    early = house.tables.hosting.command(house.ask(ANNE, table.turn - 1), table.id, "settle")
    assert await why_denied(early) == "stale"
    table = await house.tables.hosting.command(house.ask(ANNE), table.id, "settle")
    assert (table.status, table.end.why) == (Status.CLOSED, "over")


async def test_a_paused_table_waits(house: House) -> None:
    table = await house.lobby()
    assert await why_denied(house.tables.pause(table.id, "channel_gone")) == "not_begun"
    table = await house.tables.begin(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.resume(house.ask(ANNE), table.id, HALL)) == "not_paused"
    paused = await house.tables.pause(table.id, "channel_gone")
    assert (paused.status, paused.trouble, paused.alarm) == (Status.PAUSED, "channel_gone", None)
    assert not house.clock.pending
    user = await house.awaited(table.id)
    assert await why_denied(house.tables.act(house.ask(user, table.turn), table.id, Flip())) == "paused"
    assert await why_denied(house.tables.pause(table.id, "again")) == "paused"
    resumed = await house.tables.resume(house.ask(ANNE), table.id, HALL)
    assert (resumed.status, resumed.trouble, resumed.turn) == (Status.PLAYING, None, table.turn)
    assert resumed.alarm is not None
    await house.tables.act(house.ask(user, table.turn), table.id, Flip())


async def test_people_leave_a_paused_table(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    await house.tables.pause(table.id, "channel_gone")
    table = await house.tables.quit(house.ask(BOB), table.id)
    assert (table.status, table.alarm) == (Status.PAUSED, None)
    await house.tables.gone(table.id, CHLOE)
    assert (await house.tables.table(table.id)).end.winners == ("1",)


async def test_a_table_resumed_elsewhere_moves_house_and_one_at_home_or_in_its_thread_stays(
    house: House,
) -> None:
    table = await house.playing()
    await house.tables.move(table.id, 77)
    for channel in (77, HALL):
        await house.tables.pause(table.id, "message_gone")
        back = await house.tables.resume(house.ask(ANNE), table.id, channel)
        assert (back.home_id, back.channel_id) == (HALL, channel)
    await house.tables.pause(table.id, "channel_gone")
    moved = await house.tables.resume(house.ask(ANNE), table.id, 30)
    assert (moved.home_id, moved.channel_id) == (30, 30)
    assert await house.tables.find("coin", HALL) is None
    other = await house.lobby(CHLOE)
    await house.tables.stop(house.ask(ANNE), table.id)
    again = await house.tables.rematch(house.ask(ANNE), table.id)
    assert (again.home_id, other.home_id) == (30, HALL)


async def test_a_table_is_not_resumed_where_another_is_live(house: House) -> None:
    table = await house.playing()
    other = await house.tables.open(house.ask(CHLOE), "coin", opening(30))
    await house.tables.pause(table.id, "channel_gone")
    await house.tables.move(other.id, 78)
    for channel in (30, 78):
        assert await why_denied(house.tables.resume(house.ask(ANNE), table.id, channel)) == "occupied"
    assert (await house.tables.table(table.id)).status is Status.PAUSED
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.resume(house.ask(ANNE), table.id, 31)) == "closed"
    for call in (house.tables.act(house.ask(ANNE), table.id, Flip()), house.tables.pause(table.id, "x")):
        assert await why_denied(call) == "closed"
    await house.tables.gone(table.id, ANNE)


# -- where all decide at once ------------------------------------------------------------------------------


async def rerolls(house: House, table_id: int, asked: Ask, sight: Sight) -> None:
    await house.tables.act(asked, table_id, Reroll(sight.observation.rerollable[:1]))


async def test_f2_a_second_device_does_not_roll_again_by_an_older_hand_and_others_do(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, game="desfausse")
    before, bob = [await house.tables.sight(table.id, user) for user in (ANNE, BOB)]
    await rerolls(house, table.id, house.ask(ANNE, before.drawn), before)
    assert await why_denied(rerolls(house, table.id, house.ask(ANNE, before.drawn), before)) == "stale"
    after = await house.tables.sight(table.id, ANNE)
    assert after.observation.rolls_left == before.observation.rolls_left - 1
    assert after.drawn != before.drawn
    await rerolls(house, table.id, house.ask(BOB, bob.drawn), bob)
    assert (await house.tables.sight(table.id, BOB)).observation.rolls_left == 1


# -- people, computers, the clock, the house ---------------------------------------------------------------


async def with_computer(house: House, *, gone: bool = False, channel_id: int = HALL) -> tuple[Table, str]:
    """A game of Anne against a computer, and its seat; `gone`: somebody who was erased sat there."""
    table = await house.playing(ANNE, BOB, channel_id=channel_id)

    def sit_down(held: Held, _game: AnyGame) -> Plan:
        seat = held.table.seats[1]
        who = None if gone else Computer(Level.MEDIUM, "basile")
        player = Person(None, "Ordinateur", seat.people[0].join_id, left=gone, computer=who)
        return Plan(held.table.with_seat(replace(seat, people=(player,))), held.vault, ())

    table = await house.tables.change(table.id, sit_down)
    return table, table.seats[1].name


async def test_a_computer_acts_for_its_seat_and_its_line_in_the_log_names_nobody(house: House) -> None:
    table, seat = await with_computer(house)
    while (await house.tables.sight(table.id)).to_act != (seat,):
        await house.tables.act(house.ask(ANNE), table.id, Flip())
    action = (await house.tables.look(table.id)).sight(seat).legal.actions[0]
    await house.tables.act(house.ask_of_computer(seat), table.id, action)
    line = (await house.store.log(table.id))[-1]
    assert (line.kind, line.seat, line.user_id, line.interaction_id) == ("act", seat, None, None)
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await house.replays(table.id)


async def test_a_computer_acts_for_its_own_seat_alone_and_nobody_else_for_it(house: House) -> None:
    table, _ = await with_computer(house)
    gone, erased = await with_computer(house, gone=True, channel_id=HALL + 1)
    for wished, ask in (
        *((table, house.ask_of_computer(seat)) for seat in ("1", "9")),
        (gone, house.ask_of_computer(erased)),
        *((table, house.ask(user_id)) for user_id in (BOB, 0)),
    ):
        assert await why_denied(house.tables.act(ask, wished.id, Flip())) == "not_at_table"


@pytest.mark.parametrize("who", [ByClock(), ByHouse()])
async def test_the_clock_and_the_house_have_no_seat(house: House, who: ByClock | ByHouse) -> None:
    table = await house.playing()
    ask = Ask(who, NOON, order_of(NOON))
    assert await why_denied(house.tables.act(ask, table.id, Guess("heads"))) == "not_at_table"


async def test_whoever_is_no_person_hosts_nothing_but_the_clock_and_the_house_close_tables(
    house: House,
) -> None:
    table, seat = await with_computer(house)
    held = await house.held(table.id)
    with pytest.raises(Denied, match="not_host"):
        close(held, house.ask_of_computer(seat), "stopped")
    for ask in (ask_of_clock(NOON), ask_of_house(NOON)):
        (line,) = close(held, ask, "idle").lines
        assert (line.user_id, line.interaction_id) == (None, None)


def test_a_wish_of_no_person_has_no_user() -> None:
    assert Ask(ByPerson(7, "Anne"), NOON, 0).user_id == 7
    with pytest.raises(TypeError):
        _ = ask_of_clock(NOON).user_id


async def test_the_moment_of_a_wish_counts_and_not_the_number_of_its_click(house: House) -> None:
    table = await house.playing(game="diavolo")
    click = house.click(await house.awaited(table.id), table)
    assert moment_of(click.click or 0) == click.at
    renumbered = replace(click, click=1, at=click.at + 40)
    sight = await house.tables.sight(table.id, click.user_id)
    thrown = await house.tables.act(renumbered, table.id, sight.legal.actions[0])
    assert not thrown.alarm.unseen
    lead = thrown.alarm.opened_at - click.at
    again = House()
    other = await again.playing(game="diavolo")
    click = again.click(await again.awaited(other.id), other)
    alarm = (await again.tables.act(click, other.id, sight.legal.actions[0])).alarm
    assert lead == alarm.opened_at - click.at + 40
