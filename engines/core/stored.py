"""What is stored of a game, in JSON: its parts, and how older versions of the rules wrote them."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeAlias

from engines.core.codec import Codec
from engines.core.records import ActionT, EventT, ObservationT, PositionT, Refusal, SeatName, SetupT

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
