"""The two piles of cards: shuffling, turning a card, and shuffling again a pile that is used up (Z18)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.draws import Draws
from engines.core.replacing import replace
from engines.defizz import events
from engines.defizz.deck import Card, Kind
from engines.defizz.model import Pile, Position
from engines.defizz.stakes import DefizzPlay


def shuffle(cards: Sequence[str], draws: Draws) -> tuple[str, ...]:
    """Return the cards shuffled by Fisher and Yates, from the last down, with a draw 1..k for each k."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = draws(last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def pile_of(position: Position, kind: Kind) -> Pile:
    """Return the Duel or the Multi pile."""
    return position.duel if kind == "duel" else position.multi


def turn(play: DefizzPlay, kind: Kind) -> Card:
    """Turn the top card of a pile, and return it; a pile that is used up is shuffled first."""
    pile = pile_of(play.position, kind)
    if pile.turned == len(pile.order):
        pile = Pile(shuffle(pile.order, play.draws), through=pile.through + 1)
        play.tell(events.PileShuffled(kind))
    card = play.setup.deck.card(pile.order[pile.turned])
    rest = replace(pile, turned=pile.turned + 1)
    if kind == "duel":
        play.position = replace(play.position, duel=rest, card=card.id)
    else:
        play.position = replace(play.position, multi=rest, card=card.id)
    return card
