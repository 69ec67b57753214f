"""The wheel, as `uvx gobelet` or `pipx install gobelet` would have it: complete, and it plays from there."""

import asyncio
import re
import signal
import zipfile
from pathlib import Path

import aiohttp
import pytest

from cogs import GAMES
from tests.support.installed import Installed, InstalledBot, build, install
from tests.support.project import ROOT, described, rooms
from tests.support.wire import PATIENCE, Play
from tests.support.wire_judges import judge
from tests.support.wire_reading import text_of


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Built once for all: the folder is shared by all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if base.name.startswith("popen-") else base
    return install(run / "installed")


def test_every_file_of_the_program_is_in_it_and_nothing_else(tmp_path: Path):
    """This takes a build: what setuptools packs is known by packing it."""
    with zipfile.ZipFile(build(tmp_path)) as wheel:
        names = wheel.namelist()
    inside = {name for name in names if ".dist-info/" not in name}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for room in rooms()
        for path in (ROOT / room).rglob("*")
        if path.is_file() and not {"__pycache__", "solve"} & set(path.parts)
        if path.suffix != ".md" or path.name == "rules.md"  # which players read
    }  # what solves games is for whoever develops them
    assert inside == wanted
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.mark.long
def test_it_says_which_version_it_is(installed: Installed, tmp_path: Path):
    said = installed.run(tmp_path, "gobelet", "--version")
    assert said.returncode == 0, said.stderr
    assert said.stdout.splitlines()[0] == f"gobelet {described()['project']['version']}"


@pytest.mark.long
def test_without_settings_it_says_what_is_missing(installed: Installed, tmp_path: Path):
    said = installed.run(tmp_path, "gobelet")
    assert (said.returncode, said.stdout) == (1, "")
    assert "DISCORD_TOKEN is missing" in said.stderr
    assert "Traceback" not in said.stderr


@pytest.mark.long
@pytest.mark.wire
async def test_the_bot_plays_from_it(installed: Installed, tmp_path: Path):
    play = Play(tmp_path)
    play.process = InstalledBot(installed, tmp_path, play.process.settings)
    try:
        await play.open()
        (alice,) = play.people("Alice")
        lobby = await play.command(alice, play.world.add_channel("salon"), "defizz start")
        assert "la table est ouverte" in text_of(lobby)
        await play.up_to_date()
        listed = installed.run(tmp_path, "gobelet", "tables", DATABASE_PATH=str(play.database))
        assert re.search(r"\b1\b.*defizz.*lobby", listed.stdout), listed
        assert await play.process.stop() == 0, play.process.printed()
        judge(play)
    finally:
        await play.close()


@pytest.mark.long
@pytest.mark.wire
async def test_the_playground_plays_from_it(installed: Installed, tmp_path: Path):
    child = await asyncio.create_subprocess_exec(
        *(str(installed.programs / "python"), "-m", "playground", "--port", "0"),
        cwd=tmp_path,
        env=installed.environment({}),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert child.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            url = ""
            while not url and (line := (await child.stdout.readline()).decode()):
                url = next(iter(re.findall(r"http://\S+", line)), "")
            async with aiohttp.ClientSession(url) as browser:
                page = await (await browser.get("/")).text()
                for name in re.findall(r'(?:src|href)="/page/([\w.]+)"', page):
                    assert (await browser.get(f"/page/{name}")).status == 200, name
                async with browser.ws_connect("/page/socket") as socket:
                    names: set[str] = set()
                    while not names:  # the bot has connected once its commands are there
                        told = await socket.receive_json()
                        names = {command["name"] for command in told.get("commands", ())}
        assert names >= {face.spec.name for face in GAMES}
        child.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(child.wait(), PATIENCE) == 0
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
