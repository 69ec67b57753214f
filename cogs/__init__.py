"""One package a game, with the same files in each; and the commands that belong to no single game."""

from __future__ import annotations

from discord.ext import commands

from bot.ui.clicks.house import House
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from cogs.common.dice import DiceCog
from cogs.common.mine import DataCog, MineCog
from cogs.common.server import ServerCog
from cogs.common.tables import TablesCog
from cogs.debacle.cog import DebacleCog
from cogs.debacle.face import DebacleFace
from cogs.defizz.cog import DefizzCog
from cogs.defizz.face import DefizzFace
from cogs.desfausse.cog import DesfausseCog
from cogs.desfausse.face import DesfausseFace
from cogs.diavolo.cog import DiavoloCog
from cogs.diavolo.face import DiavoloFace
from cogs.tasse.cog import TasseCog
from cogs.tasse.face import TasseFace

__all__ = ["add_cogs", "faces"]


def faces(book: EmojiBook) -> dict[str, Face]:
    """How each game shows itself, by its registry key."""
    games: tuple[Face, ...] = (TasseFace(book), DebacleFace(), DesfausseFace(), DiavoloFace(), DefizzFace())
    return {face.game: face for face in games}


async def add_cogs(bot: commands.Bot, house: House) -> None:
    """Give the bot all its slash commands."""
    games = (DebacleCog, DefizzCog, DesfausseCog, TasseCog, DiavoloCog)
    for cog in (*games, MineCog, DataCog, DiceCog, ServerCog, TablesCog):
        await bot.add_cog(cog(house))
