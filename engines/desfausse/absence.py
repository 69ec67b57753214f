"""Missed deadlines (C3, F12) and leaving (C4, F13)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import put_at
from engines.desfausse import events
from engines.desfausse.calls import choose
from engines.desfausse.choices import candidates, to_act
from engines.desfausse.flow import go_on
from engines.desfausse.gifts import ask_giver, give
from engines.desfausse.hands import in_play
from engines.desfausse.model import Gift, Pass, Position, Setup
from engines.desfausse.moving import Hands
from engines.desfausse.rounds import close, start_round
from engines.desfausse.turns import DesfaussePlay, stop


def let_pass(play: DesfaussePlay, awaited: tuple[SeatName, ...]) -> None:
    """Decide by the clock for all who are awaited: stop, pass, or take the first choice there is (F12)."""
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


def remove(play: DesfaussePlay, seat: SeatName, *, absent: bool) -> None:
    """Take `seat` away for good: send its dice to Hell, and cancel its secret choice (F13)."""
    play.tell(events.Left(seat, absent))
    awaited = to_act(play.setup, play.position)
    play.position = _strip(play.setup, play.position, seat)
    present = in_play(play.setup, play.position)
    if len(present) == 1:
        close(play, present)
        return
    if play.position.phase == "gift" and to_act(play.setup, play.position) != awaited:
        ask_giver(play)
    go_on(play)


def _strip(setup: Setup, before: Position, seat: SeatName) -> Position:
    """Return the position in which the seat has nothing and owes nothing."""
    place = setup.seats.index(seat)
    hands = Hands(setup, before)
    hands.abandon(seat)
    unseen = before.phase == "rolling"
    return replace(
        before,
        rolled=put_at(before.rolled, place, ()) if unseen else before.rolled,
        rolls_left=put_at(before.rolls_left, place, 0),
        choices=put_at(before.choices, place, None),
        cursed=tuple(other for other in before.cursed if other != seat),
        givers=tuple(other for other in before.givers if other != seat),
        served=None if before.served == seat else before.served,
        **hands.changes(),  # type: ignore[arg-type]
    )
