"""Answers an interaction in time, whatever happens: each interaction has a responder of its own.

Discord wants exactly one first answer, within 3 seconds. If there is none after `PATIENCE`, a watchdog
acknowledges the interaction; later answers are edits or follow-ups. One lock guards all of this, because
discord.py notes that it has answered only once Discord has replied.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from functools import partial
from types import TracebackType
from typing import Any, Self

import discord
import structlog
from aiohttp import ClientError
from discord.ui import LayoutView

from bot.texts import Texts, texts_for
from bot.ui.pages.layout import modal
from bot.ui.pages.page import Attachment, Block, Form, Page, Text
from bot.ui.wire.studio import Send, Studio

__all__ = ["PATIENCE", "Responder"]

_Interaction = discord.Interaction[Any]
_log = structlog.get_logger(__name__)
PATIENCE = 1.2
"""Seconds after which an interaction that has no answer yet is acknowledged."""
PASSING = 10.0
"""Seconds after which a sentence that matters only for a moment is deleted."""
_LOST = frozenset({10062, 40060, 10015, 10008, 50027})
"""Discord's errors that lose nothing but the answer: too late, answered already, or the message is gone."""


class Responder:
    """Answers one interaction. Use it as an async context: at its end the interaction is acknowledged.

    What Discord refuses is logged, never raised. Pictures are painted before the lock is taken, so that the
    watchdog never waits for one.
    """

    def __init__(self, interaction: _Interaction, studio: Studio) -> None:
        self.interaction = interaction
        self._studio = studio
        self.texts: Texts = texts_for(str(interaction.locale))
        self._lock = asyncio.Lock()
        self._deferred = False
        self._answered = False
        self._watchdog: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None
        self._gone: asyncio.Task[bool] | None = None
        self._owns_original = False

    @property
    def _is_command(self) -> bool:
        return self.interaction.type is discord.InteractionType.application_command

    @property
    def _unheard(self) -> bool:
        """Whether Discord has neither an answer nor an acknowledgement yet."""
        return not (self._deferred or self.interaction.response.is_done())

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
        if self._watchdog is not None:
            self._watchdog.cancel()
        await self.acknowledge()

    async def acknowledge(self) -> None:
        """Tell Discord that the interaction arrived, without showing anything. Does nothing once answered."""
        async with self._lock:
            if not self._answered and not self._deferred:
                self._deferred = True
                await self._try(self._defer())

    async def say(self, sentence: str, file: Attachment | None = None) -> None:
        """Show a sentence, and perhaps a file, to this person alone."""
        blocks: tuple[Block, ...] = (Text(sentence),)
        await self.show(Page(0, 0, blocks if file is None else (*blocks, file)))

    async def say_briefly(self, sentence: str) -> None:
        """Show this person alone a sentence that matters only for a moment.

        It is deleted after `PASSING` seconds, so that it does not push the board out of sight.
        """
        await self.say(sentence)
        if self._owns_original:  # else the "original" is the clicked message itself
            asyncio.get_running_loop().call_later(PASSING, self._take_back)

    async def show(self, page: Page) -> None:
        """Show a page to this person alone (ephemeral)."""
        parcel = await self._studio.pack(page)
        async with self._lock:
            first, self._answered = not self._answered, True
            if self._unheard:
                self._owns_original = True
                send: Send[Any] = partial(_reply, self.interaction, ephemeral=True)
            elif first and self._is_command:  # fills the "is thinking…" that the acknowledgement left
                send = partial(_replace, self.interaction)
            else:
                send = partial(_follow_up, self.interaction)
            await self._try(parcel.deliver(send))

    async def post(self, page: Page) -> int | None:
        """Answer a command with a message for everybody. Returns its id, or None if that did not work."""
        parcel = await self._studio.pack(page)
        async with self._lock:
            if not self._unheard:
                return None
            self._answered = True
            if await self._try(parcel.deliver(partial(_reply, self.interaction))):
                return (await self.interaction.original_response()).id
            return None

    async def update(self, page: Page) -> bool:
        """Redraw the message that was clicked, files included. Returns whether that worked."""
        parcel = await self._studio.pack(page)
        async with self._lock:
            self._answered = True
            send: Send[Any] = partial(_redraw if self._unheard else _replace, self.interaction)
            return await self._try(parcel.deliver(send))

    async def open_form(self, form: Form) -> None:
        """Open a form, or tell the person to press again: Discord opens none after the acknowledgement."""
        async with self._lock:
            late = not self._unheard
            if not late:
                self._answered = True
                await self._try(self.interaction.response.send_modal(modal(form)))
        if late:
            await self.say(self.texts("Je n’ai pas pu ouvrir la fenêtre à temps : appuyez encore une fois."))

    def _take_back(self) -> None:
        taking = self._try(self.interaction.delete_original_response())
        self._gone = asyncio.create_task(taking, name="take back")

    def _acknowledge_late(self) -> None:
        self._late = asyncio.create_task(self.acknowledge(), name="acknowledge late")

    async def _defer(self) -> None:
        if self._is_command:
            await self.interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await self.interaction.response.defer()

    async def _try(self, sending: Any) -> bool:
        try:
            await sending
        except discord.HTTPException as error:
            level = _log.info if error.code in _LOST else _log.warning
            level("answer not shown", code=error.code, status=error.status)
            return False
        except (TimeoutError, discord.RateLimited, OSError, ClientError) as error:
            _log.warning("answer not shown", error=type(error).__name__)
            return False
        return True


def _reply(
    interaction: _Interaction, layout: LayoutView, files: list[discord.File], *, ephemeral: bool = False
) -> Awaitable[Any]:
    return interaction.response.send_message(view=layout, files=files, ephemeral=ephemeral)


def _redraw(interaction: _Interaction, layout: LayoutView, files: list[discord.File]) -> Awaitable[Any]:
    return interaction.response.edit_message(view=layout, attachments=files)


def _replace(interaction: _Interaction, layout: LayoutView, files: list[discord.File]) -> Awaitable[Any]:
    return interaction.edit_original_response(view=layout, attachments=files)


def _follow_up(interaction: _Interaction, layout: LayoutView, files: list[discord.File]) -> Awaitable[Any]:
    return interaction.followup.send(view=layout, files=files, ephemeral=True)
