"""`/des bilan`: all dice that a server has rolled, and whether they are as even as chance makes them."""

from __future__ import annotations

from bot.tables.errors import Denied
from bot.texts import Texts, texts_for
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House
from bot.ui.clicks.place import language_here
from bot.ui.frame.rolled import ALL, Counted, rolled_page
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Page
from bot.ui.wire.responder import Responder
from cogs.common.last_game import played_games

__all__ = ["DiceSums"]


class DiceSums:
    """Shows the sums of a server's dice; each button and each entry of a list says of which game."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.games: tuple[GameSpec, ...] = tuple(game for game in played_games(house) if game.dice)
        house.router.register("dice", {"show": self._show, "post": self._post})

    async def begin(self, responder: Responder, game: str | None) -> None:
        """Show the sums of a game, or of all. Raises Denied "server_alone" in private messages."""
        self._house.refuse_blocked(responder.interaction)
        if responder.interaction.guild_id is None:
            raise Denied("server_alone")
        await responder.show(await self._page(responder, game or ALL, responder.texts), "dice")

    async def _show(self, click: Click) -> None:
        """Show the sums of another game in the place of these."""
        name = next(iter(click.values), click.target.arg)
        await click.responder.update(await self._page(click.responder, name, click.responder.texts))

    async def _post(self, click: Click) -> None:
        """Show everybody, in the server's language."""
        interaction = click.responder.interaction
        self._house.refuse_blocked(interaction)
        settings = await self._house.servers.server(interaction.guild_id or 0)
        texts = texts_for(str(settings.get("locale") or language_here(interaction)))
        page = await self._page(click.responder, click.target.arg, texts, public=True)
        if await click.responder.post(page) is None:
            said = click.responder.texts("Je n’ai pas pu le montrer à temps : appuyez encore une fois.")
            await click.responder.say(said)

    async def _page(self, responder: Responder, name: str, t: Texts, *, public: bool = False) -> Page:
        """The page as it stands now. Raises Denied "stale" for what is no game with dice (any more)."""
        game = next((game for game in self.games if game.name == name), None)
        if game is None and name != ALL:
            raise Denied("stale")
        rolled = await self._house.insight.dice.rolled(responder.interaction.guild_id or 0)
        return rolled_page(Counted(rolled, self.games, game, public), t)
