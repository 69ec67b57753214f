"""Numbers, one proposal each in turn: the nearest to the answer wins (Z10), or to a drawn number (Z12)."""

from fractions import Fraction

from engines.core.records import SeatName
from engines.defizz import events
from engines.defizz.deck import Cible
from engines.defizz.events import Judging
from engines.defizz.model import Answer, Challenge, Said
from engines.defizz.modes.verdicts import hear_answer
from engines.defizz.settling import annul, await_next, challenge_of, change_challenge, question_of, win
from engines.defizz.stakes import DefizzPlay


def numbers_proposed(challenge: Challenge) -> tuple[str, ...]:
    """Return the numbers that have been proposed, those of leavers included."""
    return tuple(said.number for said in challenge.said if said.number is not None)


def begin(play: DefizzPlay) -> None:
    """Let all who take part propose in turn."""
    change_challenge(play, waiting=challenge_of(play.position).participants)


def hear(play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
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
        resume(play)


def give_up(play: DefizzPlay, seat: SeatName, *, silent: bool) -> None:
    """Take down that a seat proposes nothing."""
    play.tell(events.GaveUp(seat, silent))
    challenge = challenge_of(play.position)
    await_next(play, said=(*challenge.said, Said(seat, None)), waiting=challenge.waiting[1:])
    resume(play)


def judge(play: DefizzPlay, *, right: bool, by: Judging) -> None:
    """Do nothing: numbers need no verdict (Z14)."""
    raise AssertionError("no proposal is ever pending", play, right, by)


def resume(play: DefizzPlay) -> None:
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
        _decide(play, _nearest(numbers, Fraction(str(question.number))))
    else:
        _decide(play, _draw_near(play, numbers, question.max))


def _decide(play: DefizzPlay, nearest: list[SeatName]) -> None:
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
