"""Which process is home to which tables: it alone shows them, rings their clocks, and keeps them in memory.

Servers (Discord's guilds) fall into slots, as Discord spreads them over shards; a process is home to whole
slots. What happens at a table is decided by its version and never by its home: any process may act on it.
"""

from dataclasses import dataclass
from typing import Protocol

NOWHERE = -1
"""The place of a table in private messages whose person had their data erased."""


def private_place(channel_id: int) -> int:
    """The number that stands in a server's place for somebody's private messages with the bot.

    Each such channel is a small server of its own: nothing that is kept or counted by server mixes there.
    """
    return -channel_id


def is_private(guild_id: int) -> bool:
    """Whether this number means private messages, and no server."""
    return guild_id < 0


def describe_place(guild_id: int) -> int | str:
    """A server as people are told of what is kept about them: its number, or that it is private messages."""
    return "message privé" if is_private(guild_id) else guild_id


def slot_of(guild_id: int, count: int) -> int:
    """The slot (from 0) of a server where there are `count`: that of its shard.

    Private messages are heard at the first shard, whoever writes them.
    """
    return 0 if is_private(guild_id) else (guild_id >> 22) % count


@dataclass(frozen=True, slots=True)
class Slots:
    """Some slots of `count`, and so the servers that fall into them."""

    numbers: frozenset[int]
    count: int

    def have(self, guild_id: int) -> bool:
        """Whether a server falls into one of these slots."""
        return slot_of(guild_id, self.count) in self.numbers


EVERYTHING = Slots(frozenset({0}), 1)
"""All servers."""

HOUSE = 0
"""No server: its slot is the first one, and who is home to it does what is done once for all servers."""


class Homes(Protocol):
    """What this process knows of the homes of tables, at this moment."""

    @property
    def shared(self) -> bool:
        """Whether other processes may act on the same tables."""

    @property
    def lapsed(self) -> bool:
        """Whether others may have become homes since the store was asked, as after a long sleep."""

    def is_home(self, guild_id: int) -> bool:
        """Whether this process is home to the tables of a server; False once its lease is over."""

    def address_of(self, guild_id: int) -> str | None:
        """Where ("host:port") the home of a server's tables is reached; None for here, and for nobody."""


class Alone:
    """The homes where one process has its database to itself: all tables are at home."""

    shared = False
    lapsed = False

    def is_home(self, guild_id: int) -> bool:
        """Yes."""
        del guild_id
        return True

    def address_of(self, guild_id: int) -> str | None:
        """Here."""
        del guild_id
        return None
