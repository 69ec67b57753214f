"""One SQL text for both databases: every statement of the jobs is understood by SQLite and by PostgreSQL."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from db import jobs
from db.errors import StoreError
from db.postgres import open_shared
from db.postgres.step import WRITE
from db.sql import Sql
from db.store import SqliteStore, Store

VERB = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s")
LIST_GAP = re.compile(r"IN (\(\{\w+\}\)|\{\w+\})")
OTHER_GAP = re.compile(r"\{\w+\}")


def statements() -> dict[str, str]:
    """Every whole statement in the modules of db/jobs, by where it stands."""
    found = {}
    for module in pkgutil.iter_modules(jobs.__path__, "db.jobs."):
        loaded = importlib.import_module(module.name)
        for where, text in (*constants(loaded), *written_inline(loaded.__file__ or "")):
            if VERB.match(text):
                found[f"{module.name}:{where}"] = OTHER_GAP.sub("", LIST_GAP.sub("IN (NULL)", text))
    return {where: text for where, text in found.items() if not is_part(text)}


def constants(module: object) -> Iterator[tuple[str, str]]:
    """The texts that a module has names for, and those in its tuples and dictionaries."""
    for name, value in vars(module).items():
        values = (
            value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
        )
        yield from ((f"{name}.{n}", one) for n, one in enumerate(values) if isinstance(one, str))


def written_inline(path: str) -> Iterator[tuple[str, str]]:
    """The texts within the functions of a file; gaps of f-strings are left as such."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield str(node.lineno), node.value
                elif isinstance(node, ast.JoinedStr):
                    parts = [
                        part.value if isinstance(part, ast.Constant) else "(NULL)" for part in node.values
                    ]
                    yield f"{node.lineno}f", "".join(map(str, parts))


def is_part(text: str) -> bool:
    """Whether a text is the beginning of a statement whose end is added, or a piece of an f-string."""
    return text.count("(") != text.count(")") or text.rstrip().endswith(("WHERE", "=", "IN", "FROM", "SET"))


def parameters_of(text: str) -> object:
    """A NULL for each parameter."""
    names = re.findall(r"(?<![:\w]):([a-z_]\w*)", text)
    if names:
        return dict.fromkeys(names)
    numbers = [int(number) for number in re.findall(r"\?(\d+)", text)]
    return [None] * (max(numbers) if numbers else text.count("?"))


async def complaints(store: Store, texts: dict[str, str]) -> dict[str, str]:
    """What the database says to those that it does not understand; none is carried out."""
    found = {}
    for where, text in texts.items():

        def explain(connection: Sql, text: str = text) -> object:
            return connection.execute(f"EXPLAIN {text}", parameters_of(text)).fetchall()

        try:
            await store._writer.run(explain)
        except StoreError as error:
            found[where] = f"{error.params['detail']}: {text}"
    return found


def test_all_are_found() -> None:
    texts = statements()
    assert len(texts) > 90
    for words in (
        "INSERT INTO tables",
        "UPDATE messages SET key",
        "DELETE FROM cards_seen",
        "INSERT INTO turns",
    ):
        assert any(words in text for text in texts.values()), words


async def test_sqlite_understands_every_statement(sqlite: SqliteStore) -> None:
    assert await complaints(sqlite, statements()) == {}
    assert await complaints(sqlite, {"here": "SELECT GREATEST(?, 1)"}), "else nothing was asked"


async def test_postgresql_understands_every_statement(postgres_emptied: str) -> None:
    store = await open_shared(postgres_emptied, "tested")
    try:
        assert await complaints(store, statements()) == {}
        assert await complaints(store, {"here": "INSERT OR REPLACE INTO facts (key) VALUES (?)"})
    finally:
        await store.close()


def test_a_step_is_understood_and_goes_by_indexes(postgres_emptied: str) -> None:
    """With many tables, none of those that a batch of steps does not name is looked at."""
    with psycopg.connect(postgres_emptied, autocommit=True) as link:
        link.execute("SET enable_seqscan = off")
        rows = link.execute(f"EXPLAIN {WRITE}", ("[]", "[]", "[]", "c", "h")).fetchall()
    plan = "\n".join(line for (line,) in rows)
    assert "Seq Scan" not in plan
    assert "tables_pkey" in plan


@pytest.mark.parametrize(
    ("sql", "wanted"),
    [
        ("a = ? AND b = ?", "a = %s AND b = %s"),
        ("a = :one OR b = :one", "a = %(one)s OR b = %(one)s"),
        ("a = ?2 OR b = ?1", "a = %(_2)s OR b = %(_1)s"),
        ("a % 8 = ?::bigint", "a %% 8 = %s::bigint"),
        ("a = '?:b%' AND \"c?\" = ?", "a = '?:b%%' AND \"c?\" = %s"),
        ("a -- is it ?\n = ?", "a -- is it ?\n = %s"),
        ("a = 'it''s ?' AND b = ?", "a = 'it''s ?' AND b = %s"),
    ],
)
def test_parameters_become_psycopgs(sql: str, wanted: str) -> None:
    from db.postgres.sql import translate

    assert translate(sql).sql == wanted


def test_numbered_parameters_come_by_their_numbers() -> None:
    from db.postgres.sql import translate

    assert translate("?2 ?1").arrange(("a", "b")) == {"_1": "a", "_2": "b"}
    assert translate("? ?").arrange(("a", "b")) == ("a", "b")
