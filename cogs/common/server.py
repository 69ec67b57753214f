"""`/reglages`: whether a server allows sips, in which language the bot speaks there, and its time zone."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.tables.evenings.dates import ZONE, find_zone, list_zones
from bot.texts import N_, Texts
from bot.ui.clicks.house import House, Interaction
from bot.ui.wire.responder import Responder

_SUGGESTED = 25


class ServerCog(commands.Cog):
    """Settings of a server, for those who manage it."""

    def __init__(self, house: House) -> None:
        self.house = house

    @app_commands.command(name="reglages", description=N_("Les réglages de ce serveur"))
    @app_commands.rename(sips=N_("gorgees"), language=N_("langue"), zone=N_("fuseau"))
    @app_commands.describe(
        sips=N_("Autoriser l’option « gorgées » (sans alcool par défaut)"),
        language=N_("La langue des messages publics"),
        zone=N_("Le fuseau horaire des soirées (Europe/Paris)"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(
        self,
        interaction: Interaction,
        sips: bool | None = None,
        language: Literal["français", "English"] | None = None,
        zone: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        """Change the settings that are given, and show all of them."""

        async def work(responder: Responder) -> None:
            guild_id = interaction.guild_id or 0
            settings = dict(await self.house.servers.server(guild_id))
            if sips is not None:
                settings["sips"] = sips
            if language is not None:
                settings["locale"] = "fr" if language == "français" else "en"
            if zone is not None:
                settings["zone"] = find_zone(zone)
            if sips is not None or language is not None or zone is not None:
                await self.house.servers.set_server(guild_id, settings)
            if zone is not None:
                for tell in self.house.hooks.zones:
                    await tell(guild_id)
            lines = [await line(guild_id, responder.texts) for line in self.house.hooks.settings]
            await responder.say("\n".join((*_describe(settings, responder.texts), *lines)))

        await self.house.answer(interaction, work)

    @settings.autocomplete("zone")
    async def find_zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest time zones in which what is typed so far can be read."""
        del interaction
        return [app_commands.Choice(name=name, value=name) for name in list_zones(typed, _SUGGESTED)]


def _describe(settings: dict[str, object], t: Texts) -> tuple[str, ...]:
    language = {"fr": "français", "en": "English"}.get(str(settings.get("locale")), t("celle du serveur"))
    sips = t("permise") if settings.get("sips") else t("non permise")
    return (
        t("**Réglages de ce serveur**"),
        t("- Option « gorgées » : {state}", state=sips),
        t("- Langue des messages publics : {language}", language=language),
        t("- Fuseau horaire des soirées : {zone}", zone=settings.get("zone") or ZONE),
    )
