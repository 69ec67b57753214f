"""Missed deadlines (T15, C3) and leaving (T17, C4)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.tasse import events
from engines.tasse.cup import fall
from engines.tasse.joker import end_duel
from engines.tasse.scoring import close, seats_present, win_round
from engines.tasse.turns import TassePlay, is_running, next_to, roller, start_from_zero


def let_pass(play: TassePlay, seat: SeatName) -> None:
    """Let the deadline of `seat` pass: waive the duel, or let the cup fall (T15)."""
    if play.position.phase == "duel":
        play.tell(events.DuelWaived(roller(play.position), seat))
        end_duel(play)
    else:
        fall(play, seat)


def remove(play: TassePlay, seat: SeatName, *, absent: bool) -> None:
    """Take `seat` away for good, without points, and pass on what it held."""
    before = play.position
    play.tell(events.Left(seat, absent))
    in_play = tuple(other for other in before.in_play if other != seat)
    play.position = replace(before, in_play=in_play)
    if not is_running(before):
        if len(seats_present(play.setup, play.position)) == 1:
            close(play)
    elif len(in_play) == 1:
        win_round(play)
    else:
        _pass_on(play, seat)


def _pass_on(play: TassePlay, seat: SeatName) -> None:
    """Pass on what a leaver held: the cup, the standing announcement, a duel (T17, T12)."""
    position = play.position
    announced = position.announcement is not None and position.announcement.seat == seat
    if position.current == seat or announced:
        start_from_zero(play, next_to(play.setup, position, seat))
    elif position.opponents[:1] == (seat,):
        end_duel(play)
    elif seat in position.opponents or seat == position.skipped:
        opponents = tuple(other for other in position.opponents if other != seat)
        skipped = None if seat == position.skipped else position.skipped
        play.position = replace(position, opponents=opponents, skipped=skipped)
