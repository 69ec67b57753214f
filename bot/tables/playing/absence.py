"""At a pace of days: whoever let a deadline pass may be removed, if all the others wish so. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.errors import Denied
from bot.tables.model import Held, Seat, Table
from bot.tables.pending import Offer
from engines.core.game import AnyGame

__all__ = ["REMOVE", "add_wish", "missing", "wishers_left"]

REMOVE = "remove"
"""What such a wish is called among the offers."""


def missing(held: Held, game: AnyGame) -> tuple[str, ...]:
    """The seats that the table awaits and that have missed their last deadline, at a pace of days.

    Nobody is missing while a turn is being drafted: whoever drafts it is there.
    """
    state, table = held.vault.state, held.table
    if state is None or table.manners.pace.days is None or table.pending.draft:
        return ()
    missed = game.observe(state, None).missed
    return tuple(seat for seat in game.to_act(state) if missed.get(seat, 0) > 0)


def add_wish(held: Held, game: AnyGame, seat: str, whom: str) -> Offer:
    """Add a seat to those who want this one removed; any other offer lapses.

    Denied "not_missing" (they are awaited no more, or have missed nothing) or "already_offered".
    """
    if whom not in missing(held, game) or whom == seat:
        raise Denied("not_missing")
    offer = held.table.pending.offer
    if offer is None or offer.whom is None:
        return Offer(REMOVE, seat, whom, (seat,))
    if offer.whom != whom or seat in offer.agreed:
        raise Denied("already_offered")
    return replace(offer, agreed=(*offer.agreed, seat))


def wishers_left(table: Table, offer: Offer) -> tuple[Seat, ...]:
    """Those in play who have not agreed yet; once there is nobody, it is done."""
    return tuple(
        seat for seat in table.seats if not seat.left and seat.name not in (offer.whom, *offer.agreed)
    )
