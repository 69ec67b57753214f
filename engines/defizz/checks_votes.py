"""Whether a vote from outside, or the moment before a verdict, can be one of this game's (Z21, Z22)."""

from collections.abc import Collection

from engines.core.records import SeatName
from engines.core.seats import sort_seats
from engines.defizz.ballots import Poll
from engines.defizz.deck import Chance
from engines.defizz.model import Challenge, Pile, Position, Setup
from engines.defizz.settling import challenge_of, question_of
from engines.defizz.stakes import find_turnable


def marked_fits(setup: Setup, position: Position) -> bool:
    """Return whether the moment before the verdicts is one, and what is said since then goes on from it.

    Whether the game can have reached that moment is not asked here.
    """
    before = position.before
    if before is None:
        return True
    return (
        setup.options.contest
        and position.phase in ("roll", "answer", "verdict", "vote")
        and before.before is None
        and before.phase == "verdict"
        and before.challenge is not None
        and (before.duel, before.multi) == (Pile(()), Pile(()))
        and position.card in (before.card, None)
        and _goes_on(before.challenge, position)
    )


def poll_fits(setup: Setup, position: Position, poll: Poll) -> bool:
    """Return whether a vote on a verdict is about one that can be turned, and goes on."""
    before = position.before
    return (
        before is not None
        and before.challenge is not None
        and poll.place in find_turnable(position)
        and poll.by in before.in_play
        and poll.by in before.challenge.contested
        and poll.resumes == ("roll" if position.challenge is None else "answer")
        and all(ballot.named is None for ballot in poll.ballots)
        and _voters_fit(setup, poll, set(before.in_play) - {poll.by})
    )


def naming_fits(setup: Setup, position: Position, poll: Poll) -> bool:
    """Return whether a vote for a winner is about this question, and goes on (Z22)."""
    challenge, question = challenge_of(position), question_of(setup, position)
    return (
        setup.options.contest
        and isinstance(question, Chance)
        and question.resolver == "reader"
        and position.reader is None
        and poll.by is None
        and poll.place is None
        and poll.resumes == "answer"
        and not challenge.waiting
        and not challenge.said
        and all(ballot.turn is None for ballot in poll.ballots)
        and {ballot.named for ballot in poll.ballots} <= {None, *challenge.participants}
        and _voters_fit(setup, poll, set(position.in_play) - set(challenge.participants))
    )


def _voters_fit(setup: Setup, poll: Poll, voters: Collection[SeatName]) -> bool:
    """Return whether those who may vote have done so once, or are awaited in seat order."""
    voted = [ballot.seat for ballot in poll.ballots]
    return (
        bool(poll.waiting)
        and poll.waiting == sort_seats(setup.seats, poll.waiting)
        and len({*voted, *poll.waiting}) == len(voted) + len(poll.waiting)
        and {*voted, *poll.waiting} == set(voters)
    )


def _goes_on(was: Challenge, position: Position) -> bool:
    """Return whether the answers are those of before the verdicts, with nothing but verdicts added."""
    if position.challenge is not None:
        said = position.challenge.said
    elif position.last is not None and position.last.question == was.question:
        said = position.last.said
    else:
        return False
    return len(said) == len(was.said) and all(
        (old.seat, old.text, old.at, old.number) == (new.seat, new.text, new.at, new.number)
        and old.right in (None, new.right)
        for old, new in zip(was.said, said, strict=True)
    )
