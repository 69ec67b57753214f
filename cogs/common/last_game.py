"""Which game is meant where none was named."""

from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.spec import GameSpec


def played_games(house: House) -> tuple[GameSpec, ...]:
    """The games of which results are kept, in the order in which people find them."""
    return tuple(face.spec for face in house.faces.values() if face.spec.planned is None)


async def find_last_game(house: House, interaction: Interaction) -> str:
    """The game played last in this channel, the first one of all if there is none."""
    names = [spec.name for spec in played_games(house)]
    last = await house.tables.latest(None, interaction.channel_id or 0, closed=True)
    game = None if last is None else (await house.tables.table(last)).game
    return game if game in names else names[0]
