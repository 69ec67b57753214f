"""What the host decides of an evening: when, of what rounds, who leads; and its way to the table. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.evenings.model import DAY, HOUR, MINUTE, PEOPLE_AT_MOST, Evening, Guest, Place, Stage, Team
from bot.tables.evenings.registering import form_teams, move_up
from bot.tables.model import Denied

AHEAD = 60 * DAY
"""So far ahead (ms) an evening may be planned."""
PATIENCE = 30 * MINUTE
"""So long (ms) after its hour an evening for which too few have come waits for its host."""
MISSED = 2 * HOUR
"""So long (ms) after its hour an evening does not begin by itself any more, wherever the bot was."""
TITLE_LENGTH = 80
ROUNDS_AT_MOST = 12
LEAST_TEAMS = 2
REMINDERS = (DAY, 15 * MINUTE)
"""So long (ms) before the hour people are reminded who want it."""


def check_title(title: str) -> str:
    """A title without blanks around it; Denied "evening_title" (n)."""
    called = title.strip()
    if not 1 <= len(called) <= TITLE_LENGTH:
        raise Denied("evening_title", n=TITLE_LENGTH)
    return called


def check_moment(at: int, now: int) -> int:
    """A moment (ms UTC) that is still to come, but soon enough; Denied "evening_past", "evening_far" (n)."""
    if at <= now:
        raise Denied("evening_past", at=at)
    if at > now + AHEAD:
        raise Denied("evening_far", n=AHEAD // DAY)
    return at


def publish(evening: Evening, now: int) -> Evening:
    """Open a draft for everybody; Denied "evening_stale" if it is none, "evening_empty", "evening_past"."""
    if evening.stage is not Stage.DRAFT:
        raise Denied("evening_stale")
    if not evening.programme:
        raise Denied("evening_empty")
    check_moment(evening.starts_at, now)
    return replace(evening, stage=Stage.OPEN)


def change_programme(evening: Evening, rounds: Sequence[Mapping[str, Any]]) -> Evening:
    """Give an evening that has not begun another programme; Denied "evening_begun", "evening_rounds" (n)."""
    check_planned(evening)
    if len(rounds) > ROUNDS_AT_MOST:
        raise Denied("evening_rounds", n=ROUNDS_AT_MOST)
    if not rounds and evening.stage is Stage.OPEN:
        raise Denied("evening_empty")
    return replace(evening, programme=tuple(rounds))


def lead(evening: Evening, user_id: int | None, name: str = "") -> Evening:
    """Have somebody lead the evening, or the bot (None); who leads does not play."""
    check_planned(evening)
    others = tuple(g for g in evening.guests if g.place is not Place.LEADS and g.user_id != user_id)
    teams = tuple(team for team in evening.teams if any(guest.team == team.number for guest in others))
    leader = () if user_id is None else (Guest(user_id, name, 0, Place.LEADS),)
    return move_up(replace(evening, guests=(*leader, *others), teams=teams))


def resize(evening: Evening, people: int, places: int) -> Evening:
    """Set how many a team has and how many may play at most.

    Denied "evening_begun", "evening_size", or "evening_too_small" where more have their place already.
    """
    check_planned(evening)
    if not (1 <= people <= 6 and 2 <= places <= PEOPLE_AT_MOST):
        raise Denied("evening_size")
    largest = max((len(evening.members(team.number)) for team in evening.teams), default=0)
    if largest > people or len(evening.players) > places or (people == 1 and evening.teams):
        raise Denied("evening_too_small")
    return move_up(replace(evening, people=people, places=places))


def is_ready(evening: Evening) -> bool:
    """Whether enough have come for two teams."""
    return _count_teams(form_teams(evening)) >= LEAST_TEAMS


def begin(evening: Evening) -> Evening:
    """The hour has come, or the host begins: everybody has a team, and the table is about to be opened.

    Denied "evening_begun", "evening_over" or "evening_few" (n).
    """
    if evening.stage is not Stage.OPEN:
        raise Denied("evening_begun" if evening.stage.live else "evening_over")
    formed = form_teams(evening)
    if _count_teams(formed) < LEAST_TEAMS:
        raise Denied("evening_few", n=LEAST_TEAMS)
    return replace(formed, stage=Stage.BEGINNING, why="")


def go_back(evening: Evening, why: str, now: int) -> Evening | None:
    """The table could not be opened: the evening waits for its host, who is told why; None if it is open."""
    if evening.stage is not Stage.BEGINNING:
        return None
    return replace(evening, stage=Stage.OPEN, why=why, called=now)


def note_table(evening: Evening, table_id: int) -> Evening | None:
    """The table is open and its game has begun; None if that is known."""
    if evening.stage is not Stage.BEGINNING:
        return None
    return replace(evening, stage=Stage.PLAYING, table_id=table_id)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game of an evening ended: place and points of each team, by its number, and who came late."""

    results: Mapping[int, tuple[int, int]]
    late: tuple[Guest, ...] = ()


def end(evening: Evening, outcome: Outcome) -> Evening | None:
    """The game is over; None if that is known."""
    if evening.stage is not Stage.PLAYING:
        return None
    for guest in outcome.late:
        evening = evening.with_guest(guest)
    teams = tuple(_give(team, outcome.results.get(team.number)) for team in evening.teams)
    return replace(evening, stage=Stage.OVER, teams=teams)


def cancel(evening: Evening, why: str) -> Evening:
    """Call an evening off that is planned or whose table could not be opened; Denied "evening_over"."""
    if evening.stage not in (Stage.DRAFT, Stage.OPEN, Stage.BEGINNING):
        raise Denied("evening_begun" if evening.stage.live else "evening_over")
    return replace(evening, stage=Stage.CANCELLED, why=why)


def give_up(evening: Evening, now: int) -> Evening | None:
    """What becomes of an evening whose hour has come: it begins, waits for its host, or is cancelled.

    None if nothing changes.
    """
    if evening.stage is not Stage.OPEN or evening.starts_at > now:
        return None
    if evening.starts_at + MISSED <= now and not evening.called:
        return replace(evening, stage=Stage.CANCELLED, why="missed")
    if is_ready(evening) and not evening.called:
        return begin(evening)
    if max(evening.starts_at, evening.called) + PATIENCE <= now:
        return replace(evening, stage=Stage.CANCELLED, why=evening.why or "alone")
    return None if evening.called else replace(evening, called=now)


def next_moment(evening: Evening, now: int) -> int | None:
    """When (ms UTC) something is to be done for an evening that is open and has nothing due now."""
    if evening.stage is not Stage.OPEN:
        return None
    reminders = [evening.starts_at - before for before in REMINDERS]
    end = max(evening.starts_at, evening.called) + PATIENCE
    return min((at for at in (*reminders, evening.starts_at, end) if at > now), default=None)


@dataclass(frozen=True, slots=True)
class Due:
    """A letter that somebody should get now: `what` is "moved_up" or the number of a reminder."""

    user_id: int
    what: str


def want_reminders(evening: Evening, user_id: int, now: int, *, wanted: bool) -> Evening:
    """Wish to be reminded, or not any more; those that had their moment are not sent any more.

    Denied "evening_not_registered".
    """
    known = evening.guest(user_id)
    if known is None:
        raise Denied("evening_not_registered")
    passed = max(known.reminded, _count_passed(evening, now))
    return evening.with_guest(replace(known, remind=wanted, reminded=passed))


def list_due(evening: Evening, now: int) -> tuple[Due, ...]:
    """The letters that are due: places that came free, and the reminder before the hour."""
    if evening.stage is not Stage.OPEN:
        return ()
    letters = [Due(one.user_id, one.owed) for one in evening.guests if one.owed and one.user_id is not None]
    number = _count_passed(evening, now)
    if now < evening.starts_at and number:
        letters += [
            Due(one.user_id, str(number))
            for one in evening.guests
            if one.remind and one.reminded < number and one.user_id is not None
        ]
    return tuple(letters)


def note_sent(evening: Evening, due: Due) -> Evening | None:
    """Note that a letter was sent, or cannot be; None if that is known."""
    known = evening.guest(due.user_id)
    if known is None:
        return None
    after = replace(known, owed="") if due.what == known.owed else known
    if due.what.isdecimal():
        after = replace(after, reminded=max(known.reminded, int(due.what)))
    return None if after == known else evening.with_guest(after)


def check_planned(evening: Evening) -> None:
    """Denied "evening_begun" or "evening_over" for an evening that can be changed no more."""
    if evening.stage not in (Stage.DRAFT, Stage.OPEN):
        raise Denied("evening_begun" if evening.stage.live else "evening_over")


def _count_passed(evening: Evening, now: int) -> int:
    """How many reminders have had their moment."""
    return sum(evening.starts_at - before <= now for before in REMINDERS)


def _count_teams(evening: Evening) -> int:
    return sum(bool(evening.members(team.number)) for team in evening.teams)


def _give(team: Team, result: tuple[int, int] | None) -> Team:
    return team if result is None else replace(team, place=result[0], points=result[1])
