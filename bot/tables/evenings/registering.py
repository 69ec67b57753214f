"""Who comes to an evening, and with whom. Pure: an evening and a wish in, the evening after it out."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from bot.tables.evenings.model import TEAMS_AT_MOST, Evening, Guest, Place, Ranked, Stage, Team
from bot.tables.model import Denied

TEAM_NAME_LENGTH = 32
"""How long (in characters) the name of a team may be."""


def register(evening: Evening, user_id: int, name: str, join_id: int) -> Evening:
    """Take a place without a team, or one on the waiting list where all are taken.

    Denied "evening_not_open", "evening_leads", or "evening_registered".
    """
    _check_open(evening)
    if (known := evening.guest(user_id)) is not None:
        raise Denied("evening_leads" if known.place is Place.LEADS else "evening_registered")
    place = Place.IN if _has_room(evening) else Place.WAITING
    return evening.with_guest(Guest(user_id, name, join_id, place))


def join_team(evening: Evening, user_id: int, name: str, join_id: int, number: int) -> Evening:
    """Come into a team, or go over to it.

    Denied as `register` but for who is registered; "evening_no_teams", "evening_team_gone" or
    "evening_team_full" (team, n); "evening_registered" in this very team; "evening_waiting" without a place.
    """
    _check_teams(evening)
    known = _find_player(evening, user_id)
    team = evening.team(number)
    if team is None:
        raise Denied("evening_team_gone")
    if known is not None and known.team == number:
        raise Denied("evening_registered")
    if len(evening.members(number)) >= evening.people:
        raise Denied("evening_team_full", team=team.name, n=evening.people)
    if known is None and not _has_room(evening):
        raise Denied("evening_full_teams", n=evening.places)
    guest = replace(known or Guest(user_id, name, join_id), team=number)
    return _without_empty_teams(evening.with_guest(guest))


def make_team(evening: Evening, user_id: int, name: str, join_id: int, title: str) -> Evening:
    """Make a team of one's own and come into it.

    Denied as `join_team`, "evening_team_name" (n) or "evening_team_taken" (team), "evening_teams_full" (n).
    """
    _check_teams(evening)
    known = _find_player(evening, user_id)
    called = _check_title(evening, title)
    if known is None and not _has_room(evening):
        raise Denied("evening_full_teams", n=evening.places)
    alone = known is not None and known.team and len(evening.members(known.team)) == 1
    if len(evening.teams) - bool(alone) >= TEAMS_AT_MOST:
        raise Denied("evening_teams_full", n=TEAMS_AT_MOST)
    number = max((team.number for team in evening.teams), default=0) + 1
    guest = replace(known or Guest(user_id, name, join_id), team=number)
    after = replace(evening, teams=(*evening.teams, Team(number, called)))
    return _without_empty_teams(after.with_guest(guest))


def name_team(evening: Evening, user_id: int, title: str) -> Evening:
    """Give one's team another name; Denied "evening_no_team" or as `make_team`."""
    _check_teams(evening)
    known = _find_player(evening, user_id)
    team = None if known is None else evening.team(known.team)
    if team is None:
        raise Denied("evening_no_team")
    called = _check_title(replace(evening, teams=tuple(t for t in evening.teams if t != team)), title)
    teams = tuple(replace(each, name=called) if each == team else each for each in evening.teams)
    return replace(evening, teams=teams)


def leave(evening: Evening, user_id: int) -> Evening:
    """Give one's place back, to the first who waits; Denied "evening_not_open", "evening_not_registered"."""
    if evening.stage not in (Stage.DRAFT, Stage.OPEN):
        raise Denied("evening_begun")
    if evening.guest(user_id) is None:
        raise Denied("evening_not_registered")
    return forget(evening, user_id)


def forget(evening: Evening, user_id: int) -> Evening:
    """The evening without somebody, whoever they are there; the first who waits moves up."""
    guests = tuple(guest for guest in evening.guests if guest.user_id != user_id)
    return move_up(_without_empty_teams(replace(evening, guests=guests)))


def move_up(evening: Evening) -> Evening:
    """Give the places that are free to those who wait, in their order; each is owed a letter about it."""
    while evening.waiting and _has_room(evening):
        first = evening.waiting[0]
        evening = evening.with_guest(replace(first, place=Place.IN, owed="moved_up"))
    return evening


def list_open_teams(evening: Evening) -> tuple[Team, ...]:
    """The teams that have room for one more."""
    return tuple(team for team in evening.teams if len(evening.members(team.number)) < evening.people)


def form_teams(evening: Evening) -> Evening:
    """Give a team to everybody who has none.

    They fill the teams there are, always the smallest one first, and then make new ones that differ by one
    person at most; where there is one team alone they play against it. Those for whom no team is left wait.
    """
    single = [guest for guest in evening.players if not guest.team]
    for guest in list(single):
        room = list_open_teams(evening)
        if evening.people == 1 or len(evening.teams) < 2 or not room:
            break
        smallest = min(room, key=lambda team: (len(evening.members(team.number)), team.number))
        evening = evening.with_guest(replace(guest, team=smallest.number))
        single.remove(guest)
    count = min(-(-len(single) // evening.people), TEAMS_AT_MOST - len(evening.teams))
    if not evening.teams and len(single) > 1:
        count = max(count, 2)  # nobody plays against themselves
    first = max((team.number for team in evening.teams), default=0) + 1
    numbers = range(first, first + count)
    evening = replace(evening, teams=(*evening.teams, *(Team(number, "") for number in numbers)))
    for place, guest in enumerate(single):
        if place < count * evening.people:
            evening = evening.with_guest(replace(guest, team=numbers[place % count]))
        else:
            evening = evening.with_guest(replace(guest, place=Place.WAITING))
    return evening


def _check_open(evening: Evening) -> None:
    if evening.stage is not Stage.OPEN:
        raise Denied("evening_begun" if evening.stage.live else "evening_over")


def _check_teams(evening: Evening) -> None:
    _check_open(evening)
    if evening.people == 1:
        raise Denied("evening_no_teams")


def _find_player(evening: Evening, user_id: int) -> Guest | None:
    """Somebody who has a place, None for who is not registered; Denied for who leads or waits."""
    known = evening.guest(user_id)
    if known is not None and known.place is Place.LEADS:
        raise Denied("evening_leads")
    if known is not None and known.place is Place.WAITING:
        raise Denied("evening_waiting")
    return known


def _check_title(evening: Evening, title: str) -> str:
    called = title.strip()
    if not 1 <= len(called) <= TEAM_NAME_LENGTH:
        raise Denied("evening_team_name", n=TEAM_NAME_LENGTH)
    if any(team.name.casefold() == called.casefold() for team in evening.teams):
        raise Denied("evening_team_taken", team=called)
    return called


def _has_room(evening: Evening) -> bool:
    return len(evening.players) < min(evening.places, TEAMS_AT_MOST * evening.people)


def _without_empty_teams(evening: Evening) -> Evening:
    """A team goes with the last of its people."""
    return replace(evening, teams=tuple(team for team in evening.teams if evening.members(team.number)))


# The standings of a season: what teams and people got in all its evenings. Pure.

SCALE = (10, 7, 5, 4, 3, 2)
"""What the places of an evening are worth; every other one is worth 1, for having come."""


@dataclass(slots=True)
class _Sum:
    name: str = ""
    evenings: int = 0
    wins: int = 0
    points: int = 0


def rank_teams(evenings: Sequence[Evening]) -> tuple[Ranked, ...]:
    """The teams by their names, whatever their case; who played alone, and nameless teams, are left out."""
    sums: dict[Hashable, _Sum] = {}
    for evening in evenings:
        for team in evening.teams:
            if team.name and team.place is not None and evening.people > 1:
                _add(sums, team.name.casefold(), team.name, team.place)
    return _rank(sums)


def rank_people(evenings: Sequence[Evening]) -> tuple[Ranked, ...]:
    """The people, each by the places of the teams they were in; those whose data were erased are left out."""
    sums: dict[Hashable, _Sum] = {}
    for evening in evenings:
        for guest in evening.players:
            place = _place_of(evening, guest)
            if place is not None and guest.user_id is not None:
                _add(sums, guest.user_id, guest.name, place)
    return _rank(sums)


def _place_of(evening: Evening, guest: Guest) -> int | None:
    team = evening.team(guest.team)
    return None if team is None else team.place


def _add(sums: dict[Hashable, _Sum], key: Hashable, name: str, place: int) -> None:
    one = sums.setdefault(key, _Sum())
    one.name = name  # as it was written last
    one.evenings += 1
    one.wins += place == 1
    one.points += SCALE[place - 1] if place <= len(SCALE) else 1


def _rank(sums: dict[Hashable, _Sum]) -> tuple[Ranked, ...]:
    """Most points lead, then most wins; who has as many of both shares a rank."""
    ordered = sorted(sums.values(), key=lambda one: (-one.points, -one.wins, one.name.casefold()))
    ranked: list[Ranked] = []
    for number, one in enumerate(ordered, 1):
        before = ranked[-1] if ranked else None
        equal = before is not None and (before.points, before.wins) == (one.points, one.wins)
        rank = before.rank if before is not None and equal else number
        ranked.append(Ranked(rank, one.name, one.evenings, one.wins, one.points))
    return tuple(ranked)
