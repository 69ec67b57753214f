"""Who a computer at a table is: how well it plays, and as whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from players.core.decision import Level
from players.core.persona import PERSONAS

__all__ = ["Computer", "name_of", "plain_computer", "read_computer"]


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer opponent: its level, and the key of its persona (see `players.core.persona`).

    A persona that there is no more is kept by its key: whoever needs it takes another.
    """

    level: Level
    persona: str


def name_of(computer: Computer) -> str:
    """The name of a computer's persona; its key where there is no such persona any more."""
    persona = PERSONAS.get(computer.persona)
    return computer.persona if persona is None else persona.name


def plain_computer(computer: Computer) -> dict[str, str]:
    """A computer as the log tells it."""
    return {"level": computer.level.value, "persona": computer.persona}


def read_computer(plain: Any) -> Computer | None:
    """The computer that a log tells of; None for anything else."""
    match plain:
        case {"level": str(level), "persona": str(persona)} if level in _LEVELS:
            return Computer(Level(level), persona)
        case _:
            return None


_LEVELS = frozenset(level.value for level in Level)
