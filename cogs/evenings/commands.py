"""`/defizz soiree`: to plan a quiz night, see what is planned, cancel it, and the standings of a season."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.ext.commands import AutoShardedBot

from bot.tables.evenings import planning
from bot.tables.evenings.dates import read_moment, zone_of
from bot.tables.evenings.model import PEOPLE_AT_MOST, Evening, Stage
from bot.tables.model import Denied
from bot.texts import N_, texts_for
from bot.ui.clicks.click import Click, language_here
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.opening import check_permissions
from bot.ui.pages.escape import escape, tidy
from bot.ui.pages.page import Gap, Page, Text
from bot.ui.wire.commands import called
from bot.ui.wire.events import Events
from bot.ui.wire.responder import Responder
from cogs.evenings.announcement import jump, own_page, when
from cogs.evenings.coming import Coming
from cogs.evenings.console import WORDS_LENGTH, console, plan_form
from cogs.evenings.face import PlannedEvening, standings_page
from cogs.evenings.keeping import Evenings
from cogs.evenings.leading import Leading
from cogs.evenings.programme import PRESET_NAMES, find_complaint, preset, programme_lines
from cogs.evenings.reading import Retyping, check_leads, text_of

_PEOPLE, _PLACES = 4, 48
_SEASON = 60


UNDER = "defizz"
"""The game under whose command evenings are planned."""


def plug(bot: AutoShardedBot, house: House) -> None:
    """Add `/defizz soiree` where Défizz is played, and keep evenings going."""
    above = bot.tree.get_command(UNDER)
    if not isinstance(above, app_commands.Group):
        return
    tables, store = house.tables, house.store.evenings
    planned = PlannedEvening(tables, house.decks)
    evenings = Evenings(
        *(store, tables, house.courier, house.people, planned, Events(bot), house.clock, house.tasks)
    )
    above.add_command(add_evenings(house, evenings))
    house.hooks.chores.append(evenings)
    house.hooks.coming.append(evenings.lines)
    house.hooks.erasing.append(evenings.forget)
    bot.add_listener(evenings.on_raw_message_delete)
    bot.add_listener(evenings.on_guild_channel_delete)
    bot.add_listener(evenings.on_guild_remove)


def add_evenings(house: House, evenings: Evenings) -> EveningCommands:
    """Make the commands about evenings, and register their buttons and forms."""
    commands = EveningCommands(house, evenings)
    guests, hosts = Coming(house, evenings), Leading(house, evenings)
    handlers = {
        **guests.handlers(),
        **hosts.handlers(),
        "drafted": commands.draft,
        "redraft": commands.open_again,
    }
    house.router.register("evening", handlers)
    return commands


class EveningCommands(app_commands.Group):
    """The commands about evenings; all but planning them are about the one of this channel."""

    def __init__(self, house: House, evenings: Evenings) -> None:
        super().__init__(name="soiree", description=N_("Prévoir une soirée quiz, et s’y inscrire"))
        self.house = house
        self._evenings = evenings
        self._retyping = Retyping()

    @app_commands.command(name="planifier", description=N_("Prévoir une soirée dans ce salon"))
    @app_commands.rename(
        programme=N_("programme"),
        people=N_("equipe"),
        places=N_("places"),
    )
    @app_commands.describe(
        programme=N_("Les manches pour commencer ; elles se changent ensuite"),
        people=N_("Personnes par équipe, au plus (4) ; 1 : chacun pour soi"),
        places=N_("Places en tout (48) ; au-delà, une liste d’attente"),
    )
    @app_commands.choices(
        programme=[app_commands.Choice(name=words, value=key) for key, words in PRESET_NAMES.items()]
    )
    async def plan(
        self,
        interaction: Interaction,
        programme: str = "apero",
        people: app_commands.Range[int, 1, 6] = _PEOPLE,
        places: app_commands.Range[int, 2, PEOPLE_AT_MOST] = _PLACES,
    ) -> None:
        """Open the form for the title and the hour."""

        async def work(responder: Responder) -> None:
            self._check_place(interaction)
            arg = f"{programme}.{people}.{places}"
            form = plan_form(None, await self._zone(interaction), arg, responder.texts)
            await responder.open_form(form)

        await self.house.answer(interaction, work)

    async def draft(self, click: Click) -> None:
        """Keep what was typed as a draft, and show its host the plan."""
        interaction, responder = click.responder.interaction, click.responder
        self._check_place(interaction)
        async with self._retyping.offered(click, "evening.redraft"):
            added = await self._add(click)
            decks = [info.name for info in await self.house.decks.decks(added.guild_id)]
            await responder.show(console(added, responder.texts, decks=decks), "evening")

    async def open_again(self, click: Click) -> None:
        """Open the form once more, with what was typed into it when it was refused."""
        interaction = click.responder.interaction
        self._check_place(interaction)
        zone = await self._zone(interaction)
        await self._retyping.open(click, plan_form(None, zone, click.target.arg, click.responder.texts))

    async def _add(self, click: Click) -> Evening:
        """Store the draft that was typed; Denied where something of it will not do."""
        interaction = click.responder.interaction
        programme, people, places = (*click.target.arg.split("."), "", "")[:3]
        settings = await self.house.servers.server(interaction.guild_id or 0)
        now = self._evenings.now()
        title = planning.check_title(tidy(text_of(click, 0), planning.TITLE_LENGTH))
        moment = read_moment(text_of(click, 1), now, zone_of(settings.get("zone")))
        locale = settings.get("locale") or texts_for(language_here(interaction)).locale
        wished = Evening(
            id=0,
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id or 0,
            host_id=click.user.id,
            title=title,
            starts_at=planning.check_moment(moment, now),
            programme=preset(programme if programme in PRESET_NAMES else "apero"),
            locale=str(locale),
            words=text_of(click, 2).strip()[:WORDS_LENGTH],
            created_at=now,
        )
        wished = planning.resize(wished, _number(people, _PEOPLE), _number(places, _PLACES))
        await self._evenings.face.check(wished)
        return await self._evenings.add(wished)

    @app_commands.command(
        name="programme", description=N_("La soirée de ce salon, et la régler"), extras=called()
    )
    async def programme(self, interaction: Interaction) -> None:
        """Show the host the plan, everybody else the programme and where they stand."""

        async def work(responder: Responder) -> None:
            evening, t = await self._find_here(interaction), responder.texts
            try:
                check_leads(interaction, evening)
            except Denied:
                own = own_page(evening, interaction.user.id, t)
                told = Text("\n".join(programme_lines(evening, t)))
                await responder.show(Page(0, 0, (told, Gap(), *own.blocks)), "evening")
                return
            decks = [info.name for info in await self.house.decks.decks(evening.guild_id)]
            complaint = await find_complaint(self.house.decks, evening)
            await responder.show(console(evening, t, "", decks, complaint), "evening")

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="maitre",
        description=N_("Choisir qui mène la soirée de ce salon : une personne ou le bot"),
    )
    @app_commands.rename(member=N_("membre"))
    @app_commands.describe(member=N_("Qui lit et juge sans jouer ; personne : le bot"))
    async def lead(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Have somebody lead the evening, or the bot."""

        async def work(responder: Responder) -> None:
            evening, t = await self._find_here(interaction), responder.texts
            check_leads(interaction, evening)
            if member is not None and member.bot:
                raise Denied("bad_request")
            user_id, name = (None, "") if member is None else (member.id, member.display_name)
            await self._evenings.change(evening.id, lambda found: planning.lead(found, user_id, name))
            who = t("le bot") if member is None else f"<@{member.id}>"
            await responder.say(t("🎙️ Maître du jeu : {who}", who=who))

        await self.house.answer(interaction, work)

    @app_commands.command(name="annuler", description=N_("Annuler la soirée de ce salon"))
    async def cancel(self, interaction: Interaction) -> None:
        """Call the evening off."""

        async def work(responder: Responder) -> None:
            evening = await self._find_here(interaction)
            check_leads(interaction, evening)
            await self._evenings.change(evening.id, lambda found: planning.cancel(found, "host"))
            await responder.say(responder.texts("La soirée est annulée."))

        await self.house.answer(interaction, work)

    @app_commands.command(name="liste", description=N_("Les soirées à venir sur ce serveur"))
    async def list(self, interaction: Interaction) -> None:
        """List what is planned or being played in channels that the person sees."""

        async def work(responder: Responder) -> None:
            t, lines = responder.texts, []
            for evening in await self._evenings.store.of_server(interaction.guild_id or 0):
                here = t.plural("{n} personne", "{n} personnes", len(evening.players))
                title = f"[{escape(evening.title, 80)}]({jump(evening)})"
                lines.append(f"- **{title}** · <#{evening.channel_id}> · {when(evening)} · {here}")
            none = t("Aucune soirée n’est prévue. `/defizz soiree planifier` en prévoit une.")
            await responder.say("\n".join(lines) or none)

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="saison", description=N_("Le classement de la saison ; ou en commencer une nouvelle")
    )
    @app_commands.rename(title=N_("nouvelle"))
    @app_commands.describe(title=N_("Le titre d’une nouvelle saison (modération)"))
    async def season(
        self, interaction: Interaction, title: app_commands.Range[str, 1, _SEASON] | None = None
    ) -> None:
        """Show the standings of the season, or begin a new one."""

        async def work(responder: Responder) -> None:
            guild_id, t = interaction.guild_id or 0, responder.texts
            if title is not None:
                if not interaction.permissions.manage_messages:
                    raise Denied("evening_not_host")
                if not title.strip():
                    raise Denied("evening_season", n=_SEASON)
                await self._evenings.begin_season(guild_id, tidy(title, _SEASON))
            seasons = await self._evenings.store.seasons(guild_id)
            running = seasons[0] if seasons else None
            ended = await self._evenings.store.of_season(guild_id, None if running is None else running.id)
            await responder.show(standings_page(running, ended, t))

        await self.house.answer(interaction, work)

    async def _zone(self, interaction: Interaction) -> ZoneInfo:
        """The time zone of a server."""
        return zone_of((await self.house.servers.server(interaction.guild_id or 0)).get("zone"))

    def _check_place(self, interaction: Interaction) -> None:
        """Denied where no evening can be planned: in private, without rights, for who is blocked."""
        if interaction.guild_id is None:
            raise Denied("evening_one_server")
        self.house.refuse_blocked(interaction)
        check_permissions(interaction)

    async def _find_here(self, interaction: Interaction) -> Evening:
        """The evening of this channel; Denied "evening_none"."""
        for evening in await self._evenings.store.of_server(interaction.guild_id or 0):
            if evening.channel_id == interaction.channel_id and evening.stage is not Stage.DRAFT:
                return evening
        raise Denied("evening_none")


def _number(text: str, usual: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() else usual
