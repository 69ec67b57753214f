"""What is typed and pressed: `/classement`, `/profil` and its badges, `/mes-donnees visibilite`."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext.commands import AutoShardedBot

from bot.insight.ladders import Asked
from bot.insight.model import BOARD, NO, PROFILE, YES
from bot.insight.standing import Kind, Window
from bot.tables.evenings.dates import zone_of
from bot.tables.model import Denied
from bot.texts import N_, Texts, texts_for
from bot.ui.clicks.click import Click, language_here
from bot.ui.clicks.house import House, Interaction
from bot.ui.pages.page import Page
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder
from cogs.common.last_game import find_last_game, played_games
from cogs.rankings.profile import (
    Portrayed,
    Reach,
    Shown,
    Whose,
    badges_page,
    profile_page,
    shelves_of,
    shown_people,
    visibility_words,
)
from cogs.rankings.ranking import (
    KINDS,
    WINDOWS,
    Aim,
    Ranking,
    drawn_people,
    ranking_page,
    shown_lines,
)

# Rankings and profiles: `/classement`, `/profil` and its badges.

# `/classement`: who stands where in a game on this server, shown to whoever asks.


def plug(bot: AutoShardedBot, house: House) -> None:
    """Add `/classement`, `/profil` with its badges, and `/mes-donnees visibilite`."""
    bot.tree.add_command(ranking_command(house))
    bot.tree.add_command(profile_command(house))
    own = bot.tree.get_command("mes-donnees")
    assert isinstance(own, app_commands.Group), "the house's own"
    own.add_command(visibility_command(house))
    attend_badges(house)


def ranking_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that shows who stands where in a game; its lists and buttons are answered, too."""
    rankings = _Rankings(house)

    async def classement(
        interaction: Interaction,
        game: str | None = None,
        window: str | None = None,
        kind: str | None = None,
    ) -> None:
        await house.answer(interaction, lambda responder: rankings.begin(responder, game, window, kind))

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


# `/profil`: what somebody has done in a game on this server, shown to whoever asks and may know.


def profile_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that shows a profile; its lists and buttons are answered, too."""
    profiles = _Profiles(house)

    async def profil(
        interaction: Interaction,
        game: str | None = None,
        who: discord.User | None = None,
    ) -> None:
        await house.answer(interaction, lambda responder: profiles.begin(responder, game, who))

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


# The page of somebody's badges, which a button of `/profil` opens: for oneself, or shown to all.


# `/mes-donnees visibilite`: what others see of somebody.


def visibility_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command by which somebody says what others may see of them."""

    async def visibilite(
        interaction: Interaction, board: bool | None = None, profile: bool | None = None
    ) -> None:
        async def work(responder: Responder) -> None:
            asked = {BOARD: board, PROFILE: profile}
            wished = {key: YES if wish else NO for key, wish in asked.items() if wish is not None}
            if wished:
                await house.insight.kept.wish(interaction.user.id, wished)
            wishes = await house.insight.kept.wishes(interaction.user.id)
            await responder.say(visibility_words(wishes, responder.texts))

        await house.answer(interaction, work)

    for described in (
        app_commands.rename(board=N_("classement"), profile=N_("profil")),
        app_commands.describe(
            board=N_("Figurer dans les classements des serveurs où vous jouez"),
            profile=N_("Laisser qui joue sur le même serveur voir vos résultats et votre cote"),
        ),
    ):
        described(visibilite)
    said = N_("Ce que les autres voient de vous")
    return app_commands.Command(name="visibilite", description=said, callback=visibilite)


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
