"""The verbs of a game: its own, by which it is played, and those by which every game is explained."""

from collections.abc import Mapping

from bot.tables.model import Denied, Seat, Status, Table
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.ui.clicks.click import Click, Handler, Revealing
from bot.ui.frame import letters
from bot.ui.frame.lesson import rulebook
from bot.ui.pages.page import Form
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher


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


# The verbs of agreements between players, and those of a turn that somebody drafts.


class AgreementVerbs:
    """Carries out what players propose to each other; the answer redraws the clicked message."""

    namespace = "agreement"

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {
            "offer": self._offer,
            "accept": self._accept,
            "decline": self._decline,
            "grant": self._grant_time,
            "absent": self._wish_removal,
        }

    async def _offer(self, click: Click) -> None:
        """Propose to the others what the rules let players agree on."""
        await self._tables.agreements.offer(click.ask, click.target.table_id, click.target.arg)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _accept(self, click: Click) -> None:
        """Accept the proposal that is waiting for an answer."""
        await self._tables.agreements.accept(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _decline(self, click: Click) -> None:
        """Refuse the proposal that is waiting for an answer, or withdraw one's own."""
        await self._tables.agreements.decline(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _grant_time(self, click: Click) -> None:
        """Give more time to the seats that are awaited."""
        await self._tables.agreements.grant(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _wish_removal(self, click: Click) -> None:
        """Agree to remove a seat that has missed a deadline."""
        await self._tables.agreements.wish(click.ask, click.target.table_id, click.target.arg)
        await self._publisher.answer(click.responder, click.target.table_id)


class DraftVerbs:
    """Changes a turn that somebody drafts, before it counts."""

    namespace = "draft"

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {"undo": self._undo, "end": self._end}

    async def _undo(self, click: Click) -> None:
        """Take back the last action of the drafted turn."""
        await self._tables.drafts.undo(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _end(self, click: Click) -> None:
        """End the drafted turn, which is complete."""
        await self._tables.drafts.end(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)


# The verbs of one's own seat: see one's panel, get private messages again, give up.

HAND_OVER = "seat.away"
"""The only verb by which nobody takes back their seat from a computer."""


class SeatVerbs:
    """Answers what people at a table ask for themselves, whatever is played there."""

    namespace = "seat"

    def __init__(self, tables: Tables, publisher: Publisher, private: Private) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {
            "hand": self._show_hand,
            "knock": self._try_again,
            "resign": self._resign,
            "away": self._hand_over,
        }

    async def _show_hand(self, click: Click) -> None:
        """Show the clicker their own panel; one that is clicked is redrawn.

        Raises Denied "left_already" or "not_begun".
        """
        seat = _own_seat(click)
        if not seat.left and not seat.plays(click.user.id):
            raise Denied("left_already")
        asides, message = self._private.asides, click.responder.interaction.message
        show = asides.answer if message is not None and message.flags.ephemeral else asides.show
        if not await show(click.responder, click.table.id):
            raise Denied("not_begun")

    async def _try_again(self, click: Click) -> None:
        """Write again to somebody who has opened their private messages.

        Raises Denied "not_at_table" or "dm_closed".
        """
        _own_seat(click)
        if await self._private.try_again(click.table.id, click.user.id):
            await click.responder.say(click.responder.texts("Vos messages privés arrivent : c’est réglé."))
        else:
            raise Denied("dm_closed")

    async def _hand_over(self, click: Click) -> None:
        """Let a computer play for the clicker. Raises Denied as `Tables.hand_over`."""
        table = await self._tables.hand_over(click.ask, click.table.id)
        await self._publisher.answer(click.responder, table.id)

    async def _resign(self, click: Click) -> None:
        """Ask whether the clicker is sure; once they have said so, let them leave the game.

        Raises Denied "closed" or "left_already".
        """
        table, seat = click.table, _own_seat(click)
        if table.status is not Status.PLAYING or not seat.plays(click.user.id):
            raise Denied("closed" if table.status is Status.CLOSED else "left_already")
        if click.target.arg != "yes":
            await click.responder.show(letters.resigning_question(table, click.responder.texts))
            return
        await self._tables.quit(click.ask, table.id)
        await click.responder.update(letters.resigning_done(click.responder.texts))


def _own_seat(click: Click) -> Seat:
    """The clicker's seat. Raises Denied "not_at_table" if they have none."""
    seat = click.table.seat_of(click.user.id)
    if seat is None:
        raise Denied("not_at_table")
    return seat
