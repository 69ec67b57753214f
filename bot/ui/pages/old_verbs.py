"""The verbs of custom ids as they were written before they had namespaces: every old button still works."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["OLD_VERBS", "current_verb"]

OLD_VERBS: Mapping[str, str] = MappingProxyType(
    {
        "join": "table.join",
        "quit": "table.quit",
        "begin": "table.begin",
        "options": "table.options",
        "option": "table.option",
        "remove": "table.remove",
        "rematch": "table.rematch",
        "team": "team.join",
        "title": "team.title",
        "hand": "seat.hand",
        "knock": "seat.knock",
        "resign": "seat.resign",
        "rules": "game.rules",
        "words": "game.words",
        "undo": "draft.undo",
        "offer": "agreement.offer",
        "accept": "agreement.accept",
        "decline": "agreement.decline",
        "grant": "agreement.grant",
        "absent": "agreement.absent",
        "console": "host.console",
        "order": "host.order",
        "report": "deck.report",
        "reported": "deck.reported",
        "settle_report": "deck.settle",
        "tables": "server.tables",
        "shut": "server.shut",
        "erase": "data.erase",
    }
)
"""The verbs that 0.1.0 shared between all games, and what each is called now. Closed: no name is ever added.

A game may never call a verb of its own by one of these names.
"""


def current_verb(verb: str) -> str:
    """The verb that a custom id of any age means."""
    return OLD_VERBS.get(verb, verb)
