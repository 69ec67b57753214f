"""How long somebody else's program is asked, until our own player goes on for it: no table lasts for ever."""

from __future__ import annotations

from bot.tables.computers.thought import Awaited

__all__ = ["Patience"]

_ON_ONE = 50
"""So often in a row a program may decide on the same; no turn takes as many."""
_IN_ALL = 2_000
"""So often programs may decide at a table at which no person does anything meanwhile."""
_BY_ITSELF = frozenset({"expire", "system"})
"""Kinds of log lines by which the clock moves a table on."""


class Patience:
    """Counts what programs decide in a row, at the tables at home here, since they came home."""

    def __init__(self) -> None:
        self._on_one: dict[tuple[int, str], tuple[str, int]] = {}
        self._in_all: dict[int, int] = {}

    def note_decision(self, table_id: int, awaited: Awaited) -> None:
        """A program has decided, and that is done."""
        place = (table_id, awaited.seat)
        name, before = self._on_one.get(place, (awaited.name, 0))
        self._on_one[place] = (awaited.name, before + 1 if name == awaited.name else 1)
        self._in_all[table_id] = self._in_all.get(table_id, 0) + 1

    def note_change(self, table_id: int, kinds: tuple[str, ...]) -> None:
        """Lines of these kinds were written; whatever a person did makes up for all."""
        if "decide" not in kinds and not _BY_ITSELF.issuperset(kinds):
            self.forget(table_id)

    def forget(self, table_id: int) -> None:
        """Begin anew with a table."""
        self._in_all.pop(table_id, None)
        for place in [place for place in self._on_one if place[0] == table_id]:
            del self._on_one[place]

    def is_spent(self, table_id: int, awaited: Awaited) -> bool:
        """Whether no program is asked for this any more."""
        name, before = self._on_one.get((table_id, awaited.seat), ("", 0))
        return self._in_all.get(table_id, 0) >= _IN_ALL or (name == awaited.name and before >= _ON_ONE)
