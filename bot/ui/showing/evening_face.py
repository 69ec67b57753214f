"""What an evening's game adds to what all evenings have."""

from __future__ import annotations

from typing import Protocol

from bot.tables.evenings.model import Evening
from bot.tables.evenings.planning import Due, Outcome
from bot.texts import Texts
from bot.ui.pages.page import Page
from bot.ui.wire.events import Happening

__all__ = ["EveningFace"]


class EveningFace(Protocol):
    """What an evening's game adds: how all is drawn, and how its table is opened."""

    def announcement(self, evening: Evening, t: Texts) -> Page:
        """The message in the channel, made of what everybody may know."""
        ...

    def letter(self, evening: Evening, due: Due, t: Texts) -> Page:
        """A private message: a place came free, or the evening is near."""
        ...

    def line(self, evening: Evening, user_id: int, t: Texts) -> str:
        """A line for who comes to an evening or hosts it: what, where, when, and what they are there."""
        ...

    def happening(self, evening: Evening, t: Texts) -> Happening:
        """What Discord's event says."""
        ...

    async def check(self, evening: Evening) -> None:
        """Denied where this programme could not be played, with the facts."""
        ...

    async def open_table(self, evening: Evening) -> int:
        """Open the evening's table and begin; its number. Done twice it does the same once. Denied."""
        ...

    async def outcome(self, evening: Evening) -> Outcome:
        """How it ended, once the table is closed."""
        ...
