"""The week of a server: `/classement-hebdo` chooses where and when it is told, and it is told there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext.commands import AutoShardedBot

from bot.insight.ladders import Asked
from bot.insight.weekly import Best, Rise, Week, Weekly, Weeks, begin_of_week, next_post
from bot.tables.evenings.dates import zone_of
from bot.tables.homes import Homes
from bot.tables.model import Denied
from bot.tables.ports import Clock, ServerStore
from bot.tables.tasks import Aside, Looks, Tasks
from bot.texts import N_, Texts, texts_for
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.rights import may_manage_server
from bot.ui.frame.face import Face
from bot.ui.frame.header import join_lines
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Button, Page, Row, Text
from bot.ui.wire.commands import called
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.responder import Responder
from cogs.rankings.ranking import points_words
from db.jobs.servers import KeptWeeklies

# `/classement-hebdo`: where a server is told of its week, chosen by those who manage it.

_USUAL_DAY, _USUAL_HOUR = 0, 9
"""Monday morning, where nothing else is said."""
_Hour = Range[int, 0, 23]


def plug(bot: AutoShardedBot, house: House) -> None:
    """Add `/classement-hebdo` and its line of `/reglages`, and tell servers of their weeks."""
    store = house.store
    weeks = Weeks(store.insight, Aside("weeks").run)
    homes, clock, tasks = house.tables.homes, house.clock, house.tasks
    weeklies = Weeklies(store.weeklies, weeks, house.servers, house.courier, house.faces, homes, clock, tasks)

    async def line(guild_id: int, t: Texts) -> str:
        chosen = chosen_words(await weeklies.store.weekly(guild_id), t)
        return t("- Semaine de jeu (`/classement-hebdo`) : {chosen}", chosen=chosen)

    house.hooks.chores.append(weeklies)
    house.hooks.settings.append(line)
    house.hooks.zones.append(weeklies.follow_clocks)
    bot.tree.add_command(weekly_command(house, weeklies))


def weekly_command(house: House, weeklies: Weeklies) -> app_commands.Command[Any, ..., None]:
    """The command that chooses where and when; the button that ends it is answered, too."""
    weeks = _Weeks(house, weeklies)

    async def hebdo(
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        day: int | None = None,
        hour: _Hour | None = None,
    ) -> None:
        await house.answer(interaction, lambda responder: weeks.begin(responder, channel, day, hour))

    for described in (
        app_commands.rename(channel=N_("salon"), day=N_("jour"), hour=N_("heure")),
        app_commands.describe(
            channel=N_("Le salon où raconter la semaine ; sinon, voir ce qui est réglé"),
            day=N_("Le jour ; sinon, lundi"),
            hour=N_("L’heure (0 à 23), dans le fuseau du serveur ; sinon, 9 h"),
        ),
        app_commands.choices(day=[Choice(name=name, value=number) for number, name in enumerate(DAYS)]),
        app_commands.guild_only(),
        app_commands.default_permissions(manage_guild=True),
    ):
        described(hebdo)
    said = N_("Raconter la semaine de jeu dans un salon, une fois par semaine")
    extras = called(en="weekly-ranking")
    return app_commands.Command(name="classement-hebdo", description=said, callback=hebdo, extras=extras)


class _Weeks:
    """Notes what a server chooses, and shows it."""

    def __init__(self, house: House, weeklies: Weeklies) -> None:
        self._house = house
        self._weeklies = weeklies
        house.router.register("weekly", {"stop": self._stop})

    async def begin(
        self, responder: Responder, channel: discord.TextChannel | None, day: int | None, hour: int | None
    ) -> None:
        """Choose what is said, what is not said staying as it was; show what is chosen then."""
        guild_id, weeklies = responder.interaction.guild_id or 0, self._weeklies
        weekly = await weeklies.store.weekly(guild_id)
        said = (channel, day, hour) != (None, None, None)
        if said:
            self._house.refuse_blocked(responder.interaction)
        if said and (channel is not None or weekly is not None):
            channel_id = channel.id if channel is not None else weekly.channel_id if weekly else 0
            usual = (_USUAL_DAY, _USUAL_HOUR) if weekly is None else (weekly.weekday, weekly.hour)
            chosen_day, chosen_hour = usual[0] if day is None else day, usual[1] if hour is None else hour
            weekly = await weeklies.choose(guild_id, channel_id, chosen_day, chosen_hour)
        await responder.show(chosen_page(weekly, responder.texts), "weekly")

    async def _stop(self, click: Click) -> None:
        """Tell this server of its week no more. Raises Denied "not_manager"."""
        interaction = click.responder.interaction
        if not may_manage_server(interaction):
            raise Denied("not_manager")
        await self._weeklies.store.drop_weekly(interaction.guild_id or 0)
        t = click.responder.texts
        await click.responder.say(t("C’est arrêté. `/classement-hebdo` la fait revenir."))


# Tells servers that wish it of their week: once a week, in the channel that they have chosen.
#
# Whoever is home to the server posts, and commits before that the week is done: rather no post than two.

_log = structlog.get_logger(__name__)
_FIRST, _AGAIN = 5_000, 60_000
"""So long (ms) after the start we look first, and again where something could not be done."""
_LATEST: Final = 24 * 60 * 60 * 1000
"""A post that was missed for longer (ms) is left out: the next one comes soon enough."""
_SHARED, _ALONE = 60_000, 60 * 60 * 1000
"""So long (ms) between two looks, where other processes may change what is wished, and where none does."""
_RETRIES = (2.0, 10.0)


class Weeklies:
    """All posts of weeks. What servers choose goes through here, and may be read from `store`."""

    def __init__(
        self,
        store: KeptWeeklies,
        weeks: Weeks,
        servers: ServerStore,
        courier: Courier,
        faces: Mapping[str, Face],
        homes: Homes,
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self.store = store
        self._weeks = weeks
        self._servers = servers
        self._courier = courier
        self._faces = faces
        self._homes = homes
        self._clock = clock
        self._tasks = tasks
        self._looks = Looks(clock, tasks, "look at weeks", self._look, first=_FIRST, again=_AGAIN)
        self._busy = asyncio.Lock()

    async def choose(self, guild_id: int, channel_id: int, weekday: int, hour: int) -> Weekly:
        """A server wishes to be told of its week here and then; the first time comes next."""
        zone = zone_of((await self._servers.server(guild_id)).get("zone"))
        next_at = next_post(self._clock.now(), weekday, hour, zone)
        weekly = Weekly(guild_id, channel_id, weekday, hour, next_at)
        await self.store.put_weekly(weekly)
        self._looks.look_by(next_at)
        return weekly

    async def follow_clocks(self, guild_id: int) -> None:
        """A server goes by another time zone from now on: its hour is another moment."""
        weekly = await self.store.weekly(guild_id)
        if weekly is not None and weekly.trouble is None:
            await self.choose(guild_id, weekly.channel_id, weekly.weekday, weekly.hour)

    # -- the clock -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Look soon at what is due; once started, it goes on."""
        self._looks.start()

    def stop(self) -> None:
        """Look no more."""
        self._looks.stop()

    async def _look(self) -> None:
        async with self._busy:
            await self.look()

    async def look(self) -> None:
        """Tell the servers at home of their week where it is time."""
        now = self._clock.now()
        self._looks.look_by(now + (_SHARED if self._homes.shared else _ALONE))
        for weekly in await self.store.weeklies():
            if weekly.next_at > now:
                self._looks.look_by(weekly.next_at)
                break
            if self._homes.is_home(weekly.guild_id):
                await self._tell(weekly, now)

    # -- telling ---------------------------------------------------------------------------------------

    async def _tell(self, weekly: Weekly, now: int) -> None:
        """Tell a server of the week that is over, if enough was played; note first that it is told."""
        guild_id = weekly.guild_id
        settings = await self._servers.server(guild_id)
        zone = zone_of(settings.get("zone"))
        games = [Asked(guild_id, face.spec.name, face.spec.chance) for face in self._faces.values()]
        late = now - weekly.next_at > _LATEST
        since = begin_of_week(weekly.next_at, zone)
        week = None if late else await self._weeks.sum_up(games, since, weekly.next_at)
        coming = replace(weekly, next_at=next_post(now, weekly.weekday, weekly.hour, zone))
        if not await self.store.turn_weekly(weekly, coming):
            return
        self._looks.look_by(coming.next_at)
        if week is None:
            return
        names = await self._weeks.names(guild_id, week)
        specs = {face.spec.name: face.spec for face in self._faces.values()}
        page = weekly_page(week, specs, names, texts_for(str(settings.get("locale") or "fr")))
        obstacle = await self._post(weekly, page)
        if obstacle is not None:
            await self._fail(coming, obstacle)

    async def _post(self, weekly: Weekly, page: Page) -> Obstacle | None:
        """Post the page of the week that ended when `weekly` was due; why it did not arrive, or None."""
        for rest in (*_RETRIES, None):
            try:
                await self._courier.post(
                    weekly.channel_id, page, f"weekly:{weekly.guild_id}:{weekly.next_at}"
                )
            except Undelivered as failure:
                if failure.obstacle is not Obstacle.LATER or rest is None:
                    return failure.obstacle
                await asyncio.sleep(rest)
            else:
                return None
        return Obstacle.LATER

    async def _fail(self, weekly: Weekly, obstacle: Obstacle) -> None:
        """Tell the operator that a post did not arrive; post no more where it never would."""
        _log.warning("week not told", server=weekly.guild_id, channel=weekly.channel_id, why=obstacle.value)
        if obstacle is not Obstacle.LATER:
            await self.store.turn_weekly(weekly, replace(weekly, trouble=obstacle.value))


# The post that tells a server of its week, and the words for where and when it comes.

DAYS: Final = (
    N_("lundi"),
    N_("mardi"),
    N_("mercredi"),
    N_("jeudi"),
    N_("vendredi"),
    N_("samedi"),
    N_("dimanche"),
)
_STOP = "weekly.stop"


def weekly_page(week: Week, specs: Mapping[str, GameSpec], names: Mapping[int, str], t: Texts) -> Page:
    """What a week was: how much was played, who led in each game, whose rating rose most. It calls nobody."""
    head = t("## 📅 La semaine de jeu")
    played = t.plural(
        "{n} table classée depuis le {day}.",
        "{n} tables classées depuis le {day}.",
        week.tables,
        day=f"<t:{week.since // 1000}:D>",
    )
    known = [(specs[best.game], best) for best in week.games if best.game in specs]
    lines = [_best_line(spec, best, names, t) for spec, best in known]
    if week.rise is not None and week.rise.game in specs:
        lines.append(_rise_line(specs[week.rise.game], week.rise, names, t))
    small = t("-# Points : les adversaires devancés. Le reste est dans `/classement`.")
    return Page(0, 0, (Text(join_lines(head, played, *lines, small)), _stop(t)))


def _best_line(spec: GameSpec, best: Best, names: Mapping[int, str], t: Texts) -> str:
    game = t.plural(
        "- {emoji} **{game}** : {n} table",
        "- {emoji} **{game}** : {n} tables",
        best.tables,
        emoji=spec.emoji,
        game=spec.title,
    )
    if not best.people:
        return game
    people = t.list([f"**{_name(user_id, names, t)}**" for user_id in best.people])
    return t(
        "{game} ; en tête {people}, {points}", game=game, people=people, points=points_words(best.halves, t)
    )


def _rise_line(spec: GameSpec, rise: Rise, names: Mapping[int, str], t: Texts) -> str:
    return t(
        "- 📈 Plus belle progression : **{name}**, +{change} de cote à {game}",
        name=_name(rise.user_id, names, t),
        change=rise.change,
        game=spec.title,
    )


def _name(user_id: int, names: Mapping[int, str], t: Texts) -> str:
    return escape(names.get(user_id, t("Anonyme")))


def _stop(t: Texts) -> Row:
    return Row((Button(_STOP, t("Ne plus publier")),))


def chosen_words(weekly: Weekly | None, t: Texts) -> str:
    """Where and when a server is told of its week, or why it is not."""
    if weekly is None:
        return t("aucune")
    facts = {"channel": weekly.channel_id, "day": t(DAYS[weekly.weekday]), "hour": weekly.hour}
    when = t("<#{channel}>, {day} à {hour} h", **facts)
    if weekly.trouble is None:
        return when
    why = (
        t("je n’ai plus le droit d’écrire dans ce salon")
        if weekly.trouble == "forbidden"
        else t("ce salon n’existe plus, ou je ne le vois plus")
    )
    return t("{when} ⚠️ arrêtée : {why}", when=when, why=why)


def chosen_page(weekly: Weekly | None, t: Texts) -> Page:
    """The answer to `/classement-hebdo`: what is chosen, and how it ends."""
    head = t("**La semaine de jeu** · {chosen}", chosen=chosen_words(weekly, t))
    if weekly is None:
        rule = t("-# Pour que je la raconte une fois par semaine : `/classement-hebdo salon:#salon`.")
        return Page(0, 0, (Text(join_lines(head, rule)),))
    coming = "" if weekly.trouble else t("Prochaine fois : {time}.", time=f"<t:{weekly.next_at // 1000}:F>")
    rule = t(
        "-# Un message par semaine, s’il y a eu au moins 3 tables classées ; il ne mentionne personne, et ne "
        "nomme pas qui ne veut pas figurer aux classements."
    )
    return Page(0, 0, (Text(join_lines(head, coming, rule)), _stop(t)))
