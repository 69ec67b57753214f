"""A challenge until its question is asked: it is chosen, raised and paid for (Z4 to Z7)."""

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.defizz import events, modes
from engines.defizz.model import Challenge
from engines.defizz.rounds import opponents
from engines.defizz.settling import await_next, challenge_of, change_challenge, die_of, question_of, win
from engines.defizz.stakes import DefizzPlay, effective_stake, pay


def choose(
    play: DefizzPlay, question: int, opponent: SeatName | None, stake: int | None, *, by_itself: bool = False
) -> None:
    """Open the challenge: at the minimum all take part at once, a raise awaits their answers (Z4 to Z6)."""
    position = play.position
    assert position.card is not None, "a card has been turned"
    against = opponents(play.setup, position) if opponent is None else (opponent,)
    raised = stake is not None and stake > die_of(position).minimum
    clue = play.setup.deck.card(position.card).questions[question].clue
    play.tell(events.Challenged(position.active, question, clue, opponent, stake, raised, by_itself))
    first = (position.active,)
    challenge = Challenge(question, opponent, stake, first, waiting=against)
    play.position = replace(position, challenge=challenge, decision=position.decision + 1)
    if raised:
        play.position = replace(play.position, phase="raise")
    else:
        change_challenge(play, participants=(*first, *against))
        pose(play)


def accept(play: DefizzPlay, seat: SeatName) -> None:
    """Take part for the raise; it is paid when the question is asked (Z5, Z6)."""
    play.tell(events.Accepted(seat))
    challenge = challenge_of(play.position)
    await_next(play, participants=(*challenge.participants, seat), waiting=challenge.waiting[1:])
    end_raise(play)


def refuse(play: DefizzPlay, seat: SeatName, *, by_itself: bool = False) -> None:
    """Take no part, and pay at once: the minimum, or all the seat has (Z5, Z6, Z7)."""
    paid = pay(play, seat, die_of(play.position).minimum)
    play.tell(events.Refused(seat, paid, by_itself))
    challenge = challenge_of(play.position)
    await_next(play, refused=(*challenge.refused, seat), waiting=challenge.waiting[1:])
    end_raise(play)


def end_raise(play: DefizzPlay) -> None:
    """Once all have answered the raise, ask the question; if all refused, the active seat takes the pot."""
    challenge = challenge_of(play.position)
    if challenge.waiting:
        return
    if len(challenge.participants) == 1:
        win(play, challenge.participants[0], "refused")
    else:
        pose(play)


def pose(play: DefizzPlay) -> None:
    """Let all who take part pay the same stake, and ask the question (Z7)."""
    challenge = challenge_of(play.position)
    seats, announced = challenge.participants, challenge.stake
    if announced is not None:
        stake = effective_stake(play.setup, play.position, announced, seats)
        for seat in seats:
            pay(play, seat, stake)
        change_challenge(play, stake=stake)
        play.tell(events.Staked(seats, stake, announced))
    play.position = replace(play.position, phase="answer")
    question = question_of(play.setup, play.position)
    play.tell(events.QuestionAsked(challenge.question, question.mode, question.text, seats))
    modes.begin(play)
