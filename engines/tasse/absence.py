"""Missed deadlines (T15, C3) and leaving (T17, C4)."""

from __future__ import annotations

from engines.core.events import Seat
from engines.core.replacing import replace
from engines.core.seats import MISSES_ALLOWED
from engines.tasse import events
from engines.tasse.cup import fall
from engines.tasse.joker import end_duel
from engines.tasse.model import Position, Setup
from engines.tasse.scoring import close, present, win_round
from engines.tasse.turns import TassePlay, is_running, next_to, roller, start_from_zero


def forget_misses(setup: Setup, position: Position, seat: Seat) -> Position:
    """Return the position after an accepted action of `seat`: its missed deadlines are forgotten (C3)."""
    place = setup.seats.index(seat)
    return _with_missed(position, place, 0) if position.missed[place] else position


def miss(play: TassePlay, seat: Seat) -> None:
    """Let the deadline of `seat` pass: the consequence first, then the third in a row removes it (C3)."""
    place = play.setup.seats.index(seat)
    missed = play.position.missed[place] + 1
    play.position = _with_missed(play.position, place, missed)
    if play.position.phase == "duel":
        play.tell(events.DuelWaived(roller(play.position), seat))
        end_duel(play)
    else:
        fall(play, seat)
    if missed > MISSES_ALLOWED and play.position.phase != "over":
        leave(play, seat, absent=True)


def leave(play: TassePlay, seat: Seat, *, absent: bool = False) -> None:
    """Take `seat` away for good, without scoring; what it held passes on."""
    before = play.position
    play.tell(events.Left(seat, absent))
    in_play = tuple(other for other in before.in_play if other != seat)
    play.position = replace(before, gone=(*before.gone, seat), in_play=in_play)
    if not is_running(before):
        if len(present(play.setup, play.position)) == 1:
            close(play)
    elif len(in_play) == 1:
        win_round(play)
    else:
        _pass_on(play, seat)


def _pass_on(play: TassePlay, seat: Seat) -> None:
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


def _with_missed(position: Position, place: int, count: int) -> Position:
    missed = position.missed
    return replace(position, missed=(*missed[:place], count, *missed[place + 1 :]))
