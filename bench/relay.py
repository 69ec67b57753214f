"""A distance between a bot and its PostgreSQL: what either says arrives some time later.

python -m bench.relay FROM TO SECONDS      sockets' paths; SECONDS is the way there and back

It is a process of its own, with threads, since the loop of asyncio counts whole milliseconds and the bench's
own interpreter has other work.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from urllib.parse import quote

__all__ = ["distance"]

ROOT = Path(__file__).resolve().parents[1]
NAME = ".s.PGSQL.5432"
MOST = 1 << 16
PATIENCE = 10.0


@contextmanager
def distance(url: str, folder: Path, seconds: float) -> Iterator[str]:
    """The URL of the same database, `seconds` away there and back; its socket is in `folder`."""
    with TemporaryDirectory(prefix="relay-") as place:
        near = Path(place) / NAME
        command = [sys.executable, "-m", "bench.relay", str(near), str(folder / NAME), str(seconds)]
        process = subprocess.Popen(command, cwd=ROOT)  # noqa: S603 - our own words
        try:
            _wait_for(near)
            yield f"{url.split('?')[0]}?host={quote(place, safe='')}"
        finally:
            process.kill()
            process.wait()


def _wait_for(path: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists():
        if time.monotonic() > end:
            raise RuntimeError("the relay does not start")
        time.sleep(0.02)


def run(near: str, far: str, seconds: float) -> None:
    """Take connections until the process is ended."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(near)
    listener.listen()
    while True:
        client, _ = listener.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(far)
        join(client, server, seconds / 2)
        join(server, client, seconds / 2)


def join(one: socket.socket, other: socket.socket, delay: float) -> None:
    """Pass on what one says to the other, each word as much later."""
    on_the_way: SimpleQueue[tuple[float, bytes]] = SimpleQueue()

    def hear() -> None:
        words = b"..."
        while words:
            words = read(one)
            on_the_way.put((time.monotonic() + delay, words))

    def tell() -> None:
        while True:
            due, words = on_the_way.get()
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                if words:
                    other.sendall(words)
                    continue
                other.shutdown(socket.SHUT_WR)
            except OSError:  # it has hung up
                pass
            return

    for work in (hear, tell):
        threading.Thread(target=work, daemon=True).start()


def read(side: socket.socket) -> bytes:
    """What is said next; nothing once that side has hung up."""
    try:
        return side.recv(MOST)
    except OSError:
        return b""


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], float(sys.argv[3]))
