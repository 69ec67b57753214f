"""Who comes to an evening: places, teams, the waiting list; and what its host decides. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.errors import Denied
from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import DAY, HOUR, MINUTE, TEAMS_AT_MOST, Evening, Place, Stage
from bot.tables.evenings.planning import Due
from tests.support.clock import NOON

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
    assert told is not None
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
    assert waiting is not None
    assert waiting.called == few.starts_at
    assert planning.give_up(waiting, few.starts_at + planning.PATIENCE - 1) is None
    gone = planning.give_up(waiting, few.starts_at + planning.PATIENCE)
    assert gone is not None
    assert (gone.stage, gone.why) == (Stage.CANCELLED, "alone")
    begun = planning.give_up(come(few, 2), few.starts_at + HOUR)
    assert begun is not None
    assert begun.stage is Stage.BEGINNING
    missed = planning.give_up(come(few, 2), few.starts_at + planning.MISSED)
    assert missed is not None
    assert (missed.stage, missed.why) == (Stage.CANCELLED, "missed")


def test_who_leads_does_not_play_and_gives_a_place_to_who_waits() -> None:
    found = come(evening(places=2), 1, 2, 3)
    led = planning.lead(found, 1, "Anne")
    assert led.leader is not None
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
