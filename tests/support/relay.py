"""A relay of sockets between psycopg and PostgreSQL that can lose the server's answer at the wrong moment."""

import shutil
import socket
import threading
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

NAME = ".s.PGSQL.5432"
NEWS = b"A"
"""How a message begins that tells of a NOTIFY; it comes by itself to whoever only listens."""


class Relay:
    """Passes on what both sides say, until it is told to keep an answer for itself and hang up.

    `cut_at`: hangs up once the client has sent these bytes; `after`: only when the server has answered them,
    so that it did what it was told and the client does not know.
    """

    def __init__(self, server: Path) -> None:
        self.folder = Path(mkdtemp(prefix="relay-"))
        self._server = str(server / NAME)
        self._cut_at = b""
        self._after = False
        self.cuts = 0
        self.keeps_news = False
        """Whether notifications are lost here, as in a pooler that gives connections out by transaction."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.folder / NAME))
        self._listener.listen()
        self._links: list[_Link] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def address(self, url: str) -> str:
        """The URL of the same database through this relay."""
        return f"{url.split('?')[0]}?host={quote(str(self.folder), safe='')}"

    def cut(self, at: bytes, *, after: bool) -> None:
        """Hang up once, when the client sends these bytes."""
        self._cut_at, self._after = at, after

    def close(self) -> None:
        """End all connections, and take no more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listener.close()
        for link in self._links:
            link.close()
        shutil.rmtree(self.folder)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._server)
            self._links.append(_Link(self, client, server))

    def take_cut(self, words: bytes) -> str:
        """Whether these words of a client are those at which to hang up: "" for no, "before" or "after"."""
        if not self._cut_at or self._cut_at not in words:
            return ""
        self._cut_at = b""
        self.cuts += 1
        return "after" if self._after else "before"


class _Link:
    def __init__(self, relay: Relay, client: socket.socket, server: socket.socket) -> None:
        self._relay = relay
        self._client = client
        self._server = server
        self._keeps_answer = False
        self._threads = [
            threading.Thread(target=run, daemon=True) for run in (self._pass_questions, self._pass_answers)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._hang_up()
        for thread in self._threads:
            thread.join()
        self._client.close()
        self._server.close()

    def _pass_questions(self) -> None:
        while words := _read(self._client):
            cut = self._relay.take_cut(words)
            if cut == "before":
                break
            self._keeps_answer = self._keeps_answer or cut == "after"
            try:
                self._server.sendall(words)
            except OSError:
                break
        self._hang_up()

    def _pass_answers(self) -> None:
        while words := _read(self._server):
            if self._keeps_answer:
                break
            if self._relay.keeps_news and words.startswith(NEWS):
                continue
            try:
                self._client.sendall(words)
            except OSError:
                break
        self._hang_up()

    def _hang_up(self) -> None:
        for side in (self._client, self._server):
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


def _read(side: socket.socket) -> bytes:
    try:
        return side.recv(65_536)
    except OSError:
        return b""
