"""Sends pages to channels and private messages, and says in our own words why one did not arrive."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

import discord
from aiohttp import ClientError

from bot.tables.ports import Contact, PeopleStore
from bot.ui.pages.layout import TableButton, TableSelect
from bot.ui.pages.page import Page
from bot.ui.wire.studio import Studio

__all__ = ["Courier", "Obstacle", "Undelivered"]


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


class Undelivered(Exception):
    """A page could not be shown; `obstacle` says why, `code` is Discord's number for it (0 for none)."""

    def __init__(self, obstacle: Obstacle, code: int = 0) -> None:
        super().__init__(f"{obstacle} ({code})")
        self.obstacle = obstacle
        self.code = code


class Courier:
    """Sends and edits messages by REST alone, without the gateway and its cache. Raises Undelivered.

    Pictures are painted before a page is sent; a channel that takes no files gets the page in words.
    """

    def __init__(self, client: discord.Client, people: PeopleStore, studio: Studio) -> None:
        self._client = client
        self._people = people
        self._studio = studio

    async def post(self, channel_id: int, page: Page, purpose: str, ping: int | None = None) -> int:
        """Send a new message and return its id.

        Within a few minutes the same `purpose` never posts twice: Discord returns the first message, which is
        redrawn if it shows an older turn. `ping` is the only user whom the page may notify by a mention.
        """
        mentions = discord.AllowedMentions.none()
        if ping is not None:
            mentions = discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[discord.Object(ping)]
            )
        channel = self._client.get_partial_messageable(channel_id)
        parcel = await self._studio.pack(page)

        async def send(layout: discord.ui.LayoutView, files: list[discord.File]) -> discord.Message:
            return await channel.send(
                view=layout, files=files, nonce=_nonce(purpose), allowed_mentions=mentions
            )

        sent = await self._carry(parcel.deliver(send))
        if _custom_ids(sent.components) != {item.custom_id for item in _items(parcel.layout)}:
            await self.edit(channel_id, sent.id, page)
        return int(sent.id)

    async def edit(self, channel_id: int, message_id: int, page: Page) -> int:
        """Redraw a message, and return the moment of the edit by Discord's clock (ms UTC).

        Its old files are replaced by those of the page.
        """
        parcel = await self._studio.pack(page)
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        # The client's own default does not reach edits of messages that are only known by their ids.
        nobody = discord.AllowedMentions.none()

        async def send(layout: discord.ui.LayoutView, files: list[discord.File]) -> discord.Message:
            return await message.edit(view=layout, attachments=files, allowed_mentions=nobody)

        edited: discord.Message = await self._carry(parcel.deliver(send))
        return round((edited.edited_at or edited.created_at).timestamp() * 1000)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
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


def _items(layout: discord.ui.LayoutView) -> Iterator[TableButton | TableSelect]:
    return (item for item in layout.walk_children() if isinstance(item, TableButton | TableSelect))


def _custom_ids(components: Iterable[Any]) -> set[str]:
    """The custom ids in a message. They name the turn that it shows."""
    found = set()
    for component in components:
        found |= _custom_ids(getattr(component, "children", ()))
        if custom_id := getattr(component, "custom_id", None):
            found.add(custom_id)
    return found


def _nonce(purpose: str) -> str:
    return hashlib.sha256(purpose.encode()).hexdigest()[:24]
