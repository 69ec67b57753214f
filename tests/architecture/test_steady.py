"""Tests say the same of the same commit: none is left to unseeded chance, or waits for time to pass."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REAL = (
    *("tests/wire/", "tests/support/wire"),  # real processes, people who take their time, moments of kills
    "tests/support/waiting.py",  # what others do is looked at again and again
    "tests/support/hard_chores.py",  # what hangs until it is killed
    *("tests/world/", "tests/scenes/", "tests/support/scene.py"),  # their time is virtual
)
"""Where time may really pass. Who starts a process elsewhere waits for what it does, by `until`."""
SYSTEMS = frozenset({"SystemRandom", "urandom", "token_bytes", "token_hex", "token_urlsafe", "getrandbits"})
SHARED = frozenset(
    {
        "random",
        "randint",
        "randrange",
        "choice",
        "choices",
        "sample",
        "shuffle",
        "uniform",
        "randbytes",
        "seed",
    }
)
"""What the module `random` draws from a chance that all share, seeded by the system."""


def calls(source: str) -> Iterator[tuple[ast.Call, str, str]]:
    """Yield all calls with the module that what is called comes from, and its name there."""
    tree, names, modules = ast.parse(source), {}, {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {each.asname or each.name: (node.module or "", each.name) for each in node.names}
        elif isinstance(node, ast.Import):
            modules |= {each.asname or each.name: each.name for each in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id=name) if name in names:
                    yield node, *names[name]
                case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in modules:
                    yield node, modules[name], attr


def unseeded(source: str) -> Iterator[int]:
    """Yield the lines that draw from a chance which nobody has seeded."""
    for call, module, name in calls(source):
        from_system = module in ("random", "secrets", "os", "uuid") and (
            name in SYSTEMS or module == "secrets" or (module, name) == ("uuid", "uuid4")
        )
        shared = module == "random" and (name in SHARED or (name == "Random" and not call.args))
        if from_system or shared:
            yield call.lineno


def sleeping(source: str) -> Iterator[int]:
    """Yield the lines that let real time pass."""
    for call, module, name in calls(source):
        if name == "sleep" and module in ("time", "asyncio"):
            match call.args:
                case [ast.Constant(value=0)]:
                    continue
            yield call.lineno


def found(which: Callable[[str], Iterable[int]], words: str, *exempt: str) -> list[str]:
    """Where in the tests there is any of it; files without these words have none."""
    paths = {path.relative_to(ROOT).as_posix(): path for path in sorted((ROOT / "tests").rglob("*.py"))}
    return [
        f"{name}:{line}"
        for name, path in paths.items()
        if not name.startswith(exempt)
        if re.search(words, text := path.read_text(encoding="utf-8"))
        for line in which(text)
    ]


def test_no_test_leaves_anything_to_unseeded_chance() -> None:
    """`tests/support/chance.py` has a chance for everybody: it follows from the name of the test."""
    exploring = "tests/world/__main__.py"  # a seed that is told to whoever asks for none of theirs
    assert found(unseeded, "random|secrets|uuid", exploring, "tests/world/ground.py") == []


def test_no_test_waits_for_time_to_pass() -> None:
    """It waits for what happens (`tests/support/waiting.py`), or moves a clock of its own."""
    assert found(sleeping, "sleep", *REAL) == []


def test_whoever_draws_or_sleeps_is_found() -> None:
    drawing = (
        "import random, secrets\nimport os as system\nfrom random import Random, randint\n"
        "Random()\nrandom.choice([1])\nrandint(1, 6)\nrandom.SystemRandom()\n"
        "secrets.token_hex(4)\nsystem.urandom(2)\nRandom(7)\nrandom.Random('name').choice([1])\n"
    )
    assert sorted(unseeded(drawing)) == [4, 5, 6, 7, 8, 9]
    waiting = "import asyncio\nfrom time import sleep\nasyncio.sleep(0)\nasyncio.sleep(0.1)\nsleep(1)\n"
    assert sorted(sleeping(waiting)) == [4, 5]
