"""Answers an interaction in time, whatever happens: each interaction has a responder of its own.

Discord wants exactly one first answer, within 3 seconds. If there is none after `PATIENCE`, a watchdog
acknowledges the interaction; later answers are edits or follow-ups. One lock guards all of this, because
Discord takes one first answer alone, and says only after a while whether it took it.

Discord may deliver an interaction twice, and two processes may hear it: each has a responder then. Whoever
gives the first answer answers alone. To the other nothing belongs that the token stands for: @original is a
message that it has never seen, which may be the board.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Self

import discord
import structlog
from aiohttp import ClientError
from discord import InteractionResponseType as Kind

from bot.meters import count
from bot.tables.precedence import Precedence
from bot.texts import Texts, texts_for
from bot.ui.pages.ids import MENU, parse
from bot.ui.pages.layout import Body, form_body
from bot.ui.pages.page import Attachment, Block, Button, Form, Page, Row, Text
from bot.ui.wire.parcels import Send
from bot.ui.wire.passes import Passes
from bot.ui.wire.rest import AnsweredElsewhere, call_back, delete_by_token, edit_by_token, follow_up
from bot.ui.wire.stopwatch import Stopwatch
from bot.ui.wire.studio import Studio

__all__ = ["PATIENCE", "Responder"]

_Interaction = discord.Interaction[Any]
_log = structlog.get_logger(__name__)
PATIENCE = 1.2
"""Seconds after which an interaction that has no answer yet is acknowledged."""
PASSING = 10.0
"""Seconds after which a sentence that matters only for a moment is deleted."""
_EPHEMERAL = discord.MessageFlags(ephemeral=True).value
_ON_THE_CLICKED = (Kind.message_update, Kind.deferred_message_update)
"""The first answers after which the interaction's token stands for the clicked message."""
_ANSWERED, _GONE = 40060, 10008
_LOST = frozenset({10062, _ANSWERED, 10015, _GONE, 50027})
"""Discord's errors that lose nothing but the answer: too late, answered already, or the message is gone."""


class Responder:
    """Answers one interaction. Use it as an async context: at its end the interaction is acknowledged.

    Until the first answer is sent, other work gives way (`precedence`). What Discord refuses is logged, never
    raised. Pictures are painted before the lock is taken, so that the watchdog never waits for one.
    """

    def __init__(
        self, interaction: _Interaction, studio: Studio, passes: Passes, precedence: Precedence | None = None
    ) -> None:
        self.interaction = interaction
        self._studio = studio
        self._passes = passes
        self.texts: Texts = texts_for(str(interaction.locale))
        self._end_wait = (precedence or Precedence()).begin()
        self._lock = asyncio.Lock()
        self._unheard = True
        """Whether Discord has neither an answer nor an acknowledgement yet."""
        self._answered = False
        self._elsewhere = False
        """Whether another responder has given the first answer to this interaction."""
        self._watchdog: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None
        self._gone: asyncio.Task[bool] | None = None
        self._owns_original = False
        self.stopwatch = Stopwatch(interaction.id)

    @property
    def _is_command(self) -> bool:
        return self.interaction.type is discord.InteractionType.application_command

    @property
    def _is_from_menu(self) -> bool:
        """Whether somebody has chosen a button from a menu (see `bot.ui.pages.ids`)."""
        data: Mapping[str, Any] = self.interaction.data or {}
        chosen = parse(str(data.get("custom_id", "")))
        return chosen is not None and chosen.verb == MENU

    @property
    def answered(self) -> bool:
        """Whether the person has been shown an answer (an acknowledgement is none)."""
        return self._answered

    async def __aenter__(self) -> Self:
        self._watchdog = asyncio.get_running_loop().call_later(PATIENCE, self._acknowledge_late)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end_wait()
        if self._watchdog is not None:
            self._watchdog.cancel()
        await self.acknowledge()
        self.stopwatch.stop()

    async def acknowledge(self) -> None:
        """Tell Discord that the interaction arrived, without showing anything. Does nothing once answered."""
        async with self._lock:
            if self._unheard and not self._answered:
                await self._try(self._defer())
                self._unheard = False  # even if that failed: a second try would come too late

    async def say(self, sentence: str, file: Attachment | None = None) -> None:
        """Show a sentence, and perhaps a file, to this person alone."""
        blocks: tuple[Block, ...] = (Text(sentence),)
        await self.show(Page(0, 0, blocks if file is None else (*blocks, file)))

    async def refuse(
        self, sentence: str, table_id: int = 0, drawn: int = 0, remedies: tuple[Button, ...] = ()
    ) -> None:
        """Tell this person why something was not done, in the place of what they were refused before.

        `remedies` are buttons below it, of this table and of the turn that the refused click named.
        """
        blocks: tuple[Block, ...] = (Text(sentence), Row(remedies)) if remedies else (Text(sentence),)
        page = Page(table_id, drawn, blocks) if remedies else Page(0, 0, blocks)
        await self.show(page, f"refusal in {self.interaction.channel_id}")

    async def say_briefly(self, sentence: str) -> None:
        """Show this person alone a sentence that matters only for a moment.

        It is deleted after `PASSING` seconds, so that it does not push the board out of sight.
        """
        await self.say(sentence)
        if self._owns_original:  # else the "original" is the clicked message itself
            asked = self.interaction
            asyncio.get_running_loop().call_later(PASSING, self._take_back, asked.application_id, asked.token)

    async def show(self, page: Page, kind: str | None = None) -> None:
        """Show a page to this person alone (ephemeral).

        The last one of the same `kind` that they were shown is taken back, so that there is one at most.
        """
        parcel = await self._studio.pack(page)
        told: list[Body] = []
        async with self._lock:
            first, self._answered = not self._answered, True
            if self._unheard and self._is_from_menu:
                await self._try(self._release_menu())
            replies, follows = self._unheard, not self._unheard and not (first and self._is_command)
            way: Send[Body] = self._replace  # fills the "is thinking…" that the acknowledgement left
            if replies:
                way = partial(self._reply_privately, wants_message=kind is not None)
            elif follows:
                way = self._follow_up

            async def send(body: Body, files: list[discord.File]) -> Body:
                told.append(await way(body, files))
                return told[-1]

            shown = await self._try(parcel.deliver(send))
            self._owns_original = self._owns_original or (replies and shown)
        if shown and kind is not None:
            message_id = int(told[-1]["id"])
            self._note_aside(kind, message_id, message_id if follows else None)

    async def post(self, page: Page) -> int | None:
        """Answer a command with a message for everybody. Returns its id, or None if that did not work."""
        parcel = await self._studio.pack(page)
        posted: list[int] = []

        async def send(body: Body, files: list[discord.File]) -> Body:
            message = await self._call_back(Kind.channel_message, body, files, wants_message=True)
            posted.append(int(message["id"]))
            return message

        async with self._lock:
            if not self._unheard:
                return None
            self._answered = True
            if not await self._try(parcel.deliver(send)):
                return None
            self._passes.note(posted[0], self.interaction)
            return posted[0]

    async def update(self, page: Page, kind: str | None = None) -> bool:
        """Redraw the message that was clicked, files included. Returns whether that worked.

        `kind`: what it is from now on, if only this person sees it (see `show`).
        """
        clicked = self.interaction.message
        parcel = await self._studio.pack(page, None if clicked is None else clicked.id)
        async with self._lock:
            self._answered = True
            shown = await self._try(parcel.deliver(self._redraw if self._unheard else self._replace))
        if shown and kind is not None and clicked is not None:
            self._note_aside(kind, clicked.id)
        return shown

    async def open_form(self, form: Form) -> None:
        """Open a form, or tell the person to press again: Discord opens none after the acknowledgement."""
        async with self._lock:
            late = not self._unheard
            if not late:
                self._answered = True
                await self._try(self._call_back(Kind.modal, form_body(form)))
        if late:
            await self.say(self.texts("Je n’ai pas pu ouvrir la fenêtre à temps : appuyez encore une fois."))

    # -- requests --------------------------------------------------------------------------------------

    async def _call_back(self, kind: Kind, *sent: Any, wants_message: bool = False) -> Body:
        """Give the first answer (a body, and files), and note what the click allows from then on."""
        self._end_wait()  # what is left is up to the network
        self._check_ours()
        try:
            told = await call_back(self.interaction, kind, *sent, wants_message=wants_message)
        except AnsweredElsewhere:
            self._elsewhere = True
            count("already_acknowledged")
            _log.info("answered elsewhere", interaction=self.interaction.id)
            raise
        self._unheard = False
        self.stopwatch.note_answer()
        clicked = self.interaction.message
        if clicked is not None and not clicked.flags.ephemeral and kind in _ON_THE_CLICKED:
            self._passes.note(clicked.id, self.interaction)
        return told

    def _check_ours(self) -> None:
        """Raise AnsweredElsewhere if another responder answers this interaction."""
        if self._elsewhere:
            raise AnsweredElsewhere

    async def _defer(self) -> None:
        if self._is_command:
            await self._call_back(Kind.deferred_channel_message, {"flags": _EPHEMERAL})
        elif self._is_from_menu:
            await self._release_menu()
        else:
            await self._call_back(Kind.deferred_message_update)

    async def _release_menu(self) -> None:
        """Redraw the clicked message as it is.

        Until then Discord shows the chosen entry of a list as chosen, and nobody can choose it once more.
        """
        await self._call_back(Kind.message_update, {})

    def _reply_privately(
        self, body: Body, files: list[discord.File], *, wants_message: bool
    ) -> Awaitable[Body]:
        return self._call_back(
            Kind.channel_message, _make_ephemeral(body), files, wants_message=wants_message
        )

    async def _redraw(self, body: Body, files: list[discord.File]) -> Body:
        try:
            return await self._call_back(Kind.message_update, body, files, wants_message=bool(files))
        except discord.NotFound as error:
            if error.code == _GONE:  # it was taken away meanwhile; what was done counts all the same
                await self._defer()
            raise

    async def _replace(self, body: Body, files: list[discord.File]) -> Body:
        self._check_ours()
        asked = self.interaction
        return await edit_by_token(asked.client, asked.application_id, asked.token, body, files)

    async def _follow_up(self, body: Body, files: list[discord.File]) -> Body:
        self._check_ours()
        return await follow_up(self.interaction, _make_ephemeral(body), files)

    def _note_aside(self, kind: str, message_id: int, follow_up: int | None = None) -> None:
        """Remember what was shown as the aside of its kind; the earlier one is taken back soon."""
        earlier = self._passes.note_aside(self.interaction, kind, message_id, follow_up)
        if earlier is not None:
            allowed = earlier.allowed
            self._take_back(allowed.application_id, allowed.token, earlier.follow_up)

    def _take_back(self, application_id: int, token: str, message_id: int | None = None) -> None:
        taking = self._try(delete_by_token(self.interaction.client, application_id, token, message_id))
        self._gone = asyncio.create_task(taking, name="take back")

    def _acknowledge_late(self) -> None:
        self._late = asyncio.create_task(self.acknowledge(), name="acknowledge late")

    async def _try(self, sending: Any) -> bool:
        try:
            await sending
        except AnsweredElsewhere:
            return False
        except discord.HTTPException as error:
            level = _log.info if error.code in _LOST else _log.warning
            level("answer not shown", code=error.code, status=error.status)
            return False
        except (TimeoutError, discord.RateLimited, OSError, ClientError) as error:
            _log.warning("answer not shown", error=type(error).__name__)
            return False
        return True


def _make_ephemeral(body: Body) -> Body:
    return body | {"flags": body["flags"] | _EPHEMERAL}
