"""The bot as a child process, and the playground as a program of its own."""

import asyncio
import signal
import socket
import sys
from pathlib import Path

import pytest

from playground.__main__ import port_number
from playground.bots import Supervisor

DEAF = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("deaf", flush=True)
time.sleep(60)
"""


async def _printed(supervisor: Supervisor, line: str) -> None:
    moved = asyncio.Event()
    forget = supervisor.changes.subscribe(lambda _: moved.set())
    while line not in supervisor.log:
        await moved.wait()
        moved.clear()
    forget()


def _python(code: str, **environment: str) -> Supervisor:
    return Supervisor([sys.executable, "-c", code], environment, secrets=["hush"])


async def test_a_child_is_killed_and_started_again():
    supervisor = _python("import time; print('up', flush=True); time.sleep(60)")
    await supervisor.start()
    first = supervisor.process.pid
    await supervisor.start()
    assert supervisor.process.pid == first
    await supervisor.kill()
    assert (supervisor.process.pid, supervisor.process.code) == (None, -signal.SIGKILL)
    await supervisor.kill()
    await supervisor.start()
    assert supervisor.process.pid not in (None, first)
    assert supervisor.process.starts == 2
    await supervisor.kill()


async def test_a_child_that_ends_by_itself_leaves_its_code_and_last_words():
    supervisor = _python("import sys; print('words', end=''); sys.exit(3)")
    ended = asyncio.Event()
    supervisor.changes.subscribe(lambda process: None if process.running else ended.set())
    await supervisor.start()
    await ended.wait()
    assert supervisor.process.code == 3
    assert list(supervisor.log) == ["words"]


async def test_closing_asks_first_and_kills_who_does_not_listen():
    supervisor = _python(DEAF)
    await supervisor.start()
    await _printed(supervisor, "deaf")
    await supervisor.close(grace_seconds=0.1)
    assert supervisor.process.code == -signal.SIGKILL


async def test_the_log_holds_neither_secrets_nor_colours():
    supervisor = _python("import os; print('\\x1b[31mred\\x1b[0m', os.environ['WORD'])", WORD="hush")
    await supervisor.start()
    await _printed(supervisor, "red •••")
    await supervisor.close()


async def test_a_command_that_is_not_there_is_told_in_the_log():
    supervisor = Supervisor(["/nowhere/to/be/found"], {})
    await supervisor.start()
    assert supervisor.process.code == 127
    assert "/nowhere/to/be/found" in supervisor.log[0]


async def _play(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "playground",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_a_taken_port_is_told_in_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        program = await _play("--port", str(port))
        _, said = await program.communicate()
    assert program.returncode == 1
    assert f"Le port {port} est déjà pris" in said.decode()
    assert "Traceback" not in said.decode()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_prints_an_address_and_ends_cleanly_with_its_child(number: signal.Signals, tmp_path: Path):
    program = await _play("--port", "0", "--data", str(tmp_path / "kept"))
    assert program.stdout is not None
    lines = []
    while not any("Fin" in line for line in lines):
        lines.append((await program.stdout.readline()).decode())
    assert any("http://127.0.0.1:" in line for line in lines)
    assert any(str(tmp_path / "kept") in line for line in lines)
    program.send_signal(number)
    rest, said = await program.communicate()
    assert program.returncode == 0
    assert "Au revoir." in rest.decode()
    assert "Traceback" not in said.decode()


@pytest.mark.parametrize("text", ["-1", "65536", "abc", ""])
def test_a_port_is_a_number_within_bounds(text: str):
    with pytest.raises(Exception, match="n’est pas un port"):
        port_number(text)
