"""The verbs of one's own seat: see one's panel, get private messages again, give up."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.errors import Denied
from bot.tables.model import Seat, Status
from bot.tables.service import Tables
from bot.ui.clicks.click import Click, Handler
from bot.ui.frame import letters
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher

__all__ = ["HAND_OVER", "SeatVerbs"]

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
