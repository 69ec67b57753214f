"""`/classement`: who stands where in a game on this server, shown to whoever asks."""

from typing import Any, Optional

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.insight.ladders import Asked
from bot.insight.standing import Kind, Window
from bot.tables.evenings.dates import zone_of
from bot.tables.model import Denied
from bot.texts import N_
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.ranking import KINDS, WINDOWS, Aim, Ranking, drawn_people, ranking_page, shown_lines
from bot.ui.pages.page import Page
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder
from cogs.common.last_game import find_last_game, played_games


def ranking_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that shows who stands where in a game; its lists and buttons are answered, too."""
    rankings = _Rankings(house)

    async def classement(
        interaction: Interaction,
        game: Optional[str] = None,  # noqa: UP045
        window: Optional[str] = None,  # noqa: UP045
        kind: Optional[str] = None,  # noqa: UP045
    ) -> None:
        await house.answer(interaction, lambda responder: rankings.begin(responder, game, window, kind))

    # discord.py reads a command's parameters from its signature.
    asked = dict.fromkeys(("game", "window", "kind"), Optional[str])  # noqa: UP045
    classement.__annotations__ |= {"interaction": discord.Interaction, **asked}
    for described in (
        app_commands.rename(game=N_("jeu"), window=N_("periode"), kind=N_("par")),
        app_commands.describe(
            game=N_("Le jeu ; sinon, le dernier joué dans ce salon"),
            window=N_("La période ; sinon, cette saison"),
            kind=N_("Par cote, ou par points : les adversaires devancés"),
        ),
        app_commands.choices(
            game=[Choice(name=spec.title, value=spec.name) for spec in rankings.games],
            window=[Choice(name=said, value=window) for window, said in WINDOWS.items()],
            kind=[Choice(name=said, value=kind) for kind, said in KINDS.items()],
        ),
        app_commands.guild_only(),
    ):
        described(classement)
    said = N_("Le classement de ce serveur, jeu par jeu")
    extras = called(en="ranking")
    return app_commands.Command(name="classement", description=said, callback=classement, extras=extras)


class _Rankings:
    """Shows lists; each button and each entry of a list says which one."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.games = played_games(house)
        house.router.register("ranking", {"look": self._look, "show": self._show})

    async def begin(
        self, responder: Responder, game: str | None, window: str | None, kind: str | None
    ) -> None:
        """Show the list that was asked for; of the game played here last, where none was named."""
        self._house.refuse_blocked(responder.interaction)
        aim = Aim(
            game or await find_last_game(self._house, responder.interaction),
            Window.QUARTER if window is None else Window(window),
            Kind.RATING if kind is None else Kind(kind),
        )
        await responder.show(await self._page(responder, aim), "ranking")

    async def _look(self, click: Click) -> None:
        """Show the list of a game beside what was pressed; of the game played here last, if it names none."""
        await self.begin(click.responder, click.target.arg or None, None, None)

    async def _show(self, click: Click) -> None:
        """Show another list in the place of this one. Raises Denied "stale" for one that there is not."""
        try:
            aim = Aim.read(next(iter(click.values), click.target.arg))
        except ValueError:
            raise Denied("stale") from None
        await click.responder.update(await self._page(click.responder, aim))

    async def _page(self, responder: Responder, aim: Aim) -> Page:
        """The page of a list, as it stands now."""
        spec = next((spec for spec in self.games if spec.name == aim.game), None)
        if spec is None:
            raise Denied("stale")
        responder.stopwatch.game = spec.name
        house, guild_id = self._house, responder.interaction.guild_id or 0
        zone = zone_of((await house.servers.server(guild_id)).get("zone"))
        asked = Asked(guild_id, spec.name, spec.chance)
        board = await house.insight.ladders.board(asked, zone, aim.window, aim.kind)
        viewer = responder.interaction.user.id
        shown = [line.user_id for line in shown_lines(board, viewer)]
        names = await house.insight.ladders.names(guild_id, shown)
        drawn = drawn_people(board, aim)
        courses = await house.insight.ladders.courses(asked, zone, aim.window, drawn) if drawn else None
        ranking = Ranking(aim, spec, self.games, board, names, viewer, courses)
        return ranking_page(ranking, responder.texts)
