"""What the tests of frozen databases have in common: each made once, and a copy for each test."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.stored.frozen import make, versions


@pytest.fixture(scope="session")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each frozen database, made once."""
    folder = tmp_path_factory.mktemp("originals")
    return {version: make(version, folder / f"{version}.db") for version in versions()}


@pytest.fixture
def old(originals: dict[str, Path], tmp_path: Path) -> Callable[[str], Path]:
    """Gives a fresh copy of a frozen database."""
    return lambda version: Path(shutil.copy(originals[version], tmp_path / "old.db"))


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Nothing goes wrong here unseen, in the background either."""
    with capture_logs() as lines:
        yield
    assert [line for line in lines if line["log_level"] in ("error", "critical")] == []
