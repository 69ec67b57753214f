"""`/mes-parties` and `/mes-donnees`: a person's own tables and data, shown to that person alone."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.insight.model import Attended
from bot.tables.model import Denied, Status
from bot.tables.sight import Sight
from bot.tables.tasks import Aside
from bot.texts import N_, Texts
from bot.ui.clicks.click import Click, place_of
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame import letters
from bot.ui.frame.ending import REPLAY
from bot.ui.frame.face import Face
from bot.ui.frame.header import channel_words, join_lines, jump
from bot.ui.frame.names import seat_name
from bot.ui.frame.past import LIST
from bot.ui.pages.limits import CHARACTERS
from bot.ui.pages.page import Attachment, Block, Button, Choice, Page, Row, Select, Text, countdown
from bot.ui.wire.courier import Undelivered
from bot.ui.wire.responder import Responder

_SHOWN = 15
_LIVE, _OVER = "live", "over"


async def attended(house: House, responder: Responder, skipped: int = 0) -> Page:
    """Somebody's closed tables where they type or click, newest first, without so many of them."""
    interaction = responder.interaction
    place, user_id = place_of(interaction), interaction.user.id
    tables = await house.insight.kept.attended(place, user_id, skipped, LISTED + 1)
    return attended_page(tables, skipped, house.faces, responder.texts)


class MineCog(commands.Cog):
    """The command that lists a person's tables, and the quiz nights they come to, on all servers."""

    def __init__(self, house: House) -> None:
        self.house = house
        house.router.register("mine", {"list": self._show})

    @app_commands.command(
        name="mes-parties",
        description=N_("Vos tables en cours, à qui de jouer, et vos soirées à venir"),
    )
    @app_commands.rename(which=N_("lesquelles"))
    @app_commands.describe(which=N_("Celles en cours, ou celles de ce serveur qui sont finies"))
    @app_commands.choices(
        which=[
            app_commands.Choice(name=N_("en cours"), value=_LIVE),
            app_commands.Choice(name=N_("passées"), value=_OVER),
        ]
    )
    async def mine(self, interaction: Interaction, which: str = _LIVE) -> None:
        """List the live tables, each with whose turn it is and a link, then the evenings to come.

        Or the tables of this server that are over, to be looked at again.
        """

        async def work(responder: Responder) -> None:
            if which == _OVER:
                await responder.show(await attended(self.house, responder))
            else:
                await responder.show(await self._page(interaction.user.id, responder.texts))

        await self.house.answer(interaction, work)

    async def _show(self, click: Click) -> None:
        """Show the same list to who pressed the button for it."""
        await click.responder.show(await self._page(click.user.id, click.responder.texts))

    async def _page(self, user_id: int, t: Texts) -> Page:
        tables = await self.house.tables.tables_of(user_id)
        lines = [self._line(await self.house.tables.sight(one, user_id), t) for one in tables[:_SHOWN]]
        for more in self.house.hooks.coming:
            lines += (await more(user_id, tables, t))[:_SHOWN]
        none = t("Vous n’êtes à aucune table. Ouvrez-en une avec `/jouer`.")
        return Page(0, 0, (Text("\n".join(_keep_whole(lines)) or none), Row((list_button(t),))))

    def _line(self, sight: Sight, t: Texts) -> str:
        table = sight.table
        if (incident := sight.unread or table.incident) is not None:
            lost = t("ne peut plus être lue (incident {incident})", incident=incident)
            named = f"⚠️ {table.game} {channel_words(table, t)}"
            return t("{option} : {value}", option=named, value=lost)
        face = self.house.faces[table.game]
        where = f"[{face.spec.title}]({jump(table)}) {channel_words(table, t)}"
        return t("{option} : {value}", option=f"{face.emoji} {where}", value=self._state(sight, t))

    def _state(self, sight: Sight, t: Texts) -> str:
        table = sight.table
        if table.status is Status.LOBBY:
            return t.plural("en attente, {n} à table", "en attente, {n} à table", len(table.seats))
        if table.status is Status.PAUSED:
            return t("en pause : `/{game} statut` la fait reprendre", game=table.game)
        until = "" if table.alarm is None else f" ({countdown(table.alarm.at)})"
        if sight.seat in sight.to_act:
            return t("**à vous de jouer**{until}", until=until)
        names = [seat_name(table, seat, t) for seat in sight.to_act]
        if not names:
            return t("entre deux manches")
        return t("c’est à {names}{until}", names=t.list(names), until=until)


def _keep_whole(lines: Sequence[str]) -> list[str]:
    """The first lines, as many as fit on a page: a link that is cut leads nowhere."""
    ends = accumulate(len(line) + 1 for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= CHARACTERS]


class DataCog(commands.GroupCog, group_name="mes-donnees", group_description=N_("Ce que je garde sur vous")):
    """The commands about a person's own data: export and erasure."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._aside = Aside("data")
        house.router.register("data", {"erase": self._erase})

    @app_commands.command(name="exporter", description=N_("Recevoir vos données en message privé (JSON)"))
    async def export(self, interaction: Interaction) -> None:
        """Send the person everything that is stored about them, by private message; Denied `dm_closed`."""

        async def work(responder: Responder) -> None:
            user, t = interaction.user, responder.texts
            data = await self.house.people.export(user.id)
            # Somebody who has played for years has thousands of lines.
            text = await self._aside.run(partial(json.dumps, data, ensure_ascii=False, indent=2))
            file = Attachment("mes-donnees-gobelet.json", text.encode())
            page = Page(0, 0, (Text(t("Voici tout ce que je garde sur vous.")), file))
            try:
                await self.house.courier.whisper(user.id, page, f"export:{interaction.id}")
            except Undelivered:
                raise Denied("dm_closed") from None
            await responder.say(t("Vos données sont parties en message privé."))

        await self.house.answer(interaction, work)

    @app_commands.command(name="effacer", description=N_("Effacer vos données, après confirmation"))
    async def erase(self, interaction: Interaction) -> None:
        """Ask for confirmation with a button, which then erases."""

        async def work(responder: Responder) -> None:
            t = responder.texts
            text = t(
                "Effacer vos données ? Vous quittez vos tables en cours ; les parties finies restent, "
                "mais votre place y devient anonyme ; tout le reste est supprimé. C’est définitif."
            )
            button = Button("data.erase", t("Oui, tout effacer"), str(interaction.user.id), "danger")
            await responder.show(Page(0, 0, (Text(text), Row((button,)))))

        await self.house.answer(interaction, work)

    async def _erase(self, click: Click) -> None:
        if click.target.arg != str(click.user.id):
            raise Denied("stale")
        tables = self.house.tables
        for table_id in await tables.tables_of(click.user.id):
            await tables.catch_up(table_id)  # they may have sat down through another process
            table = await tables.table(table_id)
            seat = table.seat_of(click.user.id)
            if seat is not None and seat.plays(click.user.id):
                await tables.gone(table_id, click.user.id)
                if table.private:  # once they are erased nothing leads there any more
                    with suppress(Undelivered):
                        await self.house.publisher.boards.refresh(table_id)
        for tell in self.house.hooks.erasing:
            await tell(click.user.id)
        redrawing, people = self.house.redrawing, self.house.people
        noted = await redrawing.note(await people.list_tables_sat(click.user.id))
        erased = await tables.erase(click.user.id, people)
        redrawing.start(noted)
        await click.responder.update(letters.erasure_notice(erased, click.responder.texts))


# The list of somebody's tables that are over, from which each can be looked at again.

LISTED: Final = 15
"""Tables on a page."""


def list_button(t: Texts) -> Button:
    """The button that leads to the list."""
    return Button(LIST, t("Parties passées"), "0.list")


def attended_page(tables: Sequence[Attended], skipped: int, faces: Mapping[str, Face], t: Texts) -> Page:
    """A page of the list: the tables behind those `skipped`, one more than a page has if there are more.

    Tables of games that there are not any more are named, but cannot be looked at.
    """
    shown = tables[:LISTED]
    if not shown:
        said = t("Aucune de vos parties n’est encore finie ici. Ouvrez une table avec `/jouer`.")
        return Page(0, 0, (Text(said),))
    lines = [_line(one, faces, t) for one in shown]
    blocks: list[Block] = [Text(join_lines(t("## 🎞️ Vos parties passées ici"), *lines))]
    choices = tuple(
        Choice(str(one.table_id), _name(one, faces, t), emoji=faces[one.game].spec.emoji)
        for one in shown
        if one.game in faces
    )
    blocks += [Select(REPLAY, t("Revoir une partie…"), choices)] if choices else []
    return Page(0, 0, (*blocks, *_ways(skipped, more=len(tables) > LISTED, t=t)))


def _name(one: Attended, faces: Mapping[str, Face], t: Texts) -> str:
    title = faces[one.game].spec.title if one.game in faces else one.game
    return t("{game}, table {n}", game=title, n=one.table_id)


def _line(one: Attended, faces: Mapping[str, Face], t: Texts) -> str:
    """A table: which, when it ended, and where one came in."""
    emoji = faces[one.game].emoji if one.game in faces else "🎲"
    told = [f"{emoji} {_name(one, faces, t)}", f"<t:{one.ended_at // 1000}:f>"]
    if one.place is not None:
        told.append(t("🏆 gagnée") if one.place == 1 else t("place : {n}", n=one.place))
    return " · ".join(told)


def _ways(skipped: int, *, more: bool, t: Texts) -> tuple[Row, ...]:
    """To newer and older ones, where there are such."""
    buttons = []
    if skipped:
        buttons.append(Button(LIST, t("Plus récentes"), f"{max(0, skipped - LISTED)}.newer"))
    if more:
        buttons.append(Button(LIST, t("Plus anciennes"), f"{skipped + LISTED}.older"))
    return (Row(tuple(buttons)),) if buttons else ()
