"""The button "Conseil": what a strong computer would do, told to whoever asks alone."""

from discord.ext.commands import AutoShardedBot

from bot.tables.model import Denied
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House
from bot.ui.frame.hints import HINT, hint_page


def plug(_bot: AutoShardedBot, house: House) -> None:
    """Have the button for a hint answered."""

    async def hint(click: Click) -> None:
        table, t = click.table, click.responder.texts
        sight = await house.tables.sight(table.id, click.user.id)
        decision = await house.adviser.advise(sight, house.tables.game(table.game))
        words = house.faces[table.game].draw_hint(decision.actions, sight, t)
        if not words:
            raise Denied("no_advice")
        await click.responder.show(hint_page(words, t), f"hint of {table.id}")

    namespace, _, verb = HINT.partition(".")
    house.router.register(namespace, {verb: hint})
