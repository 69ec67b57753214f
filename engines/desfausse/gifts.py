"""Dice for the cursed, given with a discard or after the call of 6 (F9)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.desfausse import events
from engines.desfausse.choices import creditors_of
from engines.desfausse.combos import curses
from engines.desfausse.hands import has_discarded, in_play
from engines.desfausse.model import Debts, Gift, Giving, MovedDie
from engines.desfausse.moving import Hands
from engines.desfausse.rounds import end_round
from engines.desfausse.turns import DesfaussePlay


def open_gifts(play: DesfaussePlay) -> None:
    """Ask for gifts after the last call: who is not cursed and discarded nothing gives, by seats (F9)."""
    before = play.position
    spared = (seat for seat in in_play(play.setup, before) if seat not in before.cursed)
    givers = tuple(seat for seat in spared if not has_discarded(before, seat)) if before.cursed else ()
    choices = (None,) * len(play.setup.seats)
    play.position = replace(before, phase="gift", call=None, choices=choices, givers=givers)
    ask_giver(play)


def ask_giver(play: DesfaussePlay) -> None:
    """Ask the next giver that really owes something; skip the others."""
    while play.position.givers:
        giver = play.position.givers[0]
        owed = creditors_of(play.setup, play.position, giver)
        if owed:
            play.tell(events.GiftAwaited(giver, owed))
            return
        play.position = replace(play.position, givers=play.position.givers[1:])


def first_debts(play: DesfaussePlay, seat: SeatName) -> Debts:
    """Return the gift that the clock makes (F12): the hand's first dice, in the order of the cursed."""
    held = play.position.held[play.setup.seats.index(seat)]
    return next(curses(creditors_of(play.setup, play.position, seat), held))


def give(play: DesfaussePlay, seat: SeatName, action: Gift, *, by_clock: bool = False) -> None:
    """Give the cursed what is owed; whoever holds no die then has won the round (F9, F10)."""
    debts = first_debts(play, seat) if action.curse is None else action.curse
    hands = Hands(play.setup, play.position)
    told = Giving(seat, curse(play, hands, seat, debts))
    before = replace(play.position, **hands.changes())  # type: ignore[arg-type]
    play.position = replace(before, story=(*before.story, told), givers=before.givers[1:])
    play.tell(events.Gave(told, by_clock))
    if hands.is_empty(seat) and not hands.has_received(seat):
        end_round(play, (seat,))
    else:
        ask_giver(play)


def curse(play: DesfaussePlay, hands: Hands, seat: SeatName, debts: Debts) -> tuple[MovedDie, ...]:
    """Give each of the cursed its die, in seat order (F9)."""
    by_seat = dict(debts)
    return tuple(hands.curse(seat, by_seat[other], other) for other in play.setup.seats if other in by_seat)
