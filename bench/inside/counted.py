"""The bot with counters, all put in place from outside; nothing of the bot knows that they are there.

python -m counted      with this folder and the checkout in PYTHONPATH, and a file's name in COUNTS

At SIGUSR1 the sums so far are written to that file as JSON:
    actions      lines of the tables' logs
    statements   SQL statements, BEGIN and COMMIT included: those that SQLite itself has seen, or that were
                 sent to PostgreSQL (a batch of steps is one)
    reads        those that select, on SQLite
    written      characters of the statements that write, values included
    hops         ways into another thread and back (every answer from a thread wakes the loop)
    boards       draw_board and draw_end of any game
    panels       draw_panel of any game
    pictures     pictures encoded
    forwarded    interactions that another process has taken

With FORWARDING=off no interaction is sent on: whoever hears it acts on it.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
from asyncio.base_events import BaseEventLoop
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PIL import Image

WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE")
counts: Counter[str] = Counter()


def count_calls(owner: Any, name: str, what: str) -> None:
    """Count the calls of a function, which does what it did before."""
    inner = getattr(owner, name)

    def counted(*arguments: Any, **keywords: Any) -> Any:
        counts[what] += 1
        return inner(*arguments, **keywords)

    setattr(owner, name, counted)


def note_statement(sql: str) -> None:
    """Count a statement; SQLite gives it with its values, and its triggers' as comments."""
    if sql.startswith("--"):
        return
    counts["statements"] += 1
    verb = sql.lstrip()[:7].upper()
    if verb.startswith(("SELECT", "WITH")):
        counts["reads"] += 1
    elif verb.startswith(WRITING):
        counts["written"] += len(sql)
        counts["actions"] += sql.startswith("INSERT INTO log ")


def count_meters() -> None:
    """Count what the bot's own meters are told, too."""
    from bot import meters

    inner = meters.count

    def counted(name: str, *labels: str, by: float = 1) -> None:
        if name == "statements":
            counts["statements"] += int(by)
        elif (name, *labels) == ("forwarded", "taken"):
            counts["forwarded"] += 1
        inner(name, *labels, by=by)

    meters.count = counted


def keep_everything_here() -> None:
    """Send no interaction on to its home."""
    from bot.homes.forwarding import Forwarder

    async def refuse(*_: object) -> bool:
        return False

    Forwarder.send = refuse  # type: ignore[assignment, method-assign]


def connect(*arguments: Any, **keywords: Any) -> sqlite3.Connection:
    """Connect, and hear of every statement from now on."""
    connection = _connect(*arguments, **keywords)
    connection.set_trace_callback(note_statement)
    return connection


def tell(*_: object) -> None:
    """Write the sums down, whole or not at all."""
    path = Path(os.environ["COUNTS"])
    part = path.with_suffix(".part")
    part.write_text(json.dumps(counts), encoding="ascii")
    part.rename(path)


def install() -> None:
    """Put all counters in place."""
    from cogs import GAMES

    sqlite3.connect = connect  # type: ignore[assignment]
    count_calls(BaseEventLoop, "call_soon_threadsafe", "hops")
    count_calls(Image.Image, "save", "pictures")
    for face in GAMES:
        for name, what in (("draw_board", "boards"), ("draw_end", "boards"), ("draw_panel", "panels")):
            count_calls(face, name, what)
    if find_spec("bot.meters") is not None:  # 0.3.0 had none
        count_meters()
    if os.environ.get("FORWARDING") == "off":
        keep_everything_here()
    signal.signal(signal.SIGUSR1, tell)


_connect = sqlite3.connect

if __name__ == "__main__":
    from bot.__main__ import main

    install()
    sys.exit(main([]))
