"""Opens a table in a channel, for whoever typed a game's command or pressed a button of its card."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import discord

from bot.tables.model import Denied, Manners, Pace, Status, Table, Tempo
from bot.tables.playing.lobby import ALONE, Opening
from bot.tables.playing.seating import choose_computers
from bot.texts import texts_for
from bot.ui.clicks.click import language_here, note_locale, place_of
from bot.ui.clicks.house import House, Interaction, ask_of_command
from bot.ui.clicks.start import COMPUTERS, LEVEL, OF_THE_TABLE
from bot.ui.frame.header import jump
from bot.ui.frame.spec import GameSpec
from bot.ui.wire.responder import Responder
from players.core.player import Level

_AS_USUAL: Mapping[str, Any] = MappingProxyType({})


async def open_table(
    house: House, spec: GameSpec, responder: Responder, given: Mapping[str, Any] = _AS_USUAL
) -> None:
    """Open a lobby in this channel and show its board as the answer.

    `given` has what was typed, by the names of options and manners. Raises Denied where no table can be
    opened, with the facts about one that stands in the way.
    """
    table = await _open(house, spec, responder, given)
    await _show_board(house, responder, table)


async def open_trial(
    house: House, spec: GameSpec, responder: Responder, given: Mapping[str, Any] = _AS_USUAL
) -> None:
    """Open a table in this channel, seat as many computers as it takes, and begin its game at once.

    Whoever tries it has the first turn, and reads before anything happens, if the rules let anybody choose.
    `given` and what is raised are as with `open_table`.
    """
    first = {"first": ALONE.name} if any(option.name == "first" for option in spec.options) else {}
    options = {**spec.rules.beside_computers, **first, **_options(given)}
    wanted = {**given, **options, COMPUTERS: _count_company(spec, given)}
    table = await _open(house, spec, responder, wanted)
    ask = replace(await ask_of_command(responder.interaction), click=None)  # the opening has its number

    async def begin() -> None:
        newest = await house.tables.table(table.id)
        if newest.status is Status.LOBBY:  # else this click was delivered twice
            await house.tables.begin(ask, table.id)

    await _show_board(house, responder, table, begin)
    sight = await house.tables.sight(table.id, responder.interaction.user.id)
    if sight.seat is not None and house.faces[spec.name].reveals(None, sight):
        await house.private.asides.show(responder, table.id)


async def _open(house: House, spec: GameSpec, responder: Responder, given: Mapping[str, Any]) -> Table:
    interaction = responder.interaction
    check_permissions(interaction)
    await note_locale(house.people, interaction.user.id, str(interaction.locale))
    level = Level(given.get(LEVEL, Level.MEDIUM))
    usual = _count_company(spec, given) if interaction.guild_id is None else 0  # there nobody else can come
    opening = Opening(
        guild_id=place_of(interaction),
        channel_id=interaction.channel_id or 0,
        home_id=interaction.channel_id or 0,
        options=_options(given),
        manners=await _manners(house, spec, interaction, given),
        computers=choose_computers((), level, given.get(COMPUTERS, usual)),
    )
    try:
        return await house.tables.open(await ask_of_command(interaction), spec.name, opening)
    except Denied as denied:
        about = await house.describe_table(interaction, int(denied.params.get("table_id", 0)))
        raise Denied(denied.reason, **{"game": spec.name, **about, **denied.params}) from denied


async def _show_board(
    house: House, responder: Responder, table: Table, prepare: Callable[[], Awaitable[None]] | None = None
) -> None:
    if not await house.publisher.boards.open(responder, table.id, prepare):
        t = responder.texts
        await responder.say(t("La table est ouverte : {link}", link=jump(table)))
    await house.private.welcome(responder, table.id, responder.interaction.user.id)


def _count_company(spec: GameSpec, given: Mapping[str, Any]) -> int:
    """How many computers it takes so that one person can play."""
    return spec.rules.least_seats({**spec.rules.beside_computers, **_options(given)}) - 1


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed of options of the rules."""
    return {name: value for name, value in given.items() if name not in OF_THE_TABLE}


def check_permissions(interaction: Interaction) -> None:
    """Raise Denied "cannot_write" if the bot could not keep a board up to date in this channel.

    Of private messages Discord tells no such permissions: who types a command there can be answered.
    """
    if interaction.guild_id is None:
        return
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (may.view_channel and (may.send_messages_in_threads if in_thread else may.send_messages)):
        raise Denied("cannot_write")


async def _manners(
    house: House, spec: GameSpec, interaction: Interaction, given: Mapping[str, Any]
) -> Manners:
    private = interaction.guild_id is None
    settings = await house.servers.server(place_of(interaction))
    locale = settings.get("locale") or texts_for(language_here(interaction)).locale
    return Manners(
        Pace(given.get("pace", _usual_pace(spec, private=private))),
        given.get("thread", False) and not private,
        str(locale),
        given.get("accessible", False),
        tempo=Tempo(given.get("tempo", Tempo.BRISK)),
        friendly=given.get("friendly", False),
    )


def _usual_pace(spec: GameSpec, *, private: bool) -> Pace:
    """The pace of a table for which none was chosen: without a clock where nobody waits for anybody."""
    return Pace.RELAXED if private and Pace.RELAXED in spec.paces else spec.paces[0]
