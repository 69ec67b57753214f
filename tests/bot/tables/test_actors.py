"""Who may act at a table: people by Discord ids, computers for their own seats, the clock, the house."""

from dataclasses import replace

import pytest

from bot.tables.asks import Ask, ByClock, ByComputer, ByHouse, ByPerson, ask_of_clock, ask_of_house
from bot.tables.computer import Computer
from bot.tables.errors import Denied
from bot.tables.model import Held, Person, Table
from bot.tables.plan import Plan
from bot.tables.playing.ending import close
from engines.core.game import AnyGame
from engines.core.moments import moment_of, order_of
from players.core.decision import Level
from tests.support.clock import NOON
from tests.support.coin import Flip, Guess
from tests.support.tables import ANNE, BOB, House, why_denied


async def with_computer(house: House, *, gone: bool = False) -> tuple[Table, str]:
    """A game of Anne against a computer, and its seat; `gone`: somebody who was erased sat there."""
    table = await house.playing(ANNE, BOB)

    def sit_down(held: Held, _game: AnyGame) -> Plan:
        seat = held.table.seats[1]
        who = None if gone else Computer(Level.MEDIUM, "basile")
        player = Person(None, "Ordinateur", seat.people[0].join_id, left=gone, computer=who)
        return Plan(held.table.with_seat(replace(seat, people=(player,))), held.vault, ())

    table = await house.tables.change(table.id, sit_down)
    return table, table.seats[1].name


def computer(house: House, seat: str) -> Ask:
    now = house.clock.now()
    return Ask(ByComputer(seat), now, order_of(now))


async def test_a_computer_acts_for_its_seat_and_its_line_in_the_log_names_nobody(house: House) -> None:
    table, seat = await with_computer(house)
    while (await house.tables.sight(table.id)).to_act != (seat,):
        await house.tables.act(house.ask(ANNE), table.id, Flip())
    sight = (await house.tables.look(table.id)).sight(seat)
    action = sight.legal.actions[0]
    await house.tables.act(computer(house, seat), table.id, action)
    line = (await house.store.log(table.id))[-1]
    assert (line.kind, line.seat, line.user_id, line.interaction_id) == ("act", seat, None, None)
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await house.replays(table.id)


@pytest.mark.parametrize("seat", ["1", "9"])
async def test_a_computer_acts_for_nobody_elses_seat(house: House, seat: str) -> None:
    table, _ = await with_computer(house)
    assert await why_denied(house.tables.act(computer(house, seat), table.id, Flip())) == "not_at_table"


async def test_the_seat_of_somebody_who_was_erased_is_no_computers(house: House) -> None:
    table, seat = await with_computer(house, gone=True)
    assert await why_denied(house.tables.act(computer(house, seat), table.id, Flip())) == "not_at_table"


async def test_no_person_is_taken_for_a_computer(house: House) -> None:
    table, _ = await with_computer(house)
    for user_id in (BOB, 0):
        assert await why_denied(house.tables.act(house.ask(user_id), table.id, Flip())) == "not_at_table"


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
        close(held, computer(house, seat), "stopped")
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
    assert thrown.alarm is not None
    assert not thrown.alarm.unseen
    lead = thrown.alarm.opened_at - click.at
    again = House()
    other = await again.playing(game="diavolo")
    click = again.click(await again.awaited(other.id), other)
    alarm = (await again.tables.act(click, other.id, sight.legal.actions[0])).alarm
    assert alarm is not None
    assert lead == alarm.opened_at - click.at + 40
