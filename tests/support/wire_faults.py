"""Faults that strike the requests of one table alone, so that several tables can be struck side by side."""

import re
from typing import Any

from playground.faults import RestFault
from tests.support.wire_players import Gathering

_CHANNEL = re.compile(r"^/channels/(\d+)/")
_TOKEN = re.compile(r"^/(?:interactions|webhooks)/\d+/([^/]+)")


class _OfTable:
    """Finds a pattern in paths that are a table's own: its channel, its people's letters and clicks."""

    def __init__(self, table: Gathering, path: str) -> None:
        self._table = table
        self._pattern = re.compile(path)

    def search(self, path: str) -> re.Match[str] | None:
        found = self._pattern.search(path)
        return found if found is not None and self._place(path) in self._own() else None

    def _place(self, path: str) -> int:
        """The channel that a request is about; 0 for one that names none."""
        if channel := _CHANNEL.search(path):
            return int(channel[1])
        token = _TOKEN.search(path)
        asked = None if token is None else self._table.play.world.interactions._by_token.get(token[1])
        return 0 if asked is None else asked.channel_id

    def _own(self) -> set[int]:
        people = {person.id for person in self._table.people}
        channels = self._table.play.world.channels.values()
        return {self._table.channel.id, *(each.id for each in channels if each.person_id in people)}


def fail_at(table: Gathering, method: str, path: str, **order: Any) -> RestFault:
    """Let requests of this table fail, as `Faults.fail` says."""
    fault = table.play.server.faults.fail(method, path, **order)
    fault.path = _OfTable(table, path)  # type: ignore[assignment]  # all that is asked of it is `search`
    return fault
