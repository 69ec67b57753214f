"""Specials, shown with `show`: 7, double 5, 31 and nine (T9), and what they do on a standing 21 (T10)."""

from __future__ import annotations

from typing import Literal

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import next_seat
from engines.tasse import events
from engines.tasse.events import Reason
from engines.tasse.model import Position
from engines.tasse.scores import HIGHEST, LOWEST, SPECIALS, Score, Special
from engines.tasse.scoring import score
from engines.tasse.turns import (
    TassePlay,
    is_running,
    next_to,
    ninth_from,
    previous_to,
    roller,
    start_from_zero,
)


def find_show(position: Position) -> Special | Literal["joker"] | None:
    """Return what `show` would show of the dice under the cup: a special, the joker (T11), or None."""
    if position.phase != "rolled" or position.dice is None:
        return None
    if position.dice == LOWEST:
        return "joker" if position.announcement is not None else None
    return SPECIALS.get(position.dice)


def show_special(play: TassePlay, special: Special, dice: Score) -> None:
    """Show the special, and do what it does."""
    position = play.position
    seat = roller(position)
    if special == "nine":
        _show_nine(play, seat, dice)
        return
    target = (previous_to if special == "thirty_one" else next_to)(play.setup, position, seat)
    on_21 = position.announcement is not None and position.announcement.score == HIGHEST
    play.tell(events.Shown(seat, dice, special, target, on_21))
    points: dict[SeatName, tuple[int, Reason]] = {target: (1, special)}
    if on_21:
        points[seat] = (1, "on_twenty_one")
    score(play, points)
    if special == "thirty_one":
        # After the scoring, which goes by the old direction (T14), and even when the round is won by it.
        play.position = replace(play.position, direction=-play.position.direction)
    if not is_running(play.position):
        return
    starter = seat if on_21 else target
    if special == "thirty_one":
        play.tell(events.DirectionTurned(play.position.direction))
    elif special == "double_five":
        starter = _skip(play, target, starter)
    start_from_zero(play, starter)


def _show_nine(play: TassePlay, seat: SeatName, dice: Score) -> None:
    """Hit the 9th seat, and let the roller roll again on the same announcement, even of one now out."""
    target = ninth_from(play.position, seat)
    play.tell(events.Shown(seat, dice, "nine", target, on_21=False))
    score(play, {target: (1, "nine")})
    if seat in play.position.in_play and is_running(play.position):
        after = play.position
        play.position = replace(after, phase="reroll", dice=None, decision=after.decision + 1)
    else:
        start_from_zero(play, seat)


def _skip(play: TassePlay, target: SeatName, starter: SeatName) -> SeatName:
    """Let `target` pass its turn after a double 5, and return who starts from zero.

    On a 21 the roller does, and `target` is passed over when the cup leaves it; else the seat after `target`.
    """
    position = play.position
    if starter == target:
        if target in position.in_play:
            play.tell(events.Skipped(target))
        return next_seat(play.setup.seats, position.in_play, target, position.direction)
    if target in position.in_play and len(position.in_play) > 2:
        play.position = replace(position, skipped=target)
        play.tell(events.Skipped(target))
    return starter
