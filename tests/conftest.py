"""What every test takes for granted."""

import gc
import os
import sys
from collections.abc import Generator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, core, settings
from hypothesis.internal.conjecture import providers

from tests.support import one_game
from tests.support.chance import SEED, chance_of
from tests.support.dealing import deal
from tests.support.log import log_as_it_was
from tests.support.postgres import postgres_emptied, postgres_kept, postgres_server, postgres_url
from tests.support.rewriting import modules, prepare

__all__ = ["log_as_it_was", "postgres_emptied", "postgres_kept", "postgres_server", "postgres_url"]

# How long an example takes says something about the machine, nothing about the code. No example is kept from
# one run to the next: what is found stands in the test, or is found again by the seed.
settings.register_profile(
    "test", deadline=None, database=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fire", settings.get_profile("test"), derandomize=False)
settings.load_profile("fire" if SEED else "test")
if SEED:
    core.global_force_seed = int(SEED)
# Hypothesis also tries the constants of all modules that happen to be imported by then: which ones they are
# depends on what this worker has run before.
providers._get_local_constants = lambda: providers._local_constants


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """What this test leaves to chance."""
    return chance_of(request.node.nodeid)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make test GAME=tasse` choose."""
    parser.addoption("--game", choices=one_game.games(), help="run what concerns this game")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what cannot concern the game that was chosen."""
    game = config.getoption("game")
    return True if game and one_game.leave_out(collection_path, game) else None


def pytest_report_header() -> str | None:
    """Say how to repeat a run that explores."""
    return f"seed {SEED}: `make fire SEED={SEED}` repeats this run" if SEED else None


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """`auto`: more workers than cores, for half of the time the wire's tests wait; `logical`: as many."""
    return (2 if config.option.numprocesses == "auto" else 1) * (os.cpu_count() or 1)


def pytest_configure(config: pytest.Config) -> None:
    """Let each of several workers rewrite its share of the tests' modules, and find those of the others."""
    many = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if many > 1 and not sys.dont_write_bytecode:
        game, worker = config.getoption("game"), os.environ["PYTEST_XDIST_WORKER"]
        wanted = [path for path in modules(config.args) if not game or not one_game.leave_out(path, game)]
        prepare(config, wanted[int(worker.removeprefix("gw")) :: many])


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """What is collected stays: nobody need look through it for what could be let go."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave what takes long to those who have the time."""
    if item.get_closest_marker("long") is not None and not SEED:
        pytest.skip("it takes long: `make fire` runs it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the longest tests, then with those that wait for the real process or for a browser.

    Half of several workers begin with some of them: so at the end none is left alone with a long one.
    """
    if game := config.getoption("game"):
        config.hook.pytest_deselected(items=[item for item in items if not one_game.concerns(item, game)])
        items[:] = [item for item in items if one_game.concerns(item, game)]
    items.sort(key=lambda item: (item.get_closest_marker("kill") is None, _unit(item) is None))
    items[:] = deal(items, _unit, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _unit(item: pytest.Item) -> str | None:
    """Which long test this is: those of the browser are one, others stand alone; None for a short one."""
    if item.get_closest_marker("long") is not None and not SEED:
        return None  # it is skipped
    if item.get_closest_marker("browser") is not None:
        return "browser"
    return item.nodeid if any(map(item.get_closest_marker, ("kill", "wire", "timeout"))) else None
