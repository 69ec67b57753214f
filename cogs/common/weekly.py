"""`/classement-hebdo`: where a server is told of its week, chosen by those who manage it."""

from typing import Any, Optional

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.tables.model import Denied
from bot.texts import N_
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.rights import may_manage_server
from bot.ui.frame.year import DAYS, chosen_page
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder

_USUAL_DAY, _USUAL_HOUR = 0, 9
"""Monday morning, where nothing else is said."""
_Hour = Range[int, 0, 23]


def weekly_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that chooses where and when; the button that ends it is answered, too."""
    weeks = _Weeks(house)

    async def hebdo(
        interaction: Interaction,
        channel: Optional[discord.TextChannel] = None,  # noqa: UP045
        day: Optional[int] = None,  # noqa: UP045
        hour: Optional[int] = None,  # noqa: UP045
    ) -> None:
        await house.answer(interaction, lambda responder: weeks.begin(responder, channel, day, hour))

    # discord.py reads a command's parameters from its signature.
    hebdo.__annotations__ |= {
        "interaction": discord.Interaction,
        "channel": Optional[discord.TextChannel],  # noqa: UP045
        "day": Optional[int],  # noqa: UP045
        "hour": Optional[_Hour],  # noqa: UP045
    }
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

    def __init__(self, house: House) -> None:
        self._house = house
        house.router.register("weekly", {"stop": self._stop})

    async def begin(
        self, responder: Responder, channel: discord.TextChannel | None, day: int | None, hour: int | None
    ) -> None:
        """Choose what is said, what is not said staying as it was; show what is chosen then."""
        guild_id, weeklies = responder.interaction.guild_id or 0, self._house.weeklies
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
        await self._house.weeklies.store.drop_weekly(interaction.guild_id or 0)
        t = click.responder.texts
        await click.responder.say(t("C’est arrêté. `/classement-hebdo` la fait revenir."))
