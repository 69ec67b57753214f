"""Calls: `/appel`, by which people wish to be called when enough want to play, and the calls themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import structlog
from discord import app_commands
from discord.app_commands import Range
from discord.ext.commands import AutoShardedBot

from bot.tables.calls import (
    LEAST,
    MOST,
    Call,
    CallOut,
    choose_called,
    has_room,
    list_present,
    most_people,
)
from bot.tables.evenings.dates import hour_at, zone_of
from bot.tables.homes import Slots
from bot.tables.model import Denied, Status, Table
from bot.tables.playing.lobby import find_removed
from bot.tables.ports import Clock
from bot.tables.service import Tables
from bot.tables.tasks import Committed, Tasks
from bot.texts import N_, Texts, texts_for
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.face import Face
from bot.ui.frame.header import join_lines, jump
from bot.ui.frame.notices import add_wordings
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Block, Button, Choice, Link, Page, Row, Section, Select, Text
from bot.ui.showing.posts import Posts
from bot.ui.wire.commands import called
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.intake import make_shown
from bot.ui.wire.responder import Responder
from cogs.common.last_game import played_games
from db.jobs.calls import KeptCalls
from db.store import Store

# `/appel`: who wishes to be called when enough people want to play a game here, and the buttons for it.

_USUAL = 4
"""From so many people on somebody is called who does not say."""
_MIDNIGHT = 24
_Least = Range[int, LEAST, MOST]
_Hour = Range[int, 0, _MIDNIGHT]


def plug(bot: AutoShardedBot, house: House) -> None:
    """Add `/appel`, and have tables call people."""
    tables, posts, courier, store = house.tables, house.posts, house.courier, house.store
    calling = Calling(
        *(store.calls, store, tables, posts, courier, house.faces, make_shown(bot), house.clock, house.tasks)
    )
    calling.attend()
    bot.tree.add_command(calls_command(house, calling))


def calls_command(house: House, calling: Calling) -> app_commands.Command[Any, ..., None]:
    """The command by which somebody wishes to be called; the buttons that say the same are answered, too."""
    calls = _Calls(house, calling)

    async def appel(
        interaction: Interaction,
        game: str | None = None,
        least: _Least | None = None,
        begin: _Hour | None = None,
        end: _Hour | None = None,
    ) -> None:
        await house.answer(interaction, lambda responder: calls.begin(responder, game, least, begin, end))

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
            game=[app_commands.Choice(name=spec.title, value=spec.name) for spec in calls.specs.values()]
        ),
        app_commands.guild_only(),
    ):
        described(appel)
    said = N_("Demander un appel quand assez de monde veut jouer")
    return app_commands.Command(name="appel", extras=called(en="callme"), description=said, callback=appel)


class _Calls:
    """Notes wishes and shows them; each button says for which game it is."""

    def __init__(self, house: House, calling: Calling) -> None:
        self._house = house
        self._calling = calling
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
        calls, t = self._calling.calls, click.responder.texts
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
        await self._calling.wish(Call(*who, least, hours, interaction.channel_id or 0, now))

    async def _own(self, responder: Responder, game: str) -> Call | None:
        return next((call for call in await self._here(responder) if call.game == game), None)

    async def _here(self, responder: Responder) -> list[Call]:
        """What whoever asks wishes on this server, as far as it has not ended."""
        interaction, now = responder.interaction, self._house.tables.now()
        wished = await self._calling.calls.calls_of(interaction.user.id)
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


# Calls people to tables that wait for them: one message a table, which names exactly those who wished it.
#
# Whom a table calls is committed before anything is sent. A process that dies in between has called nobody,
# and nobody is called in its place: rather no call than two.

_log = structlog.get_logger(__name__)
_GATHER = 5_000
"""So long (ms) after a change at a table that waits we look whom it calls: several often come at once."""
_RENEWED = 24 * 60 * 60 * 1000
"""A wish is renewed at most once within this time (ms)."""
_RETRIES = (2.0, 10.0)
"""Seconds before a call is sent again: what has arrived is not sent twice (see `Courier.post`)."""


Shown: TypeAlias = Callable[[int, int], bool]
"""Whether everybody on a server sees a channel, as far as is known."""


class Calling:
    """Has each table at home call those who wish to play there, once; takes the call back when it begins.

    New wishes go through here; what is wished may be read from `calls`, and ended there.
    """

    def __init__(
        self,
        calls: KeptCalls,
        store: Store,
        tables: Tables,
        posts: Posts,
        courier: Courier,
        faces: Mapping[str, Face],
        shown: Shown,
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self.calls = calls
        self._store = store
        self._tables = tables
        self._posts = posts
        self._courier = courier
        self._faces = faces
        self._shown = shown
        self._clock = clock
        self._tasks = tasks
        self._soon: set[int] = set()
        """The tables that are looked at in a moment."""
        self._out: dict[int, CallOut] = {}
        """The calls that stand, of tables at home."""
        self._sending: set[int] = set()
        self._told: set[int] = set()
        """The channels of which the operator knows that no call can be posted there."""

    def attend(self) -> None:
        """From now on, hear of the tables."""
        self._tables.after_commit.add(self._hear)
        self._tables.on_home.add(lambda slots: self._tasks.spawn(self.tidy(slots), "tidy calls"))
        self._tables.on_sweep.add(lambda slots: self._tasks.spawn(self.tidy(slots), "tidy calls"))
        self._tables.on_leaving.add(lambda _: self._out.clear())  # what stays at home is learnt again soon

    async def wish(self, call: Call) -> None:
        """Note a wish; the tables that wait for people on its server may call for it."""
        await self.calls.put_call(call)
        for table_id in await self.calls.waiting_tables(call.guild_id, call.game):
            if self._tables.homes.is_home(call.guild_id):
                self._look_soon(table_id)
            else:
                await self._tables.wake_home(await self._tables.table(table_id))

    async def tidy(self, slots: Slots) -> None:
        """Learn which calls of these slots stand, and take back those whose table waits no more."""
        for out in await self.calls.call_outs(slots):
            with suppress(Denied):  # it has just been deleted
                waits = (await self._tables.table(out.table_id)).status is Status.LOBBY
                self._out[out.table_id] = out
                if not waits:
                    await self._take_back(out.table_id)

    # -- what is heard ---------------------------------------------------------------------------------

    def _hear(self, done: Committed) -> None:
        table = done.table
        if table.status is Status.LOBBY:
            if not table.private:
                self._look_soon(table.id)
        elif table.id in self._out:
            self._tasks.spawn(self._take_back(table.id), f"take back call {table.id}")

    def _look_soon(self, table_id: int) -> None:
        if table_id not in self._soon:
            self._soon.add(table_id)
            self._clock.call_at(self._clock.now() + _GATHER, lambda: self._begin_look(table_id))

    def _begin_look(self, table_id: int) -> None:
        self._soon.discard(table_id)
        self._tasks.spawn(self._look(table_id), f"call to {table_id}")

    # -- calling ---------------------------------------------------------------------------------------

    async def _look(self, table_id: int) -> None:
        """Have a table that waits call people, if there are enough; note who plays all the same."""
        try:
            table = await self._tables.table(table_id)
        except Denied:
            return
        if table.status is not Status.LOBBY or not self._tables.is_home(table):
            return
        wishes = await self.calls.calls_for(table.guild_id, table.game)
        if not wishes:
            return
        present, now = frozenset(list_present(table)), self._clock.now()
        sitting = [
            call.user_id for call in wishes if call.user_id in present and call.kept_at < now - _RENEWED
        ]
        if sitting:
            await self.calls.renew_calls(table.guild_id, table.game, sitting, now)
        if table_id in self._out or not has_room(table, self._tables.game(table.game)):
            return
        called = choose_called(len(present), await self._free(table, wishes, now))
        board = await self._posts.board(table) if called else None
        if board is not None:
            await self._call(table, called, board.message_id, now)

    async def _free(self, table: Table, wishes: Sequence[Call], now: int) -> list[Call]:
        """Those who may be called to a table: not who has a place there, or was sent away, or is blocked."""
        settings = await self._store.server(table.guild_id)
        hour = hour_at(now, zone_of(settings.get("zone")))
        here = (table.channel_id, table.home_id)
        seen_by_all = self._shown(table.guild_id, table.channel_id)
        free = [
            call
            for call in wishes
            if call.may_be_called(now, hour)
            and table.seat_of(call.user_id) is None
            and (seen_by_all or call.channel_id in here)
            and not self._is_blocked(call)
        ]
        removed = find_removed(await self._store.log(table.id)) if free else ()
        return [call for call in free if call.user_id not in removed]

    def _is_blocked(self, call: Call) -> bool:
        try:
            self._tables.blocklist.refuse(call.user_id, call.guild_id)
        except Denied:
            return True
        return False

    async def _call(self, table: Table, called: Sequence[Call], board: int, now: int) -> None:
        """Call these people, unless something came in between."""
        out = CallOut(table.id, table.channel_id)
        if not await self.calls.call_out(out, called, now):
            return
        self._out[table.id] = out
        self._sending.add(table.id)
        try:
            message_id = await self._post(table, called, board)
            if message_id is not None:
                self._out[table.id] = out._replace(message_id=message_id)
                await self.calls.note_call_out(table.id, message_id)
        finally:
            self._sending.discard(table.id)
        if (await self._tables.table(table.id)).status is not Status.LOBBY:
            await self._take_back(table.id)

    async def _post(self, table: Table, called: Sequence[Call], board: int) -> int | None:
        """Post the call; None where that cannot be done, of which the operator is told once a channel."""
        people = tuple(call.user_id for call in called)
        spec, t = self._faces[table.game].spec, texts_for(table.manners.locale)
        page = call_page(table, spec, people, board, t)
        for rest in (*_RETRIES, None):
            try:
                return await self._courier.post(table.channel_id, page, f"call:{table.id}", people)
            except Undelivered as failure:
                why = failure.obstacle
            if why is not Obstacle.LATER or rest is None:
                break
            await asyncio.sleep(rest)
        if table.channel_id not in self._told:
            self._told.add(table.channel_id)
            _log.warning("call not posted", table=table.id, channel=table.channel_id, why=why.value)
        return None

    async def _take_back(self, table_id: int) -> None:
        """Delete the call of a table that waits no more; one that is being sent goes when it is there."""
        if table_id in self._sending or (out := self._out.pop(table_id, None)) is None:
            return
        if out.message_id is not None:
            try:
                await self._courier.delete(out.channel_id, out.message_id)
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    self._out[table_id] = out  # the next look at what stands tries again
                    return
        await self.calls.drop_call_out(table_id)


# What people wish to be called for, how they say so, and the message that calls them to a table.

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "call_too_many": (N_("À ce jeu, on est {n} au plus : demandez moins de monde."),),
}
add_wordings(REASONS)
_DROP = "calls.drop"


def call_page(table: Table, spec: GameSpec, people: Sequence[int], board: int, t: Texts) -> Page:
    """The message that calls these people to a table, whose board has this id."""
    seated = len(list_present(table))
    named = t.list([f"<@{user_id}>" for user_id in people])
    head = t("🔔 {people}, on vous attend à **{game}** !", people=named, game=spec.title)
    why = t.plural(
        "-# {n} personne est à table ; avec vous, cela fait {all}. Vous l’avez demandé avec `/appel`.",
        "-# {n} personnes sont à table ; avec vous, cela fait {all}. Vous l’avez demandé avec `/appel`.",
        seated,
        all=seated + len(people),
    )
    buttons = (
        Link(t("Aller à la table"), jump(table, board)),
        Button("calls.stop", t("Ne plus m’appeler"), table.game),
    )
    return Page(0, 0, (Text(join_lines(head, why)), Row(buttons)), spec.accent)


def choice_page(spec: GameSpec, own: Call | None, t: Texts) -> Page:
    """The question from how many people on somebody wishes to be called; `own` is their present wish."""
    asked = t(
        "**{game}** : à combien voulez-vous jouer ? Je vous appelle quand le compte y est.", game=spec.title
    )
    counts = range(LEAST, most_people(spec.rules) + 1)
    choices = tuple(
        Choice(
            f"{spec.name}.{n}",
            t("à {n} personnes ou plus", n=n),
            chosen=own is not None and own.least == n,
        )
        for n in counts
    )
    blocks: list[Block] = [
        Text(join_lines(asked, _rule(t))),
        Select("calls.pick", t("À partir de…"), choices),
    ]
    if own is not None:
        blocks.append(Row((Button(_DROP, t("Ne plus m’appeler"), spec.name),)))
    return Page(0, 0, tuple(blocks), spec.accent)


def calls_page(calls: Sequence[Call], specs: Mapping[str, GameSpec], t: Texts, said: str = "") -> Page:
    """What somebody wishes on a server, each with the button that ends it; `said` is what was just done."""
    known = [(specs[call.game], call) for call in calls if call.game in specs]
    head = join_lines(said, t("**Vos appels sur ce serveur**") if known else _none(t))
    lines = [Section(_line(spec, call, t), Button(_DROP, t("Retirer"), spec.name)) for spec, call in known]
    return Page(0, 0, (Text(head), *lines, Text(_rule(t))))


def _none(t: Texts) -> str:
    return t("Vous n’avez demandé aucun appel ici. Par exemple : `/appel jeu:La Tasse a_partir_de:4`.")


def _line(spec: GameSpec, call: Call, t: Texts) -> str:
    """One wish: the game, from how many people on, and between which hours."""
    line = t("{emoji} **{game}** à {n} ou plus", emoji=spec.emoji, game=spec.title, n=call.least)
    if call.hours is None:
        return line
    begin, end = call.hours
    return t("{line}, entre {begin} h et {end} h", line=line, begin=begin, end=end or 24)


def _rule(t: Texts) -> str:
    """How often and for how long somebody is called, in small letters."""
    return t(
        "-# Un seul message dans le salon de la table, qui vous mentionne ; une fois en 12 heures au plus, "
        "tous jeux confondus. L’appel s’efface après 60 jours sans vous asseoir à ce jeu ici."
    )
