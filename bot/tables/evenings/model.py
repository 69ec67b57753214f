"""The records of an evening: when and where it is, its programme, who has registered, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
"""In ms."""
TEAMS_AT_MOST: Final = 12
PEOPLE_AT_MOST: Final = 72


class Stage(StrEnum):
    """How far an evening is. A draft is seen by its host alone; a beginning one opens its table."""

    DRAFT = "draft"
    OPEN = "open"
    BEGINNING = "beginning"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def live(self) -> bool:
        """Whether people may still come, or are playing."""
        return self in (Stage.OPEN, Stage.BEGINNING, Stage.PLAYING)


class Place(StrEnum):
    """What somebody has been given: a place to play, one on the waiting list, or to lead the evening."""

    IN = "in"
    WAITING = "waiting"
    LEADS = "leads"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who is registered.

    `join_id` is the interaction by which they came, 0 for who leads; guests stand in its order. `team` is the
    number of their team, 0 for none yet. `reminded` counts the reminders that were sent, of those who
    `remind` says are wanted; `owed` is a letter that is still to be sent ("moved_up"), "" for none.
    """

    user_id: int | None
    name: str
    join_id: int
    place: Place = Place.IN
    team: int = 0
    remind: bool = False
    reminded: int = 0
    owed: str = ""


@dataclass(frozen=True, slots=True)
class Team:
    """A team, by its number from 1; `name` is what its people call it. Place and points: how it ended."""

    number: int
    name: str
    place: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening, as it stands in the store.

    `starts_at` is in ms UTC. `programme` has the rounds as plain values, which the rules of the evening's
    game read. `people` is how many a team has at most, `places` how many may play. `deck` is the name of the
    server's own deck, "" for the built-in ones. `version` grows with each change, `shown` is the last one
    that the message in the channel shows. `event_id` is Discord's scheduled event, 0 where none may be made,
    and `event_told` what that says. `why` is why it was cancelled, or why its table could not be opened.
    `called` is when people were told that the hour has come, and that it does not begin by itself.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int | None
    title: str
    starts_at: int
    stage: Stage = Stage.DRAFT
    version: int = 1
    shown: int = 0
    programme: tuple[Mapping[str, Any], ...] = ()
    people: int = 4
    places: int = PEOPLE_AT_MOST
    deck: str = ""
    locale: str = "fr"
    words: str = ""
    created_at: int = 0
    message_id: int | None = None
    event_id: int | None = None
    event_told: str = ""
    table_id: int | None = None
    season_id: int | None = None
    why: str = ""
    called: int = 0
    teams: tuple[Team, ...] = ()
    guests: tuple[Guest, ...] = field(default=(), repr=False)

    @property
    def leader(self) -> Guest | None:
        """Who leads the evening, None for the bot."""
        return next((guest for guest in self.guests if guest.place is Place.LEADS), None)

    @property
    def players(self) -> tuple[Guest, ...]:
        """Those who have a place to play, in the order in which they came."""
        return tuple(guest for guest in self.guests if guest.place is Place.IN)

    @property
    def waiting(self) -> tuple[Guest, ...]:
        """The waiting list, in its order."""
        return tuple(guest for guest in self.guests if guest.place is Place.WAITING)

    def guest(self, user_id: int) -> Guest | None:
        """Who this user is here, None if they are not registered."""
        return next((guest for guest in self.guests if guest.user_id == user_id), None)

    def team(self, number: int) -> Team | None:
        """The team of this number."""
        return next((team for team in self.teams if team.number == number), None)

    def members(self, number: int) -> tuple[Guest, ...]:
        """Those of a team who have a place."""
        return tuple(guest for guest in self.players if guest.team == number)

    def with_guest(self, guest: Guest) -> Evening:
        """The evening with this guest, in the place of the same one as before."""
        guests = [each for each in self.guests if each.user_id != guest.user_id]
        return replace(self, guests=tuple(sorted((*guests, guest), key=lambda each: each.join_id)))


@dataclass(frozen=True, slots=True)
class Season:
    """Evenings of a server that are counted together; `ended_at` (ms UTC) is None for the one that runs."""

    id: int
    guild_id: int
    title: str
    began_at: int
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a season's standings: a team by its name or a person, and what they got in all evenings."""

    rank: int
    name: str
    evenings: int
    wins: int
    points: int


# What is kept of evenings and seasons.

Change: TypeAlias = Callable[[Evening], Evening | None]
"""What an evening becomes; None if nothing changes. Pure, for it may be asked twice; may raise Denied."""
