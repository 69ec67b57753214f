"""The store kept in dictionaries: every port of `bot.tables.ports`, for tests that need no file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Any

from bot.homes.ports import Wakes
from bot.tables.homes import EVERYTHING, NOWHERE, Slots, describe_place
from bot.tables.model import SceneText, Seat, Status, Table
from bot.tables.pending import NOTHING_PENDING
from bot.tables.ports import (
    Audience,
    Change,
    Contact,
    Duplicate,
    Entry,
    Live,
    Occupied,
    Posted,
    Spot,
    Stale,
    Stored,
)
from engines.core.game import AnyGame
from tests.support.memory_calls import MemoryCalls
from tests.support.memory_daily import MemoryDaily
from tests.support.memory_evenings import MemoryEvenings
from tests.support.memory_insight import MemoryInsight
from tests.support.memory_limits import MemoryLimits
from tests.support.memory_slots import MemorySlots
from tests.support.memory_upkeep import MemoryUpkeep
from tests.support.memory_weeklies import MemoryWeeklies

__all__ = ["MemoryStore"]


class MemoryStore(MemoryLimits, MemoryUpkeep):
    """A faithful, forgetful store: same answers and same refusals as the real one, nothing durable.

    `fail_next` is raised, once, by the next commit, which then writes nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fail_next: Exception | None = None
        self._tables: dict[int, Stored] = {}
        self._logs: dict[int, list[Entry]] = {}
        self._published: dict[int, int] = {}
        self._interactions: dict[int, int] = {}
        self._results: list[dict[str, Any]] = []
        self.all_know_the_games = True
        """Most tests are about people who have played before: nobody gets more time than the rules say."""
        self._posted: dict[tuple[int, Audience], Posted] = {}
        self._contacts: dict[int, Contact] = {}
        self._servers: dict[int, dict[str, Any]] = {}
        self._facts: dict[str, str] = {}
        self._names: dict[int, str] = {}
        self.last_commit = 0
        self.slots = MemorySlots(self)
        self.evenings = MemoryEvenings()
        self.insight = MemoryInsight(self)
        self.calls = MemoryCalls(self)
        self.weeklies = MemoryWeeklies()
        self.daily = MemoryDaily()
        self.wakes: Wakes | None = None

    # Tables

    async def load(self, table_id: int) -> Stored | None:
        await asyncio.sleep(0)  # a real store lets others run; so must this one
        return self._tables.get(table_id)

    async def commit(self, change: Change) -> Stored:
        await asyncio.sleep(0)
        self._check(change)
        self._check_pictures(change)
        after = change.after
        table_id = max(self._published, default=0) + 1 if change.before is None else change.before.id
        table = replace(after.table, id=table_id, options=through_json(after.table.options))
        stored = replace(after, table=table)
        before = None if change.before is None else self._tables[table_id]
        if before is not None and before.setup is not None:  # written once
            stored = replace(
                stored, setup=before.setup, setup_rules=before.setup_rules, salt=before.salt, deck=before.deck
            )
        self._tables[table_id] = stored
        self._published.setdefault(table_id, 0)
        self._append(table_id, change.entries)
        self._turn(table.guild_id, change.turned)
        self._count(table.guild_id, change.asked)
        was_open = change.before is None or change.before.status is not Status.CLOSED
        if was_open and table.status is Status.CLOSED and stored.setup is not None:
            self._results += results_of(table)
        return stored

    def _check(self, change: Change) -> None:
        if self.fail_next is not None:
            failure, self.fail_next = self.fail_next, None
            raise failure
        for entry in change.entries:
            if entry.interaction_id in self._interactions:
                raise Duplicate(self._interactions[entry.interaction_id])
        table = change.after.table
        if change.before is None or change.before.home_id != table.home_id:
            for other in self._live_tables():
                if other.id != table.id and (other.game, other.home_id) == (table.game, table.home_id):
                    raise Occupied(other.id)
        if change.before is None:
            self._count_opening(change, self._live_tables())
        if change.before is not None:
            stored = self._tables.get(change.before.id)
            if stored is None or stored.table.version != change.before.version:
                raise Stale

    def _check_pictures(self, change: Change) -> None:
        begins = change.before is not None and change.before.status is Status.LOBBY
        if begins and change.after.deck is not None:
            played = [stored.deck.text for stored in self._tables.values() if stored.deck is not None]
            self._refuse_gone(change.after.deck.text, played)

    def _append(self, table_id: int, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._logs.setdefault(table_id, []).append(replace(entry, payload=through_json(entry.payload)))
            if entry.interaction_id is not None:
                self._interactions[entry.interaction_id] = table_id
            self.last_commit = max(self.last_commit, entry.at)

    def _live_tables(self) -> list[Table]:
        tables = [stored.table for stored in self._tables.values()]
        return [table for table in tables if table.status is not Status.CLOSED]

    def rewrite(self, table_id: int, game: AnyGame, changes: Mapping[str, Any]) -> None:
        """Put a game where nobody has played it to; its log does not tell how."""
        stored = self._tables[table_id]
        assert stored.position is not None
        position = replace(game.positions.load(stored.position), **changes)
        self._tables[table_id] = replace(stored, position=game.positions.dump(position))

    async def version(self, table_id: int) -> int | None:
        await asyncio.sleep(0)
        stored = self._tables.get(table_id)
        return None if stored is None else stored.table.version

    async def played_by_computers(self, slots: Slots = EVERYTHING) -> Sequence[int]:
        await asyncio.sleep(0)
        return [
            table.id
            for table in self._live_tables()
            if table.status is Status.PLAYING
            and slots.have(table.guild_id)
            and any(seat.player is not None for seat in table.seats)
        ]

    async def behind(self, before: int, slots: Slots = EVERYTHING) -> Sequence[Live]:
        def overdue(live: Live) -> bool:
            clock = live.alarm
            ends = () if clock is None or clock.stopped_at is not None else (clock.at, clock.settle_at)
            return any(end is not None and end < before for end in ends)

        return [live for live in await self.live(slots) if live.published < live.version or overdue(live)]

    async def live(self, slots: Slots = EVERYTHING) -> Sequence[Live]:
        rows = []
        for table_id, stored in self._tables.items():
            table, alarm, published = stored.table, stored.table.alarm, self._published[table_id]
            if not slots.have(table.guild_id):
                continue
            if table.status is not Status.CLOSED or published < table.version:
                rows.append(
                    Live(
                        table_id=table_id,
                        guild_id=table.guild_id,
                        status=table.status,
                        version=table.version,
                        published=published,
                        alarm=alarm,
                    )
                )
        return rows

    async def find(self, game: str, channel_id: int) -> int | None:
        found = [
            table.id
            for table in self._live_tables()
            if table.game == game and channel_id in (table.home_id, table.channel_id)
        ]
        return max(found, default=None)

    async def guild_of(self, table_id: int) -> int | None:
        stored = self._tables.get(table_id)
        return None if stored is None else stored.table.guild_id

    async def latest(self, game: str | None, channel_id: int, *, closed: bool = False) -> int | None:
        tables = [stored.table for stored in self._tables.values()]
        found = [
            table.id
            for table in tables
            if game in (None, table.game)
            and channel_id in (table.home_id, table.channel_id)
            and (table.status is Status.CLOSED or not closed)
        ]
        return max(found, default=None)

    async def tables_of(self, user_id: int) -> Sequence[int]:
        found = [
            table.id
            for table in self._live_tables()
            if table.host_id == user_id or any(seat.plays(user_id) for seat in table.seats)
        ]
        return sorted(found, reverse=True)

    async def finished(self, game: str, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        if self.all_know_the_games:
            return frozenset(user_ids)
        ended = {table_id for table_id, stored in self._tables.items() if stored.table.end.why == "over"}
        here = {table_id for table_id in ended if self._tables[table_id].table.guild_id == guild_id}
        found = (row["user_id"] for row in self._results if row["game"] == game and row["table"] in here)
        return frozenset(found) & frozenset(user_ids)

    async def log(self, table_id: int) -> Sequence[Entry]:
        return tuple(self._logs.get(table_id, ()))

    async def blank(
        self,
        table_id: int,
        lines: Mapping[int, Mapping[str, Any]],
        position: str | None,
        scenes: Sequence[SceneText],
        version: int,
    ) -> None:
        table = self._tables[table_id].table
        if table.version != version:
            raise Stale
        self._renew(table)
        self._logs[table_id] = [
            replace(entry, payload=through_json(lines[entry.seq]), erased=True, user_id=None)
            if entry.seq in lines
            else entry
            for entry in self._logs[table_id]
        ]
        self._tables[table_id] = replace(self._tables[table_id], position=position, scenes=tuple(scenes))

    async def has_logged(self, table_id: int, interaction_id: int) -> bool:
        return self._interactions.get(interaction_id) == table_id

    async def find_old(
        self, after: int, before: int, guild_id: int | None = None
    ) -> tuple[Sequence[int], int | None]:
        tables = [stored.table for stored in self._tables.values() if stored.table.id > after]
        return [
            table.id
            for table in tables
            if table.status is Status.CLOSED
            and table.end.forgotten_at is None
            and table.changed_at < before
            and guild_id in (None, table.guild_id)
        ], None

    async def forget(self, table_ids: Sequence[int], now: int) -> int:
        forgotten = 0
        for table_id in table_ids:
            stored = self._tables[table_id]
            if stored.table.status is not Status.CLOSED or stored.table.end.forgotten_at is not None:
                continue
            forgotten += 1
            version = stored.table.version + 1
            end = replace(stored.table.end, forgotten_at=now)
            table = replace(stored.table, version=version, pending=NOTHING_PENDING, end=end)
            gone = replace(stored, table=table, setup=None, position=None, scenes=(), salt=None, deck=None)
            self._tables[table_id] = gone
            self._published[table_id] = version
            self._logs.pop(table_id, None)
            for key in [key for key in self._posted if key[0] == table_id]:
                del self._posted[key]
        return forgotten

    def note_published(self, table_id: int, version: int) -> None:
        if table_id in self._published:
            self._published[table_id] = max(self._published[table_id], version)

    async def mark_warned(self, table_id: int, key: str, number: int) -> int | None:
        stored = self._tables.get(table_id)
        alarm = stored.table.alarm if stored is not None else None
        if stored is None or alarm is None or alarm.key != key or alarm.warned >= number:
            return None
        return self._renew(replace(stored.table, alarm=replace(alarm, warned=number)))

    async def shift_alarms(
        self, since: int, now: int, soonest: int, apart: int = 0, slots: Slots = EVERYTHING
    ) -> int:
        tables = [table for table in self._live_tables() if slots.have(table.guild_id)]
        running = [(t, t.alarm) for t in tables if t.alarm and t.alarm.stopped_at is None]
        moved = []
        for table, alarm in running:
            by = max(0, now - (alarm.opened_at if since < alarm.opened_at <= now else since))
            moved.append((table, replace(alarm, at=alarm.at + by, opened_at=alarm.opened_at + by)))
        crowd = sorted((alarm.at, table.id) for table, alarm in moved if alarm.at < soonest)
        places = {table_id: place for place, (_, table_id) in enumerate(crowd)}
        changed = 0
        for table, alarm in moved:
            place = places.get(table.id)
            at = alarm.at if place is None else soonest + place * apart
            if (after := replace(alarm, at=at)) != table.alarm:
                self._set_table(replace(table, alarm=after, version=table.version + 1))
                changed += 1
        return changed

    def _renew(self, table: Table) -> int:
        """Give a table a new version that shows nothing new; that version."""
        version = table.version + 1
        self._set_table(replace(table, version=version))
        if self._published[table.id] == table.version:
            self._published[table.id] = version
        return version

    def renew_unseen(self, table: Table) -> int:
        """Give a table a new version that people have not seen; that version."""
        self._set_table(replace(table, version=table.version + 1))
        return table.version + 1

    def _set_table(self, table: Table) -> None:
        self._tables[table.id] = replace(self._tables[table.id], table=table)

    # Messages

    async def posted(self, table_id: int) -> Mapping[Audience, Posted]:
        return {audience: posted for (of, audience), posted in self._posted.items() if of == table_id}

    async def boards(self, slots: Slots = EVERYTHING) -> Sequence[Spot]:
        servers = {t.id: t.guild_id for t in self._live_tables() if slots.have(t.guild_id)}
        boards = [p for (of, audience), p in self._posted.items() if of in servers and audience == 0]
        return [Spot(p.table_id, servers[p.table_id], p.channel_id, p.message_id) for p in boards]

    async def note_posted(self, posted: Posted) -> None:
        stored = self._tables.get(posted.table_id)
        if stored is not None and stored.table.guild_id == NOWHERE:
            return
        known = self._posted.get((posted.table_id, posted.audience))
        if known is None or known.message_id <= posted.message_id:
            self._posted[posted.table_id, posted.audience] = posted

    def note_redrawn(self, posted: Posted) -> None:
        known = self._posted.get((posted.table_id, posted.audience))
        if known is not None and known.message_id == posted.message_id:
            shown = replace(known, key=posted.key, digest=posted.digest)
            self._posted[posted.table_id, posted.audience] = shown

    async def forget_posted(self, table_id: int, audience: Audience) -> None:
        self._posted.pop((table_id, audience), None)

    # People

    async def contact(self, user_id: int) -> Contact | None:
        return self._contacts.get(user_id)

    async def note_contact(self, contact: Contact) -> None:
        self._contacts[contact.user_id] = contact

    async def export(self, user_id: int) -> Mapping[str, Any]:
        contact = self._contacts.get(user_id)
        tables = [stored.table for stored in self._tables.values()]
        return {
            "user_id": user_id,
            "contact": None
            if contact is None
            else {"dm_channel_id": contact.dm_channel_id, "open": contact.open, "locale": contact.locale},
            "hosted": [table.id for table in tables if table.host_id == user_id],
            "seats": [
                {
                    "table": table.id,
                    "game": table.game,
                    "server": describe_place(table.guild_id),
                    "channel": table.home_id,
                    "opened_at": table.created_at,
                    "seat": seat.name,
                    "title": seat.title,
                    "left": seat.left or person.left,
                    "name": person.name,
                    "join_id": person.join_id,
                    "reach": person.reach.value,
                }
                for table in tables
                for seat in table.seats
                for person in seat.people
                if person.user_id == user_id
            ],
            "log": [
                {
                    "table": table_id,
                    "seq": entry.seq,
                    "kind": entry.kind,
                    "at": entry.at,
                    "seat": entry.seat,
                    "interaction_id": entry.interaction_id,
                    "payload": entry.payload,
                }
                for table_id, entries in self._logs.items()
                for entry in entries
                if entry.user_id == user_id
            ],
            "wishes": self.insight.wished(user_id),
            **self.calls.export(user_id),
            "daily": self.daily.told(user_id),
            "messages": [
                {
                    "table": posted.table_id,
                    "channel_id": posted.channel_id,
                    "message_id": posted.message_id,
                    "posted_at": posted.posted_at,
                }
                for posted in sorted(self._posted.values(), key=lambda posted: posted.table_id)
                if posted.audience == user_id
            ],
            **self.evenings.export(user_id),
            "results": [
                {key: value for key, value in result.items() if key not in ("user_id", "ordinal")}
                | self.insight.told(result["table"], result["ordinal"])
                for result in self._results
                if result["user_id"] == user_id
            ],
            "reports": [
                {
                    "server": describe_place(guild_id),
                    "deck": report.deck,
                    "card": report.card,
                    "question": report.part,
                    "reason": report.reason,
                    "at": report.at,
                }
                for guild_id, waiting in self._reports.items()
                for report in waiting
                if report.user_id == user_id
            ],
            **self._told_of_limits(user_id),
        }

    async def list_tables_sat(self, user_id: int) -> Sequence[int]:
        tables = [stored.table for stored in self._tables.values()]
        return sorted((table.id for table in tables if table.seat_of(user_id) is not None), reverse=True)

    async def erase(self, user_id: int) -> int:
        sat = 0
        for stored in tuple(self._tables.values()):
            table = stored.table
            sat += table.seat_of(user_id) is not None
            host_id = None if table.host_id == user_id else table.host_id
            seats = tuple(without(seat, user_id) for seat in table.seats)
            if (host_id, seats) != (table.host_id, table.seats):
                left = replace(table, host_id=host_id, seats=seats)
                if table.private and table.status is Status.CLOSED:
                    left = replace(left, guild_id=NOWHERE, home_id=0, channel_id=0)
                    self._posted = {key: at for key, at in self._posted.items() if key[0] != table.id}
                    self._seen = {key: cards for key, cards in self._seen.items() if key[0] != table.guild_id}
                self._renew(left)
        for entries in self._logs.values():
            entries[:] = [
                replace(entry, user_id=None) if entry.user_id == user_id else entry for entry in entries
            ]
        self.insight.note_erased(user_id)
        self.daily.note_erased(user_id)
        for result in self._results:
            if result["user_id"] == user_id:
                result["user_id"] = None
        for key in [key for key in self._posted if key[1] == user_id]:
            del self._posted[key]
        self._contacts.pop(user_id, None)
        for waiting in self._reports.values():
            waiting[:] = [report for report in waiting if report.user_id != user_id]
        self.evenings.forget_person(user_id)
        self.calls.forget_person(user_id)
        return sat

    # Servers and facts

    async def server(self, guild_id: int) -> Mapping[str, Any]:
        return dict(self._servers.get(guild_id, {}))

    async def set_server(self, guild_id: int, settings: Mapping[str, Any]) -> None:
        self._servers[guild_id] = through_json(settings)

    async def fact(self, key: str) -> str | None:
        return self._facts.get(key)

    async def set_fact(self, key: str, value: str) -> None:
        self._facts[key] = value

    async def facts(self, prefix: str) -> Mapping[str, str]:
        return {key: value for key, value in self._facts.items() if key.startswith(prefix)}

    async def drop_fact(self, key: str) -> None:
        self._facts.pop(key, None)

    async def server_name(self, guild_id: int) -> str | None:
        return self._names.get(guild_id)

    async def note_server_names(self, names: Mapping[int, str]) -> None:
        self._names |= names

    # Other processes

    def locked(self, name: str) -> AbstractAsyncContextManager[None]:
        return nullcontext()


def through_json(data: Mapping[str, Any]) -> dict[str, Any]:
    """What comes back from a store that writes JSON (a tuple becomes a list)."""
    plain: dict[str, Any] = json.loads(json.dumps(data))
    return plain


def without(seat: Seat, user_id: int) -> Seat:
    """The seat with this user made nobody, and its title forgotten."""
    if not seat.holds(user_id):
        return seat
    people = tuple(
        replace(person, user_id=None, name="") if person.user_id == user_id else person
        for person in seat.people
    )
    return replace(seat, people=people, title="")


def results_of(table: Table) -> list[dict[str, Any]]:
    """A row for each person of an ended table; places are known as far as the winners tell them."""
    return [
        {
            "user_id": person.user_id,
            "table": table.id,
            "ordinal": ordinal,
            "game": table.game,
            "won": seat.name in table.end.winners,
            "place": place_of(seat, table.end.winners),
            "ended_at": table.changed_at,
        }
        for ordinal, seat in enumerate(table.seats)
        for person in seat.people
        if person.computer is None
    ]


def place_of(seat: Seat, winners: Sequence[str]) -> int | None:
    """1 for a winner, the first place behind the winners for the rest, None when nobody won."""
    if not winners:
        return None
    return 1 if seat.name in winners else 1 + len(winners)
