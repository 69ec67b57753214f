"""What systemd is told: over a real socket, in a folder or in none (an abstract one)."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ops.systemd import Systemd, watchdog_seconds
from tests.support.waiting import NEVER


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
