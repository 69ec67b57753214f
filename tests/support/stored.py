"""Builders of changes for a store, with nothing but what a test wants to say."""

from dataclasses import replace
from itertools import count
from typing import Any

from bot.tables.model import Alarm, End, Person, Reach, Seat, Status, Table
from bot.tables.ports import Change, Entry, Stored

NOON = 1_800_000_000_000
SEED = bytes(range(32))
fresh_ids = count(9_000_000_000_000_000_000)
"""Interaction ids, as large as Discord's will be in a long time."""


def seat(name: str, *user_ids: int, left: bool = False) -> Seat:
    """A seat with these people, who answer by private message."""
    people = tuple(Person(user_id, f"nom {user_id}", 10_000 + user_id, Reach.DM) for user_id in user_ids)
    return Seat(name, people, left)


def alarm(key: str = "turn:1", at: int = NOON + 60_000, **more: Any) -> Alarm:
    return Alarm(key, "turn", 60, at, **more)


def new_table(**facts: Any) -> Table:
    """A lobby of La Tasse in channel 20 of server 10, opened by user 1."""
    table = Table(
        id=0,
        game="tasse",
        guild_id=10,
        home_id=20,
        channel_id=20,
        host_id=1,
        status=Status.LOBBY,
        version=1,
        turn=1,
        commitment="ab" * 32,
        created_at=NOON,
        changed_at=NOON,
        seats=(seat("1", 1),),
        seats_made=1,
    )
    return replace(table, **facts)


def opening(**facts: Any) -> Change:
    """The change that opens a table."""
    entry = Entry(1, "open", NOON, "1", 1, next(fresh_ids), {"commitment": "ab"})
    return Change(None, Stored(new_table(**facts), SEED, last_seq=1), (entry,))


def act(stored: Stored, kind: str = "act", entries: tuple[Entry, ...] | None = None, **facts: Any) -> Change:
    """The next change of a table: one log line, one version more, and these facts."""
    before = stored.table
    seq = stored.last_seq + 1
    at = facts.pop("changed_at", before.changed_at + 1000)
    if entries is None:
        entries = (Entry(seq, kind, at, "1", 1, next(fresh_ids), {"type": kind}, ((6, 4), (2, 1))),)
    parts = {name: facts.pop(name) for name in ("setup", "deck", "position", "scenes") if name in facts}
    after = replace(before, version=before.version + 1, changed_at=at, **facts)
    return Change(before, replace(stored, table=after, last_seq=seq + len(entries) - 1, **parts), entries)


def begin(stored: Stored, **facts: Any) -> Change:
    """The change that begins the game."""
    facts = {"status": Status.PLAYING, "setup": '{"lives":3}', "position": '{"round":1}'} | facts
    return act(stored, "begin", **facts)


def close(stored: Stored, *winners: str, **facts: Any) -> Change:
    """The change that closes the table, with these winners."""
    ended = {"status": Status.CLOSED, "end": End("won", winners, SEED.hex()), "alarm": None}
    return act(stored, "close", **(ended | facts))
