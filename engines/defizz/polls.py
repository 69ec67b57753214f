"""Votes of the table: whether a verdict is turned (Z21), and who wins where nobody can name (Z22).

Single ballots stay secret, also afterwards: only the sums are told.
"""

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat, sort_seats, without
from engines.defizz import events, modes, stakes
from engines.defizz.events import Judging
from engines.defizz.model import Ballot, Contest, Interrupted, Poll, Position
from engines.defizz.modes import mode_of
from engines.defizz.rounds import count_result
from engines.defizz.settling import challenge_of, change_challenge
from engines.defizz.stakes import DefizzPlay


def poll_of(position: Position) -> Poll:
    """Return the vote that is on."""
    assert position.poll is not None, "the table votes"
    return position.poll


def may_contest(position: Position, seat: SeatName) -> bool:
    """Return whether a seat may contest verdicts that can be turned or, where it read, turn them (Z21)."""
    before, reader = position.before, stakes.judge_of(position)
    if before is None or before.challenge is None or position.poll is not None:
        return False
    if reader is not None:
        return seat == reader
    return seat in before.in_play and seat not in before.challenge.contested


def contest(play: DefizzPlay, seat: SeatName, action: Contest) -> None:
    """Turn a verdict, if the seat reads; else let the others who were in play vote on it (Z21)."""
    position = play.position
    place, before = stakes.place_of(position, action.seat), position.before
    assert place is not None, "the verdict can be turned"
    assert before is not None, "the verdict can be turned"
    assert before.challenge is not None, "the verdict was given in a challenge"
    if seat == before.reader:
        turn(play, place, "reader")
        return
    contested = (*before.challenge.contested, seat)
    play.position = replace(
        position, before=replace(before, challenge=replace(before.challenge, contested=contested))
    )
    if position.challenge is not None:
        change_challenge(play, contested=contested)
    resumes: Interrupted = "answer" if position.phase == "answer" else "roll"
    voters = sort_seats(play.setup.seats, without(before.in_play, (seat,)))
    play.position = replace(
        play.position,
        phase="vote",
        poll=Poll(seat, place, resumes, voters),
        decision=position.decision + 1,
    )
    play.tell(events.Contested(seat, stakes.said_since(position)[place].seat))


def cast(play: DefizzPlay, ballot: Ballot) -> None:
    """Take down a seat's ballot; once all have voted, the vote is over."""
    poll = poll_of(play.position)
    waiting = without(poll.waiting, (ballot.seat,))
    play.position = replace(
        play.position, poll=replace(poll, waiting=waiting, ballots=(*poll.ballots, ballot))
    )
    play.tell(events.Voted(ballot.seat))
    if not waiting:
        close(play)


def leave(play: DefizzPlay, seat: SeatName) -> None:
    """Take a leaver out of what is voted, and of what can be turned (Z20, Z21).

    If it was in play when the verdicts were given, they stand. In a vote for a winner neither its ballot
    counts nor what is for it.
    """
    position = play.position
    before, poll = position.before, position.poll
    if poll is not None and poll.place is None:
        heard = (one for one in poll.ballots if one.seat != seat)
        ballots = tuple(Ballot(one.seat) if one.named == seat else one for one in heard)
        rest = replace(poll, waiting=without(poll.waiting, (seat,)), ballots=ballots)
        play.position = replace(position, poll=rest)
    elif before is not None and seat in before.in_play:
        stop(play)
    elif seat == stakes.judge_of(position):
        stakes.let_bot_judge(play)


def stop(play: DefizzPlay) -> None:
    """Break off a vote on a verdict, and let the verdicts stand."""
    position = play.position
    if position.poll is not None:
        resumed = position.poll.resumes
        play.position = replace(position, phase=resumed, poll=None, decision=position.decision + 1)
    stakes.let_stand(play)


def close(play: DefizzPlay) -> None:
    """Count the ballots: turn the verdict or let it stand, or name the winner."""
    poll = poll_of(play.position)
    if poll.place is None:
        modes.count_votes(play)
        return
    votes = [ballot.turn for ballot in poll.ballots]
    turned = votes.count(True) > votes.count(False)
    play.tell(events.VoteClosed(turned, votes.count(True), votes.count(False)))
    position = play.position
    play.position = replace(position, phase=poll.resumes, poll=None, decision=position.decision + 1)
    if turned:
        turn(play, poll.place, "vote")


# Turning a verdict: the challenge goes back to the moment before it, and on with the other one (Z21).


def turn(play: DefizzPlay, place: int, by: Judging) -> None:
    """Turn the verdict on answer number `place`; what was settled by it, or since then, is taken back first.

    Verdicts on earlier proposals of a Chrono stand, those on later ones are given anew.
    """
    now = play.position
    said, order = stakes.said_since(now), stakes.find_turnable(now)
    stands = order[: order.index(place)]
    play.position = stakes.go_back(now)
    untouched = challenge_of(play.position).said
    kept = (said[number] if number in stands else one for number, one in enumerate(untouched))
    change_challenge(play, said=tuple(kept))
    right = not said[place].right
    play.tell(events.VerdictTurned(said[place].seat, right, by))
    if now.challenge is None:
        _tell_taken_back(play, now)
    mode_of(play).judge(play, right=right, by=by)


def _tell_taken_back(play: DefizzPlay, settled: Position) -> None:
    """Tell that the challenge is open again: what lies in the pot, who is back, what everybody has.

    Its question is not counted any more: it will be once the challenge is settled anew.
    """
    play.count(*count_result(play.setup.deck, settled.last, -1))
    seats, position = play.setup.seats, play.position
    returning = tuple(seat for seat in position.in_play if seat not in settled.in_play)
    play.tell(events.SettlementUndone(stakes.pot(position), by_seat(seats, position.chips), returning))
