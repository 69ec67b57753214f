"""The check of a record as a job for a process of its own: the record's bytes in, the verdict's bytes out."""

from __future__ import annotations

from pydantic import TypeAdapter

from bot.tables.record import Record
from bot.tables.verify import Verdict, verify
from engines import GAMES

__all__ = ["check", "verdict_of"]

_VERDICTS = TypeAdapter(Verdict)


def check(record: bytes) -> bytes:
    """Check a record (a file's bytes, see `Record.load`); the answer is for `verdict_of`."""
    return _VERDICTS.dump_json(verify(Record.load(record), GAMES))


def verdict_of(answer: bytes) -> Verdict:
    """What `check` found."""
    return _VERDICTS.validate_json(answer)
