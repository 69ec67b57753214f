"""The page of somebody's badges, which a button of `/profil` opens: for oneself, or shown to all."""

from bot.texts import Texts, texts_for
from bot.ui.clicks.click import Click, language_here
from bot.ui.clicks.house import House
from bot.ui.frame.profile import Shown, badges_page, shelves_of
from bot.ui.pages.page import Page
from cogs.common.last_game import played_games


def attend_badges(house: House) -> None:
    """Answer the buttons that show badges."""
    badges = _Badges(house)
    house.router.register("badges", {"show": badges.show, "post": badges.post})


class _Badges:
    """Shows badges: always those of whoever presses."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._games = played_games(house)

    async def show(self, click: Click) -> None:
        """Show whoever presses their own."""
        self._house.refuse_blocked(click.responder.interaction)
        await click.responder.show(await self._page(click, click.responder.texts), "badges")

    async def post(self, click: Click) -> None:
        """Show everybody those that whoever presses has, in the server's language."""
        interaction = click.responder.interaction
        self._house.refuse_blocked(interaction)
        settings = await self._house.servers.server(interaction.guild_id or 0)
        texts = texts_for(str(settings.get("locale") or language_here(interaction)))
        names = await self._house.insight.ladders.names(interaction.guild_id or 0, (click.user.id,))
        name = names.get(click.user.id, texts("Anonyme"))
        if await click.responder.post(await self._page(click, texts, name)) is None:
            said = click.responder.texts("Je n’ai pas pu le montrer à temps : appuyez encore une fois.")
            await click.responder.say(said)

    async def _page(self, click: Click, t: Texts, name: str | None = None) -> Page:
        guild_id = click.responder.interaction.guild_id or 0
        given = await self._house.insight.profiles.badges(guild_id, click.user.id, shelves_of(self._games))
        return badges_page(Shown(given, self._games, name), t)
