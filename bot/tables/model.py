"""The nouns of the shared runtime: tables, seats, people, and what is kept secret about them.

A `Table` holds public facts only. Whatever must not be printed (the seed, the state of the game) stands
apart in a `Vault`; both together are a `Held` table, which never leaves bot/tables and db.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from bot.tables.homes import is_private
from bot.tables.pending import NOTHING_PENDING, Pending
from engines.core.records import State
from players.core.player import PERSONAS, Level

# By which interactions people sat down: they are mixed into the dice.


def joins_of(*seats: Seat) -> tuple[int, ...]:
    """The interactions that are mixed into the dice: of all but those who came after the start."""
    people = (person for seat in seats for person in seat.people)
    return tuple(join for person in people if (join := person.join_id or 0) >= 0)


# Refusals of the table itself, beside those of the rules.


class Denied(Exception):
    """A wish that the table does not grant: a reason and its parameters, never a sentence.

    Nothing was changed. `bot.ui.frame.notices` has a sentence for every reason.
    """

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params = params


class Broken(Exception):
    """The rules failed where they may not: nothing was changed, and trying again would fail again."""


def is_passing(error: BaseException | None) -> bool:
    """Whether nothing is wrong but the way to the store: soon, the same may go well."""
    return bool(getattr(error, "is_lost", False))


# Who a computer at a table is: how well it plays, and as whom.

PROGRAM: Final = "program"
"""Stands in the log where there would be the version of a player of ours."""
_MARK: Final = "@"
"""Begins the persona of somebody else's program; its name follows."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer opponent: its level, and the key of its persona (see `players.core.player`).

    A persona that there is no more is kept by its key: whoever needs it takes another.
    """

    level: Level
    persona: str

    @property
    def program(self) -> str | None:
        """The name of the program that plays, for somebody else's; None for a player of ours."""
        return self.persona.removeprefix(_MARK) if self.persona.startswith(_MARK) else None


def program_called(name: str) -> Computer:
    """Somebody else's program; where there is none of this name any more, a player of ours takes over."""
    return Computer(Level.MEDIUM, f"{_MARK}{name}")


def name_of(computer: Computer) -> str:
    """The name of a program, or of a computer's persona; its key where there is no such persona any more."""
    persona = PERSONAS.get(computer.persona)
    if computer.program is not None:
        return computer.program
    return computer.persona if persona is None else persona.name


def plain_computer(computer: Computer) -> dict[str, str]:
    """A computer as the log tells it."""
    return {"level": computer.level.value, "persona": computer.persona}


def read_computer(plain: Any) -> Computer | None:
    """The computer that a log tells of; None for anything else."""
    match plain:
        case {"level": str(level), "persona": str(persona)} if level in _LEVELS:
            return Computer(Level(level), persona)
        case _:
            return None


_LEVELS = frozenset(level.value for level in Level)


# Who plays a game for the first time on a server: their first decisions have twice the time.

FIRST_DECISIONS = 3
"""So many decisions have twice the time for somebody who has never finished this game on this server."""


@dataclass(frozen=True, slots=True)
class Learning:
    """Who plays this game for the first time: `left` has how many of a seat's first decisions are to come.

    `now` are the seats for whom the present decision is one of them, so that it has twice the time.
    """

    left: Mapping[str, int] = field(default_factory=dict)
    now: tuple[str, ...] = ()

    def turn_to(self, awaited: Collection[str]) -> Learning:
        """Another decision is awaited, of these seats."""
        now = tuple(seat for seat in awaited if self.left.get(seat, 0))
        left = {seat: n - (seat in now) for seat, n in self.left.items()}
        return Learning({seat: n for seat, n in left.items() if n}, now)


NOBODY_LEARNS = Learning()


WINDOW = 400
"""How long (ms) clicks that were made in time may be on their way (D6)."""

BY_HOST = "host"
"""The trouble of a table that its host has paused: none, so it is shown, and goes on when its host wishes."""

_UNREAD = "unread "
"""How the trouble of a table begins that the rules could not go on with; the incident's number follows."""


def incident_of(table: Table) -> str:
    """The number of the incident by which a table stands still, or will: the same at every look."""
    return table.incident or sha256(f"{table.id}.{table.version}".encode()).hexdigest()[:8]


def cannot_be_read(incident: str) -> str:
    """The trouble of a table whose state cannot be read, or that the rules cannot go on with."""
    return _UNREAD + incident


class Status(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    CLOSED = "closed"


class Reach(StrEnum):
    """How a person gets secrets: not tried yet, by private message, or by the button in the channel."""

    UNKNOWN = "unknown"
    DM = "dm"
    BUTTON = "button"


class Pace(StrEnum):
    """`vif` plays with the deadlines of the rules, `détente` without; or days for each decision, by mail."""

    BRISK = "vif"
    RELAXED = "détente"
    DAY = "1 jour"
    THREE_DAYS = "3 jours"
    WEEK = "7 jours"

    @property
    def days(self) -> int | None:
        """How many days each decision has, None where it is not a matter of days."""
        return {Pace.DAY: 1, Pace.THREE_DAYS: 3, Pace.WEEK: 7}.get(self)


class Tempo(StrEnum):
    """How long the deadlines of the rules are: as written, twice as long, or half. Days stay days."""

    BRISK = "vif"
    CALM = "tranquille"
    FAST = "éclair"

    def length(self, seconds: int) -> int:
        """How many seconds a decision has for which the rules give these; halves are rounded up."""
        return {Tempo.CALM: 2 * seconds, Tempo.FAST: (seconds + 1) // 2}.get(self, seconds)


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user at a seat; `user_id` is None once they had their data erased.

    `join_id` is the interaction by which they sat down (mixed into the dice), None while a seat of a rematch
    is only reserved, negative for who came after the start: of them the dice know nothing. `left`: they have
    left the game, and the others of their team play on. Or a `computer`: without a user, seated by somebody.
    """

    user_id: int | None
    name: str
    join_id: int | None
    reach: Reach = Reach.UNKNOWN
    left: bool = False
    computer: Computer | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: one person, or a team. `name` is what the engine calls it ("1").

    `title` is the name that a team gave itself, as typed; empty for none. `autopilot`: a computer of this
    level plays for its people, until one of them acts again. The seat of a computer has nobody else.
    """

    name: str
    people: tuple[Person, ...]
    left: bool = False
    title: str = ""
    autopilot: Level | None = None

    @property
    def confirmed(self) -> bool:
        """Whether everybody of this seat has sat down by a click of their own."""
        return all(person.join_id is not None for person in self.people)

    def holds(self, user_id: int) -> bool:
        """Whether this user sits here."""
        return any(person.user_id == user_id for person in self.people)

    @property
    def computer(self) -> Computer | None:
        """The computer whose seat this is; None where people sit, and where one only stands in for them."""
        return next((person.computer for person in self.people if person.computer is not None), None)

    @property
    def by_computer(self) -> bool:
        """Whether this is the seat of a computer."""
        return self.computer is not None

    @property
    def player(self) -> Computer | None:
        """The computer that plays here, for itself or in the place of absent people; None where people do."""
        if self.left or self.autopilot is None:
            return None if self.left else self.computer
        return Computer(self.autopilot, next(iter(PERSONAS)))

    def plays(self, user_id: int) -> bool:
        """Whether this user sits here and has not left the game."""
        return not self.left and any(p.user_id == user_id and not p.left for p in self.people)


@dataclass(frozen=True, slots=True)
class Manners:
    """Options of the table that the rules know nothing of.

    `locale` is the language of what all see; an `accessible` table doubles the time for each decision,
    whatever its `tempo` has made of it. `by_word`: a drafted turn ends only when its seat says so, as it does
    where days are counted. `at_once`: what would appear piece by piece is there from the beginning. `deck`
    names the cards that are played with, "" the house's usual ones. `stand_in`: a computer plays for who is
    away. `hints`: whether people are given advice; None as usual (see bot.tables.advising). `friendly`:
    played for the fun of it, so that it counts for no rating.
    """

    pace: Pace = Pace.BRISK
    thread: bool = False
    locale: str = "fr"
    accessible: bool = False
    at_once: bool = False
    deck: str = ""
    tempo: Tempo = Tempo.BRISK
    by_word: bool = False
    stand_in: bool = False
    hints: bool | None = None
    friendly: bool = False


@dataclass(frozen=True)
class Alarm:
    """An armed deadline: `key` names the awaited decision, `at` is in ms UTC, `seconds` its whole length.

    `opened_at` (ms UTC) is when the decision opened, by Discord's time where a click opened it: elapsed times
    count from it, and before it nobody may decide. In a `race` the moments of clicks decide, and the deadline
    waits a little for those on their way; `settle_at` (ms UTC) is when it need not wait any longer, because
    only such clicks could still change anything. `unseen`: no click on the board opened the race, so it opens
    once the message that shows it is out, by Discord's time. `warned` counts the reminders sent.
    `looks` are the moments at which there is more to see (ms after `opened_at` or, below zero, before `at`;
    see bot.tables.timing); `stopped_at` (ms UTC) is when the pause of its host began, as long as it lasts.
    """

    key: str
    kind: str
    seconds: int
    at: int
    warned: int = 0
    opened_at: int = 0
    race: bool = False
    settle_at: int | None = None
    unseen: bool = False
    looks: tuple[int, ...] = ()
    stopped_at: int | None = None

    @property
    def rings_at(self) -> int:
        """When the deadline takes effect (ms UTC): in a race, once the clicks made in time have arrived."""
        if self.settle_at is not None:
            return self.settle_at
        return self.at + WINDOW if self.race else self.at


@dataclass(frozen=True, slots=True)
class End:
    """How a table ended, and what came of it since; everything is empty as long as it is not closed.

    `why` is one of "over", "stopped", "idle", "empty", "abandoned", "left", "operator" and "restored" (see
    bot.tables.playing.ending). `seed` is the revealed one (hex). `forgotten_at` (ms UTC) is when its log and
    its game were dropped, long after its end; only the store sets it.
    """

    why: str | None = None
    winners: tuple[str, ...] = ()
    seed: str | None = None
    rematch_id: int | None = None
    forgotten_at: int | None = None


NOT_ENDED = End()


@dataclass(frozen=True)
class Table:
    """One running instance of a game in a channel, without its secrets. Without slots: see `replacing`.

    `home_id` is the channel where it was opened, `channel_id` where it is played (its thread, if any).
    `version` grows by one with each committed change. `turn` is what buttons name (see
    `timing.drawn_for`), the version of the last step of a sequential game, or the one at which the awaited
    decision of a simultaneous game last changed: a click drawn for another turn is stale.
    """

    id: int
    game: str
    guild_id: int
    home_id: int
    channel_id: int
    host_id: int | None
    status: Status
    version: int
    turn: int
    commitment: str
    created_at: int
    changed_at: int
    options: Mapping[str, Any] = field(default_factory=dict)
    manners: Manners = Manners()
    seats: tuple[Seat, ...] = ()
    seats_made: int = 0
    draws_taken: int = 0
    alarm: Alarm | None = None
    pending: Pending = NOTHING_PENDING
    trouble: str | None = None
    end: End = NOT_ENDED
    learning: Learning = NOBODY_LEARNS
    rematch_of: int | None = None
    closes_at: int | None = None
    """When it will be closed as abandoned (ms UTC): set when its host is reminded, until somebody acts."""

    @property
    def private(self) -> bool:
        """Whether it stands in somebody's private messages with the bot, where nobody else can come."""
        return is_private(self.guild_id)

    @property
    def alone(self) -> bool:
        """Whether one person plays here, with computers only."""
        people = [seat for seat in self.seats if not seat.by_computer and not seat.left]
        return len(people) == 1 < len(self.seats) and len(people[0].people) == 1

    @property
    def halted(self) -> bool:
        """Whether its host has paused it."""
        return self.status is Status.PAUSED and self.trouble == BY_HOST

    @property
    def incident(self) -> str | None:
        """The number of the incident by which this table stands still (see `cannot_be_read`), if one does."""
        known = self.trouble is not None and self.trouble.startswith(_UNREAD)
        return self.trouble.removeprefix(_UNREAD) if known and self.trouble is not None else None

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat where this user sits and plays or may watch, None for a stranger."""
        for seat in self.seats:
            for person in seat.people:
                if person.user_id == user_id:
                    return seat
        return None

    def seat(self, name: str) -> Seat:
        """The seat of this name; KeyError if there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def people(self) -> tuple[Person, ...]:
        """Everybody at the table, in seat order."""
        return tuple(person for seat in self.seats for person in seat.people)

    def with_seat(self, changed: Seat) -> Table:
        """The same table with one seat replaced (found by its name)."""
        seats = tuple(changed if seat.name == changed.name else seat for seat in self.seats)
        return replace(self, seats=seats)


@dataclass(frozen=True, slots=True)
class Scene:
    """What one step of the game did: its events (of all audiences), for telling "what just happened".

    `text` is their JSON. `opened_at` (ms UTC) is when the decision opened that the step ended (see `Alarm`),
    0 where no clock ran.
    """

    version: int
    events: tuple[Any, ...]
    opened_at: int = 0
    text: str = field(default="[]", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SceneText:
    """A scene as it is stored: `events` is a JSON list, written by this version of the rules."""

    version: int
    events: str = field(repr=False)
    opened_at: int = 0
    rules: int = 1


@dataclass(frozen=True, slots=True)
class Unread:
    """What the store keeps of a game whose state cannot be read here: texts, written back as they are.

    `incident` is what people and the log know it by, `why` the kind of error that was met.
    """

    incident: str
    why: str
    position: str | None = field(default=None, repr=False)
    scenes: tuple[SceneText, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Vault:
    """The secrets of a table: its seed (32 bytes), the state of the game, and the last few scenes.

    `salt` (32 bytes) hides the cards of a deck in the table's record (see bot.tables.proof.dice). `rules`
    is the version of the rules that last wrote the state. `unread` stands in the place of a state that there
    is but that cannot be read.
    """

    seed: bytes = field(repr=False)
    state: State[Any, Any] | None = field(default=None, repr=False)
    scenes: tuple[Scene, ...] = field(default=(), repr=False)
    salt: bytes | None = field(default=None, repr=False)
    rules: int = 1
    unread: Unread | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Held:
    """A table with its secrets, as the runtime holds it; `last_seq` numbers its latest log entry.

    `weight` is about how many bytes of text it was read from.
    """

    table: Table
    vault: Vault = field(repr=False)
    last_seq: int = 0
    weight: int = field(default=0, compare=False, repr=False)
