"""Where every click, choice and form arrives: it is checked, and given to the handler of its verb."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from secrets import token_hex
from typing import Any

import discord
import structlog

from bot.tables.computers.thought import Programs
from bot.tables.decks import DeckStore
from bot.tables.model import Denied, Table, is_passing
from bot.tables.ports import PeopleStore, ServerStore
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.clicks.click import Click, Handler, VerbGroup
from bot.ui.clicks.game_verbs import HAND_OVER, AgreementVerbs, DraftVerbs, GameVerbs, SeatVerbs
from bot.ui.clicks.rights import look_up, may_know
from bot.ui.clicks.table_verbs import ComputerVerbs, HostVerbs, TableVerbs, TeamVerbs
from bot.ui.frame import notices
from bot.ui.frame.face import Face
from bot.ui.pages.ids import MENU, Target, follow, parse
from bot.ui.showing.pages import describe_table
from bot.ui.showing.posts import Posts
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher
from bot.ui.wire.responder import Passes, Responder
from bot.ui.wire.studio import Studio
from bot.ui.wire.submitted import NO_FILES, SentFile, read_files, read_values
from engines.core.records import Refusal

_OUTLIVED = ("stale", "closed")
"""Why a click is denied whose message should have followed its table."""


class Router:
    """Answers every click, choice and submitted form of ours. One per process."""

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        private: Private,
        posts: Posts,
        faces: Mapping[str, Face],
        people: PeopleStore,
        servers: ServerStore,
        decks: DeckStore,
        tasks: Tasks,
        studio: Studio,
        passes: Passes,
        programs: Programs,
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private
        self._posts = posts
        self._faces = faces
        self._tasks = tasks
        self._studio = studio
        self._passes = passes
        self._stopping = False
        self._handlers: dict[str, Handler] = {}
        self._namespaces: set[str] = set()
        teams, game = TeamVerbs(tables, publisher, private), GameVerbs(tables, publisher, private, faces)
        self._play = game.play
        groups: tuple[VerbGroup, ...] = (
            TableVerbs(tables, publisher, private, faces, people, servers, decks, teams),
            teams,
            ComputerVerbs(tables, publisher, private, faces, programs),
            SeatVerbs(tables, publisher, private),
            game,
            AgreementVerbs(tables, publisher),
            DraftVerbs(tables, publisher),
            HostVerbs(tables, faces),
        )
        for group in groups:
            self.register(group.namespace, group.handlers())

    def register(self, namespace: str, handlers: Mapping[str, Handler]) -> None:
        """Add the handlers of one namespace, by their verbs (without the namespace).

        Raises ValueError if this namespace has handlers already.
        """
        if namespace in self._namespaces:
            raise ValueError(f"the verbs of {namespace!r} are answered already")
        self._namespaces.add(namespace)
        self._handlers |= {f"{namespace}.{verb}": handler for verb, handler in handlers.items()}

    def answers(self, verb: str) -> bool:
        """Whether a verb has a handler; one without a namespace is a game's own, and has."""
        return "." not in verb or verb in self._handlers or verb == MENU

    @property
    def verbs(self) -> frozenset[str]:
        """All verbs that have a handler, with their namespaces."""
        return frozenset(self._handlers)

    async def answer_click(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click on a button or a choice in a list, in a message of any age. Raises nothing."""
        data: Any = interaction.data or {}
        target, values = parse(str(data.get("custom_id", ""))), tuple(map(str, data.get("values", ())))
        if target is not None:
            target, values = follow(target, values)
        if target is None or target.kind == "m":
            await self._refuse_unknown(interaction)
        else:
            await self._answer(interaction, target, values)

    async def answer_form(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a submitted form. It comes as a plain interaction, so a restart in between does no harm."""
        data: Any = interaction.data or {}
        target = parse(str(data.get("custom_id", "")))
        if target is None or target.kind != "m":
            return
        await self._answer(interaction, target, read_values(data), read_files(data))

    def stop(self) -> None:
        """From now on, answer every click with a sentence that says that the bot is restarting."""
        self._stopping = True

    async def _refuse_unknown(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click whose custom id we cannot read: from another version of the bot, or forged."""

        async def refuse() -> None:
            raise Denied("stale")

        async with Responder(interaction, self._studio, self._passes, self._tasks.precedence) as responder:
            await guard(responder, refuse)

    async def _answer(
        self,
        interaction: discord.Interaction[Any],
        target: Target,
        values: tuple[str, ...],
        files: Mapping[str, SentFile] = NO_FILES,
    ) -> None:
        async with Responder(interaction, self._studio, self._passes, self._tasks.precedence) as responder:
            with self._tasks.here():
                await guard(responder, lambda: self._handle(Click(responder, target, values, files)))

    async def _handle(self, click: Click) -> None:
        if self._stopping:
            raise Denied("restarting")
        try:
            await self._do(click)
        except Denied as denied:
            if denied.reason == "no_such_table":
                raise  # nothing is told of a table that is not theirs to know
            if denied.reason == "stale":
                self._publisher.publish_soon(click.target.table_id)
            if denied.reason in _OUTLIVED:
                self._private.delete_if_unknown(click.responder.interaction, click.target.table_id)
            self._publisher.boards.clear_if_unknown(click.responder.interaction, click.target.table_id)
            about = await self._describe(click)
            raise Denied(denied.reason, **{**about, **denied.params}) from denied
        except Refusal as refusal:
            spec, texts = self._faces[click.table.game].spec, click.responder.texts
            sentence = spec.refusal(refusal, texts)
            if sentence is None:
                about = await self._describe(click)
                raise Denied(refusal.reason, **{**about, **refusal.params}) from refusal
            click.responder.stopwatch.outcome = "refused"
            await click.responder.refuse(
                sentence, click.target.table_id, click.target.drawn, spec.remedies(refusal, texts)
            )

    async def _describe(self, click: Click) -> dict[str, Any]:
        """The facts that sentences about the click's table may mention."""
        texts = click.responder.texts
        return await describe_table(self._tables, self._posts, click.target.table_id, texts)

    async def _do(self, click: Click) -> None:
        """Do what a click asks for; once more where it was refused by a state that is not the newest."""
        try:
            await self._do_once(click)
        except (Denied, Refusal):
            if not await self._tables.catch_up(click.target.table_id):
                raise
            await self._do_once(click)

    async def _do_once(self, click: Click) -> None:
        if click.target.table_id:
            click.found = await self._tables.table(click.target.table_id)
            click.responder.stopwatch.game = click.table.game
            self._check_server(click, click.table)
            await self._check_channel(click, click.table)
        try:
            await self._handler(click.target.verb)(click)
        finally:
            await self._take_back(click)

    async def _take_back(self, click: Click) -> None:
        """Let the clicker play their own seat again, whatever they have pressed; else a computer plays on."""
        seat = None if click.found is None else click.found.seat_of(click.user.id)
        if seat is None or seat.autopilot is None or click.target.verb == HAND_OVER:
            return
        with suppress(Denied, Refusal):
            await self._tables.take_back(replace(click.ask, click=None), click.table.id)

    def _handler(self, verb: str) -> Handler:
        """The handler of a verb; a verb without a namespace is the game's own.

        Raises Denied "stale" if there is none.
        """
        if "." not in verb:
            return self._play
        try:
            return self._handlers[verb]
        except KeyError:
            raise Denied("stale") from None

    def _check_server(self, click: Click, table: Table) -> None:
        """Raise Denied "no_such_table" if the table belongs to another server than the clicked message.

        After an older backup was restored, the number on a button may mean another table.
        """
        server = click.responder.interaction.guild_id
        if server is not None and table.guild_id != server:
            raise Denied("no_such_table")

    async def _check_channel(self, click: Click, table: Table) -> None:
        """Raise Denied "no_such_table" for a table in a channel that the clicker cannot see.

        In private messages, Denied "not_at_table" for a table that is not the clicker's own.
        """
        interaction = click.responder.interaction
        await look_up(interaction, table)  # whoever asks for rights later cannot wait
        if not await may_know(interaction, table):
            raise Denied("not_at_table" if interaction.guild_id is None else "no_such_table")


# Surrounds the answer to every interaction: refusals become sentences, errors an incident number.

_log = structlog.get_logger(__name__)


async def guard(responder: Responder, work: Callable[[], Awaitable[None]]) -> None:
    """Do the work. If it raises, the person is told in a sentence; only an unexpected error is logged."""
    t = responder.texts
    try:
        await work()
    except Denied as denied:
        responder.stopwatch.outcome = "refused"
        await responder.refuse(notices.sentence(denied.reason, denied.params, t))
    except Refusal as refusal:
        responder.stopwatch.outcome = "refused"
        await responder.refuse(notices.sentence(refusal.reason, refusal.params, t))
    except Exception as error:
        responder.stopwatch.outcome = "failed"
        if is_passing(error):  # the log knows that the store is away
            await responder.say(notices.sentence("away", {}, t))
            return
        incident = token_hex(4)
        _log.exception("interaction failed", incident=incident, interaction=responder.interaction.id)
        await responder.say(notices.sentence("internal", {"incident": incident}, t))
