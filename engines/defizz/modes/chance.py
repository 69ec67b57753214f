"""Chance: dice, a coin, or the reader's choice (Z12)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.defizz import events
from engines.defizz.model import Answer
from engines.defizz.modes.verdicts import Judging
from engines.defizz.settling import challenge_of, change_challenge, question_of, win
from engines.defizz.stakes import DefizzPlay

_SIDES = {"highest": 6, "lowest": 6, "coin": 2}


def begin(play: DefizzPlay) -> None:
    """Throw for everybody, or let the reader name the winner; the bot names one by a draw."""
    challenge, resolver = challenge_of(play.position), question_of(play.setup, play.position).resolver
    change_challenge(play, waiting=())
    if resolver != "reader":
        win(play, _throw(play, challenge.participants, resolver))
    elif play.position.reader is None:
        resume(play)


def hear(play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
    """Nobody answers: luck decides."""
    raise AssertionError("nobody is asked to answer", play, seat, answer)


def give_up(play: DefizzPlay, seat: SeatName, *, silent: bool) -> None:
    """Nobody answers: luck decides."""
    raise AssertionError("nobody is asked to answer", play, seat, silent)


def judge(play: DefizzPlay, *, right: bool, by: Judging) -> None:
    """Nobody answers: luck decides."""
    raise AssertionError("no answer is ever pending", play, right, by)


def resume(play: DefizzPlay) -> None:
    """Let the bot name the winner where it has taken the reader's place; else the reader is still awaited."""
    if play.position.reader is None:
        participants = challenge_of(play.position).participants
        win(play, participants[play.draws(len(participants)) - 1])


def _throw(play: DefizzPlay, seats: tuple[SeatName, ...], resolver: str) -> SeatName:
    """Throw for these seats, again for those tied for first; return the winner. A coin's heads (1) win."""
    while True:
        drawn = {seat: play.draws(_SIDES[resolver]) for seat in seats}
        play.tell(events.Drew(_SIDES[resolver], drawn))
        best = max(drawn.values()) if resolver == "highest" else min(drawn.values())
        seats = tuple(seat for seat in seats if drawn[seat] == best)
        if len(seats) == 1:
            return seats[0]
