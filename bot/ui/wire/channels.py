"""What the gateway tells of who sees a channel."""

from __future__ import annotations

from collections.abc import Callable

import discord

__all__ = ["make_shown"]


def make_shown(client: discord.Client) -> Callable[[int, int], bool]:
    """A question: does everybody on a server see this channel? Yes where nothing is known of it."""

    def shown(guild_id: int, channel_id: int) -> bool:
        guild = client.get_guild(guild_id)
        place = None if guild is None else guild.get_channel_or_thread(channel_id)
        if guild is None or place is None:
            return True
        if isinstance(place, discord.Thread):
            if place.is_private():
                return False
            if place.parent is None:
                return True
        return place.permissions_for(guild.default_role).view_channel

    return shown
