"""`/profil`: what somebody has done in a game on this server, shown to whoever asks and may know."""

from typing import Any, Optional

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.insight.ladders import Asked
from bot.tables.evenings.dates import zone_of
from bot.tables.model import Denied
from bot.texts import N_, Texts, texts_for
from bot.ui.clicks.click import Click, language_here
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.profile import Portrayed, Reach, Whose, profile_page, shown_people
from bot.ui.pages.page import Page
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder
from cogs.common.last_game import find_last_game, played_games


def profile_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that shows a profile; its lists and buttons are answered, too."""
    profiles = _Profiles(house)

    async def profil(
        interaction: Interaction,
        game: Optional[str] = None,  # noqa: UP045
        who: Optional[discord.User] = None,  # noqa: UP045
    ) -> None:
        await house.answer(interaction, lambda responder: profiles.begin(responder, game, who))

    # discord.py reads a command's parameters from its signature.
    profil.__annotations__ |= {
        "interaction": discord.Interaction,
        "game": Optional[str],  # noqa: UP045
        "who": Optional[discord.User],  # noqa: UP045
    }
    for described in (
        app_commands.rename(game=N_("jeu"), who=N_("de")),
        app_commands.describe(
            game=N_("Le jeu ; sinon, le dernier joué dans ce salon"),
            who=N_("La personne ; sinon, vous"),
        ),
        app_commands.choices(game=[Choice(name=spec.title, value=spec.name) for spec in profiles.games]),
        app_commands.guild_only(),
    ):
        described(profil)
    said = N_("Vos résultats sur ce serveur, votre façon de jouer, votre chance")
    return app_commands.Command(name="profil", extras=called(en="profile"), description=said, callback=profil)


class _Profiles:
    """Shows profiles; each button and each entry of a list says whose, and in which game."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.games = played_games(house)
        house.router.register(
            "profile", {"show": self._show, "mine": self._mine, "post": self._post, "share": self._share}
        )

    async def begin(self, responder: Responder, game: str | None, who: discord.User | None) -> None:
        """Show the profile that was asked for; in the game played here last, where none was named."""
        interaction = responder.interaction
        self._house.refuse_blocked(interaction)
        named = game or await find_last_game(self._house, interaction)
        whose = Whose(named, (who or interaction.user).id)
        await responder.show(await self._private_page(responder, whose), "profile")

    async def _show(self, click: Click) -> None:
        """Show another game in the place of this one. Raises Denied "stale" for what is no profile."""
        try:
            whose = Whose.read(next(iter(click.values), click.target.arg))
        except ValueError:
            raise Denied("stale") from None
        await click.responder.update(await self._private_page(click.responder, whose))

    async def _mine(self, click: Click) -> None:
        """Show whoever presses their own profile; in the game played here last, if the button names none."""
        await self.begin(click.responder, click.target.arg or None, None)

    async def _post(self, click: Click) -> None:
        """Show everybody the profile of whoever presses."""
        await self._tell_all(click, Reach.ALL)

    async def _share(self, click: Click) -> None:
        """Show everybody also how whoever presses plays."""
        await self._tell_all(click, Reach.ALL_WITH_STYLE)

    async def _tell_all(self, click: Click, reach: Reach) -> None:
        """Post the profile of whoever presses, and of nobody else, in the server's language."""
        interaction = click.responder.interaction
        self._house.refuse_blocked(interaction)
        settings = await self._house.servers.server(interaction.guild_id or 0)
        texts = texts_for(str(settings.get("locale") or language_here(interaction)))
        whose = Whose(click.target.arg, click.user.id)
        if await click.responder.post(await self._page(click.responder, whose, reach, texts)) is None:
            said = click.responder.texts("Je n’ai pas pu le montrer à temps : appuyez encore une fois.")
            await click.responder.say(said)

    async def _private_page(self, responder: Responder, whose: Whose) -> Page:
        """The page for whoever asks. Raises Denied "profile_closed" if they may not see it."""
        interaction = responder.interaction
        viewer, guild_id = interaction.user.id, interaction.guild_id or 0
        if not await self._house.insight.profiles.may_see(viewer, whose.user_id, guild_id):
            raise Denied("profile_closed")
        reach = Reach.MINE if viewer == whose.user_id else Reach.OTHER
        return await self._page(responder, whose, reach, responder.texts)

    async def _page(self, responder: Responder, whose: Whose, reach: Reach, t: Texts) -> Page:
        """The page of a profile, as it stands now. Raises Denied "stale" for what is no game any more."""
        spec = next((spec for spec in self.games if spec.name == whose.game), None)
        if spec is None:
            raise Denied("stale")
        responder.stopwatch.game = spec.name
        house, guild_id = self._house, responder.interaction.guild_id or 0
        zone = zone_of((await house.servers.server(guild_id)).get("zone"))
        asked = Asked(guild_id, spec.name, spec.chance)
        looked = await house.insight.profiles.look(asked, zone, whose.user_id, spec.badges)
        profile, standing, badges = looked
        people = shown_people(profile) if reach is Reach.MINE else ()
        names = await house.insight.ladders.names(guild_id, (whose.user_id, *people))
        shown = Portrayed(whose, spec, self.games, profile, standing, names, reach, badges)
        return profile_page(shown, t)
