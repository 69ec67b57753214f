"""Turning a verdict: the challenge goes back to the moment before it, and on with the other one (Z21)."""

from __future__ import annotations

from engines.core.seats import by_seat
from engines.defizz import events, modes
from engines.defizz.before import find_turnable, go_back, said_since
from engines.defizz.counting import count_result
from engines.defizz.model import Position
from engines.defizz.modes.verdicts import Judging
from engines.defizz.settling import challenge_of, change_challenge
from engines.defizz.stakes import DefizzPlay, pot

__all__ = ["turn"]


def turn(play: DefizzPlay, place: int, by: Judging) -> None:
    """Turn the verdict on answer number `place`; what was settled by it, or since then, is taken back first.

    Verdicts on earlier proposals of a Chrono stand, those on later ones are given anew.
    """
    now = play.position
    said, order = said_since(now), find_turnable(now)
    stands = order[: order.index(place)]
    play.position = go_back(now)
    untouched = challenge_of(play.position).said
    kept = (said[number] if number in stands else one for number, one in enumerate(untouched))
    change_challenge(play, said=tuple(kept))
    right = not said[place].right
    play.tell(events.VerdictTurned(said[place].seat, right, by))
    if now.challenge is None:
        _tell_taken_back(play, now)
    modes.judge(play, right=right, by=by)


def _tell_taken_back(play: DefizzPlay, settled: Position) -> None:
    """Tell that the challenge is open again: what lies in the pot, who is back, what everybody has.

    Its question is not counted any more: it will be once the challenge is settled anew.
    """
    play.count(*count_result(play.setup.deck, settled.last, -1))
    seats, position = play.setup.seats, play.position
    returning = tuple(seat for seat in position.in_play if seat not in settled.in_play)
    play.tell(events.SettlementUndone(pot(position), by_seat(seats, position.chips), returning))
