"""What is known of one click, choice or form while it is answered, and how verbs are grouped."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

import discord

from bot.tables.asks import Ask, ByPerson
from bot.tables.errors import Denied
from bot.tables.model import Table
from bot.ui.clicks import rights
from bot.ui.pages.ids import Target
from bot.ui.wire.responder import Responder
from bot.ui.wire.submitted import NO_FILES, SentFile
from engines.core.moments import moment_of

__all__ = ["Click", "Handler", "VerbGroup", "ask_of"]

_FREE_OF_TURN = 0
"""What the buttons of a panel name that belongs to no turn."""


class Click:
    """One click, choice or submitted form; `values` are the chosen values, or one for each field of a form.

    `files` are those that came with a form, by the ids that stand among its values.
    """

    def __init__(
        self,
        responder: Responder,
        target: Target,
        values: tuple[str, ...],
        files: Mapping[str, SentFile] = NO_FILES,
    ) -> None:
        self.responder = responder
        self.target = target
        self.values = values
        self.files = files
        self.user = responder.interaction.user
        self.found: Table | None = None
        """The table that the target names, as it was when the click arrived; None if it names none."""

    @property
    def table(self) -> Table:
        """The table that was clicked. Raises Denied "no_such_table" if the target names none."""
        if self.found is None:
            raise Denied("no_such_table")
        return self.found

    @property
    def ask(self) -> Ask:
        """The ask behind this click: who, when, for which turn, with which rights at the table."""
        interaction, table = self.responder.interaction, self.found
        drawn = None if self.target.drawn == _FREE_OF_TURN else self.target.drawn
        may = table is not None and rights.may_moderate(interaction, table)
        threads = table is not None and rights.may_open_threads(interaction, table)
        return ask_of(interaction, drawn, moderator=may, aside=self.privately, threads=threads)

    @property
    def privately(self) -> bool:
        """Whether only the clicker sees the clicked message: a private message or an ephemeral panel.

        Not the board of a table in private messages, which shows what all may see.
        """
        interaction = self.responder.interaction
        message = interaction.message
        apart = interaction.guild_id is None and not (self.found is not None and self.found.private)
        return message is not None and (message.flags.ephemeral or apart)


Handler = Callable[[Click], Awaitable[None]]


class VerbGroup(Protocol):
    """Verbs that belong together. Custom ids call each of them "namespace.verb"."""

    namespace: str

    def handlers(self) -> Mapping[str, Handler]:
        """The handler of each verb, by the verb's name without the namespace."""
        ...


def ask_of(
    interaction: discord.Interaction[Any],
    drawn: int | None = None,
    *,
    moderator: bool = False,
    aside: bool = False,
    threads: bool = False,
) -> Ask:
    """The ask behind an interaction. Its moment is in the interaction's id, which Discord gave on arrival.

    `drawn` is the version or turn that the clicked message showed, None for none. `moderator` and `threads`
    are the person's rights at the table, `aside` says that they alone see the clicked message.
    """
    user, number = interaction.user, interaction.id
    who = ByPerson(user.id, user.display_name)
    return Ask(who, moment_of(number), number, number, drawn, moderator, aside, threads)
