"""What verbs were called before they had namespaces, so that every old button still works."""

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
"""The verbs that all games shared in 0.1.0, and what each is called now. No name is ever added.

No game may give one of these names to a verb of its own.
"""


def current_verb(verb: str) -> str:
    """What a verb is called now; `verb` may come from a custom id of any age."""
    return OLD_VERBS.get(verb, verb)
