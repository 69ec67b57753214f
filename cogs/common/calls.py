"""`/appel`: who wishes to be called when enough people want to play a game here, and the buttons for it."""

from typing import Any, Optional

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.tables.calls import LEAST, MOST, Call, most_people
from bot.tables.model import Denied
from bot.texts import N_
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.callers import calls_page, choice_page
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Page
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder
from cogs.common.last_game import played_games

_USUAL = 4
"""From so many people on somebody is called who does not say."""
_MIDNIGHT = 24
_Least = Range[int, LEAST, MOST]
_Hour = Range[int, 0, _MIDNIGHT]


def calls_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command by which somebody wishes to be called; the buttons that say the same are answered, too."""
    calls = _Calls(house)

    async def appel(
        interaction: Interaction,
        game: Optional[str] = None,  # noqa: UP045
        least: Optional[int] = None,  # noqa: UP045
        begin: Optional[int] = None,  # noqa: UP045
        end: Optional[int] = None,  # noqa: UP045
    ) -> None:
        await house.answer(interaction, lambda responder: calls.begin(responder, game, least, begin, end))

    # discord.py reads a command's parameters from its signature.
    appel.__annotations__ |= {
        "interaction": discord.Interaction,
        "game": Optional[str],  # noqa: UP045
        "least": Optional[_Least],  # noqa: UP045
        "begin": Optional[_Hour],  # noqa: UP045
        "end": Optional[_Hour],  # noqa: UP045
    }
    for described in (
        app_commands.rename(
            game=N_("jeu"),
            least=N_("a_partir_de"),
            begin=N_("entre"),
            end=N_("et"),
        ),
        app_commands.describe(
            game=N_("Le jeu ; sinon, la liste de vos appels"),
            least=N_("À combien de personnes vous voulez jouer, vous compris"),
            begin=N_("Ne pas vous appeler avant cette heure (0 à 24)"),
            end=N_("Ni après celle-ci (0 à 24)"),
        ),
        app_commands.choices(
            game=[Choice(name=spec.title, value=spec.name) for spec in calls.specs.values()]
        ),
        app_commands.guild_only(),
    ):
        described(appel)
    said = N_("Demander un appel quand assez de monde veut jouer")
    return app_commands.Command(name="appel", extras=called(en="callme"), description=said, callback=appel)


class _Calls:
    """Notes wishes and shows them; each button says for which game it is."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.specs: dict[str, GameSpec] = {spec.name: spec for spec in played_games(house)}
        house.router.register(
            "calls", {"ask": self._ask, "pick": self._pick, "drop": self._drop, "stop": self._stop}
        )

    async def begin(
        self, responder: Responder, game: str | None, least: int | None, begin: int | None, end: int | None
    ) -> None:
        """Note the wish for a game, of which what is not said stays as it was; show all of this server."""
        if game is None:
            await responder.show(await self._page(responder), "calls")
            return
        self._house.refuse_blocked(responder.interaction)
        spec, own = self._spec(game), await self._own(responder, game)
        hours = None if own is None else own.hours
        if begin is not None or end is not None:
            hours = _hours(begin, end, hours)
        usual = min(_USUAL, most_people(spec.rules)) if own is None else own.least
        await self._wish(responder, spec, usual if least is None else least, hours)
        said = responder.texts("C’est noté.")
        await responder.show(await self._page(responder, said), "calls")

    async def _ask(self, click: Click) -> None:
        """Ask whoever presses in a lobby from how many people on they wish to be called."""
        self._house.refuse_blocked(click.responder.interaction)
        own = await self._own(click.responder, click.table.game)
        await click.responder.show(
            choice_page(self._spec(click.table.game), own, click.responder.texts), "calls"
        )

    async def _pick(self, click: Click) -> None:
        """Note the wish that was chosen from the list."""
        self._house.refuse_blocked(click.responder.interaction)
        game, _, number = next(iter(click.values), "").partition(".")
        spec, own = self._spec(game), await self._own(click.responder, game)
        if not number.isdecimal():
            raise Denied("stale")
        await self._wish(click.responder, spec, int(number), None if own is None else own.hours)
        await click.responder.update(await self._page(click.responder, click.responder.texts("C’est noté.")))

    async def _drop(self, click: Click) -> None:
        """End a wish of whoever presses, and show what is left in the place of the list."""
        await click.responder.update(await self._without(click))

    async def _stop(self, click: Click) -> None:
        """End the wish of whoever presses below a call, and tell them alone."""
        await click.responder.show(await self._without(click), "calls")

    async def _without(self, click: Click) -> Page:
        spec, interaction = self._spec(click.target.arg), click.responder.interaction
        calls, t = self._house.calling.calls, click.responder.texts
        dropped = await calls.drop_call(interaction.guild_id or 0, spec.name, click.user.id)
        said = (
            t("C’est fait : je ne vous appelle plus pour {game}.", game=spec.title)
            if dropped
            else t("Vous n’aviez pas d’appel pour {game}.", game=spec.title)
        )
        return await self._page(click.responder, said)

    async def _wish(
        self, responder: Responder, spec: GameSpec, least: int, hours: tuple[int, int] | None
    ) -> None:
        """Note a wish. Raises Denied "call_too_many" (n) where nobody can play with so many."""
        if not LEAST <= least <= most_people(spec.rules):
            raise Denied("call_too_many", n=most_people(spec.rules))
        interaction, now = responder.interaction, self._house.tables.now()
        who = (interaction.guild_id or 0, spec.name, interaction.user.id)
        await self._house.calling.wish(Call(*who, least, hours, interaction.channel_id or 0, now))

    async def _own(self, responder: Responder, game: str) -> Call | None:
        return next((call for call in await self._here(responder) if call.game == game), None)

    async def _here(self, responder: Responder) -> list[Call]:
        """What whoever asks wishes on this server, as far as it has not ended."""
        interaction, now = responder.interaction, self._house.tables.now()
        wished = await self._house.calling.calls.calls_of(interaction.user.id)
        return [call for call in wished if call.guild_id == interaction.guild_id and not call.is_over(now)]

    async def _page(self, responder: Responder, said: str = "") -> Page:
        return calls_page(await self._here(responder), self.specs, responder.texts, said)

    def _spec(self, game: str) -> GameSpec:
        """The game of this name. Raises Denied "stale" for one that there is not any more."""
        try:
            return self.specs[game]
        except KeyError:
            raise Denied("stale") from None


def _hours(begin: int | None, end: int | None, before: tuple[int, int] | None) -> tuple[int, int] | None:
    """The hours that are meant, of which one that is not said stays as it was; None for any hour."""
    first, last = before or (0, _MIDNIGHT)
    first, last = first if begin is None else begin, last if end is None else end
    return None if first % _MIDNIGHT == last % _MIDNIGHT else (first % _MIDNIGHT, last)
