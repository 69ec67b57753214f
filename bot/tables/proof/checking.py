"""The check of a record as a job for a process of its own: the record's bytes in, the verdict's bytes out."""

from __future__ import annotations

from importlib import import_module

from pydantic import TypeAdapter

from bot.tables.proof.record import Record
from bot.tables.proof.verify import Verdict, verify
from engines.core.game import AnyGame

__all__ = ["ask_check", "check", "verdict_of"]

_VERDICTS = TypeAdapter(Verdict)


def ask_check(record: bytes, rules: AnyGame | None) -> bytes:
    """What `check` is given: a record (a file's bytes, see `Record.load`), and where its rules are found.

    None for a game that is unknown here.
    """
    kind = type(rules)
    place = "" if rules is None else f"{kind.__module__}:{kind.__qualname__}"
    return f"{place}\n".encode() + record


def check(asked: bytes) -> bytes:
    """Check the record of `ask_check`; the answer is for `verdict_of`."""
    place, _, record = asked.partition(b"\n")
    module, _, name = place.decode().partition(":")
    rules: list[AnyGame] = [getattr(import_module(module), name)()] if module else []
    return _VERDICTS.dump_json(verify(Record.load(record), {game.name: game for game in rules}))


def verdict_of(answer: bytes) -> Verdict:
    """What `check` found."""
    return _VERDICTS.validate_json(answer)
