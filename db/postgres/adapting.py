"""How Python's values travel to PostgreSQL and rows come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from psycopg import Cursor
from psycopg.adapt import AdaptersMap
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown

__all__ = ["Row", "adapt", "make_row"]


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
def kind_of_row(names: tuple[str, ...]) -> type[Row]:
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        places.setdefault(name, place)
    return type("Row", (Row,), {"__slots__": (), "places": places})


def make_row(cursor: Cursor[Any]) -> Callable[[Sequence[Any]], Row]:
    """Psycopg's row factory for these rows."""
    return kind_of_row(tuple(column.name for column in cursor.description or ()))
