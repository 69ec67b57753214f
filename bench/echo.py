"""The echo bot: what Discord's protocol itself costs in Python.

python -m bench.echo     DISCORD_API_URL and so on are in the environment; TAPE is a file's name

For each click it sends what another bot once sent for it: the same callbacks and requests, with the same
bodies and files. It decides nothing, draws nothing and keeps nothing. It is written as discord.py wants bots
to be: dynamic items hear the clicks, each page is built as a view and sent by the library's own methods.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import os
import signal
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
from discord import ui
from discord.components import _component_factory
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.ui.view import _component_to_item
from yarl import URL

ALONE = 64
"""The flag of a message that only one person sees."""
Sent = dict[str, Any]


class EchoItem(ui.DynamicItem[ui.Item[Any]], template=r".+"):
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
        """Hear all buttons and lists, and of new tapes."""
        self.add_dynamic_items(EchoItem)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.read_tape)

    def read_tape(self) -> None:
        """Read what is to be sent for each click; the file goes when that is done."""
        path = Path(os.environ["TAPE"])
        self.scripts = json.loads(path.read_text(encoding="ascii"))
        for sent in (each for script in self.scripts.values() for each in script):
            body = sent["body"] or {}
            shown = sent["data"] = body.get("data") or body
            sent["components"] = [_component_factory(each) for each in shown.get("components") or ()]
            for file in sent["files"]:
                file["data"] = base64.b64decode(file["data"])
        path.unlink()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Echo what no dynamic item hears."""
        if interaction.type is not discord.InteractionType.component:
            await self.echo(interaction)

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
                await self.http.request(Route(sent["method"], sent["path"]), json=sent["body"])

    async def answer(self, interaction: discord.Interaction[Any], sent: Sent) -> None:
        """The callback."""
        response, alone = interaction.response, bool(sent["data"].get("flags", 0) & ALONE)
        match sent["body"]["type"]:
            case 4:
                await response.send_message(view=view_of(sent), files=files_of(sent), ephemeral=alone)
            case 5:
                await response.defer(thinking=True, ephemeral=alone)
            case 7 if not sent["components"]:  # only lets go of what was chosen from a list
                await response.edit_message()
            case 7:
                await response.edit_message(view=view_of(sent), attachments=files_of(sent))
            case 9:
                await response.send_modal(view_of(sent))
            case _:
                await response.defer()

    async def send_by_token(self, interaction: discord.Interaction[Any], sent: Sent) -> None:
        """An edit of an answer, a follow-up, or the end of one of them."""
        which = sent["path"].rpartition("/")[2]
        match sent["method"], which.isdecimal():
            case "DELETE", True:
                await interaction.followup.delete_message(int(which))
            case "DELETE", False:
                await interaction.delete_original_response()
            case "PATCH", True:
                page, files = view_of(sent), files_of(sent)
                await interaction.followup.edit_message(int(which), view=page, attachments=files)
            case "PATCH", False:
                await interaction.edit_original_response(view=view_of(sent), attachments=files_of(sent))
            case "POST", _:
                await interaction.followup.send(view=view_of(sent), files=files_of(sent), ephemeral=True)
            case _:
                await interaction.original_response()

    async def send_message(self, sent: Sent, channel_id: int, message_id: int | None = None) -> None:
        """A message of a channel: new, changed or deleted."""
        channel, nobody = self.get_partial_messageable(channel_id), discord.AllowedMentions.none()
        if message_id is None:
            once = sent["body"].get("nonce")
            await channel.send(view=view_of(sent), files=files_of(sent), nonce=once, allowed_mentions=nobody)
            return
        message = channel.get_partial_message(message_id)
        match sent["method"]:
            case "DELETE":
                await message.delete()
            case "PATCH":
                files = files_of(sent)
                await message.edit(view=view_of(sent), attachments=files, allowed_mentions=nobody)
            case _:
                await message.fetch()


def view_of(sent: Sent) -> Any:
    """A recorded page or form, built anew for each sending as any bot would."""
    title, name = sent["data"].get("title"), sent["data"].get("custom_id")
    made = ui.Modal(title=title, timeout=None, custom_id=name) if title else ui.LayoutView(timeout=None)
    for component in sent["components"]:
        item: Any = _component_to_item(component)
        if isinstance(item, ui.Label) and component.component.type is discord.ComponentType.text_input:
            item.component = ui.TextInput.from_component(component.component)  # discord.py makes none of it
        made.add_item(item)
    made.stop()
    return made


def files_of(sent: Sent) -> list[discord.File]:
    """The recorded files, with what is said of them."""
    said = {each.get("filename"): each.get("description") for each in sent["data"].get("attachments") or ()}
    return [
        discord.File(BytesIO(file["data"]), file["name"], description=said.get(file["name"]))
        for file in sent["files"]
    ]


async def main() -> None:
    """Echo until the process is ended."""
    discord.utils.setup_logging(level=logging.ERROR)
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY_URL"])
    async with Echo() as client:
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
