"""Ping-pong: one answer after the other until one seat is left, or all answers are given (Z11)."""

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.defizz import events
from engines.defizz.events import Judging
from engines.defizz.model import Answer, Challenge, Said
from engines.defizz.modes.verdicts import answers_found, bot_verdict, finish, hear_answer, pending_answer
from engines.defizz.settling import annul, challenge_of, change_challenge, question_of, win
from engines.defizz.stakes import DefizzPlay, let_stand, mark


def begin(play: DefizzPlay) -> None:
    """Let all who take part answer in turn."""
    change_challenge(play, waiting=challenge_of(play.position).participants)


def hear(play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
    """Take down an answer, and judge it at once unless a person reads."""
    let_stand(play)
    challenge = challenge_of(play.position)
    verdict = hear_answer(play.setup, play.position, answer)
    right = bool(verdict.right)
    play.tell(events.Answered(seat, answer.text, None))
    said = Said(seat, answer.text, answer.at, right, group=verdict.group)
    change_challenge(play, said=(*challenge.said, said))
    play.position = replace(play.position, phase="verdict", decision=play.position.decision + 1)
    if play.position.reader is None:
        judge(play, right=right, by="bot")


def give_up(play: DefizzPlay, seat: SeatName, *, silent: bool) -> None:
    """Take a seat that has no answer out of the challenge."""
    let_stand(play)
    play.tell(events.GaveUp(seat, silent))
    change_challenge(play, said=(*challenge_of(play.position).said, Said(seat, None)))
    _drop(play, seat)


def judge(play: DefizzPlay, *, right: bool, by: Judging) -> None:
    """Judge the pending answer for good: if right, the seat goes on; if wrong, it drops out."""
    said = pending_answer(play.position)
    assert said is not None, "an answer is pending"
    mark(play)
    finish(play, said, right=right, by=by)
    play.position = replace(play.position, phase="answer", decision=play.position.decision + 1)
    if not right:
        _drop(play, said.seat)
        return
    challenge = challenge_of(play.position)
    challenge = change_challenge(play, waiting=(*challenge.waiting[1:], said.seat))
    if len(answers_found(challenge)) == len(question_of(play.setup, play.position).answers):
        win(play, said.seat)
    else:
        _go_on(play)


def resume(play: DefizzPlay) -> None:
    """Go on after a seat has left: forget its pending answer, or let the bot judge for a reader who left.

    Where one seat is left after a right answer, it has won: the pending answer needs no verdict any more.
    """
    position = play.position
    said = pending_answer(position)
    if position.phase == "answer":
        _go_on(play)
    elif said is None:
        challenge = challenge_of(position)
        change_challenge(play, said=challenge.said[:-1])
        play.position = replace(play.position, phase="answer")
        _go_on(play)
    elif position.reader is None:
        judge(play, right=bot_verdict(said), by="bot")
    elif _is_decided(challenge_of(position)):
        win(play, said.seat)


def _drop(play: DefizzPlay, seat: SeatName) -> None:
    play.tell(events.DroppedOut(seat))
    challenge = challenge_of(play.position)
    change_challenge(play, waiting=tuple(other for other in challenge.waiting if other != seat))
    play.position = replace(play.position, decision=play.position.decision + 1)
    _go_on(play)


def _go_on(play: DefizzPlay) -> None:
    """Let the last seat in win if anybody was right so far; else it must still give a right answer."""
    challenge = challenge_of(play.position)
    if not challenge.waiting:
        annul(play, "nobody")
    elif _is_decided(challenge):
        win(play, challenge.waiting[0])


def _is_decided(challenge: Challenge) -> bool:
    return len(challenge.waiting) == 1 and any(said.right for said in challenge.said)
