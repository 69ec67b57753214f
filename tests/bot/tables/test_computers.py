"""Computers decide once, or never, whatever happens to the process that thinks, to ours, to the table."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.computers import computers
from bot.tables.computers.computers import ask_of_computer, due_at
from bot.tables.computers.thought import Thought, do, find_awaited
from bot.tables.homes import EVERYTHING
from bot.tables.model import Pace, Status, Table
from bot.tables.proof.verify import verify
from bot.tables.timing import Precedence
from engines.core.clicks import moment_of, order_of
from engines.core.records import Refusal
from engines.diavolo.model import Grab
from players.core.player import Decision
from players.registry import find_player
from tests.support.clock import settled
from tests.support.computers import BASILE, OCTAVIE, act_for_anne, begun, furnish, go_on
from tests.support.minds import BrokenMind, HereMind, SlowMind
from tests.support.tables import ALL_GAMES, ANNE, House


class LyingMind(HereMind):
    """Answers so many times with what the rules do not allow."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.left = times

    async def think(self, question: Any) -> Any:
        answer = await super().think(question)
        self.left -= 1
        return {**answer, "actions": [{"type": "guess", "side": "tails"}] * 2} if self.left >= 0 else answer


async def decided(house: House, table: Table) -> list[Any]:
    """The lines of the log by which computers have done anything."""
    return [line for line in await house.store.log(table.id) if line.kind == "decide"]


async def until_decided(house: House, table: Table, count: int = 1) -> None:
    """Let Anne and the clock go on until computers have decided so many times."""
    for number in range(200):
        if len(await decided(house, table)) >= count:
            return
        await act_for_anne(house, await house.tables.table(table.id), number)
        await house.advance(1)
    raise AssertionError("no computer decides")


@pytest.mark.parametrize("times", [1, 2, 9])
async def test_a_player_that_lies_is_asked_again_and_then_anything_legal_is_done(
    house: House, times: int
) -> None:
    mind = LyingMind(times)
    furnish(house, mind)
    table = await begun(house, "coin")
    await until_decided(house, table)
    (line, *_) = await decided(house, table)
    assert len(mind.asked) <= 4
    assert (line.payload["version"] is None) is (times > 1)


async def test_a_player_without_an_answer_does_anything_legal_before_its_deadline(house: House) -> None:
    furnish(house, BrokenMind())
    table = await begun(house, "coin")
    await until_decided(house, table, 3)
    assert not [line for line in await house.store.log(table.id) if line.kind == "expire"]


async def test_whoever_thinks_too_long_is_not_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the queue before it is: here the end of it never comes."""
    monkeypatch.setattr(computers, "_USUAL", 0)
    monkeypatch.setattr(computers, "_SPARE", 0.001)
    furnish(house, SlowMind())
    table = await begun(house, "coin")
    await until_decided(house, table, 3)
    versions = [line.payload["version"] for line in await decided(house, table)]
    assert (versions[0] is None, versions[1:3]) == (False, [None, None])
    assert not [line for line in await house.store.log(table.id) if line.kind == "expire"]


async def test_two_processes_on_one_store_decide_once_though_one_dies_now_and_then(house: House) -> None:
    """Both believe to be home, as for a moment they may when slots move."""
    other = House(house.store, house.clock, first_id=500_000)
    furnish(house)
    furnish(other)
    table = await begun(house, "tasse", BASILE, OCTAVIE)
    for number in range(3_000):
        table = await house.tables.table(table.id)
        if table.status is Status.CLOSED:
            break
        await act_for_anne(house, table, number)
        for each in (house, other):
            each.tables.missed()
            await each.tables.sweep(EVERYTHING)
        await house.clock.advance(300 + number % 7 * 400)
        if number % 3 == 0:
            house.restart()
            furnish(house)
            await house.tables.came_back(None)
            house.tables.release()
            await settled()
    assert table.end.why == "over"
    verdict = await house.proof(table.id)
    lines = await house.store.log(table.id)
    assert sum(line.kind == "act" and line.interaction_id is None for line in lines) == verdict.decisions > 5


async def test_during_a_pause_nothing_is_decided_and_after_it_play_goes_on(house: House) -> None:
    furnish(house)
    table = await begun(house, "coin")
    await until_decided(house, table)
    await house.tables.suspend(house.ask(ANNE), table.id)
    before = len(await decided(house, table))
    await house.advance(600)
    assert len(await decided(house, table)) == before
    await house.tables.resume(house.ask(ANNE), table.id, table.channel_id)
    await until_decided(house, table, before + 1)


async def test_while_nobody_hears_the_server_computers_wait_for_people(house: House) -> None:
    furnish(house)
    table = await begun(house, "coin")
    await until_decided(house, table)
    before = len(await decided(house, table))
    house.tables.hold()
    with pytest.raises(AssertionError):
        await until_decided(house, table, before + 2)
    await house.tables.came_back(None)
    house.tables.release()
    await until_decided(house, table, before + 2)


async def test_a_computer_that_was_removed_plays_no_more(house: House) -> None:
    furnish(house)
    table = await begun(house, "tasse", BASILE, OCTAVIE)
    await until_decided(house, table)
    gone = table.seats[1].name
    await house.tables.remove(house.ask(ANNE, moderator=True), table.id, gone)
    table = await go_on(house, table)
    lines = list(await house.store.log(table.id))
    left = next(place for place, line in enumerate(lines) if line.kind == "leave")
    assert gone not in {line.seat for line in lines[left + 1 :]}
    await house.proof(table.id)


async def test_questions_hold_what_the_seat_may_know_alone(house: House) -> None:
    """The dice below the other's cup, the seed and the key of another seat are in none."""
    mind = HereMind()
    furnish(house, mind)
    table = await go_on(house, await begun(house, "tasse", BASILE, OCTAVIE))
    held = await house.tables.held(table.id)
    game = ALL_GAMES["tasse"]
    assert len(mind.asked) > 5
    for question in mind.asked:
        assert set(question) >= {"view", "legal", "told", "notes", "chance", "seat"}
        assert held.vault.seed.hex() not in str(question)
        observation = game.observations.parse(question["view"])
        assert observation.seat == question["seat"]


async def test_an_offer_is_answered_once_and_derived(house: House) -> None:
    furnish(house)
    table = await begun(house, "debacle")
    for _ in range(60):
        table = await house.tables.table(table.id)
        if (await house.tables.sight(table.id)).to_act == ("1",):
            break
        await house.advance(1)
    await house.tables.agreements.offer(house.ask(ANNE), table.id, "end_round")
    await settled()
    await house.advance(20)
    lines = list(await house.store.log(table.id))
    answers = [line for line in lines if line.kind == "decide" and "offer" in line.payload]
    assert len(answers) == 1
    after = lines[lines.index(answers[0]) + 1]
    assert (after.kind, after.seat) in {("decline", "2"), ("system", "2"), ("act", "1")}
    await house.tables.stop(house.ask(ANNE), table.id)
    verdict = verify(await house.tables.record(table.id), ALL_GAMES, find_player)
    assert (verdict.ok, verdict.decisions) == (True, len(await decided(house, table)))


async def test_what_was_decided_for_another_decision_or_computer_is_not_done(house: House) -> None:
    table, game = await begun(house, "diavolo", BASILE, OCTAVIE), ALL_GAMES["diavolo"]
    while (await house.tables.table(table.id)).alarm.key != "1.grab":
        furnish(house)
        await act_for_anne(house, table)
        await house.tables.sweep(EVERYTHING)
        await house.advance(1)
        table = await house.tables.table(table.id)
    held = await house.tables.held(table.id)
    open_race = replace(table, alarm=replace(table.alarm, unseen=False))
    held = replace(held, table=open_race)
    awaited = find_awaited(held, game)["2"]
    thought = Thought(awaited, Decision((Grab("red", 0),)), 1, 0)
    ask = ask_of_computer(held.table, "2", table.alarm.opened_at + 2_000, table.alarm.opened_at + 2_000)
    assert do(held, game, thought, ask, 0) is not None
    for other in (replace(awaited, name="1.roll.2|0"), replace(awaited, computer=OCTAVIE)):
        assert do(held, game, replace(thought, awaited=other), ask, 0) is None
    unseen = replace(held, table=replace(table, alarm=replace(table.alarm, unseen=True)))
    assert find_awaited(unseen, game) == {}
    assert do(unseen, game, thought, ask, 0) is None
    with pytest.raises(Refusal):
        do(held, game, replace(thought, decision=Decision()), ask, 0)


# -- when they act -----------------------------------------------------------------------------------


async def test_nobody_is_kept_waiting_past_a_third_of_the_deadline_nor_for_more_than_minutes(
    house: House,
) -> None:
    table, now = await begun(house, "tasse"), house.clock.now()
    assert due_at(table, 60_000_000, waits=True) == now + table.alarm.seconds * 1000 // 3
    late = replace(table, alarm=replace(table.alarm, at=now + 6_000))
    assert due_at(late, 60_000_000, waits=True) == now + 1_000
    assert due_at(table, 3_000, waits=False) == now + 2_000, "nobody waits long for computers alone"
    assert due_at(table, 0, waits=False) == now + 1_500, "but long enough to read what the last one did"
    by_days = await begun(House(), "tasse", pace=Pace.DAY)
    assert 60_000 <= due_at(by_days, 3_000, waits=False) - now <= 600_000


async def test_in_a_race_people_come_first_at_equal_times(house: House) -> None:
    table = await begun(house, "diavolo", BASILE, OCTAVIE)
    while table.alarm is None or not table.alarm.race:
        await act_for_anne(house, table)
        await house.advance(1)
        table = await house.tables.table(table.id)
        if table.alarm is not None and table.alarm.unseen:
            assert due_at(table, 3_000, waits=True)
    alarm = replace(table.alarm, opened_at=house.clock.now())
    table = replace(table, alarm=alarm)
    due = due_at(table, 100, waits=True)
    assert due == alarm.opened_at + 900
    asks = [ask_of_computer(table, seat.name, due, due + 50) for seat in table.seats[1:]]
    assert [ask.at for ask in asks] == [due, due]
    assert asks[0].order > asks[1].order > order_of(due) + 4_000
    assert moment_of(asks[0].order) == due
    assert ask_of_computer(table, "2", due, due + 5_000).at == due + 5_000
    assert due_at(table, 60_000, waits=True) is None


async def test_whoever_does_anything_legal_does_not_do_the_same_for_ever(house: House) -> None:
    """A choice that leads back to where it was made has no deadline in this table."""
    furnish(house, BrokenMind())
    for _ in range(3):
        table = await go_on(house, await begun(house, "tasse", BASILE, OCTAVIE, pace=Pace.RELAXED), 1_500)
        assert table.end.why == "over"
        verdict = await house.proof(table.id)
        assert verdict.decisions > 0


async def test_computers_give_way_to_whoever_waits_for_an_answer(house: House) -> None:
    mind, precedence = HereMind(), Precedence(3_600)
    house.tasks.precedence = precedence
    furnish(house, mind)

    answered = precedence.begin()
    table = await begun(house, "desfausse")
    await a_while()
    assert not mind.asked
    answered()
    await house.advance(0)
    assert len(mind.asked) == 1

    answered, before, by_then = precedence.begin(), len(house.told), []

    def look(turns: int) -> None:
        """See, some turns of the loop later, whether anything has been done."""
        if turns:
            asyncio.get_running_loop().call_soon(look, turns - 1)
        else:
            by_then.append(len(house.told))
            answered()

    house.clock.call_at(min(house.clock.pending) - 1, lambda: look(TURNS))
    await house.advance(30)
    assert by_then == [before]
    assert await decided(house, table)


TURNS = 100
"""After so many turns of the loop whoever can go on has gone on."""


async def a_while() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


@pytest.mark.parametrize("name", sorted(ALL_GAMES))
async def test_a_table_of_one_person_and_a_computer_is_played_to_its_end(house: House, name: str) -> None:
    furnish(house)
    computers = (BASILE, OCTAVIE)[: (ALL_GAMES[name].seats_max or 3) - 1]
    table = await go_on(house, await begun(house, name, *computers))
    assert table.end.why == "over"
    lines = await house.store.log(table.id)
    seat = table.seats[1].name
    acts = [line for line in lines if line.kind == "act" and line.seat == seat]
    assert acts
    assert {(line.user_id, line.interaction_id) for line in acts} == {(None, None)}
    verdict = await house.proof(table.id)
    assert verdict.decisions == sum(line.kind == "decide" for line in lines) > 0
    assert verdict.undecided == 0
