"""The verbs of a game: its own, by which it is played, and those by which every game is explained."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.errors import Denied
from bot.tables.model import Status, Table
from bot.tables.sight import Sight
from bot.ui.clicks.click import Click, Handler
from bot.ui.clicks.revealing import Revealing
from bot.ui.frame.rulebook import rulebook
from bot.ui.pages.page import Form

__all__ = ["GameVerbs"]


class GameVerbs(Revealing):
    """Answers each game's own verbs, which have no namespace, and those that explain a game."""

    namespace = "game"

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb; `play` answers all verbs without a namespace."""
        return {"rules": self._show_rules, "story": self._tell_story, "words": self._say_in_words}

    async def play(self, click: Click) -> None:
        """Take the action that a game's verb stands for, or open the form or panel that it opens."""
        target = click.target
        table = click.table
        action = self._faces[table.game].spec.action(target.verb, target.arg, click.values)
        if action is None:
            await self._open(click, table)
            return
        await self._tables.act(click.ask, table.id, action)
        if click.privately:  # a panel says what its own click has done, and must not keep the buttons for it
            await self._publisher.answer(click.responder, table.id)
            return
        sight = await self._tables.sight(table.id, click.user.id)
        if not await self._acknowledge(click, sight, action):
            await self._publisher.answer(click.responder, table.id)
        await self._reveal(click, sight, action)

    async def _acknowledge(self, click: Click, sight: Sight, action: object) -> bool:
        """Confirm an action to the clicker in the game's own sentence. Returns whether there is one."""
        if sight.seat is None:
            return False
        sentence = self._faces[sight.table.game].acknowledge(action, sight, click.responder.texts)
        if sentence is not None:
            await click.responder.say_briefly(sentence)
        return sentence is not None

    async def _open(self, click: Click, table: Table) -> None:
        """Open the form or panel of a game's verb that is no action.

        Raises Denied "not_at_table", "closed", "paused", or "stale" if the button is of another turn or the
        verb is unknown; and Refusal where the game refuses.
        """
        sight = await self._tables.sight(table.id, click.user.id)
        if sight.seat is None:
            raise Denied("not_at_table")
        if table.status is not Status.PLAYING:
            raise Denied("closed" if table.status is Status.CLOSED else "paused")
        if click.target.drawn != sight.drawn:
            raise Denied("stale")
        arg = click.target.arg or next(iter(click.values), "")
        # Read alone, among other private messages, a panel must say which table it is about.
        apart = click.responder.interaction.guild_id is None and not table.private
        server = await self._private.server(table) if apart else ""
        opened = self._faces[table.game].form_or_page(
            click.target.verb, arg, sight, click.responder.texts, server
        )
        if opened is None:
            raise Denied("stale")
        if isinstance(opened, Form):
            await click.responder.open_form(opened)
        elif apart:
            await click.responder.update(opened)
        else:
            await self._private.asides.show_opened(click.responder, sight, opened)

    async def _show_rules(self, click: Click) -> None:
        """Show the rules of a table's game or, from one of their pages, turn to the page in the argument.

        Raises Denied "stale" for a game that there is not any more.
        """
        name, _, number = click.target.arg.partition(".")
        if click.target.table_id:
            name = click.table.game
        if name not in self._faces:
            raise Denied("stale")
        pages = rulebook(self._faces[name].spec, click.responder.texts)
        page = pages[min(int(number) if number.isdecimal() else 0, len(pages) - 1)]
        if click.target.table_id:
            await click.responder.show(page)
        else:
            await click.responder.update(page)

    async def _tell_story(self, click: Click) -> None:
        """Tell the clicker what has happened lately. Raises Denied "not_begun" before the game."""
        sight = await self._tables.sight(click.target.table_id, click.user.id)
        if sight.observation is None:
            raise Denied("not_begun")
        page = self._faces[sight.table.game].story(sight, click.responder.texts)
        await click.responder.show(page, f"story of {click.target.table_id}")

    async def _say_in_words(self, click: Click) -> None:
        """Show the clicker the board in words. Raises Denied "stale" if it has no picture."""
        sight = await self._tables.sight(click.target.table_id, click.user.id)
        face = self._faces[sight.table.game]
        page = face.board_in_words(sight, click.responder.texts) if sight.observation is not None else None
        if page is None:
            raise Denied("stale")
        await click.responder.show(page)
