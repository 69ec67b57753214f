"""Questions that players find bad: who may say so, and of which. Pure."""

from __future__ import annotations

from bot.tables.errors import Denied
from bot.tables.model import Held
from bot.tables.ports import Report
from engines.core.game import AnyGame

__all__ = ["reported"]


def reported(
    held: Held, game: AnyGame, user_id: int, card: str, question: int, said: str, now: int
) -> Report:
    """A player's report; Denied "not_at_table", "not_begun", "no_such_question"."""
    table, state, dealer = held.table, held.vault.state, game.dealer
    if table.seat_of(user_id) is None:
        raise Denied("not_at_table")
    if state is None:
        raise Denied("not_begun")
    if dealer is None or not dealer.has_question(state.setup, state.position, card, question):
        raise Denied("no_such_question")
    return Report(table.manners.deck, card, question, said, now)
