"""Computers at the table: who seats them, for whom they play, and what ends their patience."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from bot.meters import METERS
from bot.tables.computers.computers import Patience
from bot.tables.computers.thought import Awaited
from bot.tables.model import Computer, Manners, Pace, Status, Table, program_called
from bot.tables.playing.lobby import Opening
from bot.tables.proof.verify import verify
from bot.texts import texts_for
from bot.ui.frame.ending import winners_line
from players.core.player import Level
from players.registry import find_player
from tests.support.coin import SIDES, Flip, Guess
from tests.support.computers import BASILE, OCTAVIE, begun, furnish, go_on
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, HALL, House, opening, why_denied


async def seated(house: House, *users: int, game: str = "coin", count: int = 1) -> Table:
    """A lobby of these people, whose host has seated this many computers by one click."""
    table = await house.lobby(*users, game=game)
    return await house.tables.seat_computers(house.ask(users[0]), table.id, (BASILE, OCTAVIE)[:count])


async def test_one_click_seats_several_and_each_has_its_line(house: House) -> None:
    table = await house.lobby(ANNE)
    ask = house.ask(ANNE)
    table = await house.tables.seat_computers(ask, table.id, (BASILE, OCTAVIE))
    assert [seat.computer for seat in table.seats] == [None, BASILE, OCTAVIE]
    assert [seat.people[0].name for seat in table.seats[1:]] == ["Basile", "Octavie"]
    lines = (await house.store.log(table.id))[-2:]
    assert [line.interaction_id for line in lines] == [ask.click, None]
    assert [line.payload["join"] for line in lines] == [str(ask.click)] * 2
    assert lines[1].payload["computer"] == {"level": "fort", "persona": "octavie"}


async def test_only_the_host_seats_computers_and_only_while_there_is_room(house: House) -> None:
    table = await house.lobby(ANNE, BOB, game="debacle")
    assert await why_denied(house.tables.seat_computer(house.ask(BOB), table.id, BASILE)) == "not_host"
    assert await why_denied(house.tables.seat_computer(house.ask(ANNE), table.id, BASILE)) == "full"
    table = await house.playing(ANNE, BOB)
    assert await why_denied(house.tables.seat_computer(house.ask(ANNE), table.id, BASILE)) == "running"


async def test_a_computer_that_is_removed_bars_nobody(house: House) -> None:
    ask = house.ask(ANNE)
    table = await house.tables.open(ask, "coin", replace(opening(), computers=(BASILE,)))
    table = await house.tables.remove(house.ask(ANNE), table.id, table.seats[1].name)
    assert [seat.by_computer for seat in table.seats] == [False]
    table = await house.tables.join(house.ask(BOB), table.id)
    await house.tables.quit(house.ask(ANNE), table.id)
    table = await house.tables.join(house.ask(ANNE), table.id)
    assert table.seat_of(ANNE) is not None


async def test_a_computer_is_never_host_and_does_not_keep_a_lobby(house: House) -> None:
    table = await seated(house, ANNE)
    table = await house.tables.quit(house.ask(ANNE), table.id)
    assert (table.status, table.end.why, table.host_id) == (Status.CLOSED, "empty", None)
    table = await seated(house, ANNE, BOB)
    assert (await house.tables.quit(house.ask(ANNE), table.id)).host_id == BOB


async def test_computers_count_when_the_game_begins_and_their_joins_are_in_the_dice(house: House) -> None:
    table = await seated(house, ANNE)
    table = await house.tables.begin(house.ask(ANNE), table.id)
    assert [seat.by_computer for seat in table.seats] == [False, True]
    await house.tables.stop(house.ask(ANNE), table.id)
    record = await house.tables.record(table.id)
    assert record.joins() == tuple(person.join_id for person in table.people())
    assert verify(record, ALL_GAMES).ok


@pytest.mark.parametrize(("leaver", "ends"), [(ANNE, False), (BOB, True)])
async def test_computers_do_not_play_among_themselves(house: House, leaver: int, ends: bool) -> None:
    table = await seated(house, ANNE, BOB, CHLOE, game="tasse", count=2)
    table = await house.tables.begin(house.ask(ANNE), table.id)
    for user_id in {ANNE: (ANNE,), BOB: (ANNE, CHLOE, BOB)}[leaver]:
        table = await house.tables.quit(house.ask(user_id), table.id)
    assert (table.status is Status.CLOSED) is ends
    assert table.end.why == ("empty" if ends else None)
    assert table.host_id == (BOB if not ends else table.host_id)


async def test_a_rematch_seats_the_same_computers_by_the_click_that_opens_it(house: House) -> None:
    table = await seated(house, ANNE, BOB, count=2)
    table = await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    ask = house.ask(BOB)
    again = await house.tables.rematch(ask, table.id)
    sat = {seat.people[0].user_id or seat.computer: seat.people[0].join_id for seat in again.seats}
    assert sat == {BOB: ask.click, ANNE: None, BASILE: ask.click, OCTAVIE: ask.click}
    assert [line.kind for line in await house.store.log(again.id)] == ["open", "join", "join"]
    again = await house.tables.begin(house.ask(BOB), again.id)
    await house.tables.stop(house.ask(BOB), again.id)
    await house.proof(again.id)


# -- autopilot ---------------------------------------------------------------------------------------------


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
    await house.advance((alarm.at - house.clock.now()) // 1000 + 1)


def pilots(table: Table) -> dict[str, Level]:
    return {seat.name: seat.autopilot for seat in table.seats if seat.autopilot is not None}


async def told(house: House) -> list[tuple[str | None, object]]:
    lines = await house.store.log(1)
    return [(line.seat, line.payload["level"]) for line in lines if line.kind == "autopilot"]


async def plays(house: House, seat: str) -> Table:
    """The computer at this seat decides, as the runtime has it do."""
    legal = ALL_GAMES["coin"].legal_actions((await house.held(1)).vault.state, seat)
    assert seat in (await house.tables.sight(1)).to_act
    action = Flip() if Flip() in legal.actions else Guess(SIDES[0])
    return await house.tables.act(house.ask_of_computer(seat), 1, action)


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
    assert await why_denied(house.tables.act(house.ask_of_computer("2"), 1, Flip())) == "not_at_table"


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
    for _ in range(60):
        await house.advance(1)
        if seat.name not in (await house.tables.sight(table.id)).to_act:
            break
    assert seat.name not in (await house.tables.sight(table.id)).to_act
    await house.tables.stop(house.ask(table.host_id or 0), table.id)
    verdict = await house.proof(table.id)
    assert (verdict.decisions > 0, verdict.undecided) == (True, 0)


async def test_what_somebody_clicks_right_after_the_computer_is_not_its_decision() -> None:
    """A computer rolls for somebody who is back in time to announce: the record proves both."""
    house = House()
    furnish(house)
    table = await house.playing(ANNE, BOB, game="tasse")
    mover = await house.awaited(table.id)
    table = await house.tables.hand_over(house.ask(mover), table.id)
    seat = table.seat_of(mover).name
    while (await lines_of(house))[-1] != ("act", seat, False):
        await house.advance(1)
    sight = await house.tables.sight(table.id, mover)
    await house.tables.act(house.ask(mover, sight.drawn), table.id, sight.legal.actions[0])
    assert (await lines_of(house))[-4:] == [
        ("decide", seat, False),
        ("act", seat, False),
        ("act", seat, True),
        ("autopilot", seat, False),
    ]
    await house.tables.stop(house.ask(table.host_id or 0), table.id)
    verdict = await house.proof(table.id)
    assert (verdict.ok, verdict.decisions, verdict.undecided) == (True, 1, 0)


async def lines_of(house: House) -> list[tuple[str, str | None, bool]]:
    """What stands in the log: its kind, whose it is, and whether a click led to it."""
    return [(line.kind, line.seat, line.interaction_id is not None) for line in await house.store.log(1)]


# -- programs that never have enough -----------------------------------------------------------------------


ALPHA = program_called("alpha")
Choose = Callable[[list[dict[str, Any]]], dict[str, Any]]


class Everybody:
    """One mind for programs of any name, which chooses among what is legal."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def offered(self, game: str) -> tuple[str, ...]:
        return ()

    def find(self, name: str) -> Everybody:
        return self

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"actions": [self._choose(question["legal"])]}


def turn(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Choose the direction wherever one can, which changes nothing else."""
    return next((each for each in legal if each["type"] == "direction"), legal[0])


def believe(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Never doubt, and announce as much as there is."""
    return [each for each in legal if each["type"] in ("announce", "roll")][-1]


async def decided(house: House, table_id: int) -> list[Any]:
    return [line.payload["version"] for line in await house.store.log(table_id) if line.kind == "decide"]


async def test_what_may_be_chosen_without_end_is_not_chosen_for_ever(house: House) -> None:
    """Which way round La Tasse goes, at a table without deadlines."""
    furnish(house, programs=Everybody(turn))
    table = await begun(house, "tasse", ALPHA, pace=Pace.RELAXED)
    table = await go_on(house, table)
    assert table.end.why == "over"
    acts = [line for line in await house.store.log(table.id) if line.kind == "act"]
    turned = [(line.seat, line.payload["type"]) == ("2", "direction") for line in acts]
    assert max(len(list(run)) for is_turning, run in groupby(turned) if is_turning) == 50
    assert set(await decided(house, table.id)) == {"program", find_player("tasse").version}


async def test_programs_among_themselves_come_to_an_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anne has let her time pass and is out; the others would believe each other's 21 for ever."""
    monkeypatch.setattr("bot.tables.computers.computers._IN_ALL", 60)
    furnish(house, programs=Everybody(believe))
    seats, options = (ALPHA, program_called("beta")), {"threshold": 1, "first": "1"}
    opening = Opening(10, HALL, HALL, options, Manners(), computers=seats)
    table = await house.tables.open(house.ask(ANNE), "tasse", opening)
    await house.tables.begin(house.ask(ANNE), table.id)
    for _ in range(400):
        await house.advance(1)
    table = await house.tables.table(table.id)
    assert table.end.why == "over"
    versions = await decided(house, table.id)
    assert versions.count("program") == 60
    assert versions[-1] == find_player("tasse").version
    await house.proof(table.id)


def test_whatever_a_person_does_makes_up_for_all_and_the_clock_for_nothing() -> None:
    patience, coming = Patience(), Awaited("P2", ALPHA, "next", None, 1)
    for number in range(2_000):
        assert not patience.is_spent(1, coming)
        patience.note_change(1, ("expire",) if number % 7 == 0 else ("decide", "act"))
        patience.note_decision(1, replace(coming, name=f"{number}"))
    assert patience.is_spent(1, coming)
    assert not patience.is_spent(2, coming)
    patience.note_change(1, ())
    assert patience.is_spent(1, coming)
    patience.note_change(1, ("act",))
    assert not patience.is_spent(1, coming)


async def test_what_the_rules_do_not_allow_is_counted_against_the_program(house: House) -> None:
    furnish(house, programs=Everybody(lambda legal: {"type": "dance"}))
    failures = METERS["program_failures"].values
    before = failures.get(("alpha", "not_allowed"), 0)
    table = await go_on(house, await begun(house, "coin", ALPHA))
    assert set(await decided(house, table.id)) == {None}
    assert failures["alpha", "not_allowed"] - before == len(await decided(house, table.id))
