"""Missed deadlines (C3, F12) and leaving (C4, F13)."""

from __future__ import annotations

from engines.core.events import Seat
from engines.core.replacing import replace
from engines.core.seats import MISSES_ALLOWED
from engines.desfausse import events
from engines.desfausse.calls import choose
from engines.desfausse.choices import candidates, to_act
from engines.desfausse.flow import go_on
from engines.desfausse.gifts import ask_giver, give
from engines.desfausse.hands import in_play
from engines.desfausse.model import Gift, Pass, Position, Setup
from engines.desfausse.moving import Hands
from engines.desfausse.rounds import close, start_round
from engines.desfausse.turns import DesfaussePlay, changed, stop


def forget_misses(setup: Setup, position: Position, seat: Seat) -> Position:
    """Return the position after an accepted action of `seat`: its missed deadlines are forgotten (C3)."""
    return replace(position, missed=changed(position.missed, setup.seats.index(seat), 0))


def miss(play: DesfaussePlay) -> None:
    """Let the deadline pass for all who are awaited; who missed the third in a row leaves (C3, F12)."""
    setup, awaited = play.setup, to_act(play.setup, play.position)
    missed = tuple(
        count + (seat in awaited) for seat, count in zip(setup.seats, play.position.missed, strict=True)
    )
    play.position = replace(play.position, missed=missed)
    _decide(play, awaited)
    go_on(play)
    for seat, count in zip(setup.seats, missed, strict=True):
        if seat in awaited and count > MISSES_ALLOWED and play.position.phase != "over":
            leave(play, seat, absent=True)


def _decide(play: DesfaussePlay, awaited: tuple[Seat, ...]) -> None:
    """Do what the clock does: stop, pass, or the first possible (F12)."""
    phase = play.position.phase
    for seat in awaited:
        if phase == "rolling":
            stop(play, seat, by="clock")
        elif phase == "discard":
            choose(play, seat, Pass(), by_clock=True)
        elif phase == "gift":
            give(play, seat, Gift(), by_clock=True)
        else:
            start_round(play, seat, candidates(play.setup, play.position)[0])


def leave(play: DesfaussePlay, seat: Seat, *, absent: bool = False) -> None:
    """Take `seat` away for good: its dice go to Hell, its secret choice is cancelled (F13)."""
    play.tell(events.Left(seat, absent))
    awaited = to_act(play.setup, play.position)
    play.position = _without(play.setup, play.position, seat)
    present = in_play(play.setup, play.position)
    if len(present) == 1:
        close(play, present)
        return
    if play.position.phase == "gift" and to_act(play.setup, play.position) != awaited:
        ask_giver(play)
    go_on(play)


def _without(setup: Setup, before: Position, seat: Seat) -> Position:
    """Return the position in which the seat has nothing and owes nothing."""
    place = setup.seats.index(seat)
    hands = Hands(setup, before)
    hands.abandon(seat)
    unseen = before.phase == "rolling"
    return replace(
        before,
        gone=(*before.gone, seat),
        rolled=changed(before.rolled, place, ()) if unseen else before.rolled,
        rolls_left=changed(before.rolls_left, place, 0),
        choices=changed(before.choices, place, None),
        cursed=tuple(other for other in before.cursed if other != seat),
        givers=tuple(other for other in before.givers if other != seat),
        served=None if before.served == seat else before.served,
        **hands.changes(),  # type: ignore[arg-type]
    )
