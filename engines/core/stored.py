"""What is stored of a game, in JSON: its parts, and how older versions of the rules wrote them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic

from engines.core.codec import Codec
from engines.core.errors import Refusal
from engines.core.events import EventT, SeatName
from engines.core.state import ActionT, ObservationT, PositionT, SetupT
from engines.core.upgrades import Kind, Likenesses, Upgrades, apply_changes, find_changes, find_ways_back

__all__ = ["Stored"]


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
