"""Chrono: everybody at once, one proposal each, the first right one wins (Z9)."""

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.defizz import events
from engines.defizz.events import Judging
from engines.defizz.model import Answer, Position, Said
from engines.defizz.modes.verdicts import answers_in_order, bot_verdict, finish, hear_answer, pending_answer
from engines.defizz.settling import annul, challenge_of, change_challenge, win
from engines.defizz.stakes import DefizzPlay, mark


def begin(play: DefizzPlay) -> None:
    """Let all who take part answer."""
    change_challenge(play, waiting=challenge_of(play.position).participants)


def hear(play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
    """Take down a proposal, secret while others can still answer."""
    bot = bool(hear_answer(play.setup, play.position, answer).right)
    play.tell(events.Answered(seat, None, None))
    _take_down(play, Said(seat, answer.text, answer.at, bot))


def give_up(play: DefizzPlay, seat: SeatName, *, silent: bool) -> None:
    """Take down that a seat has no proposal."""
    play.tell(events.GaveUp(seat, silent))
    _take_down(play, Said(seat, None))


def has_right_answer(position: Position) -> bool:
    """Return whether some answer is right so far: then only clicks on their way are still awaited."""
    challenge = position.challenge
    return challenge is not None and any(said.bot for said in answers_in_order(challenge))


def close(play: DefizzPlay) -> None:
    """Take no more answers, and judge them; where a person reads, one by one."""
    change_challenge(play, waiting=())
    play.position = replace(play.position, phase="verdict", decision=play.position.decision + 1)
    if pending_answer(play.position) is not None:
        mark(play)
    _go_on(play)


def judge(play: DefizzPlay, *, right: bool, by: Judging) -> None:
    """Judge the pending proposal for good."""
    said = pending_answer(play.position)
    assert said is not None, "an answer is pending"
    finish(play, said, right=right, by=by)
    play.position = replace(play.position, decision=play.position.decision + 1)
    _go_on(play)


def resume(play: DefizzPlay) -> None:
    """Go on after a seat has left; its proposal does not count any more."""
    if play.position.phase == "verdict":
        _go_on(play)
    elif not challenge_of(play.position).waiting:
        close(play)


def _take_down(play: DefizzPlay, said: Said) -> None:
    challenge = challenge_of(play.position)
    waiting = tuple(seat for seat in challenge.waiting if seat != said.seat)
    change_challenge(play, said=(*challenge.said, said), waiting=waiting)
    if not waiting:
        close(play)


def _go_on(play: DefizzPlay) -> None:
    """Judge the next proposal, or await its verdict; decide once no earlier proposal can be right."""
    said = pending_answer(play.position)
    while said is not None and not _too_late(play.position, said):
        if play.position.reader is not None:
            return
        finish(play, said, right=bot_verdict(said), by="bot")
        said = pending_answer(play.position)
    _decide(play)


def _too_late(position: Position, said: Said) -> bool:
    """Return whether a proposal that came earlier has been judged right."""
    moments = [other.at or 0 for other in answers_in_order(challenge_of(position)) if other.right]
    return bool(moments) and (said.at or 0) > min(moments)


def _decide(play: DefizzPlay) -> None:
    right = [said for said in answers_in_order(challenge_of(play.position)) if said.right]
    if not right:
        annul(play, "nobody")
    elif len(right) > 1 and right[0].at == right[1].at:
        annul(play, "tie")
    else:
        win(play, right[0].seat)
