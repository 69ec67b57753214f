"""What a board says of players who do not come, and the buttons by which the others remove them."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.playing.absence import wishers_left
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.names import plain_name, seat_name
from bot.ui.pages.page import Block, Button, Row, Text

__all__ = ["absences"]

_BUTTONS = 4
"""At most so many seats can be removed at once: the fifth button of the row refuses."""


def absences(sight: Sight, t: Texts) -> tuple[Block, ...]:
    """The proposal to remove a seat, if there is one, and a button for each seat that may be removed.

    Empty while everybody plays in time.
    """
    if sight.table.status is not Status.PLAYING or not sight.missing:
        return ()
    buttons = [
        Button(
            "agreement.absent",
            t("Retirer {name}", name=plain_name(sight.table, seat, t)),
            seat,
            "danger",
        )
        for seat in sight.missing[:_BUTTONS]
    ]
    words = _wish(sight, t)
    if not words:
        return (Row(tuple(buttons)),)
    return (Text(words), Row((*buttons, Button("agreement.decline", t("Refuser"), "absent"))))


def _wish(sight: Sight, t: Texts) -> str:
    table, offer = sight.table, sight.table.pending.offer
    if offer is None or offer.whom is None:
        return ""
    agreed = [seat_name(table, seat, t) for seat in offer.agreed]
    left = [seat_name(table, seat.name, t) for seat in wishers_left(table, offer)]
    return t(
        "🚪 Retirer {name} ? D’accord : {agreed}. On attend encore l’avis {left:de}.",
        name=seat_name(table, offer.whom, t),
        agreed=t.list(agreed),
        left=t.list(left),
    )
