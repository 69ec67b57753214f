"""What the parts of a bot say of themselves, who may ask, and what systemd is told."""

import asyncio
import json
import os
import socket
import stat
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.operator.health import check_health
from bot.ops import health as health_file
from bot.ops.health import Health, LocalSocket, Probe, Pulse, Troubled, ask, socket_path
from bot.ops.operations import Server
from bot.ops.signals import Systemd, watchdog_seconds
from bot.settings import Settings
from db.errors import StoreError
from tests.support.waiting import NEVER, jump, settled


async def well() -> None:
    """Nothing is wrong."""


async def cut_off() -> None:
    raise Troubled("not connected")


async def full() -> None:
    raise StoreError("disk_full", path="/home/somebody/secret.db")


async def stuck() -> None:
    await asyncio.Event().wait()


async def test_ready_is_who_has_all_parts_well() -> None:
    report = await Health({"database": well, "discord": well}).examine()
    assert report.ready
    assert report.parts == {"database": "ok", "discord": "ok"}


async def test_it_says_which_part_is_not_well_and_nothing_that_is_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health_file, "PATIENCE", 0.01)
    health = Health({"database": full, "discord": cut_off})
    health.add("listener", stuck)
    report = await health.examine()
    assert not report.ready
    assert report.parts == {
        "database": "disk_full",
        "discord": "not connected",
        "listener": "no answer within 0 s",
    }


async def test_who_stops_is_ready_for_nobody() -> None:
    health = Health({"database": well})
    health.stopping = True
    report = await health.examine()
    assert not report.ready
    assert report.parts["process"] == "stopping"


async def test_a_probe_asks_once_however_many_want_to_know(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def write() -> None:
        asked.append(len(asked))
        await asyncio.sleep(0)
        if len(asked) == 1:
            raise Troubled("not today")

    probe = Probe(write)
    said = await asyncio.gather(*(probe() for _ in range(5)), return_exceptions=True)
    assert [str(each) for each in said] == ["not today"] * 5
    with pytest.raises(Troubled):
        await probe()
    assert len(asked) == 1
    monkeypatch.setattr(health_file, "KEPT", 0.0)  # the answer is too old from now on
    await probe()
    assert len(asked) == 2


async def test_who_leaves_a_probe_takes_the_answer_from_nobody() -> None:
    go_on = asyncio.Event()
    probe = Probe(go_on.wait)
    impatient, patient = asyncio.create_task(probe()), asyncio.create_task(probe())
    await asyncio.sleep(0)
    impatient.cancel()
    go_on.set()
    await patient
    assert impatient.cancelled() or impatient.cancelling()


async def test_the_socket_beside_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = socket_path(tmp_path / "gobelet.db")
    path.write_text("left by a killed process")
    local = LocalSocket(path, Health({"discord": cut_off}))
    await local.start()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert await asyncio.to_thread(ask, path, 5.0) == {"discord": "not connected"}
    await local.stop()
    assert not path.exists()
    with pytest.raises(OSError):
        ask(path, 1.0)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The settings of a bot in a folder of its own, and nobody else's."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "gobelet.db"))
    return monkeypatch


@pytest.mark.parametrize("by_port", [False, True])
async def test_the_command_asks_by_the_port_or_else_by_the_socket(
    tmp_path: Path, settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], by_port: bool
) -> None:
    health = Health({"database": well})
    part: LocalSocket | Server = LocalSocket(socket_path(tmp_path / "gobelet.db"), health)
    if by_port:
        part = Server("127.0.0.1", 0, health)
        settings.setenv("OPS_HOST", "0.0.0.0")
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        if by_port:
            settings.setenv("OPS_PORT", str(deaf.getsockname()[1]))
        assert await asyncio.to_thread(check_health, Namespace()) == 1
    assert "No Gobelet answers here" in capsys.readouterr().err
    await part.start()
    if isinstance(part, Server):
        settings.setenv("OPS_PORT", str(part.port))
        capsys.readouterr()  # where it is, the log has told, too
    assert await asyncio.to_thread(check_health, Namespace()) == 0
    assert capsys.readouterr().out == "Gobelet serves. database: ok.\n"
    health.add("discord", cut_off)
    assert await asyncio.to_thread(check_health, Namespace()) == 1
    assert "not ready. discord: not connected." in capsys.readouterr().err
    await part.stop()


def test_the_command_needs_the_port_where_there_is_no_file(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.setenv("DATABASE_URL", "postgresql://gobelet:secret@127.0.0.1/gobelet")
    assert check_health(Namespace()) == 1
    said = capsys.readouterr().err
    assert "needs OPS_PORT" in said
    assert "secret" not in said


async def test_a_loop_that_was_stuck_is_not_alive() -> None:
    lags: list[float] = []
    pulse = Pulse(60.0, lags.append)
    pulse.start()
    await settled()
    assert lags == []
    jump(300.0)  # in which the loop did nothing
    await settled()
    assert [240.0 <= lag < 300.0 for lag in lags] == [True]
    pulse.stop()
    jump(300.0)
    await settled()
    assert len(lags) == 1


async def test_a_caller_who_hangs_up_disturbs_nobody(tmp_path: Path) -> None:
    path = socket_path(tmp_path / "gobelet.db")
    local = LocalSocket(path, Health({"discord": well}))
    await local.start()
    for _ in range(3):
        _, writer = await asyncio.open_unix_connection(path)
        writer.transport.abort()
    reader, writer = await asyncio.open_unix_connection(path)
    assert json.loads(await reader.read()) == {"discord": "ok"}
    writer.close()
    await local.stop()


async def test_a_folder_without_sockets_only_costs_the_command(tmp_path: Path) -> None:
    local = LocalSocket(tmp_path / ("x" * 200), Health({}))  # longer than a socket's name may be
    await local.start()
    await local.stop()
    assert not socket_path(tmp_path).exists()


# -- systemd -----------------------------------------------------------------------------------------------


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A service manager's socket, and the name by which the process knows it."""
    name = str(tmp_path / "notify") if request.param == "file" else f"@gobelet-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.settimeout(NEVER)
        receiver.bind(name.replace("@", "\0", 1))
        yield name, receiver


def test_each_fact_is_a_line(manager: tuple[str, socket.socket]) -> None:
    name, receiver = manager
    Systemd({"NOTIFY_SOCKET": name}).say(READY="1", STATUS="serving")
    assert receiver.recv(1000).decode().splitlines() == ["READY=1", "STATUS=serving"]


def test_without_systemd_nothing_is_said_and_nothing_fails() -> None:
    Systemd({}).say(READY="1")


def test_a_socket_that_is_gone_is_only_logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Systemd({"NOTIFY_SOCKET": str(tmp_path / "nowhere")}).say(READY="1")
    assert "systemd not told" in capsys.readouterr().out


def test_the_watchdog_is_only_for_the_process_that_it_names() -> None:
    assert watchdog_seconds({}) is None
    assert watchdog_seconds({"WATCHDOG_USEC": "30000000"}) == 30
    assert watchdog_seconds({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}) == 30
    assert watchdog_seconds({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}) is None
    assert watchdog_seconds({"WATCHDOG_USEC": "0"}) is None
    assert watchdog_seconds({"WATCHDOG_USEC": "soon"}) is None
