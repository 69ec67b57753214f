"""Who a computer at a table is: how well it plays, and as whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from players.core.decision import Level
from players.core.persona import PERSONAS

__all__ = ["PROGRAM", "Computer", "name_of", "plain_computer", "program_called", "read_computer"]

PROGRAM: Final = "program"
"""Stands in the log where there would be the version of a player of ours."""
_MARK: Final = "@"
"""Begins the persona of somebody else's program; its name follows."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer opponent: its level, and the key of its persona (see `players.core.persona`).

    A persona that there is no more is kept by its key: whoever needs it takes another.
    """

    level: Level
    persona: str

    @property
    def program(self) -> str | None:
        """The name of the program that plays, for somebody else's; None for a player of ours."""
        return self.persona.removeprefix(_MARK) if self.persona.startswith(_MARK) else None


def program_called(name: str) -> Computer:
    """Somebody else's program; where there is none of this name any more, a player of ours takes over."""
    return Computer(Level.MEDIUM, f"{_MARK}{name}")


def name_of(computer: Computer) -> str:
    """The name of a program, or of a computer's persona; its key where there is no such persona any more."""
    persona = PERSONAS.get(computer.persona)
    if computer.program is not None:
        return computer.program
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
