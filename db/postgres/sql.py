"""A connection to PostgreSQL as the store's jobs know one: the same words, the same rows as SQLite's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import Cursor
from psycopg.adapt import AdaptersMap
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown

from db.sql import Parameters


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


# The words of a statement as psycopg wants them: its parameters are `%s` and `%(name)s`.

# What is quoted or behind "--" is no parameter, nor is the second half of "::".
PARTS = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\?(?P<number>\d*)|(?<![:\w]):(?P<name>[a-z_]\w*)|%""")


@dataclass(frozen=True, slots=True)
class Text:
    """A statement for psycopg; `numbered`: its parameters were `?1`, `?2`..."""

    sql: str
    numbered: bool

    def arrange(self, parameters: Parameters) -> Any:
        """The parameters as this text has them."""
        if not self.numbered:
            return parameters
        return {f"_{number}": value for number, value in enumerate(parameters, start=1)}


@lru_cache(maxsize=512)
def translate(sql: str) -> Text:
    """Translate a statement with parameters `?`, `?1` or `:name`."""
    numbered = False

    def replace(part: re.Match[str]) -> str:
        nonlocal numbered
        if part["name"] is not None:
            return f"%({part['name']})s"
        if part["number"]:
            numbered = True
            return f"%(_{part['number']})s"
        return "%s" if part[0] == "?" else part[0].replace("%", "%%")

    return Text(PARTS.sub(replace, sql), numbered)


# How Python's values travel to PostgreSQL and rows come back.


class TextDumper(StrDumperUnknown):
    """Texts without NUL, which PostgreSQL does not store; Discord sends none, and nobody misses it."""

    def dump(self, obj: str) -> Any:
        """The bytes of a text."""
        return super().dump(obj.replace("\0", "") if "\0" in obj else obj)


def adapt(adapters: AdaptersMap) -> None:
    """Send every whole number as BIGINT, and every text without a type: so a statement is prepared once."""
    adapters.register_dumper(int, Int8Dumper)
    adapters.register_dumper(str, TextDumper)


class Row(tuple[Any, ...]):
    """A row: its values by the names of columns and by their places."""

    __slots__ = ()
    places: Mapping[str, int] = {}

    def __getitem__(self, key: Any) -> Any:
        return tuple.__getitem__(self, self.places[key] if isinstance(key, str) else key)

    def keys(self) -> Sequence[str]:
        """The names of the columns."""
        return tuple(self.places)


@lru_cache(maxsize=512)
def _kind_of_row(names: tuple[str, ...]) -> type[Row]:
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        places.setdefault(name, place)
    return type("Row", (Row,), {"__slots__": (), "places": places})


def make_row(cursor: Cursor[Any]) -> Callable[[Sequence[Any]], Row]:
    """Psycopg's row factory for these rows."""
    return _kind_of_row(tuple(column.name for column in cursor.description or ()))
