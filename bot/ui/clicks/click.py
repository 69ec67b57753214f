"""What is known of one click, choice or form while it is answered, and how verbs are grouped."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

import discord

from bot.tables.asks import Ask, ByPerson
from bot.tables.homes import private_place
from bot.tables.model import Denied, Table
from bot.tables.ports import Contact, PeopleStore
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.ui.clicks import rights
from bot.ui.frame.face import Face
from bot.ui.pages.ids import Target
from bot.ui.pages.page import Entry, Field
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher
from bot.ui.wire.responder import Responder
from bot.ui.wire.submitted import NO_FILES, SentFile
from engines.core.clicks import moment_of

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


# Where somebody types or clicks: a server, or their private messages with the bot.


def place_of(interaction: discord.Interaction[Any]) -> int:
    """The server of an interaction; in private messages the number that stands in its place."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    return private_place(interaction.channel_id or 0)


def language_here(interaction: discord.Interaction[Any]) -> str:
    """The locale of the server, else of the person: for a server without a choice Discord says en-US."""
    server = interaction.guild_locale
    chosen = server is not None and server is not discord.Locale.american_english
    return str(server if chosen else interaction.locale)


# What is noted about the people who click.


async def note_locale(people: PeopleStore, user_id: int, locale: str) -> None:
    """Note in which language to write to this user; `locale` is Discord's."""
    contact = await people.contact(user_id) or Contact(user_id, None, True, None)
    if contact.locale != locale:
        await people.note_contact(replace(contact, locale=locale))


# What was typed into forms with faults is kept until they are opened again.

_KEPT: Final = 100
"""So many forms; the oldest are forgotten."""


class Typed:
    """The values of forms that were refused, by who sent them and what they were about."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], tuple[str, ...]] = OrderedDict()

    def keep(self, user_id: int, about: str, values: tuple[str, ...]) -> None:
        """Keep the values of a form that was refused."""
        self._kept[user_id, about] = values
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def refill(self, user_id: int, about: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """The entries of this form with what this person had typed; only once."""
        typed = self._kept.pop((user_id, about), None)
        if typed is None:
            return tuple(entries)
        filled = (
            replace(entry, value=text) if isinstance(entry, Field) else entry
            for entry, text in zip(entries, typed, strict=False)
        )
        return tuple(filled)


# What a click in the channel has shown to its clicker alone opens at once, for their eyes only.


class Revealing:
    """Verbs after which the board is shown, and to the clicker what that gave to them alone."""

    def __init__(
        self, tables: Tables, publisher: Publisher, private: Private, faces: Mapping[str, Face]
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private
        self._faces = faces

    async def _reveal(self, click: Click, sight: Sight, action: Any | None = None) -> None:
        await reveal(click, action, sight, self._faces[sight.table.game], self._private)


async def reveal(click: Click, action: Any | None, sight: Sight, face: Face, private: Private) -> None:
    """Show the clicker their panel if the action (None: the beginning) has revealed something to them.

    `sight` is the clicker's, after it.
    """
    if sight.seat is None or not face.reveals(action, sight):
        return
    await private.asides.show(click.responder, sight.table.id)
