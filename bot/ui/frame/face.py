"""What a game shows of itself: the protocol that each cog's package implements for the shared pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.tables.model import Pace, Table
from bot.tables.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.page import Block, Form, Page
from engines.core.errors import Refusal

__all__ = ["Face", "OptionChoice", "OptionSpec"]


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """A value of an option (as the engine takes it), its name on the screen, and a word more for the list."""

    value: str | int | bool
    label: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option that the host sets in the lobby: the engine's name, its name on the screen, its values.

    The first choice is the default. `locked` says in a sentence why it cannot be chosen here (a server
    setting must allow it first), None if it can.
    """

    name: str
    label: str
    choices: tuple[OptionChoice, ...]
    locked: str | None = None


class Face(Protocol):
    """One game's words and pictures. Everything is made from a `Sight`, never from a state.

    What only some games have is answered here for the others.
    """

    game: str
    """The registry key, also the slash command's name ("tasse")."""
    title: str
    """The game's name on the screen ("La Tasse")."""
    emoji: str
    seats_min: int
    seats_max: int
    """How many seats a table needs and has room for."""
    paces: tuple[Pace, ...]
    """The paces at which it can be played, the usual one first."""
    in_pieces: bool = False
    """Whether something appears piece by piece, unless the table wants it at once (`Manners.at_once`)."""

    def greeting(self, t: Texts) -> str | None:
        """What will come by private message, in a sentence; None if the game has no use for any."""
        del t
        return None

    def options(self, table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
        """What can be set in the lobby; `allowed` names what the server's settings permit ("sips")."""
        ...

    def board(self, sight: Sight, t: Texts) -> Page:
        """The public message of a running, paused or ended game (bot.ui.frame.lobby draws the lobby)."""
        ...

    def panel(self, sight: Sight, t: Texts, server: str = "") -> Page:
        """The private panel of a seat, by private message or ephemeral: own dice and own buttons.

        It names game, channel and, if given, the server: people may sit at several tables.
        """
        ...

    def wants_panel(self, sight: Sight) -> str | None:
        """Whether a private message is due to this seat now: a key that names what for, or None.

        A new key means a new message (which notifies), the same key an edit of the last one.
        """
        ...

    def ahead(self, sight: Sight) -> tuple[str, Any] | None:
        """The seat and the action likely to come next whose picture is worth drawing ahead, if any."""
        del sight
        return None

    def acknowledged(self, action: Any, sight: Sight, t: Texts) -> str | None:
        """What the player alone is told at once of an action that was taken (`sight` is theirs, after it).

        None where the clicked message is redrawn instead.
        """
        del action, sight, t
        return None

    def in_words(self, sight: Sight, t: Texts) -> Page | None:
        """The board without pictures, for whoever asks; None where the board is in words anyway."""
        del sight, t
        return None

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """What goes with the end of a game, made from its record: a file, a picture; often nothing."""
        del record, table, t
        return ()

    def host_command(self, command: str, t: Texts) -> tuple[str, str] | None:
        """A command of the host's (see `Game.host_commands`): its name on a button, and what it does.

        None for one that this game does not know.
        """
        del command, t
        return None

    def action(self, verb: str, arg: str, values: Sequence[str]) -> Any | None:
        """The engine's action that a button, list or form stands for; None if the verb opens something."""
        ...

    def opens(self, verb: str, arg: str, sight: Sight, t: Texts, server: str = "") -> Form | Page | None:
        """What a verb without action opens: a form, or a private panel; None for an unknown verb.

        `server` as for `panel`.
        """
        del verb, arg, sight, t, server
        return None

    def rules(self, t: Texts) -> tuple[Page, ...]:
        """The rules in our own words, page by page (table id 0)."""
        ...

    def refusal(self, refusal: Refusal, t: Texts) -> str | None:
        """A sentence for a refusal of this game's rules; None for those that all games share."""
        ...
