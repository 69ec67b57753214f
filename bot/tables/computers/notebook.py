"""What computers were told, and what they have written down of it: in memory, made again from the log."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.tables.model import Held, Scene
from bot.tables.proof.replay import Failure
from engines.core.events import events_for
from engines.core.game import AnyGame
from players.core.player import AnyPlayer, Player
from players.core.view import Told

__all__ = ["History", "Notebook"]

_KEPT = 2_000
"""Of so many seats the notes are kept; those not asked for the longest time are made again when needed."""

History = Callable[[Held, str], Awaitable[Sequence[Told[Any]]]]
"""Everything that a seat was told of a game until now, from the log; raises Failure where it does not say."""


class Notebook:
    """Notes of all seats that computers play here."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._kept: OrderedDict[tuple[int, str], tuple[int, str]] = OrderedDict()
        """By table and seat: the version of the last step that is in the notes, and the notes."""
        self._ended_at: OrderedDict[int, dict[int, int]] = OrderedDict()
        """By table: when its last steps were committed (ms UTC), by their versions, as far as known."""

    def note_moment(self, table_id: int, version: int, at: int) -> None:
        """A step was committed at this moment (ms UTC)."""
        moments = self._ended_at.setdefault(table_id, {})
        moments[version] = at
        for old in [known for known in moments if known <= version - 50]:
            del moments[old]
        if len(self._ended_at) > _KEPT:
            self._ended_at.popitem(last=False)

    def told(self, held: Held, seat: str) -> tuple[Told[Any], ...]:
        """The last steps as a seat was told them, as many as people are told of."""
        return tuple(self._tell(held, scene, seat) for scene in held.vault.scenes)

    async def read(self, held: Held, game: AnyGame, seat: str, player: AnyPlayer) -> str:
        """What this player has written down of all that its seat was told; "" for one that keeps no notes."""
        if type(player).notice is Player.notice:
            return ""
        place, scenes = (held.table.id, seat), held.vault.scenes
        version, notes = self._kept.get(place, (0, ""))
        known = [scene.version for scene in scenes]
        if version in known or (version == 0 and len(scenes) < game.steps_told):
            for scene in scenes:
                if scene.version > version:
                    notes = player.notice(notes, seat, self._tell(held, scene, seat))
        else:
            notes = ""
            for told in await self._remember(held, seat):
                notes = player.notice(notes, seat, told)
        self._keep(place, known[-1] if known else 0, notes)
        return notes

    async def _remember(self, held: Held, seat: str) -> Sequence[Told[Any]]:
        """Everything that a seat was told or, where older rules had part in it, the last steps."""
        try:
            return await self._history(held, seat)
        except Failure:
            return self.told(held, seat)

    def _keep(self, place: tuple[int, str], version: int, notes: str) -> None:
        self._kept[place] = (version, notes)
        self._kept.move_to_end(place)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def _tell(self, held: Held, scene: Scene, seat: str) -> Told[Any]:
        ended_at = self._ended_at.get(held.table.id, {}).get(scene.version)
        clocked = ended_at is not None and scene.opened_at
        after = ended_at - scene.opened_at if clocked and ended_at is not None else None
        return Told(tuple(events_for(scene.events, seat)), after)
