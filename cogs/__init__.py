"""One package a game, with the same files in each; and the commands that belong to no single game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord.ext import commands

import engines
from bot.ui.clicks.game_commands import GameCommands
from bot.ui.clicks.house import House
from bot.ui.frame.derived import derive_face
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from cogs.common.badges import attend_badges
from cogs.common.calls import calls_command
from cogs.common.dice import DiceCommands
from cogs.common.hints import answer_hints
from cogs.common.lessons import lessons_command
from cogs.common.mine import DataCog, MineCog
from cogs.common.profile import profile_command
from cogs.common.ranking import ranking_command
from cogs.common.replays import attend_replays
from cogs.common.server import ServerCog
from cogs.common.shelf import ShelfCog
from cogs.common.tables import TablesCog
from cogs.common.weekly import weekly_command
from cogs.common.year import year_command
from cogs.daily.command import daily_command
from cogs.evenings.commands import UNDER, add_evenings
from engines.core.kit import Kit
from engines.finding import find_homes, find_kind

__all__ = ["GAMES", "add_cogs", "make_faces"]


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


def make_faces(book: EmojiBook, games: Sequence[type[Face]] = GAMES) -> dict[str, Face]:
    """Make a face for each game, by the game's name; they write dice with the emojis of the book."""
    return {game.spec.name: game(book) for game in games}


async def add_cogs(bot: commands.AutoShardedBot, house: House) -> None:
    """Give the bot all its slash commands: those of each game, then those of the house."""
    for face in house.faces.values():
        commands = GameCommands(face.spec, house)
        if face.spec.name == UNDER:
            commands.add_command(add_evenings(house))
        bot.tree.add_command(commands)
    for cog in (ShelfCog, MineCog, DataCog, ServerCog, TablesCog):
        await bot.add_cog(cog(house))
    bot.tree.add_command(DiceCommands(house))
    bot.tree.add_command(lessons_command(house))
    bot.tree.add_command(ranking_command(house))
    bot.tree.add_command(profile_command(house))
    bot.tree.add_command(year_command(house))
    bot.tree.add_command(calls_command(house))
    bot.tree.add_command(weekly_command(house))
    if house.challenges.disciplines:
        bot.tree.add_command(daily_command(house))
    attend_badges(house)
    answer_hints(house)
    attend_replays(house)
