"""What the runtime needs from the outside: a store, a clock, chance. db/ and bot/ implement these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from bot.tables.decks import DeckStore, PlayedDeck
from bot.tables.homes import EVERYTHING, Slots
from bot.tables.limits import Limits
from bot.tables.model import Alarm, SceneText, Status, Table
from engines.core.decks import Asked


class Clock(Protocol):
    """Now, and timers. Times are ms UTC; the loop's own time never shows."""

    def now(self) -> int:
        """The present, in ms since 1970 UTC."""

    def call_at(self, at: int, callback: Callable[[], None]) -> Cancel:
        """Call back once at this time (at once if it has passed); the result cancels it."""


Cancel = Callable[[], None]


class Stale(Exception):
    """The table is no longer at the expected version: load it again."""


class Unsure(Exception):
    """The store was lost while it committed: whether it did is for the store itself to say, when it is back.

    Load the table again, and try again: a change that was written comes out as a Duplicate or as Stale.
    """


class Duplicate(Exception):
    """This interaction is in the log already: nothing was changed; `table_id` names its table."""

    def __init__(self, table_id: int) -> None:
        super().__init__(table_id)
        self.table_id = table_id


class Occupied(Exception):
    """The channel has a live table of this game already."""

    def __init__(self, table_id: int) -> None:
        super().__init__(table_id)
        self.table_id = table_id


class PictureGone(Exception):
    """A picture of the deck that a table would begin with went with its deck: fetch the deck again."""


@dataclass(frozen=True)
class Entry:
    """A line of the append-only log.

    `kind`: open join move quit remove title options shuffle begin act expire leave system draft undo offer
    decline grant decide pause resume rematch rules close.
    A "join" of a computer has `computer` and `join` in its payload: who it is, and the interaction that it
    sits there by; of several that one click seats, only the first line has the click.
    `payload` and `draws` ((n, outcome), in order) replay it; no name and no secret stands in `payload`.
    `seq` starts at 1 and has no gap; `at` is in ms UTC. `user_id` and `interaction_id` are None for what
    no person did. `erased`: what somebody typed was taken out of the payload when they had their data erased.
    """

    seq: int
    kind: str
    at: int
    seat: str | None = None
    user_id: int | None = None
    interaction_id: int | None = None
    payload: Mapping[str, Any] = field(default_factory=dict)
    draws: tuple[tuple[int, int], ...] = ()
    erased: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as the store keeps it; the game's own parts as JSON text, which the store does not read.

    `setup_rules` is the version of the rules that wrote the setup, `rules` that of the other parts and of the
    draft. The setup, its `salt` (see bot.tables.proof.dice) and its `deck` are written once, when the game
    begins; later changes leave them out. With a `deck`, the setup has its cards by their ids alone; setups of
    older versions may have them whole.
    """

    table: Table
    seed: bytes = field(repr=False)
    setup: str | None = field(default=None, repr=False)
    position: str | None = field(default=None, repr=False)
    scenes: tuple[SceneText, ...] = field(default=(), repr=False)
    last_seq: int = 0
    rules: int = 1
    setup_rules: int = 1
    salt: bytes | None = field(default=None, repr=False)
    deck: PlayedDeck | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Turned:
    """A card that a step showed: under which name it is kept, its marks, and the marks of its whole pile."""

    deck: str
    marks: tuple[str, ...]
    pile: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One transaction: the table as it will be, and the log lines that explain it.

    `before` is the table as it was loaded (None: it is new, the store gives the id); its version is the
    one expected. `after.last_seq` is the last entry's number. The cards in `turned` have been seen by the
    table's server; where it had seen all of their pile, that begins anew with them (Z18). `asked` is added
    to the counts of what was asked there. `limits` are for new tables.
    """

    before: Table | None
    after: Stored
    entries: tuple[Entry, ...]
    turned: tuple[Turned, ...] = ()
    asked: tuple[Asked, ...] = ()
    limits: Limits | None = None


@dataclass(frozen=True, slots=True)
class Live:
    """What must be known of each table that is not closed (or not fully published) when its home begins."""

    table_id: int
    guild_id: int
    status: Status
    version: int
    published: int
    alarm: Alarm | None


class TableStore(Protocol):
    """Tables, their log, and the way in: everything that must be in one transaction."""

    async def load(self, table_id: int) -> Stored | None:
        """The table as it stands, None if there is none."""

    async def commit(self, change: Change) -> Stored:
        """Write it durably, and return it with its id; Stale, Duplicate, Occupied, TooMany, PictureGone."""

    async def version(self, table_id: int) -> int | None:
        """The version of the table as it stands, None if there is none."""

    async def live(self, slots: Slots = EVERYTHING) -> Sequence[Live]:
        """Every table in these slots that is not closed, or whose last state is not published."""

    async def behind(self, before: int, slots: Slots = EVERYTHING) -> Sequence[Live]:
        """Those of `live` that are not published, or whose deadline has passed before this time (ms UTC)."""

    async def played_by_computers(self, slots: Slots = EVERYTHING) -> Sequence[int]:
        """Every table in these slots that is being played, and where a computer plays a seat."""

    async def find(self, game: str, channel_id: int) -> int | None:
        """The live table of this game played or opened in this channel."""

    async def guild_of(self, table_id: int) -> int | None:
        """The server of a table, None if there is no such table."""

    async def latest(self, game: str | None, channel_id: int, *, closed: bool = False) -> int | None:
        """The newest table of this game (of any game if None) in this channel.

        Closed ones count too; with `closed`, only they do.
        """

    async def tables_of(self, user_id: int) -> Sequence[int]:
        """Live tables where this user sits or is the host, newest first."""

    async def finished(self, game: str, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users who have sat at a table of this game on this server that came to its end."""

    async def log(self, table_id: int) -> Sequence[Entry]:
        """The whole log of a table, in order."""

    async def blank(
        self,
        table_id: int,
        lines: Mapping[int, Mapping[str, Any]],
        position: str | None,
        scenes: Sequence[SceneText],
        version: int,
    ) -> None:
        """Take words out of a table: these log lines (by number) get new payloads and become nobody's.

        The table gets a new version; Stale where it is not at this one any more.
        """

    async def has_logged(self, table_id: int, interaction_id: int) -> bool:
        """Whether this interaction stands in the log of this table; a table that is packed says no."""

    def note_published(self, table_id: int, version: int) -> None:
        """Everything that people see of this table shows at least this version (never goes back).

        Written soon, with others' writes: a crash may lose it, and the table is then published again.
        """

    async def mark_warned(self, table_id: int, key: str, number: int) -> int | None:
        """Note that this deadline's reminder (1, 2...) is sent; the new version, None if it was already.

        Nothing that people see changes: what was published still is.
        """

    async def shift_alarms(
        self, since: int, now: int, soonest: int, apart: int = 0, slots: Slots = EVERYTHING
    ) -> int:
        """Move the open deadlines of live tables in these slots by the time from `since` until `now`.

        Returns how many were moved: they get a new version, which people have not seen yet.
        The moments at which the decisions opened move by as much: time away counts for nobody. A decision
        that opened in between moves by the time since then: so one that was open stays open. Deadlines that
        would pass before `soonest` pass from then on, one every `apart` ms, so that they are no crowd.
        """


Audience = int
"""Whose message it is: 0 the channel, otherwise the user id of a private message."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that shows a table to an audience.

    `key` names what it was posted for (a new decision gets a new private message), `digest` what it showed
    last, so that nothing is sent twice; `posted_at` is in ms UTC.
    """

    table_id: int
    audience: Audience
    channel_id: int
    message_id: int
    key: str
    digest: str
    posted_at: int


class Spot(NamedTuple):
    """Where the board of a table is."""

    table_id: int
    guild_id: int
    channel_id: int
    message_id: int


class MessageStore(Protocol):
    """Where a table's messages are."""

    async def posted(self, table_id: int) -> Mapping[Audience, Posted]:
        """The current message of each audience."""

    async def boards(self, slots: Slots = EVERYTHING) -> Sequence[Spot]:
        """Where the public message of every table in these slots is that is not closed."""

    async def note_posted(self, posted: Posted) -> None:
        """Remember the message of this audience in place of an older one; a newer one stays."""

    def note_redrawn(self, posted: Posted) -> None:
        """Remember what a message that is known shows now, and for what.

        Written soon, with others' writes: a crash may lose it, and the message is then redrawn once more.
        """

    async def forget_posted(self, table_id: int, audience: Audience) -> None:
        """The message is gone."""


@dataclass(frozen=True, slots=True)
class Contact:
    """How to write to a user privately: the stored DM channel, and whether the last message got through."""

    user_id: int
    dm_channel_id: int | None
    open: bool
    locale: str | None


class PeopleStore(Protocol):
    """What is kept about users, and their right to have it or to have it erased."""

    async def contact(self, user_id: int) -> Contact | None:
        """What is known of this user."""

    async def note_contact(self, contact: Contact) -> None:
        """Remember (replace) it."""

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """Everything stored about this user, as JSON-able data."""

    async def list_tables_sat(self, user_id: int) -> Sequence[int]:
        """Every table where this user has a seat, closed ones and those they have left too, newest first."""

    async def erase(self, user_id: int) -> int:
        """Anonymise their seats and log lines, delete the rest; how many tables they sat at.

        These get a new version. Only for who sits at no live table: the runtime makes them leave first.
        """


class ServerStore(Protocol):
    """Settings and names of Discord servers, and small facts of the bot itself: command digest, emoji ids."""

    async def server(self, guild_id: int) -> Mapping[str, Any]:
        """The settings of a server (empty if none were made)."""

    async def set_server(self, guild_id: int, settings: Mapping[str, Any]) -> None:
        """Replace them."""

    async def server_name(self, guild_id: int) -> str | None:
        """The name of a server, None where nobody has noted it."""

    async def note_server_names(self, names: Mapping[int, str]) -> None:
        """Store what these servers are called now."""

    async def fact(self, key: str) -> str | None:
        """A stored fact of the bot."""

    async def set_fact(self, key: str, value: str) -> None:
        """Store it."""

    async def facts(self, prefix: str) -> Mapping[str, str]:
        """All facts whose keys begin with this, by their whole keys."""

    async def drop_fact(self, key: str) -> None:
        """It is a fact no more."""


class TableShelf(TableStore, DeckStore, Protocol):
    """What the runtime needs of a store: the tables, and the decks that are played at them."""
