"""Chance: dice, a coin, or the reader's choice (Z12), which is the table's where nobody reads (Z22)."""

from collections import Counter

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import without
from engines.defizz import events
from engines.defizz.events import Judging
from engines.defizz.model import Answer, Poll
from engines.defizz.settling import challenge_of, change_challenge, question_of, win
from engines.defizz.stakes import DefizzPlay

_SIDES = {"highest": 6, "lowest": 6, "coin": 2}


def begin(play: DefizzPlay) -> None:
    """Throw for everybody, or let the reader name the winner; without one the table votes, or a draw does."""
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
    """Find a winner where the bot has taken the reader's place; else the reader, or voters, are awaited."""
    position = play.position
    if position.poll is not None:
        if not position.poll.waiting:
            count_votes(play)
    elif position.reader is None:
        voters = without(position.in_play, challenge_of(position).participants)
        if play.setup.options.contest and voters:
            poll = Poll(None, None, "answer", voters)
            play.position = replace(position, phase="vote", poll=poll, decision=position.decision + 1)
        else:
            _draw_winner(play, challenge_of(position).participants)


def count_votes(play: DefizzPlay) -> None:
    """Let whoever has most votes win; of equals, or of all where nobody voted, one is drawn (Z22)."""
    poll, participants = play.position.poll, challenge_of(play.position).participants
    assert poll is not None, "the table votes"
    votes = Counter(ballot.named for ballot in poll.ballots if ballot.named is not None)
    told = {seat: votes[seat] for seat in participants}
    best = tuple(seat for seat in participants if told[seat] == max(told.values()))
    play.tell(events.WinnerVoted(told))
    play.position = replace(play.position, phase="answer", poll=None)
    if len(best) == 1:
        win(play, best[0])
    else:
        _draw_winner(play, best)


def _draw_winner(play: DefizzPlay, seats: tuple[SeatName, ...]) -> None:
    win(play, seats[play.draws(len(seats)) - 1], by_lot=True)


def _throw(play: DefizzPlay, seats: tuple[SeatName, ...], resolver: str) -> SeatName:
    """Throw for these seats, again for those tied for first; return the winner. A coin's heads (1) win."""
    while True:
        drawn = {seat: play.draws(_SIDES[resolver]) for seat in seats}
        play.tell(events.Drew(_SIDES[resolver], drawn))
        best = max(drawn.values()) if resolver == "highest" else min(drawn.values())
        seats = tuple(seat for seat in seats if drawn[seat] == best)
        if len(seats) == 1:
            return seats[0]
