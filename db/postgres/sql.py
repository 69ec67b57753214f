"""A connection to PostgreSQL as the store's jobs know one: the same words, the same rows as SQLite's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from db.postgres.adapting import Row, make_row
from db.postgres.translate import translate
from db.sql import Parameters

__all__ = ["PostgresSql"]


class PostgresSql:
    """Runs statements of jobs through a connection of psycopg; `holder` is the name of this process."""

    def __init__(self, link: psycopg.Connection[Any], holder: str) -> None:
        self.link = link
        self.holder = holder
        self.statements = 0

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.link.info.transaction_status is not TransactionStatus.IDLE

    def execute(self, sql: str, parameters: Parameters = (), /) -> psycopg.Cursor[Row]:
        """Run one statement; psycopg.Error."""
        text = translate(sql)
        self.statements += 1
        return self.link.cursor(row_factory=make_row).execute(text.sql, text.arrange(parameters))

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> psycopg.Cursor[Row]:
        """Run one statement with each of these parameters; psycopg.Error."""
        text = translate(sql)
        rows = [text.arrange(each) for each in parameters]
        self.statements += len(rows)
        cursor = self.link.cursor(row_factory=make_row)
        if len(rows) == 1:
            return cursor.execute(text.sql, rows[0])
        cursor.executemany(text.sql, rows)
        return cursor
