"""People who have registered before there is a table sit down at once; late-comers join between rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.asks import Ask, ByPerson, ask_of_house
from bot.tables.errors import Denied
from bot.tables.joins import joins_of
from bot.tables.model import Manners, Person, Seat, Status, Table
from bot.tables.playing.gathering import Gathered
from bot.tables.proof.verify import verify
from engines.soiree.model import Proceed
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House

HOST, DAN, ELISE = 77, 104, 105
CHANNEL = 5_000
ONE = {"length": 1, "modes": ["chrono"]}
LYNX = Seat("", (Person(ANNE, "Anne", 31), Person(BOB, "Bob", 32)), title="Les Lynx")
ALONE = Seat("", (Person(CHLOE, "Chloé", 33),))
LEADER = Seat("", (Person(HOST, "Hugo", 0),))


def gathered(*seats: Seat, host: int = HOST, **options: Any) -> Gathered:
    chosen = {"people": 2, "programme": [ONE, ONE], **options}
    return Gathered(1, CHANNEL, chosen, Manners(), seats or (LYNX, ALONE), host)


async def opened(house: House, wanted: Gathered) -> Table:
    return await house.tables.open_gathered(ask_of_house(house.clock.now()), "soiree", wanted)


def by_host(house: House) -> Ask:
    """The host begins, by no click of a table's."""
    ask = ask_of_house(house.clock.now())
    return replace(ask, who=ByPerson(HOST, "Hugo"))


@pytest.fixture
def house() -> House:
    return House()


async def finished(house: House, table: Table) -> Table:
    for _ in range(40):
        if (await house.tables.table(table.id)).status is Status.CLOSED:
            break
        await house.advance(200)
    return await house.tables.table(table.id)


async def test_all_who_registered_sit_down_and_the_dice_know_them(house: House) -> None:
    table = await opened(house, gathered(LEADER, LYNX, ALONE, quizmaster="1"))
    assert [(seat.name, seat.title, len(seat.people)) for seat in table.seats] == [
        *(("1", "", 1), ("2", "Les Lynx", 2), ("3", "", 1)),
    ]
    table = await house.tables.begin(by_host(house), table.id)
    assert table.status is Status.PLAYING
    assert joins_of(*table.seats) == (0, 31, 32, 33)
    sight = await house.tables.sight(table.id, HOST)
    assert sight.to_act == ("1",)
    await house.tables.act(house.ask(HOST, sight.drawn), table.id, Proceed())
    table = await finished(house, table)
    record = await house.tables.record(table.id)
    assert verify(record, ALL_GAMES).ok
    forged = [
        line.model_copy(update={"payload": {"join": "99"}}) if line.kind == "join" else line
        for line in record.entries
    ]
    assert not verify(record.model_copy(update={"entries": tuple(forged)}), ALL_GAMES).ok


async def test_a_host_need_not_sit_at_the_table(house: House) -> None:
    table = await opened(house, gathered())
    assert (await house.tables.begin(by_host(house), table.id)).host_id == HOST


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (gathered(LYNX, ALONE, people=1), "team_full"),
        (gathered(LYNX, LYNX), "already_seated"),
        (gathered(*(Seat("", (Person(900 + n, "x", n),)) for n in range(14))), "full"),
        (gathered(programme=[{**ONE, "length": 99}]), "bad_option"),
    ],
)
async def test_what_cannot_be_played_opens_no_table(house: House, wanted: Gathered, reason: str) -> None:
    with pytest.raises(Denied) as caught:
        await opened(house, wanted)
    assert caught.value.reason == reason
    assert await house.store.find("soiree", CHANNEL) is None


async def test_s1_a_late_comer_joins_a_team_that_has_room_between_rounds_alone(house: House) -> None:
    table = await opened(house, gathered())
    await house.tables.begin(by_host(house), table.id)
    assert (await house.tables.sight(table.id)).welcoming == ("1", "2")
    for user, team, reason in ((DAN, "1", "team_full"), (DAN, "9", "running"), (ANNE, "2", "already_seated")):
        with pytest.raises(Denied) as caught:
            await house.tables.join(house.ask(user), table.id, team)
        assert caught.value.reason == reason
    table = await house.tables.join(house.ask(DAN), table.id, "2")
    assert [person.name for person in table.seat("2").people] == ["Chloé", f"nom {DAN}"]
    assert joins_of(*table.seats) == (31, 32, 33)
    await house.advance(200)
    assert (await house.tables.sight(table.id)).welcoming == ()
    with pytest.raises(Denied) as caught:
        await house.tables.join(house.ask(ELISE), table.id, "2")
    assert caught.value.reason == "running"
    table = await finished(house, table)
    assert verify(await house.tables.record(table.id), ALL_GAMES).ok
