"""What a person may do at a table. Their rights in the table's channel count, wherever they type or click.

Discord says what somebody may do where they are. For other channels it is computed from the server's roles
and overwrites, which the gateway keeps up to date, and from the roles that come with the interaction. Where
no gateway tells this process of the server, Discord is asked for them: see `look_up`.
"""

from typing import Any

import discord
import structlog
from aiohttp import ClientError

from bot.tables.model import Table

Interaction = discord.Interaction[Any]
_log = structlog.get_logger(__name__)
_LOOKED_UP = "looked up"
_GONE = (discord.NotFound, discord.Forbidden, discord.InvalidData)
_SILENT = (discord.DiscordException, OSError, ClientError, TimeoutError)
"""What happens when Discord says nothing: then nobody has rights elsewhere than where they are."""


async def look_up(interaction: Interaction, table: Table) -> None:
    """Learn what rights in the table's channel depend on, unless it is known; call it before asking for them.

    That takes requests to Discord only for who is in another channel, of a server that no gateway tells of.
    """
    member = _member(interaction, table)
    if member is None or _is_here(interaction, table) or interaction.extras.get(_LOOKED_UP):
        return
    if interaction.client.get_guild(table.guild_id) is not None:
        return
    interaction.extras[_LOOKED_UP] = True
    try:
        guild = await interaction.client.fetch_guild(table.guild_id, with_counts=False)
        for channel_id in dict.fromkeys((table.channel_id, table.home_id)):
            await _fetch_place(guild, channel_id)
    except _SILENT as error:
        _log.warning("rights not known", error=type(error).__name__)
    else:
        member.guild = guild


async def _fetch_place(guild: discord.Guild, channel_id: int) -> None:
    """Have a server know a channel, and a thread's channel too; one that is deleted stays unknown."""
    if guild.get_channel_or_thread(channel_id) is not None:
        return
    try:
        place = await guild.fetch_channel(channel_id)
    except _GONE:
        return
    if not isinstance(place, discord.Thread):
        guild._add_channel(place)  # noqa: SLF001 - a server that was fetched comes without its channels
        return
    guild._add_thread(place)  # noqa: SLF001
    if place.parent is None:
        await _fetch_place(guild, place.parent_id)


def may_moderate(interaction: Interaction, table: Table) -> bool:
    """Whether this person may manage messages in the table's channel.

    If that channel is deleted or an archived thread, their rights in the whole server count.
    """
    member = _member(interaction, table)
    if member is None:
        return False
    there = _permissions_there(interaction, member, table)
    return (member.guild_permissions if there is None else there).manage_messages


def may_manage_server(interaction: Interaction) -> bool:
    """Whether this person may manage the server in which they type or click."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def may_open_threads(interaction: Interaction, table: Table | None = None) -> bool:
    """Whether this person may open threads in the table's channel, or moderate it.

    Without a table, the channel in which they type or click counts.
    """
    if table is None:
        there: discord.Permissions | None = interaction.permissions
    else:
        member = _member(interaction, table)
        there = None if member is None else _permissions_there(interaction, member, table)
    return there is not None and (there.create_public_threads or there.manage_messages)


def may_write(interaction: Interaction) -> bool:
    """Whether this person may write where they click."""
    may, thread = interaction.permissions, isinstance(interaction.channel, discord.Thread)
    return may.send_messages_in_threads if thread else may.send_messages


async def may_see(interaction: Interaction, table: Table) -> bool:
    """Whether this person sees the table's channel; if it is deleted, nobody does.

    A private thread is seen only by its members and by people who may manage threads.
    """
    await look_up(interaction, table)
    member = _member(interaction, table)
    if member is None or _is_here(interaction, table):
        return member is not None
    place = _find_channel(interaction, table)
    there = None if place is None else place.permissions_for(member)
    if there is None or not there.view_channel:
        return False
    if not isinstance(place, discord.Thread) or not place.is_private() or there.manage_threads:
        return True
    try:
        await place.fetch_member(member.id)
    except discord.HTTPException:
        return False
    return True


async def may_show_here(interaction: Interaction, table: Table) -> bool:
    """Whether those who see the channel of a click may see the table: it is the same, or one that all see."""
    if _is_here(interaction, table):
        return True
    await look_up(interaction, table)
    place = _find_channel(interaction, table)
    if place is None or (isinstance(place, discord.Thread) and place.is_private()):
        return False
    return place.permissions_for(place.guild.default_role).view_channel


async def may_know(interaction: Interaction, table: Table) -> bool:
    """Whether this person may know of the table: they host it, have or had a seat, or see its channel."""
    user_id = interaction.user.id
    seated = user_id == table.host_id or table.seat_of(user_id) is not None
    return seated or await may_see(interaction, table)


def _member(interaction: Interaction, table: Table) -> discord.Member | None:
    """The person with their roles; None in private messages and on another server than the table's."""
    member = interaction.user
    return member if interaction.guild_id == table.guild_id and isinstance(member, discord.Member) else None


def _is_here(interaction: Interaction, table: Table) -> bool:
    return interaction.channel_id in (table.channel_id, table.home_id)


def _permissions_there(
    interaction: Interaction, member: discord.Member, table: Table
) -> discord.Permissions | None:
    """What a member may do in the table's channel; None if that channel is not known."""
    if _is_here(interaction, table):
        return interaction.permissions
    place = _find_channel(interaction, table)
    return None if place is None else place.permissions_for(member)


def _find_channel(interaction: Interaction, table: Table) -> discord.abc.GuildChannel | discord.Thread | None:
    """Find the channel where the table is played, else where it was opened; None if both are unknown."""
    guild = interaction.guild
    for channel_id in (table.channel_id, table.home_id):
        place = None if guild is None else guild.get_channel_or_thread(channel_id)
        if place is not None and not (isinstance(place, discord.Thread) and place.parent is None):
            return place
    return None
