"""One package a game, with the same files in each; and the commands that belong to no single game."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from discord.ext import commands

import engines
from bot.ui.clicks.game_commands import GameCommands
from bot.ui.clicks.house import House, Plug
from bot.ui.frame.derived import derive_face
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from cogs.common.mine import DataCog, MineCog
from cogs.common.server import ServerCog
from cogs.common.shelf import ShelfCog
from cogs.common.tables import TablesCog
from engines.core.kit import Kit
from engines.finding import find_homes, find_kind

__all__ = ["FEATURES", "GAMES", "add_cogs", "make_faces"]


def _find_faces() -> Iterator[type[Face]]:
    """Yield the faces of all games: their own or, where all words stand with the rules, derived ones."""
    for home in find_homes():
        face: type[Face] | None = find_kind(home.find("cogs", "face"), Face)
        rules = engines.GAMES[home.game]
        if face is not None:
            yield face
        elif isinstance(rules, Kit):
            yield derive_face(rules)


GAMES: tuple[type[Face], ...] = tuple(
    sorted(_find_faces(), key=lambda face: (face.spec.shelf, face.spec.title))
)
"""The faces of all games that the bot shows, in the order in which people find them; each names its spec."""


def _find_features() -> Mapping[str, Plug]:
    """Find the features: whatever stands in this room and has a `plug`, by its name."""
    rooms = {each.name: import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)}
    return {name: room.plug for name, room in sorted(rooms.items()) if hasattr(room, "plug")}


FEATURES: Final = MappingProxyType(_find_features())
"""What the bot offers beside games, by name. Each can be left out: then nothing is seen of it."""


def make_faces(book: EmojiBook, games: Sequence[type[Face]] = GAMES) -> dict[str, Face]:
    """Make a face for each game, by the game's name; they write dice with the emojis of the book."""
    return {game.spec.name: game(book) for game in games}


async def add_cogs(bot: commands.AutoShardedBot, house: House, features: Mapping[str, Plug]) -> None:
    """Give the bot all its slash commands: those of each game and of the house; then plug in the features."""
    for face in house.faces.values():
        bot.tree.add_command(GameCommands(face.spec, house))
    for cog in (ShelfCog, MineCog, DataCog, ServerCog, TablesCog):
        await bot.add_cog(cog(house))
    for plug in features.values():
        plug(bot, house)
