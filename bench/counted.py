"""The bot with counters, all put in place from outside; nothing of the bot knows that they are there.

python -m bench.counted      with a file's name in COUNTS

At SIGUSR1 the sums so far are written to that file as JSON:
    statements   SQL statements, BEGIN and COMMIT included, as SQLite itself has seen them
    written      characters of the statements that write, values included
    actions      lines of the tables' logs
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

from bot.__main__ import main
from cogs import GAMES

counts: Counter[str] = Counter()
connect = sqlite3.connect


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
    if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE", "REPLACE")):
        counts["written"] += len(sql)
        counts["actions"] += sql.startswith("INSERT INTO log ")


def connect_and_listen(*arguments: Any, **keywords: Any) -> sqlite3.Connection:
    """Connect, and hear of every statement from now on."""
    connection: sqlite3.Connection = connect(*arguments, **keywords)
    connection.set_trace_callback(note_statement)
    return connection


def tell(*_: object) -> None:
    """Write the sums down, whole or not at all."""
    path = Path(os.environ["COUNTS"])
    part = path.with_suffix(".part")
    part.write_text(json.dumps(counts), encoding="ascii")
    part.rename(path)


if __name__ == "__main__":
    sqlite3.connect = connect_and_listen  # type: ignore[assignment]
    count_calls(BaseEventLoop, "call_soon_threadsafe", "hops")
    count_calls(Image.Image, "save", "pictures")
    for face in GAMES:
        for method, kind in (("draw_board", "boards"), ("draw_end", "boards"), ("draw_panel", "panels")):
            count_calls(face, method, kind)
    signal.signal(signal.SIGUSR1, tell)
    sys.exit(main([]))
