"""`/annee`: a year of whoever asks on this server, as a card that they may show."""

from typing import Any, Optional

import discord
from discord import app_commands

from bot.insight.ladders import Asked
from bot.tables.evenings.dates import zone_of
from bot.tables.model import Denied
from bot.texts import N_, Texts, texts_for
from bot.ui.clicks.click import Click, language_here
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.profile import shelves_of
from bot.ui.frame.year import YearShown, year_page
from bot.ui.pages.page import Page
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder
from cogs.common.last_game import played_games

_FIRST, _LAST = 2015, 2999
"""Years that can be asked for: Discord is as old as that."""
_YEARS = app_commands.Range[int, _FIRST, _LAST]


def year_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that shows a year; its buttons are answered, too."""
    years = _Years(house)

    async def annee(interaction: Interaction, number: Optional[int] = None) -> None:  # noqa: UP045
        await house.answer(interaction, lambda responder: years.begin(responder, number))

    # discord.py reads a command's parameters from its signature.
    annee.__annotations__ |= {"interaction": discord.Interaction, "number": Optional[_YEARS]}  # noqa: UP045
    for described in (
        app_commands.rename(number=N_("annee")),
        app_commands.describe(number=N_("L’année ; sinon, celle-ci")),
        app_commands.guild_only(),
    ):
        described(annee)
    said = N_("Votre année de jeu sur ce serveur, en une image")
    extras = called(fr="année", en="year")
    return app_commands.Command(name="annee", description=said, callback=annee, extras=extras)


class _Years:
    """Shows years: always those of whoever asks or presses."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._games = {spec.name: spec for spec in played_games(house)}
        house.router.register("year", {"mine": self._mine, "post": self._post})

    async def begin(self, responder: Responder, number: int | None) -> None:
        """Show a year; this one, where none was named."""
        self._house.refuse_blocked(responder.interaction)
        await responder.show(await self._page(responder, number, responder.texts, mine=True), "year")

    async def _mine(self, click: Click) -> None:
        """Show whoever presses their own of the same year."""
        self._house.refuse_blocked(click.responder.interaction)
        page = await self._page(click.responder, _read(click), click.responder.texts, mine=True)
        await click.responder.show(page, "year")

    async def _post(self, click: Click) -> None:
        """Show everybody the year of whoever presses, in the server's language."""
        interaction = click.responder.interaction
        self._house.refuse_blocked(interaction)
        settings = await self._house.servers.server(interaction.guild_id or 0)
        texts = texts_for(str(settings.get("locale") or language_here(interaction)))
        if (
            await click.responder.post(await self._page(click.responder, _read(click), texts, mine=False))
            is None
        ):
            said = click.responder.texts("Je n’ai pas pu le montrer à temps : appuyez encore une fois.")
            await click.responder.say(said)

    async def _page(self, responder: Responder, number: int | None, t: Texts, *, mine: bool) -> Page:
        """The page of a year, as it stands now."""
        house, user, guild_id = self._house, responder.interaction.user, responder.interaction.guild_id or 0
        zone = zone_of((await house.servers.server(guild_id)).get("zone"))
        if number is None:
            number = responder.interaction.created_at.astimezone(zone).year
        asked = {name: Asked(guild_id, name, spec.chance) for name, spec in self._games.items()}
        shelves = shelves_of(tuple(self._games.values()))
        year, rating = await house.insight.profiles.year(asked, user.id, number, zone, shelves)
        other = 0 if year.company is None else year.company.user_id
        names = await house.insight.ladders.names(guild_id, (user.id, other))
        name, company = (names.get(one, t("Anonyme")) for one in (user.id, other))
        return year_page(YearShown(year, self._games, rating, name, company, mine), t)


def _read(click: Click) -> int:
    """Which year a button means. Raises Denied "stale" for what is none."""
    number = click.target.arg
    if not (number.isascii() and number.isdigit() and _FIRST <= int(number) <= _LAST):
        raise Denied("stale")
    return int(number)
