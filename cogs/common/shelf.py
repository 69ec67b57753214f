"""`/jouer` and `/aide`: the games to choose from, shown to one person until a table is opened."""

from discord import app_commands
from discord.ext import commands

from bot.tables.model import Denied
from bot.texts import N_
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.opening import open_table, open_trial
from bot.ui.frame.face import Face
from bot.ui.frame.lesson import rulebook
from bot.ui.frame.shelf import shelf_page
from bot.ui.pages.page import Page
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder


class ShelfCog(commands.Cog):
    """The shelf of games, and what its buttons do."""

    def __init__(self, house: House) -> None:
        self.house = house
        house.router.register(
            "games",
            {
                "open": self._open,
                "trial": self._try,
                "page": self._turn_page,
                "rules": self._show_rules,
            },
        )

    @app_commands.command(
        name="jouer", description=N_("Choisir un jeu et ouvrir une table"), extras=called(en="play")
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def play(self, interaction: Interaction) -> None:
        """Show the games to choose from."""
        await self._answer(interaction)

    @app_commands.command(
        name="aide",
        description=N_("Les jeux, leurs règles, comment commencer"),
        extras=called(en="help"),
    )
    async def help(self, interaction: Interaction) -> None:
        """Show the same page, also in private messages."""
        await self._answer(interaction)

    async def _answer(self, interaction: Interaction) -> None:
        async def work(responder: Responder) -> None:
            await responder.show(self._page(responder, 0))

        await self.house.answer(interaction, work)

    async def _turn_page(self, click: Click) -> None:
        """Show another page of the shelf."""
        arg = click.target.arg
        await click.responder.update(self._page(click.responder, int(arg) if arg.isdecimal() else 0))

    async def _open(self, click: Click) -> None:
        """Open a table of the game in the argument, with the usual settings. Raises as `open_table` does."""
        await open_table(self.house, self._wanted(click).spec, click.responder)

    async def _try(self, click: Click) -> None:
        """Open a table against computers, and begin its game. Raises as `open_trial` does."""
        await open_trial(self.house, self._wanted(click).spec, click.responder)

    def _wanted(self, click: Click) -> Face:
        """The game whose table is to be opened. Raises Denied "stale" where there is none any more."""
        face = self._face(click.target.arg)
        click.responder.stopwatch.game = face.spec.name
        return face

    async def _show_rules(self, click: Click) -> None:
        """Show the first page of the rules of the game that was chosen."""
        face = self._face(next(iter(click.values), click.target.arg))
        await click.responder.show(rulebook(face.spec, click.responder.texts)[0])

    def _page(self, responder: Responder, number: int) -> Page:
        private = responder.interaction.guild_id is None
        faces = tuple(self.house.faces.values())
        return shelf_page(faces, number, responder.texts, self.house.router.answers, private=private)

    def _face(self, game: str) -> Face:
        """The face of a game. Raises Denied "stale" for one that there is not any more."""
        try:
            return self.house.faces[game]
        except KeyError:
            raise Denied("stale") from None
