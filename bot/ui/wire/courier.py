"""Sends pages to channels and private messages, and says in our own words why one did not arrive."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any

import discord
import structlog
from aiohttp import ClientError

from bot.meters import count
from bot.tables.ports import Contact, PeopleStore
from bot.ui.pages.layout import Body, custom_ids, words_in
from bot.ui.pages.page import Page
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.responder import Passes
from bot.ui.wire.rest import delete_by_token, edit_by_token, edit_message, send_message
from bot.ui.wire.studio import Studio
from engines.core.clicks import moment_of


class Obstacle(StrEnum):
    """Why a page did not arrive. LATER is worth another try, the others are not."""

    MESSAGE_GONE = "message_gone"
    CHANNEL_GONE = "channel_gone"
    FORBIDDEN = "forbidden"
    DM_CLOSED = "dm_closed"
    NOT_HERE = "not_here"
    LATER = "later"


_BY_CODE = {
    10008: Obstacle.MESSAGE_GONE,
    10003: Obstacle.CHANNEL_GONE,
    10004: Obstacle.CHANNEL_GONE,
    50001: Obstacle.FORBIDDEN,
    50013: Obstacle.FORBIDDEN,
    50083: Obstacle.FORBIDDEN,
    160005: Obstacle.FORBIDDEN,
    50007: Obstacle.DM_CLOSED,
    40003: Obstacle.LATER,
    10013: Obstacle.NOT_HERE,
    50278: Obstacle.NOT_HERE,
}


_log = structlog.get_logger(__name__)
_CLOCK = LoopClock()
_EARLIER = 1000
"""A message that is so much older (ms) than the request for it was sent before; clocks differ a little."""


class Undelivered(Exception):
    """A page could not be shown; `obstacle` says why, `code` is Discord's number for it (0 for none)."""

    def __init__(self, obstacle: Obstacle, code: int = 0) -> None:
        super().__init__(f"{obstacle} ({code})")
        self.obstacle = obstacle
        self.code = code


class Courier:
    """Sends and edits messages by REST alone, without the gateway and its cache. Raises Undelivered.

    Pictures are painted before a page is sent; a channel that takes no files gets the page in words. A
    message that was clicked lately is edited by what that click allows: it does not count for the bot.
    """

    def __init__(self, client: discord.Client, people: PeopleStore, studio: Studio, passes: Passes) -> None:
        self._client = client
        self._people = people
        self._studio = studio
        self._passes = passes

    async def post(self, channel_id: int, page: Page, purpose: str, pings: Sequence[int] = ()) -> int:
        """Send a new message and return its id.

        Within a few minutes the same `purpose` never posts twice: Discord returns the first message, which is
        redrawn if it shows an older turn or says something else. `pings` are the only users whom the page may
        notify by a mention.
        """
        parcel = await self._studio.pack(page)
        began = _CLOCK.now()
        extra: Body = {"nonce": _nonce(purpose), "enforce_nonce": True}
        if pings:
            extra["allowed_mentions"] = {"parse": [], "users": [str(user_id) for user_id in pings]}

        async def send(body: Body, files: list[discord.File]) -> Body:
            return await send_message(self._client, channel_id, body | extra, files)

        sent = await self._carry(parcel.deliver(send))
        message_id, there, wished = int(sent["id"]), sent["components"], parcel.body["components"]
        stands = custom_ids(there) == custom_ids(wished)
        if moment_of(message_id) < began - _EARLIER:  # it was there, or Discord's clock is behind ours
            count("nonce_hits")
            self._studio.gallery.forget(message_id)  # it came with other files than these
            stands = stands and words_in(there) == words_in(wished)
        if not stands:
            await self.edit(channel_id, message_id, page)
        return message_id

    async def edit(self, channel_id: int, message_id: int, page: Page) -> int:
        """Redraw a message, and return the moment of the edit by Discord's clock (ms UTC).

        Its old files are replaced by those of the page; one that is the same is not uploaded again.
        """
        edited = await self._edit_by_pass(message_id, page)
        if edited is None:
            parcel = await self._studio.pack(page, message_id)
            send = partial(edit_message, self._client, channel_id, message_id)
            edited = await self._carry(parcel.deliver(send))
        return _read_moment(edited["edited_timestamp"] or edited["timestamp"])

    async def _edit_by_pass(self, message_id: int, page: Page) -> Body | None:
        """Edit a message by what a click on it allows; None if there was none lately, or it did not work."""
        allowed = self._passes.find(message_id)
        if allowed is None:
            return None
        parcel = await self._studio.pack(page, message_id)
        send = partial(edit_by_token, self._client, allowed.application_id, allowed.token)
        try:
            return await parcel.deliver(send)
        except (discord.HTTPException, TimeoutError, OSError, ClientError):
            # Whatever it was: the ordinary edit, which says more exactly what is wrong, is still to be tried.
            self._passes.drop(message_id, allowed)
            return None

    def may_edit_aside(self, user_id: int, kind: str) -> bool:
        """Whether what a person alone was shown lately, of this kind, can still be changed."""
        return self._passes.find_aside(user_id, kind) is not None

    async def edit_aside(self, user_id: int, kind: str, page: Page) -> None:
        """Redraw what a person alone was shown lately, if that can still be done. Raises nothing."""
        if (aside := self._passes.find_aside(user_id, kind)) is None:
            return
        allowed, parcel = aside.allowed, await self._studio.pack(page, aside.message_id)

        async def send(body: Body, files: list[discord.File]) -> Body:
            client, application_id, token = self._client, allowed.application_id, allowed.token
            return await edit_by_token(client, application_id, token, body, files, aside.follow_up)

        try:
            await parcel.deliver(send)
        except (discord.HTTPException, TimeoutError, discord.RateLimited, OSError, ClientError) as error:
            self._passes.drop_aside(user_id, kind, aside)  # its reader has dismissed it, as a rule
            _log.info("aside not redrawn", error=type(error).__name__, code=getattr(error, "code", 0))

    async def take_back_aside(self, user_id: int, kind: str) -> None:
        """Delete what a person alone was shown lately, if that can still be done. Raises nothing."""
        if (aside := self._passes.find_aside(user_id, kind)) is None:
            return
        self._passes.drop_aside(user_id, kind, aside)
        try:
            await delete_by_token(
                self._client, aside.allowed.application_id, aside.allowed.token, aside.follow_up
            )
        except (discord.HTTPException, TimeoutError, discord.RateLimited, OSError, ClientError) as error:
            _log.info("aside not taken back", error=type(error).__name__, code=getattr(error, "code", 0))

    def may_edit_freely(self, message_id: int) -> bool:
        """Whether a message was clicked lately, so that to change it does not count for the bot."""
        return self._passes.find(message_id) is not None

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        allowed = self._passes.find(message_id)
        if allowed is not None:
            self._passes.drop(message_id, allowed)
            try:
                await delete_by_token(self._client, allowed.application_id, allowed.token)
                return
            except (discord.HTTPException, TimeoutError, OSError, ClientError):
                pass  # the ordinary request, below, says more exactly what is wrong
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await self._carry(message.delete())

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int:
        """Open a thread under a message, and return the thread's channel id."""
        # discord.py's own method wants the server in its cache; the bare request wants nothing.
        made = await self._carry(
            self._client.http.start_thread_with_message(
                channel_id, message_id, name=name[:100], auto_archive_duration=1440
            )
        )
        return int(made["id"])

    async def whisper(self, user_id: int, page: Page, purpose: str) -> tuple[int, int]:
        """Send a private message, and return its channel id and message id.

        Remembers whether this user can be written to.
        """
        contact = await self._people.contact(user_id) or Contact(user_id, None, True, None)
        try:
            channel_id = contact.dm_channel_id
            if channel_id is None:
                channel = await self._carry(self._client.create_dm(discord.Object(user_id)))
                channel_id = int(channel.id)
                contact = replace(contact, dm_channel_id=channel_id)
            message_id = await self.post(channel_id, page, purpose)
        except Undelivered as failure:
            if failure.obstacle in (Obstacle.DM_CLOSED, Obstacle.NOT_HERE, Obstacle.CHANNEL_GONE):
                await self._people.note_contact(replace(contact, dm_channel_id=None, open=False))
            raise
        await self._people.note_contact(replace(contact, open=True))
        return channel_id, message_id

    async def _carry(self, sending: Any) -> Any:
        try:
            return await sending
        except discord.HTTPException as error:
            obstacle = _BY_CODE.get(error.code)
            if obstacle is None:
                gone = isinstance(error, discord.NotFound)
                refused = isinstance(error, discord.Forbidden)
                obstacle = (
                    Obstacle.MESSAGE_GONE if gone else Obstacle.FORBIDDEN if refused else Obstacle.LATER
                )
            raise Undelivered(obstacle, error.code) from error
        except (TimeoutError, discord.RateLimited, OSError, ClientError) as error:
            raise Undelivered(Obstacle.LATER) from error


def _read_moment(stamp: str) -> int:
    """A moment as Discord writes it, in ms UTC."""
    return round(discord.utils.parse_time(stamp).timestamp() * 1000)


def _nonce(purpose: str) -> str:
    return hashlib.sha256(purpose.encode()).hexdigest()[:24]
