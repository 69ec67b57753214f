"""Numbered, forward-only migrations: each in one transaction with the row that records it.

Each dialect has a folder of its own; equal numbers lead to the same tables. Several versions of the program
may run on one database: a step says in its header which is the oldest that may run beside its schema.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Literal, Protocol, TypeAlias

from db.errors import StoreError

Dialect: TypeAlias = Literal["sqlite", "postgres"]
FILE_NAME = re.compile(r"(\d{4})_(\w+)\.sql")
OLDEST = re.compile(r"^-- oldest: (\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; the numbers have no gap."""

    number: int
    name: str
    script: str = field(repr=False)

    @property
    def oldest(self) -> int:
        """The number of the last step that a program must know to run on this schema.

        A step that only adds what older programs do not miss (*expand*) has the line `-- oldest: N`. Without
        it (*contract*) a program must know the step itself.
        """
        found = OLDEST.search(self.script)
        return self.number if found is None else int(found[1])


class Schema(Protocol):
    """What each dialect knows of its database's schema."""

    dialect: Dialect

    def version(self) -> int:
        """The number of the last migration recorded in this database, 0 if there is none."""

    def needs(self, known: int) -> int:
        """The number of the last step that a program must know which knows steps until `known`; 0 if any."""

    def apply(self, step: Migration) -> bool:
        """Apply and record a step whole or not at all; False if another process was quicker."""


@cache
def migrations(dialect: Dialect = "sqlite") -> tuple[Migration, ...]:
    """All migrations of this version, in order. PostgreSQL's first is the whole schema of that number."""
    steps = [
        Migration(int(match[1]), match[2], file.read_text(encoding="utf-8"))
        for file in resources.files(f"db.migrations.{dialect}").iterdir()
        if (match := FILE_NAME.fullmatch(file.name))
    ]
    return tuple(sorted(steps, key=lambda step: step.number))


def latest() -> int:
    """The number of this version's last migration, the same for each dialect."""
    return migrations()[-1].number


def refuse_newer(schema: Schema, path: str, steps: Sequence[Migration] | None = None) -> None:
    """Raise StoreError `newer_schema` if a program that knows these steps must not run on this schema."""
    known = (migrations(schema.dialect) if steps is None else steps)[-1].number
    if schema.needs(known) > known:
        raise StoreError("newer_schema", path=path, found=schema.version(), known=known)


def migrate(schema: Schema, steps: Sequence[Migration] | None = None) -> int:
    """Apply the missing migrations, and return how many; one that fails leaves no trace."""
    present = schema.version()
    missing = [
        step for step in (migrations(schema.dialect) if steps is None else steps) if step.number > present
    ]
    return sum(schema.apply(step) for step in missing)
