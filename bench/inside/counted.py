"""The bot with counters, all put in place from outside; nothing of the bot knows that they are there.

python -m counted      with this folder and the checkout in PYTHONPATH, and a file's name in COUNTS

At SIGUSR1 the sums so far are written to that file as JSON:
    actions      lines of the tables' logs
    statements   SQL statements, BEGIN and COMMIT included, seen by SQLite itself
    reads        those that select
    written      characters of the statements that write, values included
    hops         ways into another thread and back (every answer from a thread wakes the loop)
    boards       draw_board and draw_end of any game
    panels       draw_panel of any game
    pictures     pictures encoded
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
from asyncio.base_events import BaseEventLoop
from collections import Counter
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
    signal.signal(signal.SIGUSR1, tell)


_connect = sqlite3.connect

if __name__ == "__main__":
    from bot.__main__ import main

    install()
    sys.exit(main([]))
