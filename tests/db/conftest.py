"""A store of each kind, fresh for every test."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.postgres import open_shared
from db.store import SqliteStore, Store
from tests.db.beside import Pair
from tests.db.newer import EXPAND, change_database, change_file
from tests.support.chance import SEED

KINDS = ("sqlite", "postgres")
NEWER = tuple(f"{kind}, newer" for kind in KINDS)
"""Once a newer program has been there."""
TRIED = [*KINDS, *(pytest.param(kind, marks=pytest.mark.fire) for kind in NEWER if SEED)]


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the schema of this version and nothing in it, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "gobelet.db"

    async def make() -> None:
        await (await SqliteStore.open(path)).close()

    asyncio.run(make())
    return path


@pytest.fixture
async def sqlite(tmp_path: Path, empty_file: Path) -> AsyncIterator[SqliteStore]:
    """The real store over a file."""
    opened = await SqliteStore.open(Path(shutil.copy(empty_file, tmp_path / "gobelet.db")))
    yield opened
    await opened.close()


@pytest.fixture(params=TRIED)
async def store(request: pytest.FixtureRequest, tmp_path: Path, empty_file: Path) -> AsyncIterator[Store]:
    """Each of the stores: whoever implements the ports answers the same."""
    opened: Store
    if request.param.startswith("postgres"):
        newer = request.param in NEWER
        url = request.getfixturevalue("postgres_url" if newer else "postgres_emptied")
        if newer:
            change_database(url, EXPAND)
        opened = await open_shared(url, "tested")
    else:
        path = Path(shutil.copy(empty_file, tmp_path / "gobelet.db"))
        if request.param in NEWER:
            change_file(path, EXPAND)
        opened = await SqliteStore.open(path)
    yield opened
    await opened.close()


@pytest.fixture
async def pair(postgres_emptied: str) -> AsyncIterator[Pair]:
    """Two processes over one database."""
    one, other = [await open_shared(postgres_emptied, name) for name in ("one", "other")]
    yield one, other
    await one.close()
    await other.close()
