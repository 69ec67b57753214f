"""Which messages are boards, and how many messages of other people stand below each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.tables.homes import Slots
from bot.tables.model import Status, Table
from bot.tables.ports import Posted, Spot
from bot.ui.wire.courier import Obstacle

__all__ = ["Whereabouts"]


@dataclass(slots=True)
class _Below:
    """How many messages stand below the board of a channel; `newest` is the newest message known there."""

    newest: int
    count: int = 0


class Whereabouts:
    """Knows where the boards of all live tables at home are.

    `missed(table_id, why)` is called when a board was deleted, alone or with its channel; it must not block.
    """

    def __init__(self, missed: Callable[[int, Obstacle], None]) -> None:
        self._missed = missed
        self._known: dict[int, Spot] = {}
        """Each board, by its message."""
        self._talk: dict[int, _Below] = {}
        """What stands below the board, by channel."""

    # -- what is heard ---------------------------------------------------------------------------------

    def note_talk(self, channel_id: int) -> None:
        """Count a message that somebody wrote in a channel: a board there moves up."""
        if channel_id in self._talk:
            self._talk[channel_id].count += 1

    def note_newest(self, channel_id: int, message_id: int) -> None:
        """Count a message that a click shows to be the newest of its channel, where no other is heard of.

        There may be more that were written since the click before.
        """
        below = self._talk.get(channel_id)
        if below is not None and message_id > below.newest:
            below.newest = message_id
            below.count += 1

    def note_deleted(self, message_id: int) -> None:
        """Call `missed` if a message that was deleted was a board."""
        known = self._known.pop(message_id, None)
        if known is not None:
            self._missed(known.table_id, Obstacle.MESSAGE_GONE)

    def note_deleted_channel(self, channel_id: int) -> None:
        """Call `missed` for every board in a channel that was deleted."""
        self._talk.pop(channel_id, None)
        for board in list(self._known.values()):
            if board.channel_id == channel_id:
                del self._known[board.message_id]
                self._missed(board.table_id, Obstacle.CHANNEL_GONE)

    # -- what is known ---------------------------------------------------------------------------------

    def recall(self, boards: Iterable[Spot]) -> None:
        """Learn where these boards are, which were posted before."""
        for board in boards:
            self._known[board.message_id] = board
            self._listen(board.channel_id, board.message_id)

    def depth(self, channel_id: int) -> int:
        """How many messages stand below the board of a channel."""
        below = self._talk.get(channel_id)
        return 0 if below is None else below.count

    def note_new(self, table: Table, message_id: int) -> None:
        """Note that the board of a table was posted just now, at the bottom of its channel."""
        self._talk[table.channel_id] = _Below(message_id)
        self.know(table, message_id)

    def know(self, table: Table, message_id: int) -> None:
        """Note that this message is the board of a table; that of a closed table is forgotten."""
        if table.status is Status.CLOSED:
            self._known.pop(message_id, None)
            self._stop_listening(table.channel_id)
        else:
            self._known[message_id] = Spot(table.id, table.guild_id, table.channel_id, message_id)
            self._listen(table.channel_id, message_id)

    def forget(self, board: Posted) -> None:
        """Forget a message that is not a board any more."""
        self._known.pop(board.message_id, None)
        self._stop_listening(board.channel_id)

    def forget_table(self, table_id: int) -> None:
        """Forget all boards of a table; messages in its channel are still counted."""
        self._known = {key: board for key, board in self._known.items() if board.table_id != table_id}

    def forget_all(self, slots: Slots) -> None:
        """Forget the boards of these slots; they are recalled, or another process is their home now."""
        gone = [board for board in self._known.values() if slots.have(board.guild_id)]
        self._known = {key: board for key, board in self._known.items() if not slots.have(board.guild_id)}
        left = {board.channel_id for board in self._known.values()}
        for board in gone:
            if board.channel_id not in left:
                self._talk.pop(board.channel_id, None)

    def _listen(self, channel_id: int, message_id: int) -> None:
        """Count the messages in a channel, from this one on."""
        below = self._talk.setdefault(channel_id, _Below(message_id))
        below.newest = max(below.newest, message_id)

    def _stop_listening(self, channel_id: int) -> None:
        """Count no more messages in a channel, unless another board is there."""
        if all(board.channel_id != channel_id for board in self._known.values()):
            self._talk.pop(channel_id, None)
