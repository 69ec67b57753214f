"""How a question that has been asked is decided, by the rules of its mode (Z9 to Z12, Z14)."""

from abc import ABC, abstractmethod
from collections import Counter
from fractions import Fraction

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import without
from engines.defizz import events
from engines.defizz.deck import Chance, Chrono, Cible
from engines.defizz.events import Judging
from engines.defizz.judging import digits, judge_answer, read_proposal
from engines.defizz.model import Answer, Challenge, Heard, Poll, Position, Said, Setup
from engines.defizz.settling import annul, await_next, challenge_of, change_challenge, question_of, win
from engines.defizz.stakes import DefizzPlay, let_stand, mark

_SIDES = {"highest": 6, "lowest": 6, "coin": 2}


class Mode(ABC):
    """What a mode makes of answers; by default all who take part are asked, and nobody judges."""

    def begin(self, play: DefizzPlay) -> None:
        """Await the answers, once the question is asked."""
        change_challenge(play, waiting=challenge_of(play.position).participants)

    def hear(self, play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
        """Take down an answer."""
        raise AssertionError("nobody is asked to answer", play, seat, answer)

    def give_up(self, play: DefizzPlay, seat: SeatName, *, silent: bool = False) -> None:
        """Take down that a seat has no answer; `silent`: its deadline has passed."""
        raise AssertionError("nobody is asked to answer", play, seat, silent)

    def judge(self, play: DefizzPlay, *, right: bool, by: Judging) -> None:
        """Give the final verdict on the pending answer (Z14)."""
        raise AssertionError("no answer is ever pending", play, right, by)

    @abstractmethod
    def resume(self, play: DefizzPlay) -> None:
        """Go on after a seat has left; if it was the reader, the bot has taken its place (Z20)."""


def mode_of(play: DefizzPlay) -> Mode:
    """Return the mode of the question that is asked."""
    question = question_of(play.setup, play.position)
    if isinstance(question, Chrono):
        return _CHRONO
    if isinstance(question, Cible):
        return _NUMBERS
    if isinstance(question, Chance):
        return _NUMBERS if question.resolver == "nearest" else _CHANCE
    return _PING_PONG


# Answers and their verdicts: the bot's own, then the final one of a human reader (Z14).


def answers_in_order(challenge: Challenge) -> list[Said]:
    """Return the participants' answers by their moments; equal ones go in turn from the active seat (Z9)."""
    there = [said for said in challenge.said if said.text is not None and said.seat in challenge.participants]
    return sorted(there, key=lambda said: (said.at or 0, challenge.participants.index(said.seat)))


def pending_answer(position: Position) -> Said | None:
    """Return the answer that awaits the reader's verdict, or None."""
    if position.phase != "verdict" or position.challenge is None:
        return None
    return next((said for said in answers_in_order(position.challenge) if said.right is None), None)


def finish(play: DefizzPlay, said: Said, *, right: bool, by: Judging) -> None:
    """Note the final verdict of an answer; one accepted against the bot names no listed answer."""
    assert said.text is not None, "silence is not judged"
    final = replace(said, right=right)
    answers = challenge_of(play.position).said
    change_challenge(play, said=tuple(final if other is said else other for other in answers))
    play.tell(events.Judged(said.seat, said.text, bool(said.bot), right, by))


def bot_verdict(said: Said) -> bool:
    """Return the bot's own verdict on an answer."""
    return bool(said.bot)


# What the bot takes an answer for: by the verdict that it carries, else by judging it (Z14).
#
# An answer that carries a verdict is never judged again: its words may have been erased since, and the
# libraries that judge may have changed.


def answers_found(challenge: Challenge) -> frozenset[int]:
    """Return the indices of the Ping-pong's listed answers that have been given."""
    return frozenset(said.group for said in challenge.said if said.right and said.group is not None)


def hear_answer(setup: Setup, position: Position, answer: Answer) -> Heard:
    """Return what the bot takes an answer to the present question for.

    Where a number is wanted and the text is none, or may be several, its `number` is None.
    """
    if answer.verdict is not None:
        return answer.verdict
    question = question_of(setup, position)
    if isinstance(question, Cible | Chance):
        readings = read_proposal(answer.text, question).readings
        return Heard(number=digits(readings[0]) if len(readings) == 1 else None)
    if isinstance(question, Chrono):
        return Heard(right=judge_answer(answer.text, question).right)
    verdict = judge_answer(answer.text, question, answers_found(challenge_of(position)))
    return Heard(right=verdict.right, group=verdict.group)


class _Chrono(Mode):
    """Everybody at once, one proposal each, the first right one wins (Z9)."""

    def hear(self, play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
        """Take down a proposal, secret while others can still answer."""
        bot = bool(hear_answer(play.setup, play.position, answer).right)
        play.tell(events.Answered(seat, None, None))
        _take_down(play, Said(seat, answer.text, answer.at, bot))

    def give_up(self, play: DefizzPlay, seat: SeatName, *, silent: bool = False) -> None:
        """Take down that a seat has no proposal."""
        play.tell(events.GaveUp(seat, silent))
        _take_down(play, Said(seat, None))

    def judge(self, play: DefizzPlay, *, right: bool, by: Judging) -> None:
        """Judge the pending proposal for good."""
        said = pending_answer(play.position)
        assert said is not None, "an answer is pending"
        finish(play, said, right=right, by=by)
        play.position = replace(play.position, decision=play.position.decision + 1)
        _judge_next(play)

    def resume(self, play: DefizzPlay) -> None:
        """Go on after a seat has left; its proposal does not count any more."""
        if play.position.phase == "verdict":
            _judge_next(play)
        elif not challenge_of(play.position).waiting:
            close_chrono(play)


def has_right_answer(position: Position) -> bool:
    """Return whether some answer is right so far: then only clicks on their way are still awaited."""
    challenge = position.challenge
    return challenge is not None and any(said.bot for said in answers_in_order(challenge))


def close_chrono(play: DefizzPlay) -> None:
    """Take no more answers, and judge them; where a person reads, one by one."""
    change_challenge(play, waiting=())
    play.position = replace(play.position, phase="verdict", decision=play.position.decision + 1)
    if pending_answer(play.position) is not None:
        mark(play)
    _judge_next(play)


def _take_down(play: DefizzPlay, said: Said) -> None:
    challenge = challenge_of(play.position)
    waiting = tuple(seat for seat in challenge.waiting if seat != said.seat)
    change_challenge(play, said=(*challenge.said, said), waiting=waiting)
    if not waiting:
        close_chrono(play)


def _judge_next(play: DefizzPlay) -> None:
    """Judge the next proposal, or await its verdict; decide once no earlier proposal can be right."""
    said = pending_answer(play.position)
    while said is not None and not _too_late(play.position, said):
        if play.position.reader is not None:
            return
        finish(play, said, right=bot_verdict(said), by="bot")
        said = pending_answer(play.position)
    _decide_race(play)


def _too_late(position: Position, said: Said) -> bool:
    """Return whether a proposal that came earlier has been judged right."""
    moments = [other.at or 0 for other in answers_in_order(challenge_of(position)) if other.right]
    return bool(moments) and (said.at or 0) > min(moments)


def _decide_race(play: DefizzPlay) -> None:
    right = [said for said in answers_in_order(challenge_of(play.position)) if said.right]
    if not right:
        annul(play, "nobody")
    elif len(right) > 1 and right[0].at == right[1].at:
        annul(play, "tie")
    else:
        win(play, right[0].seat)


class _PingPong(Mode):
    """One answer after the other until one seat is left, or all answers are given (Z11)."""

    def hear(self, play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
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
            self.judge(play, right=right, by="bot")

    def give_up(self, play: DefizzPlay, seat: SeatName, *, silent: bool = False) -> None:
        """Take a seat that has no answer out of the challenge."""
        let_stand(play)
        play.tell(events.GaveUp(seat, silent))
        change_challenge(play, said=(*challenge_of(play.position).said, Said(seat, None)))
        _drop(play, seat)

    def judge(self, play: DefizzPlay, *, right: bool, by: Judging) -> None:
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
            _go_on_in_turn(play)

    def resume(self, play: DefizzPlay) -> None:
        """Go on after a seat has left: forget its pending answer, or let the bot judge for a reader who left.

        Where one seat is left after a right answer, it has won: the pending answer needs no verdict any more.
        """
        position = play.position
        said = pending_answer(position)
        if position.phase == "answer":
            _go_on_in_turn(play)
        elif said is None:
            challenge = challenge_of(position)
            change_challenge(play, said=challenge.said[:-1])
            play.position = replace(play.position, phase="answer")
            _go_on_in_turn(play)
        elif position.reader is None:
            self.judge(play, right=bot_verdict(said), by="bot")
        elif _is_decided(challenge_of(position)):
            win(play, said.seat)


def _drop(play: DefizzPlay, seat: SeatName) -> None:
    play.tell(events.DroppedOut(seat))
    challenge = challenge_of(play.position)
    change_challenge(play, waiting=tuple(other for other in challenge.waiting if other != seat))
    play.position = replace(play.position, decision=play.position.decision + 1)
    _go_on_in_turn(play)


def _go_on_in_turn(play: DefizzPlay) -> None:
    """Let the last seat in win if anybody was right so far; else it must still give a right answer."""
    challenge = challenge_of(play.position)
    if not challenge.waiting:
        annul(play, "nobody")
    elif _is_decided(challenge):
        win(play, challenge.waiting[0])


def _is_decided(challenge: Challenge) -> bool:
    return len(challenge.waiting) == 1 and any(said.right for said in challenge.said)


class _Numbers(Mode):
    """One number each in turn: the nearest to the answer wins (Z10), or to a drawn one (Z12)."""

    def hear(self, play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
        """Take down a proposal; the exact number wins a Cible at once."""
        question = question_of(play.setup, play.position)
        number = hear_answer(play.setup, play.position, answer).number
        assert number is not None, "a text that is no number is refused"
        said = Said(seat, answer.text, answer.at, number=number)
        play.tell(events.Answered(seat, answer.text, number))
        challenge = challenge_of(play.position)
        await_next(play, said=(*challenge.said, said), waiting=challenge.waiting[1:])
        if isinstance(question, Cible) and Fraction(number) == Fraction(str(question.number)):
            win(play, seat)
        else:
            self.resume(play)

    def give_up(self, play: DefizzPlay, seat: SeatName, *, silent: bool = False) -> None:
        """Take down that a seat proposes nothing."""
        play.tell(events.GaveUp(seat, silent))
        challenge = challenge_of(play.position)
        await_next(play, said=(*challenge.said, Said(seat, None)), waiting=challenge.waiting[1:])
        self.resume(play)

    def resume(self, play: DefizzPlay) -> None:
        """Go on after a seat has left: its proposal does not count, and all others may have proposed."""
        challenge, question = challenge_of(play.position), question_of(play.setup, play.position)
        if challenge.waiting:
            return
        numbers = {
            said.seat: Fraction(said.number)
            for said in challenge.said
            if said.number is not None and said.seat in challenge.participants
        }
        if not numbers:
            annul(play, "nobody")
        elif isinstance(question, Cible):
            _decide_number(play, _nearest(numbers, Fraction(str(question.number))))
        else:
            _decide_number(play, _draw_near(play, numbers, question.max))


def numbers_proposed(challenge: Challenge) -> tuple[str, ...]:
    """Return the numbers that have been proposed, those of leavers included."""
    return tuple(said.number for said in challenge.said if said.number is not None)


def _decide_number(play: DefizzPlay, nearest: list[SeatName]) -> None:
    if len(nearest) == 1:
        win(play, nearest[0])
    else:
        annul(play, "tie")


def _nearest(numbers: dict[SeatName, Fraction], answer: Fraction) -> list[SeatName]:
    least = min(abs(number - answer) for number in numbers.values())
    return [seat for seat, number in numbers.items() if abs(number - answer) == least]


def _draw_near(play: DefizzPlay, numbers: dict[SeatName, Fraction], highest: int) -> list[SeatName]:
    """Draw numbers in 1..`highest` until a single proposal is nearest to one; return whose it is."""
    while True:
        number = play.draws(highest)
        play.tell(events.NumberDrawn(number))
        nearest = _nearest(numbers, Fraction(number))
        if len(nearest) == 1:
            return nearest


class _Chance(Mode):
    """Dice, a coin, or the reader's choice (Z12), which is the table's where nobody reads (Z22)."""

    def begin(self, play: DefizzPlay) -> None:
        """Throw, or let the reader name the winner; without one the table votes, or a draw does."""
        challenge, resolver = challenge_of(play.position), question_of(play.setup, play.position).resolver
        change_challenge(play, waiting=())
        if resolver != "reader":
            win(play, _throw(play, challenge.participants, resolver))
        elif play.position.reader is None:
            self.resume(play)

    def resume(self, play: DefizzPlay) -> None:
        """Find a winner where the bot took the place of the reader; else reader or voters are awaited."""
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


_CHRONO, _PING_PONG, _NUMBERS, _CHANCE = _Chrono(), _PingPong(), _Numbers(), _Chance()
