"""Evenings: who comes, what the host decides, at what moment, and how all sit down at once."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.asks import Ask, ByPerson, ask_of_house
from bot.tables.evenings import planning, registering
from bot.tables.evenings.dates import find_zone, list_zones, read_moment, zone_of
from bot.tables.evenings.model import DAY, HOUR, MINUTE, TEAMS_AT_MOST, Evening, Place, Stage
from bot.tables.evenings.planning import Due
from bot.tables.model import Denied, Manners, Person, Seat, Status, Table, joins_of
from bot.tables.playing.lobby import Gathered
from bot.tables.proof.verify import verify
from engines.soiree.model import Proceed
from tests.support.clock import NOON
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, why_denied

ROUNDS = ({"length": 3},)


def evening(**facts: Any) -> Evening:
    at = NOON + 2 * DAY
    return replace(Evening(1, 10, 20, 1, "Quiz", at, stage=Stage.OPEN, programme=ROUNDS, people=2), **facts)


def come(found: Evening, *user_ids: int) -> Evening:
    for user_id in user_ids:
        found = registering.register(found, user_id, f"nom {user_id}", 100 + user_id)
    return found


def teams_of(found: Evening) -> list[set[int | None]]:
    return [{guest.user_id for guest in found.members(team.number)} for team in found.teams]


def test_who_comes_when_all_places_are_taken_waits_and_moves_up_in_order() -> None:
    full = come(evening(places=2), 1, 2, 3, 4)
    assert [guest.place for guest in full.guests] == [Place.IN, Place.IN, Place.WAITING, Place.WAITING]
    left = registering.leave(full, 1)
    assert [(guest.user_id, guest.owed) for guest in left.players] == [(2, ""), (3, "moved_up")]
    assert planning.list_due(left, NOON) == (Due(3, "moved_up"),)
    told = planning.note_sent(left, Due(3, "moved_up"))
    assert told is not None
    assert planning.list_due(told, NOON) == ()
    assert planning.note_sent(told, Due(3, "moved_up")) is None


def test_a_team_lives_as_long_as_its_people() -> None:
    made = registering.make_team(evening(), 1, "A", 101, "Les Oies")
    both = registering.join_team(made, 2, "B", 102, 1)
    with pytest.raises(Denied, match="evening_team_full"):
        registering.join_team(both, 3, "C", 103, 1)
    moved = registering.make_team(both, 1, "A", 101, "Les Ours")
    assert [team.name for team in moved.teams] == ["Les Oies", "Les Ours"]
    assert registering.leave(moved, 2).teams == moved.teams[1:]
    with pytest.raises(Denied, match="evening_team_gone"):
        registering.join_team(registering.leave(moved, 2), 3, "C", 103, 1)


@pytest.mark.parametrize(
    ("stage", "reason"), [(Stage.PLAYING, "evening_begun"), (Stage.CANCELLED, "evening_over")]
)
def test_nobody_comes_too_late(stage: Stage, reason: str) -> None:
    with pytest.raises(Denied, match=reason):
        come(evening(stage=stage), 1)


@given(
    st.integers(1, 6),
    st.lists(
        st.tuples(st.sampled_from(("come", "make", "join", "leave")), st.integers(1, 90), st.integers(1, 14))
    ),
)
def test_whatever_people_do_all_fit_and_all_have_a_team_at_the_start(
    people: int, wishes: list[tuple[str, int, int]]
) -> None:
    found = evening(people=people, places=30)
    for number, (wish, user_id, team) in enumerate(wishes):
        name, join_id = f"nom {user_id}", 1000 + number
        try:
            match wish:
                case "come":
                    found = registering.register(found, user_id, name, join_id)
                case "make":
                    found = registering.make_team(found, user_id, name, join_id, f"équipe {number}")
                case "join":
                    found = registering.join_team(found, user_id, name, join_id, team)
                case _:
                    found = registering.leave(found, user_id)
        except Denied:
            continue
        users = [guest.user_id for guest in found.guests]
        assert len(set(users)) == len(users)
        assert len(found.players) <= 30
        assert not found.waiting or len(found.players) == min(30, TEAMS_AT_MOST * people)
        assert all(found.members(each.number) for each in found.teams)
    formed = registering.form_teams(found)
    assert len(formed.teams) <= TEAMS_AT_MOST
    assert all(1 <= len(formed.members(each.number)) <= people for each in formed.teams)
    assert sum(len(formed.members(each.number)) for each in formed.teams) == len(formed.players)
    for each in found.teams:
        assert set(found.members(each.number)) <= set(formed.members(each.number))
    if len(found.players) > 1 and not found.teams:
        assert len(formed.teams) > 1


def test_singles_fill_the_smallest_teams_and_then_make_even_ones() -> None:
    found = evening(people=3)
    for user_id, title in ((1, "un"), (2, "deux")):
        found = registering.make_team(found, user_id, "x", 100 + user_id, title)
    found = registering.join_team(found, 3, "x", 103, 1)
    assert teams_of(registering.form_teams(come(found, 4, 5))) == [{1, 3, 5}, {2, 4}]
    assert teams_of(registering.form_teams(come(found, *range(4, 11)))) == [
        {1, 3, 5},
        {2, 4, 6},
        {7, 9},
        {8, 10},
    ]
    alone = registering.make_team(evening(people=4), 1, "x", 101, "un")
    assert teams_of(registering.form_teams(come(alone, 2, 3))) == [{1}, {2, 3}]


def test_reminders_are_due_once_each_and_only_to_come() -> None:
    found = come(evening(), 1, 2)
    found = planning.want_reminders(found, 1, NOON, wanted=True)
    eve, soon = found.starts_at - DAY, found.starts_at - 15 * MINUTE
    assert planning.list_due(found, eve - 1) == ()
    assert planning.list_due(found, eve) == (Due(1, "1"),)
    told = planning.note_sent(found, Due(1, "1"))
    assert planning.list_due(told, soon - 1) == ()
    assert planning.list_due(told, soon) == (Due(1, "2"),)
    assert planning.list_due(told, told.starts_at) == ()
    late = planning.want_reminders(found, 2, eve + HOUR, wanted=True)
    assert Due(2, "1") not in planning.list_due(late, eve + HOUR)
    assert planning.next_moment(found, NOON) == eve
    assert planning.next_moment(found, eve) == soon


def test_at_its_hour_it_begins_waits_or_is_cancelled() -> None:
    few = come(evening(people=1), 1)
    assert planning.give_up(few, few.starts_at - 1) is None
    waiting = planning.give_up(few, few.starts_at)
    assert waiting.called == few.starts_at
    assert planning.give_up(waiting, few.starts_at + planning.PATIENCE - 1) is None
    gone = planning.give_up(waiting, few.starts_at + planning.PATIENCE)
    assert (gone.stage, gone.why) == (Stage.CANCELLED, "alone")
    begun = planning.give_up(come(few, 2), few.starts_at + HOUR)
    assert begun.stage is Stage.BEGINNING
    missed = planning.give_up(come(few, 2), few.starts_at + planning.MISSED)
    assert (missed.stage, missed.why) == (Stage.CANCELLED, "missed")


def test_who_leads_does_not_play_and_gives_a_place_to_who_waits() -> None:
    found = come(evening(places=2), 1, 2, 3)
    led = planning.lead(found, 1, "Anne")
    assert led.leader.user_id == 1
    assert [guest.user_id for guest in led.players] == [2, 3]
    with pytest.raises(Denied, match="evening_leads"):
        registering.make_team(led, 1, "Anne", 5, "x")
    assert planning.lead(led, None).leader is None


@pytest.mark.parametrize(("people", "places"), [(0, 10), (7, 10), (2, 1), (2, 73)])
def test_sizes_have_limits(people: int, places: int) -> None:
    with pytest.raises(Denied, match="evening_size"):
        planning.resize(evening(), people, places)


def test_nobody_loses_their_place_by_a_new_size() -> None:
    found = come(registering.make_team(evening(), 1, "x", 101, "un"), 2, 3)
    for people, places in ((1, 10), (2, 2)):
        with pytest.raises(Denied, match="evening_too_small"):
            planning.resize(found, people, places)
    assert planning.resize(found, 3, 3).places == 3


def test_moments_have_limits() -> None:
    assert planning.check_moment(NOON + 1, NOON) == NOON + 1
    for at, reason in ((NOON, "evening_past"), (NOON + 60 * DAY + 1, "evening_far")):
        with pytest.raises(Denied, match=reason):
            planning.check_moment(at, NOON)


# -- sitting down ------------------------------------------------------------------------------------------


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
        *(("1", "", 1), ("2", "Les Lynx", 2), ("3", "", 1))
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
    assert await why_denied(opened(house, wanted)) == reason
    assert await house.store.find("soiree", CHANNEL) is None


async def test_s1_a_late_comer_joins_a_team_that_has_room_between_rounds_alone(house: House) -> None:
    table = await opened(house, gathered())
    await house.tables.begin(by_host(house), table.id)
    assert (await house.tables.sight(table.id)).welcoming == ("1", "2")
    for user, team, reason in ((DAN, "1", "team_full"), (DAN, "9", "running"), (ANNE, "2", "already_seated")):
        assert await why_denied(house.tables.join(house.ask(user), table.id, team)) == reason
    table = await house.tables.join(house.ask(DAN), table.id, "2")
    assert [person.name for person in table.seat("2").people] == ["Chloé", f"nom {DAN}"]
    assert joins_of(*table.seats) == (31, 32, 33)
    await house.advance(200)
    assert (await house.tables.sight(table.id)).welcoming == ()
    assert await why_denied(house.tables.join(house.ask(ELISE), table.id, "2")) == "running"
    table = await finished(house, table)
    await house.proof(table.id)


# -- days and hours as people write them -------------------------------------------------------------------


PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 23, 18, 0, tzinfo=PARIS)
"""A Monday."""


def ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def read(text: str, now: datetime = NOW, zone: ZoneInfo = PARIS) -> str:
    at = read_moment(text, ms(now), zone)
    return datetime.fromtimestamp(at / 1000, zone).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("jeudi 20h30", "2026-11-26 20:30"),
        ("Jeudi à 20 h 30", "2026-11-26 20:30"),
        ("jeudi prochain, 20h", "2026-11-26 20:00"),
        ("lundi 20h", "2026-11-23 20:00"),
        ("lundi 17h", "2026-11-30 17:00"),
        ("jeudi 26 novembre 20h30", "2026-11-26 20:30"),
        ("12/12 21:00", "2026-12-12 21:00"),
        ("le 12/12/2026 à 21h05", "2026-12-12 21:05"),
        ("12.12.26 21h", "2026-12-12 21:00"),
        ("2026-12-12 21:00", "2026-12-12 21:00"),
        ("12 décembre 21 heures", "2026-12-12 21:00"),
        ("1er janvier 20h", "2027-01-01 20:00"),
        ("3 déc. 20h", "2026-12-03 20:00"),
        ("demain 20 h", "2026-11-24 20:00"),
        ("demain soir 20h30", "2026-11-24 20:30"),
        ("Après-demain à midi", "2026-11-25 12:00"),
        ("ce soir 21h", "2026-11-23 21:00"),
        ("ce soir à 21h", "2026-11-23 21:00"),
        ("aujourd’hui 19:15", "2026-11-23 19:15"),
        ("demain minuit", "2026-11-24 00:00"),
        ("20h30", "2026-11-23 20:30"),
        ("9h", "2026-11-24 09:00"),
        ("20 h et demie", "2026-11-23 20:30"),
        ("dans 2 heures", "2026-11-23 20:00"),
        ("dans 1h30", "2026-11-23 19:30"),
        ("dans une heure", "2026-11-23 19:00"),
        ("dans 45 min", "2026-11-23 18:45"),
        ("dans 3 jours", "2026-11-26 18:00"),
        ("tomorrow 8pm", "2026-11-24 20:00"),
        ("Thursday at 8:30 pm", "2026-11-26 20:30"),
        ("December 12", None),
    ],
)
def test_a_moment_is_read_as_it_is_written(text: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(Denied):
            read(text)
    else:
        assert read(text) == meant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "evening_unreadable"),
        ("bientôt", "evening_unreadable"),
        ("jeudi", "evening_no_hour"),
        ("12/12", "evening_no_hour"),
        ("ce soir", "evening_no_hour"),
        ("jeudi 25h", "evening_unreadable"),
        ("jeudi 20h61", "evening_unreadable"),
        ("31/02 20h", "evening_unreadable"),
        ("32/12 20h", "evening_unreadable"),
        ("3 brumaire 20h", "evening_unreadable"),
        ("vendredi 26 novembre 20h", "evening_unreadable"),
        ("13 pm", "evening_unreadable"),
        ("jeudi 20h30 ou 21h", "evening_unreadable"),
        ("dans", "evening_unreadable"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Denied, match=reason):
        read(text)


def test_an_hour_that_clocks_jump_over_is_refused_and_one_they_repeat_is_the_first() -> None:
    spring = datetime(2027, 3, 27, 12, tzinfo=PARIS)
    with pytest.raises(Denied, match="evening_gap"):
        read("demain 2h30", spring)
    assert read("demain 3h", spring) == "2027-03-28 03:00"
    autumn = datetime(2026, 10, 24, 12, tzinfo=PARIS)
    at = read_moment("demain 2h30", ms(autumn), PARIS)
    assert datetime.fromtimestamp(at / 1000, PARIS).utcoffset() == autumn.utcoffset()


def test_hours_are_those_of_the_servers_time_zone() -> None:
    montreal = ZoneInfo("America/Montreal")
    late = datetime(2026, 11, 24, 1, 0, tzinfo=PARIS)
    assert read("ce soir 21h", late, montreal) == "2026-11-23 21:00"
    assert read_moment("demain 20h", ms(late), PARIS) != read_moment("demain 20h", ms(late), montreal)


def test_time_zones_are_found_by_their_city() -> None:
    assert find_zone("europe/paris") == find_zone("Paris") == "Europe/Paris"
    assert find_zone("montreal") == "America/Montreal"
    assert find_zone("new york") == "America/New_York"
    with pytest.raises(Denied, match="no_such_zone"):
        find_zone("Trifouilly")
    assert list_zones("", 25)[:2] == ["Europe/Paris", "Europe/Brussels"]
    assert "Africa/Dakar" in list_zones("dak", 25)
    assert len(list_zones("a", 25)) == 25
    assert zone_of(None) == zone_of("Nulle/Part") == PARIS
