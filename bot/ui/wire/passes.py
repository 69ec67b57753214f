"""Passes: what a click allows the bot to do with the clicked message for some minutes.

An interaction's token edits the message that the interaction was answered with. Such edits have limits of
their own, and do not count in the bot's. By its token alone can a message be changed or taken back that only
the clicker sees (an aside). Passes stay in memory: they are neither logged nor stored.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

import discord

__all__ = ["Aside", "Pass", "Passes"]

LIFE: Final = 14 * 60.0
"""Seconds for which a pass is used: Discord takes a token for 15 minutes from the click on."""
_KEPT: Final = 4096
"""How many messages' passes are kept; those that nobody clicked for longest are dropped first."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Allows edits of one message until `until`, by the event loop's clock."""

    application_id: int
    token: str = field(repr=False)
    until: float


@dataclass(frozen=True, slots=True)
class Aside:
    """A message that one person alone was shown, and what allows to change it.

    `follow_up` is its id where it is not the first answer to the click that is `allowed`, else None.
    """

    allowed: Pass
    message_id: int
    follow_up: int | None


class Passes:
    """The newest pass of each message that was clicked lately, and asides. One per process."""

    def __init__(self, keep: int = _KEPT) -> None:
        self._keep = keep
        self._passes: OrderedDict[int, Pass] = OrderedDict()
        self._asides: OrderedDict[tuple[int, str], Aside] = OrderedDict()
        """The last aside of each kind, by who sees it."""

    def note(self, message_id: int, interaction: discord.Interaction[Any]) -> None:
        """Remember what an interaction allows, once it was answered with this message and not before."""
        self._passes[message_id] = _make_pass(interaction)
        self._passes.move_to_end(message_id)
        if len(self._passes) > self._keep:
            self._passes.popitem(last=False)

    def note_aside(
        self, interaction: discord.Interaction[Any], kind: str, message_id: int, follow_up: int | None = None
    ) -> Aside | None:
        """Remember an aside. Returns the last one of its kind of this person, to be taken back, if any."""
        key = (interaction.user.id, kind)
        earlier = self._asides.pop(key, None)
        self._asides[key] = Aside(_make_pass(interaction), message_id, follow_up)
        if len(self._asides) > self._keep:
            self._asides.popitem(last=False)
        same = earlier is not None and earlier.message_id == message_id
        return None if earlier is None or same or _is_over(earlier.allowed) else earlier

    def find_aside(self, user_id: int, kind: str) -> Aside | None:
        """The last aside of a kind that a person was shown; None if nothing can be done with it any more."""
        found = self._asides.get((user_id, kind))
        if found is not None and _is_over(found.allowed):
            del self._asides[user_id, kind]
            return None
        return found

    def drop_aside(self, user_id: int, kind: str, used: Aside) -> None:
        """Forget an aside that is gone, or cannot be changed any more; a newer one stays."""
        if self._asides.get((user_id, kind)) is used:
            del self._asides[user_id, kind]

    def find(self, message_id: int) -> Pass | None:
        """The pass for a message; None if nobody clicked it lately."""
        found = self._passes.get(message_id)
        if found is not None and _is_over(found):
            del self._passes[message_id]
            return None
        return found

    def drop(self, message_id: int, used: Pass) -> None:
        """Forget a pass that Discord did not take; a newer one stays."""
        if self._passes.get(message_id) is used:
            del self._passes[message_id]


def _make_pass(interaction: discord.Interaction[Any]) -> Pass:
    until = asyncio.get_running_loop().time() + LIFE
    return Pass(interaction.application_id, interaction.token, until)


def _is_over(allowed: Pass) -> bool:
    return allowed.until <= asyncio.get_running_loop().time()
