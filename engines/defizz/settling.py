"""How a challenge is settled: a winner takes the pot, or all stakes return (Z8, Z13, Z20)."""

from typing import Any

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.defizz import events
from engines.defizz.deck import Chance, Chrono, Cible, answers_of
from engines.defizz.model import Challenge, Die, Outcome, Position, Result, Setup
from engines.defizz.rounds import close_bank, go_on, pay_prize
from engines.defizz.stakes import DefizzPlay, holds_answers, pot, return_stakes, take_pot, tell_answers


def challenge_of(position: Position) -> Challenge:
    """Return the present challenge."""
    assert position.challenge is not None, "a challenge is on"
    return position.challenge


def die_of(position: Position) -> Die:
    """Return the die as rolled."""
    assert position.die is not None, "the die has been rolled"
    return position.die


def question_of(setup: Setup, position: Position) -> Any:
    """Return the question that the challenge is about."""
    assert position.card is not None, "a card has been turned"
    return setup.deck.card(position.card).questions[challenge_of(position).question]


def is_asked(position: Position) -> bool:
    """Return whether the question of the challenge has been asked, and the challenge is not settled yet."""
    return position.phase in ("answer", "verdict") or (
        position.phase == "vote" and position.challenge is not None
    )


def is_naming(setup: Setup, position: Position) -> bool:
    """Return whether the reader is to name the winner (Z12)."""
    if position.phase != "answer":
        return False
    question = question_of(setup, position)
    return isinstance(question, Chance) and question.resolver == "reader"


def change_challenge(play: DefizzPlay, **changes: Any) -> Challenge:
    """Change fields of the present challenge, and return it."""
    challenge = replace(challenge_of(play.position), **changes)
    play.position = replace(play.position, challenge=challenge)
    return challenge


def await_next(play: DefizzPlay, **changes: Any) -> None:
    """Change fields of the challenge, and await another decision, with a new deadline."""
    position = play.position
    challenge = replace(challenge_of(position), **changes)
    play.position = replace(position, challenge=challenge, decision=position.decision + 1)


def win(play: DefizzPlay, winner: SeatName, outcome: Outcome = "won", *, by_lot: bool = False) -> None:
    """Give the winner, whom a draw `by_lot` may have found, the pot and the bank's prize (Z8, Z12, Z16).

    There is only a prize for a question that was asked.
    """
    result = _result(play.position, outcome)
    prize = pay_prize(play, winner) if is_asked(play.position) else 0
    taken = take_pot(play, winner)
    play.tell(events.Settled(winner, outcome, taken, prize))
    _reveal(play)
    close_bank(play)
    go_on(play, replace(result, winner=winner, prize=prize, by_lot=by_lot), again=False)


def annul(play: DefizzPlay, outcome: Outcome) -> None:
    """Settle without a winner: return all stakes, and let the active seat play its turn again (Z13).

    If the active seat has left, the next one plays (Z20).
    """
    result = _result(play.position, outcome)
    returned, lost = return_stakes(play)
    play.tell(events.StakesReturned(outcome, returned, lost))
    _reveal(play)
    go_on(play, result, again=True)


def _result(position: Position, outcome: Outcome) -> Result:
    challenge, card = position.challenge, position.card
    assert card is not None, "a card has been turned"
    asked = challenge is not None and is_asked(position)
    return Result(
        outcome=outcome,
        card=card,
        question=challenge.question if challenge is not None and asked else None,
        active=position.active,
        winner=None,
        pot=pot(position),
        prize=0,
        said=challenge.said if challenge is not None else (),
    )


def _reveal(play: DefizzPlay) -> None:
    """Tell the right answers of a question that was asked, unless they are held back."""
    position = play.position
    if not is_asked(position):
        return
    question, card = question_of(play.setup, position), position.card
    assert card is not None, "the question stands on a card"
    if holds_answers(question, position):
        return
    if isinstance(question, Chrono | Cible) or answers_of(question):
        play.tell(tell_answers(question, card, challenge_of(position).question))
