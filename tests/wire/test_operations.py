"""What an operator sees of the real process: health, figures, what systemd is told, signals."""

import asyncio
import json
import random
import re
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.ui.wire.responder import NO_GAME, OUTCOMES
from bot.ui.wire.rest import WORDS
from cogs import GAMES
from tests.support.waiting import NEVER, until
from tests.support.wire import TOKEN, Play
from tests.support.wire_players import Company
from tests.support.wire_process import run_bot

pytestmark = pytest.mark.wire


async def port_of(play: Play) -> int:
    """Where the operator's page is, of a bot that was told to take any port."""
    return await until(lambda: play.process.port("operator's page")) or 0


async def get(port: int | str, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def restart_with(play: Play, **settings: str) -> None:
    await play.kill()
    play.process.settings |= settings
    await play.start()
    await play.until(lambda: "ready" in play.process.printed(), "the bot to be ready")


async def serves(play: Play, *settings: str) -> None:
    """Wait until the command says so: a connection alone does not make a bot ready."""
    async with asyncio.timeout(NEVER):
        status = 1
        while status != 0:
            status, printed = await run_bot(play.process.folder, play.process.settings, "health")
    assert "serves" in printed


async def test_health_without_a_port(play: Play) -> None:
    """The socket beside the database: no setting is needed, and a bot that has died is not well."""
    await serves(play)
    await play.kill()
    status, printed = await run_bot(play.process.folder, play.process.settings, "health")
    assert status == 1
    assert "No Gobelet answers" in printed
    assert "Traceback" not in printed
    await play.start()  # over what the killed one has left
    await serves(play)


async def test_a_bot_that_hears_nothing_is_not_ready(play: Play) -> None:
    await play.kill()
    play.process.settings["OPS_PORT"] = "0"
    slow = play.server.faults.fail("GET", "/users/@me$", delay=3.0)
    starting = asyncio.create_task(play.start())
    await slow.struck.wait()  # Discord has not even answered the login yet
    port = await port_of(play)
    assert (await get(port, "/live"))[0] == 200
    status, text = await get(port, "/ready")
    assert status == 503
    assert json.loads(text) == {"ready": False, "parts": {"database": "ok", "discord": "not connected"}}
    await starting
    await serves(play)
    assert (await get(port, "/ready"))[0] == 200


def samples(page: str) -> list[tuple[str, dict[str, str], float]]:
    families = text_string_to_metric_families(page)
    return [(it.name, it.labels, it.value) for family in families for it in family.samples]


async def figures(port: int) -> list[tuple[str, dict[str, str], float]]:
    """What the page tells of the bot itself."""
    _, page = await get(port, "/metrics")
    return [each for each in samples(page) if each[0].startswith("gobelet_")]


def refused(told: list[tuple[str, dict[str, str], float]]) -> float:
    """How many clicks of La Tasse were refused."""
    counted = ("gobelet_click_seconds_count", {"game": "tasse", "outcome": "refused"})
    return sum(value for name, labels, value in told if (name, labels) == counted)


async def test_an_evening_in_figures_names_nobody(play: Play) -> None:
    """All labels come from closed sets, and no id and no token stands anywhere on the page."""
    await restart_with(play, OPS_PORT="0")
    port = await port_of(play)
    company = Company(play, play.world.add_channel("jeux"), play.people("Alice", "Bruno"), random.Random(3))
    await company.begin(seuil=2)
    assert await company.play_on() > 0
    await play.up_to_date()
    before = refused(await figures(port))  # somebody may have pressed what was just being redrawn
    await play.command(company.people[0], company.channel, "tasse stop")  # refused: it is over
    await play.up_to_date()
    _, page = await get(port, "/metrics")
    ours = await figures(port)
    codes = {str(code) for code in range(100, 600)} | {"none"}
    closed: dict[str, Any] = {
        "game": {NO_GAME, *(game.spec.name for game in GAMES)},
        "outcome": set(OUTCOMES),
        "code": codes,
    }
    for name, labels, _ in ours:
        for label, value in labels.items():
            if label == "route":
                method, _, path = value.partition(" /")
                assert method in {"GET", "POST", "PUT", "PATCH", "DELETE"}
                assert set(path.split("/")) <= WORDS | {"{}", ""}, value
            elif label != "le":
                assert value in closed[label], (name, label, value)
    told = "\n".join(line for line in page.splitlines() if line.startswith("gobelet_"))
    assert not re.search(r"[0-9]{15,}", re.sub(r" \S+$", "", told, flags=re.M))
    assert TOKEN not in page
    clicks = sum(value for name, labels, value in ours if name == "gobelet_click_seconds_count")
    assert clicks == len(play.asked)
    assert refused(ours) == before + 1
    assert ("gobelet_nonce_hits_total", {}, 0.0) in ours
    assert ("gobelet_behind_tables", {}, 0.0) in ours
    (batches,) = (value for name, _, value in ours if name == "gobelet_commit_seconds_count")
    ((acts,),) = play.rows("SELECT count(*) FROM log WHERE kind = 'act'")
    assert batches >= acts  # each was answered before the next was made, however short the game
    answered = {"route": "POST /interactions/{}/{}/callback", "code": "204"}
    assert any(name == "gobelet_rest_total" and labels == answered for name, labels, _ in ours)
    assert "process_resident_memory_bytes" in page


async def test_a_port_that_is_taken_is_said(play: Play, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        settings = play.process.settings | {"DATABASE_PATH": str(other / "gobelet.db"), "OPS_PORT": port}
        status, printed = await run_bot(other, settings)
    assert status == 1
    assert f"OPS_PORT {port} on 127.0.0.1 cannot be used" in printed
    assert "Traceback" not in printed


async def test_systemd_hears_of_the_whole_life(play: Play, tmp_path: Path) -> None:
    heard: list[str] = []

    def listen() -> None:
        heard.extend(manager.recv(1000).decode().splitlines())

    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        loop.add_reader(manager, listen)
        watch = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000", "GRACE_SECONDS": "200"}
        await restart_with(play, **watch)
        await play.until(lambda: heard.count("WATCHDOG=1") > 3 and "READY=1" in heard, "signs of life")
        assert await play.process.stop() == 0
        await play.until(lambda: "STOPPING=1" in heard, "the stop")
        loop.remove_reader(manager)
    assert heard.index("STATUS=connecting to Discord") < heard.index("READY=1") < heard.index("STOPPING=1")
    (longer,) = (line.partition("=")[2] for line in heard if line.startswith("EXTEND_TIMEOUT_USEC="))
    assert int(longer) > 200 * 1_000_000, "the stop may take as long as its settings want"


async def test_log_level_and_blocks_are_read_again(play: Play) -> None:
    """SIGHUP: what is wrong is said, and the old level holds."""
    play.process.settings.pop("LOG_LEVEL")
    env = play.process.folder / ".env"
    await restart_with(play)

    async def hang_up(level: str, *words: str) -> str:
        env.write_text(f"LOG_LEVEL={level}\n")
        before = len(play.process.printed())
        play.process.child.send_signal(signal.SIGHUP)
        await play.until(
            lambda: all(word in play.process.printed()[before:] for word in words), "the settings to be read"
        )
        return play.process.printed()[before:]

    person = play.people("Alice")[0]
    blocked = await run_bot(play.process.folder, play.process.settings, "block", "user", str(person.id))
    assert blocked[0] == 0
    said = await hang_up("loud", "LOG_LEVEL is wrong")
    assert "loud" not in said
    channel = play.world.add_channel("jeux")
    await play.command(person, channel, "tasse start")
    assert play.rows("SELECT count(*) FROM tables") == [(0,)]
    await hang_up("error", "settings read again", "log_level=error", "changed=True")
    await hang_up("error", "log_level=error", "changed=False")
    await hang_up("debug", "log_level=debug", "changed=True")
    assert play.process.running


@pytest.mark.long
async def test_backups_are_made_while_people_play(play: Play, tmp_path: Path) -> None:
    """The first one soon after the start, the next at its time; each opens, and a stop leaves no half."""
    folder = tmp_path / "copies"
    await play.kill()
    play.process.settings |= {"BACKUP_FOLDER": str(folder), "BACKUP_HOURS": "0.01", "BACKUP_KEEP": "1"}
    await play.start()
    company = Company(play, play.world.add_channel("jeux"), play.people("Alice", "Bruno"), random.Random(3))
    await company.begin(seuil=2)
    await play.until(lambda: "backup made" in play.process.printed(), "a backup", seconds=80)
    copies = list(folder.glob("gobelet-*.db"))
    assert len(copies) == 1
    with closing(sqlite3.connect(copies[0])) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (1,)
    assert await play.process.stop() == 0
    assert not list(folder.glob("*.part"))


async def test_a_backup_folder_that_cannot_be_used_is_said(play: Play, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "copies").touch()
    more = {"DATABASE_PATH": str(other / "gobelet.db"), "BACKUP_FOLDER": str(other / "copies")}
    status, printed = await run_bot(other, play.process.settings | more)
    assert status == 1
    assert "BACKUP_FOLDER" in printed
    assert "Traceback" not in printed
