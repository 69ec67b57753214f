"""The image: what the Dockerfile promises; and that its steps, done without Docker, give a bot that plays."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scripts.try_image import HEALTHY, read_steps
from tests.support.project import ROOT, SETTINGS, described, is_command, rooms
from tests.support.wire import TOKEN, Play

STEPS = read_steps((ROOT / "Dockerfile").read_text(encoding="utf-8"))
LAST = STEPS[max(at for at, (name, _) in enumerate(STEPS) if name == "FROM") :]
IGNORED = [
    line
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
HADOLINT = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
SERVER = (ROOT / "requirements-server.txt").read_text(encoding="utf-8")


def values_of(steps: list[tuple[str, str]], name: str) -> list[str]:
    return [rest for step, rest in steps if step == name]


def copied() -> list[str]:
    """What is copied from the repository."""
    lines = [rest.split() for rest in values_of(STEPS, "COPY") if not rest.startswith("--from")]
    return [source for words in lines for source in words[:-1]]


def reaches_builder(path: str) -> bool:
    """Whether .dockerignore lets a file through: the last pattern that fits decides."""
    kept = True
    for pattern in IGNORED:
        wanted, bare = pattern.startswith("!"), pattern.lstrip("!")
        if fnmatch(path.split("/")[0], bare) or fnmatch(f"/{path}", bare.replace("**/", "*/")):
            kept = wanted
    return kept


@pytest.mark.skipif(HADOLINT is None, reason="hadolint is not installed (it comes with `make test` on Linux)")
def test_hadolint_finds_no_fault():
    said = subprocess.run(
        [str(HADOLINT), str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


def test_what_is_copied_is_there_and_gets_to_the_builder():
    assert {*rooms(), "pyproject.toml", "LICENSE", "README.md"} <= set(copied())
    assert [name for name in copied() if not (ROOT / name).exists() or not reaches_builder(name)] == []


@pytest.mark.parametrize(
    "path", [".env", ".git/config", "data/gobelet.db", "bot/.env", "db/x.db-wal", "bot/__pycache__/a.pyc"]
)
def test_nothing_of_ours_gets_to_the_builder(path: str):
    assert not reaches_builder(path)


def test_every_package_has_the_hash_that_was_noted():
    installs = [line for rest in values_of(STEPS, "RUN") for line in rest.split("&&") if " install " in line]
    fetched = [line for line in installs if "pip" in line and "--no-index" not in line]
    assert len(fetched) == 1
    assert "--require-hashes" in fetched[0]
    assert "requirements-server.txt" in fetched[0]
    entries = re.split(r"\n(?=\S)", SERVER.strip())
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_noted_packages_are_those_of_the_project():
    """`make lock` was not forgotten: every version that the project names is the one in the image."""
    project = described()["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["postgres"], *extras["http"], *extras["ops"]]
    noted = dict(re.findall(r"^([\w.-]+)==(\S+)", SERVER, re.M))
    missing = [
        text
        for text in wanted
        if str(Requirement(text).specifier) != f"=={noted.get(Requirement(text).name.replace('.', '-'))}"
    ]
    assert missing == []


def test_the_image_runs_as_nobody_special_and_stops_when_asked():
    users = values_of(LAST, "USER")
    assert users
    assert users[-1].split(":")[0] not in ("0", "root")
    assert values_of(LAST, "STOPSIGNAL") == ["SIGTERM"]
    assert values_of(LAST, "VOLUME") == ["/data"]
    assert not re.search(r"\bpip\b|apt-get|build-essential|gcc", " ".join(values_of(LAST, "RUN")))


def test_the_base_has_the_oldest_python_that_the_project_runs_on():
    versions = {rest.split()[0] for rest in values_of(STEPS, "FROM")}
    assert versions == {f"python:{described()['project']['requires-python'].removeprefix('>=')}-slim"}


def test_its_commands_and_settings_exist():
    assert is_command(words(values_of(LAST, "ENTRYPOINT")[0]))
    assert is_command(words(values_of(LAST, "HEALTHCHECK")[0].partition("CMD ")[2]))
    names = re.findall(r"([A-Z_]+)=", " ".join(values_of(LAST, "ENV")))
    assert set(names) - SETTINGS == {"PATH", "PYTHONUNBUFFERED"}


def words(text: str) -> list[str]:
    return re.findall(r'"([^"]*)"', text)


def _why_not() -> str | None:
    if sys.platform != "linux" or os.geteuid() != 0:
        return "only root can put a layer over this machine"
    layer = 'cd "$(mktemp -d)" && mount -t tmpfs none . && mkdir u w m && '
    layer += "mount -t overlay -o lowerdir=/,upperdir=u,workdir=w none m && chroot m true"
    tried = subprocess.run(["unshare", "--mount", "sh", "-c", layer], capture_output=True, check=False)
    return None if tried.returncode == 0 else "no layer can be put over this machine's file system"


@pytest.mark.long
@pytest.mark.wire
@pytest.mark.timeout(600)  # packages are fetched, on a machine that may be busy
async def test_its_steps_give_a_bot_that_is_healthy_plays_and_stops(tmp_path: Path):
    if (why_not := _why_not()) is not None:
        pytest.skip(why_not)
    play = Play(tmp_path)
    await play.server.start()
    settings = {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": play.server.api_url,
        "DISCORD_GATEWAY_URL": play.server.gateway_url,
    }
    with (tmp_path / "bot.log").open("wb") as log:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, str(ROOT / "scripts" / "try_image.py")),
            *(f"{name}={value}" for name, value in settings.items()),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        said = play.process.printed
        await play.until(lambda: HEALTHY in said() or child.returncode is not None, "a healthy bot", 500)
        if "Could not find a version" in said() or "NewConnectionError" in said():
            pytest.skip("the packages of the image cannot be had without the network")
        assert child.returncode is None, said()[-3000:]
        (alice,) = play.people("Alice")
        lobby = await play.command(alice, play.world.add_channel("salon"), "tasse start")
        assert lobby is not None
        child.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(child.wait(), 60) == 0, said()[-3000:]
        assert "Traceback" not in said()
    finally:
        if child.returncode is None:
            os.killpg(child.pid, signal.SIGKILL)
            await child.wait()
        await play.server.stop()
