"""What stays of games, kept in dictionaries: answers as the real store does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bot.insight.dice import Rolled, sum_rolled
from bot.insight.model import Attended, Finished, Played, Seated
from bot.tables.digests.model import A_DAY, FOLD, OFTEN, RATED_A_DAY, Digest, Renewed, Undigested, Verdict
from bot.tables.homes import NOWHERE
from bot.tables.model import Table
from bot.tables.rated import OVER

if TYPE_CHECKING:
    from tests.support.memory_store import MemoryStore

__all__ = ["MemoryInsight"]


class MemoryInsight:
    """The part of `MemoryStore` that is about games that are over."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.verdicts: dict[int, Verdict] = {}
        self.ranks: dict[int, dict[int, int]] = {}
        self.facts: dict[int, dict[int, Mapping[str, int]]] = {}
        self._changes: dict[int, int] = {}
        self._rolls: dict[int, Rolled] = {}
        self._wishes: dict[int, dict[str, str]] = {}

    # Digests

    async def undigested(self, after: int) -> tuple[Sequence[Undigested], int | None]:
        tables = sorted({result["table"] for result in self._store._results})
        known = {one for one, verdict in self.verdicts.items() if verdict.fold == FOLD}
        return [
            Undigested(one, self._table(one).guild_id) for one in tables if one > after and one not in known
        ], None

    async def keep_digest(self, digest: Digest, shown_since: int) -> Sequence[Renewed]:
        rows = [result for result in self._store._results if result["table"] == digest.table_id]
        if not rows:
            return []
        before = self.verdicts.get(digest.table_id)
        self._write_ranks(digest, rows)
        if digest.facts is not None:
            self.facts[digest.table_id] = dict(digest.facts)
        if digest.rolled is not None:
            self._rolls[digest.table_id] = digest.rolled
        was_often = digest.unrated is None and before is not None and before.unrated == OFTEN
        unrated = OFTEN if was_often else digest.unrated
        self._put(digest.table_id, unrated)
        now = {digest.table_id: unrated} | self._count_day(digest.table_id)
        counts = now[digest.table_id] is None
        told = digest.told if before is None else before.unrated
        if now[digest.table_id] == told and not (counts and before is None):
            del now[digest.table_id]
        return [again for table_id in now for again in self._renew(table_id, shown_since)]

    def _write_ranks(self, digest: Digest, rows: Sequence[Mapping[str, Any]]) -> None:
        if digest.places is not None:
            self.ranks[digest.table_id] = dict(digest.places)
            return
        rough = {row["ordinal"]: row["place"] or 1 for row in rows}
        self.ranks.setdefault(digest.table_id, rough)

    def _put(self, table_id: int, unrated: str | None) -> None:
        self._changes[table_id] = self._changes.get(table_id, -1) + 1
        self.verdicts[table_id] = Verdict(FOLD, unrated)

    def _count_day(self, table_id: int) -> dict[int, str | None]:
        company, ended_at = self._company(table_id), self._ended_at(table_id)
        if None in company:
            return {}
        same = sorted(
            (self._ended_at(one), one)
            for one, verdict in self.verdicts.items()
            if verdict.unrated in (None, OFTEN)
            and self._company(one) == company
            and self._place_of(one) == self._place_of(table_id)
            and self._ended_at(one) // A_DAY == ended_at // A_DAY
        )
        changed = {}
        for number, (_, one) in enumerate(same):
            unrated = None if number < RATED_A_DAY else OFTEN
            if self.verdicts[one].unrated != unrated:
                self._put(one, unrated)
                changed[one] = unrated
        return changed

    def _renew(self, table_id: int, shown_since: int) -> Sequence[Renewed]:
        table = self._table(table_id)
        if table.changed_at < shown_since:
            return ()
        return (Renewed(table_id, self._store.renew_unseen(table), table.guild_id),)

    async def verdict(self, table_id: int) -> Verdict | None:
        return self.verdicts.get(table_id)

    async def outdate_digests(self, after: int) -> tuple[int, int | None]:
        outdated = [one for one, verdict in self.verdicts.items() if one > after and verdict.fold]
        for one in outdated:
            self.verdicts[one] = Verdict(0, self.verdicts[one].unrated)
        return len(outdated), None

    # Results

    async def results(
        self, guild_id: int, game: str, since: int | None = None
    ) -> AsyncIterator[Sequence[Finished]]:
        found = self._results(guild_id, game, since or 0)
        for start in range(0, len(found), 2):
            yield found[start : start + 2]

    def _results(self, guild_id: int, game: str, since: int = 0) -> Sequence[Finished]:
        found = [
            Finished(one, game, guild_id, self._ended_at(one), self._seats(one), verdict.unrated)
            for one, verdict in self.verdicts.items()
            if self._place_of(one) == (guild_id, game) and self._ended_at(one) >= since
        ]
        return sorted(found, key=lambda ended: (ended.ended_at, ended.table_id))

    def _seats(self, table_id: int) -> tuple[Seated, ...]:
        people: dict[int, list[int | None]] = {}
        for row in self._rows(table_id):
            people.setdefault(row["ordinal"], []).append(row["user_id"])
        ranks = self.ranks[table_id]
        return tuple(
            Seated(tuple(users), ranks[ordinal]) for ordinal, users in people.items() if ordinal in ranks
        )

    async def results_mark(self, guild_id: int, game: str, until: int | None = None) -> Hashable:
        tables = [
            ended.table_id
            for ended in self._results(guild_id, game)
            if until is None or ended.ended_at <= until
        ]
        return len(tables), sum(self._changes[one] for one in tables)

    async def names(self, guild_id: int, user_ids: Sequence[int]) -> Mapping[int, str]:
        found: dict[int, str] = {}
        for _, stored in sorted(self._store._tables.items()):
            for person in stored.table.people():
                if (
                    person.user_id is not None
                    and person.user_id in user_ids
                    and stored.table.guild_id == guild_id
                ):
                    found[person.user_id] = person.name
        return found

    async def attended(self, guild_id: int, user_id: int, skipped: int, most: int) -> Sequence[Attended]:
        found = [
            Attended(
                row["table"],
                row["game"],
                row["ended_at"],
                None if row["place"] is None else self.ranks.get(row["table"], {}).get(row["ordinal"]),
            )
            for row in self._store._results
            if row["user_id"] == user_id
            and (table := self._table(row["table"])).guild_id == guild_id
            and table.end.forgotten_at is None
        ]
        found.sort(key=lambda one: (one.ended_at, one.table_id), reverse=True)
        return found[skipped : skipped + most]

    async def played(self, user_id: int, guild_id: int, game: str) -> Sequence[Played]:
        found = []
        for ended in self._results(guild_id, game):
            rows = self._rows(ended.table_id)
            mine = next((row for row in rows if row["user_id"] == user_id), None)
            if mine is not None and self._table(ended.table_id).end.why == OVER:
                facts = self.facts.get(ended.table_id, {}).get(mine["ordinal"], {})
                found.append(Played(ended, mine["won"], facts))
        return found

    async def players(self, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        here = [row for row in self._store._results if self._table(row["table"]).guild_id == guild_id]
        return frozenset(row["user_id"] for row in here) & frozenset(user_ids)

    # Dice

    async def rolled(self, guild_id: int) -> Mapping[str, Rolled]:
        return self._by_game(one for one in self._rolls if self._place_of(one)[0] == guild_id)

    async def rolled_everywhere(self) -> Mapping[str, Rolled]:
        return self._by_game(self._rolls)

    def _by_game(self, tables: Iterable[int]) -> Mapping[str, Rolled]:
        games: dict[str, list[Rolled]] = {}
        for one in tables:
            games.setdefault(self._table(one).game, []).append(self._rolls[one])
        return {game: sum_rolled(parts) for game, parts in games.items()}

    # Wishes

    async def wishes(self, user_id: int) -> Mapping[str, str]:
        return dict(sorted(self._wishes.get(user_id, {}).items()))

    async def wish(self, user_id: int, wished: Mapping[str, str]) -> None:
        self._wishes.setdefault(user_id, {}).update(wished)

    async def declined(self, key: str, user_ids: Sequence[int]) -> frozenset[int]:
        return frozenset(one for one in user_ids if self._wishes.get(one, {}).get(key) == "no")

    # What else the store tells of them

    def told(self, table_id: int, ordinal: int) -> dict[str, Any]:
        """What the export says of a seat of a table."""
        verdict = self.verdicts.get(table_id)
        return {
            "rank": self.ranks.get(table_id, {}).get(ordinal),
            "unrated": None if verdict is None else verdict.unrated,
            "facts": self.facts.get(table_id, {}).get(ordinal),
        }

    def wished(self, user_id: int) -> list[dict[str, str]]:
        """What the export says of somebody's wishes."""
        wishes = sorted(self._wishes.get(user_id, {}).items())
        return [{"key": key, "value": value} for key, value in wishes]

    def note_erased(self, user_id: int) -> None:
        """Somebody has their data erased."""
        self._wishes.pop(user_id, None)
        for table_id in {row["table"] for row in self._store._results if row["user_id"] == user_id}:
            if table_id in self._changes:
                self._changes[table_id] += 1

    def forget(self, table_id: int) -> None:
        """A table is gone."""
        for kept in (self.verdicts, self.ranks, self.facts, self._changes, self._rolls):
            kept.pop(table_id, None)

    def _table(self, table_id: int) -> Table:
        return self._store._tables[table_id].table

    def _place_of(self, table_id: int) -> tuple[int, str]:
        """The server, which for private messages is none, and the game of a table."""
        table = self._table(table_id)
        return NOWHERE if table.private else table.guild_id, table.game

    def _rows(self, table_id: int) -> list[dict[str, Any]]:
        return [row for row in self._store._results if row["table"] == table_id]

    def _company(self, table_id: int) -> frozenset[int | None]:
        return frozenset(row["user_id"] for row in self._rows(table_id))

    def _ended_at(self, table_id: int) -> int:
        at: int = self._rows(table_id)[0]["ended_at"]
        return at
