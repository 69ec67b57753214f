"""The real store without a file and without threads: one SQLite database in memory for every test."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from typing import Any

from bot.tables.evenings.model import Evening
from bot.tables.model import SceneText
from bot.tables.ports import Change, Stored
from db.codec import dump
from db.door import Job, Outcome
from db.errors import explain
from db.jobs.archive import replace_scenes
from db.jobs.evenings import EVERY, read
from db.jobs.tables import load_table
from db.migrate import migrate
from db.sqlite.connection import run_in_one_transaction, run_in_snapshot
from db.sqlite.schema import SqliteSchema
from db.store import Store
from engines.core.game import AnyGame

PLACES = {
    **dict.fromkeys(("game", "host_id"), ("tables", "id")),
    **dict.fromkeys(("position", "rules"), ("positions", "table_id")),
    **dict.fromkeys(("setup", "setup_rules", "salt"), ("setups", "table_id")),
}
"""Where a part of what is stored of a table stands, and by which column it is found."""


class Inline:
    """What the store needs of a connection, done at once on the loop's own thread."""

    name = ":memory:"

    def __init__(self, sql: sqlite3.Connection) -> None:
        self.sql = sql

    def write(self, jobs: Sequence[Job[Any]]) -> asyncio.Task[list[Outcome]]:
        return asyncio.get_running_loop().create_task(self._write(jobs))

    async def _write(self, jobs: Sequence[Job[Any]]) -> list[Outcome]:
        return run_in_one_transaction(self.sql, jobs)

    async def run(self, job: Callable[[Any], Any]) -> Any:
        await asyncio.sleep(0)  # a connection in a thread lets others run; so must this one
        try:
            return job(self.sql)
        except sqlite3.Error as error:
            raise self.explain(error) from error

    async def read(self, job: Callable[[Any], Any]) -> Any:
        return await self.run(lambda connection: run_in_snapshot(connection, job))

    def explain(self, error: BaseException) -> BaseException:
        return explain(error, self.name) if isinstance(error, sqlite3.Error) else error

    async def close(self) -> None:
        """Nothing to do: what is in memory goes with the test."""


class FreshStore(Store):
    """The store, empty or as `image` has it; `fail_next` is raised, once, by the next commit, which then
    writes nothing.

    Unless a test says otherwise, all people have played before: nobody gets more time than the rules say.
    """

    def __init__(self, image: bytes | None = None) -> None:
        self.sql = sqlite3.connect(":memory:", isolation_level=None, cached_statements=256)
        self.sql.deserialize(_template() if image is None else image)
        self.sql.row_factory = sqlite3.Row
        self.sql.execute("PRAGMA foreign_keys = ON")
        self.sql.execute("PRAGMA recursive_triggers = ON")
        super().__init__(Inline(self.sql), Inline(self.sql))
        self.door._soon = 0
        self.fail_next: Exception | None = None
        self.all_know_the_games = True

    async def commit(self, change: Change) -> Stored:
        if self.fail_next is not None:
            failure, self.fail_next = self.fail_next, None
            raise failure
        return await super().commit(change)

    async def finished(self, game: str, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        return (
            frozenset(user_ids)
            if self.all_know_the_games
            else await super().finished(game, guild_id, user_ids)
        )

    # What tests see and do behind the bot's back

    def peek(self, table_id: int) -> Stored:
        """What is stored of a table."""
        stored = load_table(self.sql, table_id)
        assert stored is not None
        return stored

    def count_tables(self) -> int:
        """How many tables there are, closed ones, too."""
        (count,) = self.sql.execute("SELECT count(*) FROM tables").fetchone()
        return int(count)

    def peek_evenings(self) -> list[Evening]:
        """Every evening that is stored, in the order of their numbers."""
        return read(self.sql, self.sql.execute(f"{EVERY} ORDER BY id"))

    def poke(self, table_id: int, *, scenes: Sequence[SceneText] | None = None, **parts: Any) -> None:
        """Put something else where these parts of a table are stored."""
        if scenes is not None:
            replace_scenes(self.sql, table_id, scenes)
        for part, value in parts.items():
            where, key = PLACES[part]
            column = "rules" if part == "setup_rules" else part
            self.sql.execute(f"UPDATE {where} SET {column} = ? WHERE {key} = ?", (value, table_id))

    def forge_beginning(self, table_id: int, payload: Mapping[str, Any]) -> None:
        """Have the log say something else of how the game began, as an older version wrote it."""
        self.sql.execute("DROP TRIGGER log_keeps_words")
        forged = "UPDATE log SET payload = ? WHERE table_id = ? AND kind = 'begin'"
        self.sql.execute(forged, (dump(dict(payload)), table_id))

    def rewrite(self, table_id: int, game: AnyGame, changes: Mapping[str, Any]) -> None:
        """Put a game where nobody has played it to; its log does not tell how."""
        position = replace(game.positions.load(self.peek(table_id).position or ""), **changes)
        self.poke(table_id, position=game.positions.dump(position))


@cache
def _template() -> bytes:
    """An empty database with the schema of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        migrate(SqliteSchema(empty))
        return empty.serialize()
