"""What a version adds to what those before it stored: the tables and records that have something new in them.

Something new is a mark not seen before: which parts its JSON has and of which types, under these rules of
this game; which values a column has. Of each schema a few tables stay whatever is in them.
"""

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

_WORD = re.compile(r"[a-z][a-z_]{0,23}")
"""Where a name or text is one of the program's own, as those of phases are."""
_TAGS = ("phase", "type", "kind")
"""What says of which sort a JSON object is."""


def pick(marks: Mapping[Any, Collection[str]], seen: Collection[str]) -> list[Any]:
    """Return few of these that have together all marks that were not seen yet."""
    new, picked = {key: {*found} - {*seen} for key, found in marks.items()}, []
    while any(new.values()):
        best = max(sorted(new), key=lambda key: len(new[key]))
        picked.append(best)
        covered = new[best]
        new = {key: found - covered for key, found in new.items()}
    return sorted(picked)


def marks_of_tables(connection: sqlite3.Connection) -> dict[int, set[str]]:
    """Return what is to be found of each table of a database, by its number."""
    found: dict[int, set[str]] = defaultdict(set)
    games = dict(connection.execute("SELECT id, game FROM tables"))
    ruled = "rules" in _columns(connection, "positions")
    rules = dict(connection.execute(f"SELECT table_id, {'rules' if ruled else 1} FROM positions"))
    for name, columns, key in _owned(connection):
        for values in connection.execute(f"SELECT * FROM {name} WHERE {key} IS NOT NULL"):
            row = dict(zip(columns, values, strict=True))
            table_id = row[key]
            about = f"{games[table_id]} {rules[table_id]}"
            for column, value in row.items():
                found[table_id] |= _marks(value, f"{name}.{column}", f"{about} {row.get('kind', '')}")
    phases = (
        "SELECT id, status, json_extract(position, '$.phase') FROM tables JOIN positions ON table_id = id"
    )
    for table_id, status, phase in connection.execute(phases):
        found[table_id].add(f"{games[table_id]} {rules[table_id]} is {status} in {phase}")
    return found


def marks_of_schema(connection: sqlite3.Connection) -> dict[int, set[str]]:
    """Return by a table's number what is to be of each kind in every database of another schema."""
    (schema,) = connection.execute("SELECT max(number) FROM migrations").fetchone()
    found = {}
    for table_id, game, status in connection.execute("SELECT id, game, status FROM tables"):
        over = "over" if status == "closed" else "live"
        found[table_id] = {f"schema {schema}: {game} {over}", f"schema {schema}: {status}"}
    if _columns(connection, "evenings"):
        evenings = "SELECT table_id, stage FROM evenings WHERE table_id IS NOT NULL"
        for table_id, stage in connection.execute(evenings):
            found[table_id].add(f"schema {schema}: evening {stage}")
    return found


def marks_of_record(record: Any) -> set[str]:
    """Return what is to be found of a record that was handed out."""
    return set(_walk(record, f"{record['game']} {record.get('rules', 1)}"))


def keep_alone(connection: sqlite3.Connection, kept: Collection[int]) -> None:
    """Take all other tables out of a database, whatever it says of what may be deleted."""
    numbers = f"({', '.join(map(str, kept))})"
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    for name, _, key in _owned(connection):
        connection.execute(f"DELETE FROM {name} WHERE {key} NOT IN {numbers}")
    for other in ("rematch_of", "rematch_id"):
        connection.execute(f"UPDATE tables SET {other} = NULL WHERE {other} NOT IN {numbers}")
    connection.commit()
    connection.execute("PRAGMA foreign_keys = ON")
    if _columns(connection, "played_decks"):
        played = "SELECT deck FROM setups WHERE deck IS NOT NULL"
        connection.execute(f"DELETE FROM played_decks WHERE digest NOT IN ({played})")
    for _, sql in triggers:
        connection.execute(sql)
    connection.commit()
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def _owned(connection: sqlite3.Connection) -> Iterator[tuple[str, list[str], str]]:
    """Yield each database table with rows of tables: its name, its columns, and the one that tells whose."""
    asked = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    for (name,) in connection.execute(asked).fetchall():
        columns = _columns(connection, name)
        key = "id" if name == "tables" else "table_id"
        if key in columns and name != "evenings":  # whose tables all stay
            yield name, columns, key


def _columns(connection: sqlite3.Connection, name: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]


def _marks(value: Any, where: str, about: str) -> set[str]:
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return set(_walk(json.loads(value), f"{about} {where}"))
        except ValueError:  # somebody's words
            pass
    word = isinstance(value, str) and _WORD.fullmatch(value)
    return {f"{where}: {value if word else type(value).__name__}"}


def _walk(value: Any, path: str) -> Iterator[str]:
    """Yield every part of a JSON value, by its path and type; names that people gave are all the same."""
    match value:
        case dict():
            sort = next((f"<{value[tag]}>" for tag in _TAGS if isinstance(value.get(tag), str)), "")
            yield f"{path}{sort}: object"
            for name, part in value.items():
                yield from _walk(part, f"{path}{sort}.{name if _WORD.fullmatch(name) else '*'}")
        case list():
            yield f"{path}: {'list' if value else 'empty list'}"
            for part in value:
                yield from _walk(part, f"{path}[]")
        case bool() | None:
            yield f"{path}: {value}"
        case _:
            yield f"{path}: {type(value).__name__}"
