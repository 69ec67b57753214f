"""The echo bot: what Discord's protocol itself costs in Python.

python -m bench.echo     ECHO (`plain` or `bare`), DISCORD_API_URL and so on are in the environment

For each click it sends what another bot once sent for it: the same callbacks and requests, with bodies and
files of the same size. It decides nothing, draws nothing and keeps nothing. `plain` does so as bots on
discord.py are written: dynamic items hear the clicks, each page is built as a LayoutView and sent by the
library's own methods. `bare` leaves out all that can be left out: raw interactions in, ready dicts out.
"""

from __future__ import annotations

import asyncio
import logging
import os
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import MultipartParameters, Route
from discord.utils import _to_json
from discord.webhook.async_ import async_context
from yarl import URL

from bench.echo_pages import layout, modal
from bench.tape import load

TAPE = "tape:"
"""A click on a button of this name, with a path behind it, has the echo read the next tape."""
Sent = dict[str, Any]


class EchoItem(ui.DynamicItem[ui.Item[Any]], template=r"(?!tape:).+"):
    """Any button or list."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: Any, /
    ) -> EchoItem:
        """Wrap what discord.py found in the clicked message."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Send what the tape says."""
        await interaction.client.echo(interaction)


class Echo(discord.Client):
    """Sends by discord.py's own methods what the tape says."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.scripts: dict[str, list[Sent]] = {}

    async def setup_hook(self) -> None:
        """Hear all buttons and lists."""
        self.add_dynamic_items(EchoItem)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Read a new tape, or echo what no dynamic item hears."""
        custom_id = str((interaction.data or {}).get("custom_id", ""))
        if custom_id.startswith(TAPE):
            self.scripts = load(Path(custom_id.removeprefix(TAPE)))
            await interaction.response.defer()
        elif self.hears(interaction):
            await self.echo(interaction)

    def hears(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether an interaction is echoed here, and not by a dynamic item."""
        return interaction.type is not discord.InteractionType.component

    async def echo(self, interaction: discord.Interaction[Any]) -> None:
        """Send what was once sent for this click."""
        for sent in self.scripts.pop(str(interaction.id)):
            _, room, *rest = sent["path"].split("/")
            if room == "interactions":
                await self.answer(interaction, sent)
            elif room == "webhooks":
                await self.send_by_token(interaction, sent)
            elif room == "channels" and rest[1] == "messages":
                await self.send_message(sent, int(rest[0]), *map(int, rest[2:3]))
            else:
                await self.send_any(sent)

    async def answer(self, interaction: discord.Interaction[Any], sent: Sent) -> None:
        """The callback."""
        data = sent["body"].get("data") or {}
        response = interaction.response
        match sent["body"]["type"]:
            case 4:
                alone = bool(data.get("flags", 0) & 64)
                await response.send_message(view=layout(data), files=_files(sent), ephemeral=alone)
            case 5:
                await response.defer(thinking=True, ephemeral=bool(data.get("flags", 0) & 64))
            case 7 if not data:  # only lets go of what was chosen from a list
                await response.edit_message()
            case 7:
                await response.edit_message(view=layout(data), attachments=_files(sent))
            case 9:
                await response.send_modal(modal(data))
            case _:
                await response.defer()

    async def send_by_token(self, interaction: discord.Interaction[Any], sent: Sent) -> None:
        """An edit of an answer, a follow-up, or the end of one of them."""
        which = sent["path"].rpartition("/")[2]
        if sent["method"] == "DELETE" and which.isdecimal():
            await interaction.followup.delete_message(int(which))
        elif sent["method"] == "DELETE":
            await interaction.delete_original_response()
        elif sent["method"] == "PATCH" and which.isdecimal():
            page, files = layout(sent["body"]), _files(sent)
            await interaction.followup.edit_message(int(which), view=page, attachments=files)
        elif sent["method"] == "PATCH":
            await interaction.edit_original_response(view=layout(sent["body"]), attachments=_files(sent))
        elif sent["method"] == "POST":
            await interaction.followup.send(view=layout(sent["body"]), files=_files(sent), ephemeral=True)
        else:
            await interaction.original_response()

    async def send_message(self, sent: Sent, channel_id: int, message_id: int | None = None) -> None:
        """A message of a channel: new, changed or deleted."""
        channel = self.get_partial_messageable(channel_id)
        nobody = discord.AllowedMentions.none()
        if message_id is None:
            await channel.send(
                view=layout(sent["body"]),
                files=_files(sent),
                nonce=sent["body"].get("nonce"),
                allowed_mentions=nobody,
            )
            return
        message = channel.get_partial_message(message_id)
        if sent["method"] == "DELETE":
            await message.delete()
        elif sent["method"] == "PATCH":
            await message.edit(view=layout(sent["body"]), attachments=_files(sent), allowed_mentions=nobody)
        else:
            await message.fetch()

    async def send_any(self, sent: Sent) -> None:
        """Anything else."""
        await self.http.request(Route(sent["method"], sent["path"]), json=sent["body"])


class BareEcho(Echo):
    """Sends the recorded bodies as they are, through discord.py's HTTP and its rate limits alone."""

    async def setup_hook(self) -> None:
        """Hear interactions as they come."""

    def hears(self, interaction: discord.Interaction[Any]) -> bool:
        """Every interaction."""
        return interaction.type is not discord.InteractionType.autocomplete

    async def answer(self, interaction: discord.Interaction[Any], sent: Sent) -> None:
        """The callback."""
        form, files = _form(sent)
        await async_context.get().create_interaction_response(
            interaction.id,
            interaction.token,
            session=interaction._session,
            params=MultipartParameters(payload=sent["body"], multipart=form, files=files),
        )

    async def send_by_token(self, interaction: discord.Interaction[Any], sent: Sent) -> None:
        """An edit of an answer, or a follow-up."""
        form, files = _form(sent)
        parts = sent["path"].split("/")[4:]
        route = Route(
            sent["method"],
            "/webhooks/{webhook_id}/{webhook_token}" + "".join(f"/{part}" for part in parts),
            webhook_id=interaction.application_id,
            webhook_token=interaction.token,
        )
        await async_context.get().request(
            route,
            session=interaction._session,
            payload=sent["body"],
            multipart=form or None,
            files=files or None,
        )

    async def send_message(self, sent: Sent, channel_id: int, message_id: int | None = None) -> None:
        """A message of a channel: new, changed or deleted."""
        path = "/channels/{channel_id}/messages" + ("" if message_id is None else "/{message_id}")
        route = Route(sent["method"], path, channel_id=channel_id, message_id=message_id)
        form, files = _form(sent)
        if files:
            await self.http.request(route, form=form, files=files)
        elif sent["body"] is None:
            await self.http.request(route)
        else:
            await self.http.request(route, json=sent["body"])


def _files(sent: Sent) -> list[discord.File]:
    about = {each.get("filename"): each for each in _attachments(sent)}
    return [
        discord.File(
            BytesIO(file["data"]), file["name"], description=about.get(file["name"], {}).get("description")
        )
        for file in sent["files"]
    ]


def _attachments(sent: Sent) -> list[Sent]:
    body = sent["body"] or {}
    return list((body.get("data") or body).get("attachments") or ())


def _form(sent: Sent) -> tuple[list[Sent], list[discord.File]]:
    files = _files(sent)
    if not files:
        return [], []
    form: list[Sent] = [{"name": "payload_json", "value": _to_json(sent["body"])}]
    for number, file in enumerate(files):
        form.append(
            {
                "name": f"files[{number}]",
                "value": file.fp,
                "filename": file.filename,
                "content_type": "application/octet-stream",
            }
        )
    return form, files


async def _run() -> None:
    discord.utils.setup_logging(level=logging.ERROR)
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY_URL"])
    async with BareEcho() if os.environ["ECHO"] == "bare" else Echo() as client:
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(_run())
