"""The verbs of a running game: its own actions, and what players may do about them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.errors import Denied
from bot.tables.model import Status, Table
from bot.tables.service import Tables
from bot.ui.clicks.click import Click, Handler
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.pages.page import Form
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher

__all__ = ["PlayVerbs"]


class PlayVerbs:
    """Answers the verbs of the games' faces, and those of drafts and agreements, which all games share."""

    def __init__(
        self, tables: Tables, publisher: Publisher, private: Private, faces: Mapping[str, Face]
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private
        self._faces = faces

    def handlers(self) -> Mapping[str, Handler]:
        """Who answers which verb; any other verb is for `play`."""
        return {
            "undo": self._undo,
            "offer": self._offer,
            "accept": self._accept,
            "decline": self._decline,
            "grant": self._grant,
            "absent": self._absent,
            "resign": self._resign,
            "words": self._words,
        }

    async def play(self, click: Click) -> None:
        """Take the action that a verb of the game stands for, or open what it opens."""
        target = click.target
        table = await self._tables.table(target.table_id)
        action = self._faces[table.game].spec.action(target.verb, target.arg, click.values)
        if action is None:
            await self._open(click, table)
            return
        await self._tables.act(click.ask, table.id, action)
        # A panel says what its own click has done, and must not keep the buttons for it.
        if click.privately or not await self._acknowledged(click, table, action):
            await self._publisher.answer(click.responder, table.id, click.user.id)

    async def _acknowledged(self, click: Click, table: Table, action: object) -> bool:
        sight = await self._tables.sight(table.id, click.user.id)
        if sight.seat is None:
            return False
        sentence = self._faces[table.game].acknowledged(action, sight, click.responder.texts)
        if sentence is not None:
            await click.responder.mention(sentence)
        return sentence is not None

    async def _open(self, click: Click, table: Table) -> None:
        sight = await self._tables.sight(table.id, click.user.id)
        if sight.seat is None:
            raise Denied("not_at_table")
        if table.status is not Status.PLAYING:
            raise Denied("closed" if table.status is Status.CLOSED else "paused")
        if click.target.drawn != sight.drawn:
            raise Denied("stale")
        arg = click.target.arg or next(iter(click.values), "")
        # Read alone, among other private messages, a panel must say which table it is about.
        server = "" if click.responder.interaction.guild_id else self._private.server(table)
        opened = self._faces[table.game].opens(click.target.verb, arg, sight, click.responder.texts, server)
        if opened is None:
            raise Denied("stale")
        if isinstance(opened, Form):
            await click.responder.ask(opened)
        elif click.privately:
            await click.responder.update(opened)
        else:
            await click.responder.show(opened)

    # -- drafts and agreements -------------------------------------------------------------------------

    async def _undo(self, click: Click) -> None:
        await self._tables.undo(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id, click.user.id)

    async def _offer(self, click: Click) -> None:
        await self._tables.offer(click.ask, click.target.table_id, click.target.arg)
        await self._publisher.answer(click.responder, click.target.table_id, click.user.id)

    async def _accept(self, click: Click) -> None:
        await self._tables.accept(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id, click.user.id)

    async def _decline(self, click: Click) -> None:
        await self._tables.decline(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id, click.user.id)

    async def _grant(self, click: Click) -> None:
        await self._tables.grant(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id, click.user.id)

    async def _absent(self, click: Click) -> None:
        """Want somebody removed who has missed a deadline."""
        await self._tables.wish(click.ask, click.target.table_id, click.target.arg)
        await self._publisher.answer(click.responder, click.target.table_id, click.user.id)

    async def _resign(self, click: Click) -> None:
        """Give up the game, once the clicker has said so twice."""
        table = await self._tables.table(click.target.table_id)
        seat, t = table.seat_of(click.user.id), click.responder.texts
        if seat is None:
            raise Denied("not_at_table")
        if table.status is not Status.PLAYING or not seat.plays(click.user.id):
            raise Denied("closed" if table.status is Status.CLOSED else "left_already")
        if click.target.arg != "yes":
            await click.responder.show(letters.resigning(table, t))
            return
        await self._tables.quit(click.ask, table.id)
        await click.responder.update(letters.resigned(t))

    async def _words(self, click: Click) -> None:
        """Say the board in words, to whoever asks."""
        sight = await self._tables.sight(click.target.table_id, click.user.id)
        face = self._faces[sight.table.game]
        page = face.in_words(sight, click.responder.texts) if sight.observation is not None else None
        if page is None:
            raise Denied("stale")
        await click.responder.show(page)
