"""Questions that players find bad: who may say so, and of which."""

from __future__ import annotations

from bot.tables.decks import DeckStore, Report
from bot.tables.errors import Denied
from bot.tables.model import Held
from engines.core.game import AnyGame

__all__ = ["reported"]


async def reported(
    decks: DeckStore, held: Held, game: AnyGame, user_id: int, card: str, question: int, said: str, now: int
) -> Report:
    """A player's report of a question that there still is to mend.

    Denied "not_at_table", "not_begun", "no_such_question"; "no_such_deck" and "question_changed" where the
    deck has been deleted or replaced since the game began.
    """
    table, state, dealer = held.table, held.vault.state, game.dealer
    if table.seat_of(user_id) is None:
        raise Denied("not_at_table")
    if state is None:
        raise Denied("not_begun")
    words = None if dealer is None else dealer.words(state.setup, state.position, card, question)
    if dealer is None or words is None:
        raise Denied("no_such_question")
    deck = table.manners.deck
    text = await decks.load_deck(table.guild_id, deck) if deck else None
    if deck and text is None:
        raise Denied("no_such_deck", deck=deck)
    if not dealer.keeps(dealer.read(text), state.setup, card, question):
        raise Denied("question_changed")
    return Report(deck, card, question, words, said, now, user_id)
