"""The check of a record as a job for a process of its own: the record's bytes in, the verdict's bytes out."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pydantic import TypeAdapter

from bot.tables.proof.deriving import NODES_AT_MOST, FindPlayer
from bot.tables.proof.record import Record
from bot.tables.proof.verify import Verdict, verify
from engines.core.game import AnyGame

__all__ = ["ask_check", "check", "verdict_of"]

_VERDICTS = TypeAdapter(Verdict)


def ask_check(record: bytes, rules: AnyGame | None, find_player: FindPlayer) -> bytes:
    """What `check` is given: a record (a file's bytes, see `Record.load`), and where to find what it needs.

    That is its rules, None for a game that is unknown here, and what knows its player.
    """
    places = ("" if rules is None else _place_of(type(rules)), _place_of(find_player))
    return f"{' '.join(places)}\n".encode() + record


def check(asked: bytes) -> bytes:
    """Check the record of `ask_check`; the answer is for `verdict_of`."""
    places, _, record = asked.partition(b"\n")
    rules, player = places.decode().split(" ")
    games: list[AnyGame] = [_find(rules)()] if rules else []
    known = {game.name: game for game in games}
    return _VERDICTS.dump_json(verify(Record.load(record), known, _find(player), NODES_AT_MOST))


def _place_of(thing: Any) -> str:
    return f"{thing.__module__}:{thing.__qualname__}"


def _find(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def verdict_of(answer: bytes) -> Verdict:
    """What `check` found."""
    return _VERDICTS.validate_json(answer)
