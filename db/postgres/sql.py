"""A connection to PostgreSQL as the store's jobs know one: the same words, the same rows as SQLite's."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
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

    def together(self) -> AbstractContextManager[object]:
        """What is asked within travels together; what was found is looked at afterwards."""
        return self.link.pipeline()

    def end_transaction(self) -> None:
        """Undo a transaction that an error has left open, in which nothing else must ever be done."""
        if self.in_transaction:
            with suppress(psycopg.Error):  # the connection is lost, and the transaction with it
                self.link.rollback()

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
