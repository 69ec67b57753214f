"""The program as somebody has it who installed its wheel: in an environment with nothing else of ours.

Nothing is fetched: the packages that the wheel asks for are linked into the new environment from this one.
"""

import asyncio
import fcntl
import importlib.metadata
import shutil
import subprocess
import sys
import tarfile
from asyncio.subprocess import DEVNULL
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from packaging.requirements import Requirement

from tests.support.project import ROOT, rooms
from tests.support.wire_process import BotProcess, clean_environment

_BUILD = "import sys; from setuptools import build_meta as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"


class Installed:
    """An environment in which the wheel is installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def programs(self) -> Path:
        return self.folder / "environment" / "bin"

    def run(self, folder: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run one of its programs to the end."""
        return subprocess.run(
            [str(self.programs / command[0]), *command[1:]],
            cwd=folder,
            env=self.environment(settings),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def environment(self, settings: Mapping[str, str]) -> dict[str, str]:
        """The variables for a program of it: none leads back to this repository."""
        mine = clean_environment({"PATH": f"{self.programs}:/usr/bin:/bin", **settings})
        return {name: value for name, value in mine.items() if not name.startswith("PYTHON")}


class InstalledBot(BotProcess):
    """The bot as its entry point starts it."""

    def __init__(self, installed: Installed, folder: Path, settings: Mapping[str, str]) -> None:
        super().__init__(folder, settings)
        self._installed = installed

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._child = await asyncio.create_subprocess_exec(
                str(self._installed.programs / "gobelet"),
                cwd=self.folder,
                env=self._installed.environment(self.settings),
                stdin=DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.starts += 1


def install(folder: Path) -> Installed:
    """Build and install in `folder`, or take what another process of this run has made there."""
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder / "lock"):
        if not (folder / "made").exists():
            _make_environment(folder, build(folder))
            (folder / "made").touch()
    return Installed(folder)


def build(folder: Path) -> Path:
    """From the repository a source distribution, from that alone a wheel."""
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in rooms():
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    packed = _build("build_sdist", source, folder / "dist")
    with tarfile.open(folder / "dist" / packed) as tar:
        tar.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return folder / "dist" / _build("build_wheel", unpacked, folder / "dist")


def _make_environment(folder: Path, wheel: Path) -> None:
    environment = folder / "environment"
    _python("-m", "venv", "--without-pip", environment)
    pip = (
        "-m",
        "pip",
        "--python",
        environment / "bin" / "python",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-compile",
    )
    _python(*pip, wheel)
    (site,) = environment.glob("lib/python*/site-packages")
    _link_packages(site)


def _build(kind: str, source: Path, target: Path) -> str:
    return _python("-c", _BUILD, kind, target, cwd=source).splitlines()[-1]


def _python(*arguments: str | Path, cwd: Path | None = None) -> str:
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _link_packages(site: Path) -> None:
    """Link what the installed wheel asks for, and what that asks for, and nothing else."""
    (own,) = importlib.metadata.distributions(path=[str(site)])
    for found in _needed(own.requires or ()):
        for top in {Path(str(file)).parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(found.locate_file(top))).resolve())


def _needed(requirements: Iterable[str]) -> Iterator[importlib.metadata.Distribution]:
    """The packages that meet these requirements, each with those that it requires itself."""
    waiting = [(text, "") for text in requirements]
    seen = set()
    while waiting:
        text, extra = waiting.pop()
        wanted = Requirement(text)
        if (text, extra) in seen or (wanted.marker and not wanted.marker.evaluate({"extra": extra})):
            continue
        seen.add((text, extra))
        found = importlib.metadata.distribution(wanted.name)
        assert wanted.specifier.contains(found.version), f"{wanted} is wanted, {found.version} is here"
        waiting += [(more, each) for more in found.requires or () for each in ("", *wanted.extras)]
        yield found


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
