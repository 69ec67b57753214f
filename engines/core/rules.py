"""What a game supplies: its facts, and each of its rules as a method.

States never change: each method answers from its arguments alone. There is no clock, no chance but the
`draws` of a step, and there are no people: the rules know seats by name. Methods that are given a `Play` work
out in it what follows.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeAlias

from engines.core.codec import Codec
from engines.core.decks import Dealer
from engines.core.draws import Draws
from engines.core.play import Play
from engines.core.records import (
    ActionT,
    Deadline,
    EventT,
    LegalActions,
    ObservationT,
    PositionT,
    Refusal,
    SeatName,
    SetupT,
    State,
    Step,
)
from engines.core.telling import Chronicle, Facts, Moment, Story

# What is stored of a game, in JSON: its parts, and how older versions of the rules wrote them.

# Bringing up to date, version by version, what older versions of a game's rules stored.

Kind: TypeAlias = Literal["setup", "position", "event", "action"]
"""The parts of a game that are stored."""

Change: TypeAlias = Callable[[Any], Any]
"""Makes a stored part of one version into one of the next: a pure function of plain JSON-able data."""

Upgrades: TypeAlias = Mapping[int, Mapping[Kind, Change]]
"""What changes, by the version it changes from. A kind that is not named stays as it is."""

NO_CHANGE: Mapping[Kind, Change] = MappingProxyType({})
"""For a version that changed the meaning of the rules, but no shape of what is stored."""

Likenesses: TypeAlias = Mapping[int, Change]
"""By version: makes a position of the next one into one of it, where both play a log to the same events."""


def find_changes(upgrades: Upgrades, kind: Kind, version: int, known: int) -> list[Change]:
    """Return the changes that bring stored data from `version` up to `known`, in order.

    Raises Refusal `bad_request` (reason `unknown_rules`) for a version below 1 or above `known`.
    """
    if not 1 <= version <= known:
        raise Refusal("bad_request", "unknown_rules", version=version, known=known)
    steps = (upgrades[leaving] for leaving in range(version, known))
    return [step[kind] for step in steps if kind in step]


def find_ways_back(alike: Likenesses, version: int, known: int) -> list[Change] | None:
    """Return the changes that take a position from `known` back to `version`, in order; None if none do."""
    if not 1 <= version <= known:
        return None
    steps = [alike.get(older) for older in reversed(range(version, known))]
    found = [step for step in steps if step is not None]
    return found if len(found) == len(steps) else None


def apply_changes(steps: list[Change], plain: Any) -> Any:
    """Return the data after all changes; raises Refusal `bad_request` where a change cannot read it."""
    for change in steps:
        try:
            plain = change(plain)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Refusal("bad_request", "malformed", where="") from None
    return plain


class Stored(Generic[SetupT, PositionT, ActionT, EventT, ObservationT]):
    """The half of a game that reads and writes JSON."""

    rules_version: int = 1
    """Grows whenever the shape of a stored part or the meaning of the rules changes."""

    upgrades: Upgrades = MappingProxyType({})
    """How data of older versions becomes today's: one entry for each version before this one."""

    plays_alike: Likenesses = MappingProxyType({})
    """Older versions whose logs the next one plays to the same events, and only keeps more of them.

    Each has what takes these additions out of a position again: so their records can still be replayed.
    """

    options: Codec[Any]
    """What the host may set: the codec of the game's Options record, whose defaults apply."""

    setups: Codec[SetupT]
    positions: Codec[PositionT]
    actions: Codec[ActionT]
    events: Codec[EventT]
    observations: Codec[ObservationT]

    def codec(self, kind: Kind) -> Codec[Any]:
        """Return the codec of one kind of stored part."""
        codecs: Mapping[Kind, Codec[Any]] = {
            "setup": self.setups,
            "position": self.positions,
            "event": self.events,
            "action": self.actions,
        }
        return codecs[kind]

    def upgrade(self, kind: Kind, plain: Any, version: int) -> Any:
        """Return what a version of the rules stored, as JSON-able data in today's shape.

        Raises Refusal `bad_request`, with reason `unknown_rules` for a version that is newer or below 1, or
        `malformed` for data that this version cannot have stored.
        """
        return apply_changes(find_changes(self.upgrades, kind, version, self.rules_version), plain)

    def read(self, kind: Kind, text: str | bytes, version: int) -> Any:
        """Return the record that a version of the rules stored as JSON text; raises Refusal as `upgrade`."""
        steps = find_changes(self.upgrades, kind, version, self.rules_version)
        if not steps:
            return self.codec(kind).load(text)
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError):
            raise Refusal("bad_request", "malformed", where="") from None
        return self.codec(kind).parse(apply_changes(steps, plain))

    def replays(self, version: int) -> bool:
        """Return whether our rules play a log of that version to the same events (see `plays_alike`)."""
        return find_ways_back(self.plays_alike, version, self.rules_version) is not None

    def as_kept(self, plain: Any, version: int) -> Any:
        """Return a JSON-able position of ours as a version that we replay kept it.

        Raises Refusal `bad_request` (reason `unknown_rules`) for other versions.
        """
        steps = find_ways_back(self.plays_alike, version, self.rules_version)
        if steps is None:
            raise Refusal("bad_request", "unknown_rules", version=version, known=self.rules_version)
        return apply_changes(steps, plain)

    def carry_over(self, position: PositionT, version: int) -> PositionT:
        """Return a position as it was when our rules took over a table of a version that we replay.

        What that version did not keep is then known only as far as its upgrade can tell. Raises as `as_kept`.
        """
        kept = self.as_kept(self.positions.plain(position), version)
        return self.positions.parse(self.upgrade("position", kept, version))

    def without_words(self, kind: Kind, plain: Any, seat: SeatName) -> Any:
        """Return stored JSON-able data of any version, with "" in the place of everything that `seat` typed.

        An action must be the seat's own; a setup never holds what players typed. What the words were read as
        stays, since the rules need it.
        """
        del kind, seat
        return plain


# What every game supplies.


class Rules(
    Stored[SetupT, PositionT, ActionT, EventT, ObservationT],
    ABC,
    Generic[SetupT, PositionT, ActionT, EventT, ObservationT],
):
    """What each game defines for itself; `Game` is what all games share.

    A setup has the game's name, the seats and the options. A position has what the game needs and, for the
    shared half, the missed deadlines, who has gone and who has won (`Standing`).
    """

    name: str
    seats_min: int
    seats_max: int | None
    sequential: bool
    """Whether an action drawn for an older version of the table must be refused."""
    secrets: bool = True
    """Whether what a seat may do, or what follows from it, can be secret."""
    left_out: frozenset[str] = frozenset()
    """Fields of actions that `stamp` fills in; lists of legal actions leave them out."""

    decided_outside: frozenset[str] = frozenset()
    """Fields of actions that `decide` fills in; nobody else gives them, and no list shows them."""

    steps_told: int = 6
    """How many of the last steps people are told about."""

    eases_newcomers: bool = True
    """Whether the first decisions of people who are new to this game have more time."""

    rated: bool = True
    """Whether games of this kind count for ratings at all (see `unrated`)."""
    quickness: bool = False
    """Whether all that decides is who is quicker: with more time it is another game."""

    drafts: bool = False
    """Whether a turn is made of several actions that can be taken back until the turn ends."""
    agreements: frozenset[str] = frozenset()
    """Commands (see `system`) that the players may agree on among themselves."""

    beside_computers: Mapping[str, object] = MappingProxyType({})
    """The options that are usual where computers play, too, and that differ from the defaults."""

    at_tables: Mapping[str, object] = MappingProxyType({})
    """The options that tables of people begin with, where they differ from the defaults of the rules."""

    dealer: Dealer | None = None
    """What knows the decks of a game with cards; None for a game without."""

    @cached_property
    def capabilities(self) -> frozenset[Capability]:
        """What this game can do beyond what every game can: found in what it defines."""
        kind = type(self)
        defined = {
            Capability.TEAMS: kind.people_a_seat is not Rules.people_a_seat,
            Capability.DECKS: self.dealer is not None,
            Capability.DRAFTS: self.drafts,
            Capability.RACES: kind.stamp is not Rules.stamp,
            Capability.AGREEMENTS: bool(self.agreements),
            Capability.HOST_COMMANDS: kind.host_commands is not Rules.host_commands,
        }
        return frozenset(capability for capability, has in defined.items() if has)

    # What every game says

    @abstractmethod
    def start(self, setup: SetupT, draws: Draws) -> Step[SetupT, PositionT, EventT]:
        """Return the first state, and what happened at the start."""

    @abstractmethod
    def legal_actions(self, state: State[SetupT, PositionT], seat: SeatName) -> LegalActions[ActionT]:
        """Return all that `seat` may do now. `act` allows exactly this."""

    @abstractmethod
    def observe(self, state: State[SetupT, PositionT], seat: SeatName | None) -> ObservationT:
        """Return what `seat` may know or, for None, what all may know. People never get anything else."""

    @abstractmethod
    def deadline(self, state: State[SetupT, PositionT]) -> Deadline | None:
        """Return the decision that is awaited against the clock, or None when there is none."""

    @abstractmethod
    def to_act(self, state: State[SetupT, PositionT]) -> tuple[SeatName, ...]:
        """Return the seats that owe a decision, in seat order; none at the end. Everybody may know them."""

    @abstractmethod
    def follow(self, play: Play[SetupT, PositionT, EventT], seat: SeatName, action: ActionT) -> None:
        """Work out what a legal action leads to."""

    @abstractmethod
    def lapse(self, play: Play[SetupT, PositionT, EventT], awaited: tuple[SeatName, ...]) -> None:
        """Work out what happens when the deadline passes for the seats that were `awaited` (C3)."""

    @abstractmethod
    def remove(self, play: Play[SetupT, PositionT, EventT], seat: SeatName, *, absent: bool) -> None:
        """Work out what follows when a seat leaves; `absent` after three missed deadlines in a row (C4).

        `gone` names the seat already; the game must tell the event that it left.
        """

    # What some games say otherwise

    def hold(self, play: Play[SetupT, PositionT, EventT], seat: SeatName, action: ActionT) -> bool:
        """Work out what an action does of a turn that people draft (see `drafts`), but do not end the turn.

        False where ending the turn is what it does.
        """
        del play, seat, action
        return False

    def least_seats(self, options: Mapping[str, object]) -> int:
        """Return how many seats a table with these options needs."""
        del options
        return self.seats_min

    def most_seats(self, options: Mapping[str, object]) -> int | None:
        """Return how many seats a table with these options may have; None for no limit."""
        del options
        return self.seats_max

    def people_a_seat(self, options: Mapping[str, object]) -> int:
        """Return how many people share each seat of a table with these options, at most."""
        del options
        return 1

    def fewest_people(self, options: Mapping[str, object]) -> int:
        """Return how many people a seat needs so that a table with these options can begin."""
        return self.people_a_seat(options)

    def open_to_latecomers(self, state: State[SetupT, PositionT]) -> tuple[SeatName, ...]:
        """Return the seats that people may join now, though the game has begun. Everybody may know them."""
        del state
        return ()

    def stamp(self, action: ActionT, order: int) -> ActionT:
        """Return the action with the moment at which it was made, if that matters (see `left_out`).

        `order` is an order number, which tells that moment (see engines.core.clicks).
        """
        del order
        return action

    def decide(self, state: State[SetupT, PositionT], seat: SeatName, action: ActionT) -> ActionT:
        """Return the action, as the log keeps it, with what only a library or a person can decide.

        That is a verdict on an answer, or what words were read as: a later version of a library might decide
        otherwise. `refusal` and `follow` go by what the action carries, and decide only where it carries
        nothing. Never raises: an action that is not legal here comes back as it is.
        """
        del state, seat
        return action

    def own_step(self, state: State[SetupT, PositionT], seat: SeatName) -> int:
        """Return how often (0 to 9) `seat` has acted on the awaited decision, if it may act again.

        Where all decide at once, this tells buttons from before and after the seat's own last action apart.
        """
        del state, seat
        return 0

    def presides(self, state: State[SetupT, PositionT], seat: SeatName) -> bool:
        """Return whether a seat leads the table rather than plays: it may act though nobody awaits it."""
        del state, seat
        return False

    def awaits_settle(self, state: State[SetupT, PositionT]) -> bool:
        """Return whether the table may command "settle": only clicks on their way are still awaited."""
        del state
        return False

    def host_commands(self, state: State[SetupT, PositionT]) -> tuple[str, ...]:
        """Return the commands (see `system`) that a table's host may give now. Everybody may know them."""
        del state
        return ()

    def objection(self, state: State[SetupT, PositionT], seat: SeatName, action: ActionT) -> Refusal | None:
        """Return why a seat that is awaited may not do this, or None when it may."""
        return None if action in self.legal_actions(state, seat).actions else Refusal("illegal_action")

    def why_not_yours(self, state: State[SetupT, PositionT], seat: SeatName, action: ActionT) -> str | None:
        """Return the finer reason why nothing is awaited of `seat`, or None when there is none."""
        del state, seat, action
        return None

    def blamed(self, state: State[SetupT, PositionT]) -> tuple[SeatName, ...]:
        """Return the seats that the passing deadline counts against; by default all that are awaited."""
        return self.to_act(state)

    def obey(self, play: Play[SetupT, PositionT, EventT], command: str) -> None:
        """Work out what a command leads to; raises Refusal `illegal_action` for one that means nothing."""
        del play
        raise Refusal("illegal_action", "nothing_to_do", command=command)

    def contenders(self, setup: SetupT) -> tuple[SeatName, ...]:
        """Return the seats that have a place at the end: all but one that leads and does not play."""
        return setup.seats

    def rank(self, state: State[SetupT, PositionT], seat: SeatName) -> tuple[int, ...]:
        """Return what orders the losers that stayed, the least first; equal ranks share a place (C6)."""
        del state, seat
        return ()

    def find_moments(self, chronicle: Chronicle[EventT, ObservationT]) -> tuple[Moment, ...]:
        """Return what is worth telling of a game, one moment a kind, the best first; often nothing."""
        del chronicle
        return ()

    def tally(self, story: Story) -> Facts:
        """Return what each seat that plays did in a game that is over, in whole numbers that add up.

        Each has every number of the game; a maximum does not add up, so that there is none. By default none.
        """
        del story
        return {}

    def unrated(self, state: State[SetupT, PositionT]) -> str | None:
        """Return why a game that ended in this state does not count for ratings, one word; None if it does.

        That is what the rules know of it: options by which it is another game, an end that came too early.
        """
        del state
        return None


# What a game can have beyond what every game has. The runtime has a module for each.


class Capability(StrEnum):
    """What a game can have; see `Game.capabilities` for how it says so."""

    TEAMS = "teams"
    """Several people may share a seat."""
    DECKS = "decks"
    """It is played with a deck of cards, which servers may bring."""
    DRAFTS = "drafts"
    """A turn is made of several actions that can be taken back until it ends."""
    RACES = "races"
    """There are decisions in which the moment of each click counts."""
    AGREEMENTS = "agreements"
    """There are commands on which the players may agree among themselves."""
    HOST_COMMANDS = "host commands"
    """There are commands that the table's host may give."""
