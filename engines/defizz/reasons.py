"""Why a seat may not do something, with the finer reason that a person needs to know."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from engines.core.errors import Refusal
from engines.core.events import SeatName
from engines.defizz import model
from engines.defizz.ballots import Contest, Poll, Vote
from engines.defizz.before import judge_of, place_of
from engines.defizz.deck import Chance, Chrono, Cible
from engines.defizz.judging import digits, is_blank, read_proposal
from engines.defizz.leading import is_led, leads
from engines.defizz.leading import refusal as refuse_led
from engines.defizz.model import Action, Answer, Challenge, Choose, DefizzState, Position, Setup
from engines.defizz.modes.hearing import hear_answer
from engines.defizz.modes.target import numbers_proposed
from engines.defizz.observe import bounds, can_help, to_act
from engines.defizz.polls import may_contest
from engines.defizz.readers import master_of, opponents
from engines.defizz.settling import challenge_of, die_of, is_naming, question_of

LONGEST_ANSWER = 200
"""The most characters of an answer."""

_PHASES: dict[type[Any], str] = {
    model.Roll: "roll",
    model.AskQuestion: "ask",
    model.Help: "choose",
    Choose: "choose",
    model.Accept: "raise",
    model.Refuse: "raise",
    Answer: "answer",
    model.Pass: "answer",
    model.Name: "answer",
    model.Judge: "verdict",
    Vote: "vote",
}


def why_not_yours(state: DefizzState, seat: SeatName, action: Action) -> str | None:
    """Return the finer reason why this action is not awaited of a seat, or None when there is none."""
    position, challenge = state.position, state.position.challenge
    if seat in position.gone:
        return "left"
    if is_led(action):
        return "not_the_quizmaster"
    if position.poll is not None:
        return _why_no_vote(position, position.poll, seat)
    if seat in position.out and seat != position.reader:
        return "eliminated"
    if seat == master_of(state.setup):
        return "leads"
    if isinstance(action, model.AskQuestion | model.Judge | model.Name) and seat != position.reader:
        return "not_the_reader"
    if challenge is None or position.phase not in ("raise", "answer", "verdict"):
        return None
    return _why_not_in_challenge(position, challenge, seat)


def _why_not_in_challenge(position: Position, challenge: Challenge, seat: SeatName) -> str | None:
    """Return why nothing is awaited of a seat in a challenge, or None when it is only not its turn."""
    if seat == position.reader:
        return "reads"
    if seat in challenge.refused:
        return "refused"
    if any(said.seat == seat for said in challenge.said):
        return "already_answered"
    if position.phase != "raise" and seat not in challenge.participants:
        return "takes_no_part"
    return None


def objection(state: DefizzState, seat: SeatName, action: Action) -> Refusal | None:
    """Return why a seat that is awaited, or leads (Z27), may not do this, or None when it may."""
    if is_led(action):
        if not leads(state, seat):
            return _make_refusal("not_the_quizmaster")
        return refuse_led(state.setup, state.position, action)
    if seat not in to_act(state):
        return Refusal("not_your_turn", why_not_yours(state, seat, action))
    return _reason(state, action)


def _reason(state: DefizzState, action: Action) -> Refusal | None:
    """Return why a seat that is awaited may not do this, or None when it may."""
    setup, position = state.setup, state.position
    if position.poll is not None:
        return _refuse_ballot(position, position.poll, action)
    if _PHASES[type(action)] != position.phase:
        return _make_refusal("not_now", phase=position.phase)
    match action:
        case model.AskQuestion(question):
            return None if 0 <= question <= 2 else _make_refusal("no_such_question")
        case model.Help():
            return None if can_help(setup, position) else _make_refusal("no_help")
        case Choose():
            return _first_refusal(_refuse_question, _refuse_opponent, _refuse_stake)(setup, position, action)
        case Answer():
            return _refuse_answer(setup, position, action)
        case model.Pass() if is_naming(setup, position):
            return _make_refusal("not_now", phase=position.phase)
        case model.Name(named):
            return _refuse_name(setup, position, named)
    return None


def refuse_contest(state: DefizzState, seat: SeatName, action: Contest) -> Refusal | None:
    """Return why a seat may not contest a verdict, or turn it since it read; None when it may (Z21)."""
    position = state.position
    before, reader = position.before, judge_of(position)
    if seat in position.gone:
        return Refusal("not_your_turn", "left")
    if not state.setup.options.contest:
        return _make_refusal("contest_off")
    if position.poll is not None:
        return _make_refusal("vote_is_on")
    if before is None or place_of(position, action.seat) is None:
        return _make_refusal("verdict_stands")
    if reader is not None:
        return None if seat == reader else Refusal("not_your_turn", "not_the_reader")
    if seat not in before.in_play:
        return Refusal("not_your_turn", "eliminated")
    return None if may_contest(position, seat) else Refusal("not_your_turn", "contested_before")


def _refuse_ballot(position: Position, poll: Poll, action: Action) -> Refusal | None:
    """Refuse what is no vote in the vote that is on; to vote for nothing is always possible (Z21, Z22)."""
    match action:
        case model.Pass():
            return None
        case Vote() if poll.place is not None:
            return None
        case model.Name(named) if poll.place is None:
            there = named in challenge_of(position).participants
            return None if there else _make_refusal("takes_no_part")
    return _make_refusal("not_now", phase=position.phase)


def _why_no_vote(position: Position, poll: Poll, seat: SeatName) -> str:
    """Return why a seat that is not awaited has no vote in the vote that is on."""
    if any(ballot.seat == seat for ballot in poll.ballots):
        return "voted_before"
    if seat == poll.by:
        return "contests"
    return "eliminated" if seat in position.out else "votes_not_on_oneself"


def _refuse_question(setup: Setup, position: Position, action: Choose) -> Refusal | None:
    del position
    if setup.options.expert:
        return _make_refusal("reader_chose_question") if action.question is not None else None
    if action.question is None:
        return _make_refusal("question_missing")
    return None if 0 <= action.question <= 2 else _make_refusal("no_such_question")


def _refuse_opponent(setup: Setup, position: Position, action: Choose) -> Refusal | None:
    opponent = action.opponent
    if die_of(position).kind == "multi":
        return _make_refusal("no_opponent_in_multi") if opponent is not None else None
    if opponent is None:
        return _make_refusal("opponent_missing")
    if opponent in opponents(setup, position):
        return None
    if opponent == position.active:
        return _make_refusal("opponent_is_oneself")
    if opponent == position.reader:
        return _make_refusal("opponent_reads")
    return _make_refusal("opponent_not_in_play")


def _refuse_stake(setup: Setup, position: Position, action: Choose) -> Refusal | None:
    limits, stake = bounds(setup, position), action.stake
    if limits is None:
        return _make_refusal("no_stake_in_enrichment") if stake is not None else None
    least, most = limits
    if stake is None:
        return _make_refusal("stake_missing")
    if stake < least:
        return _make_refusal("stake_below_minimum", least=least)
    if stake == least:
        return None
    if stake > most:
        return _make_refusal("stake_above_chips", most=most)
    return _make_refusal("stake_not_in_hundreds") if stake % 100 else None


def _refuse_answer(setup: Setup, position: Position, action: Answer) -> Refusal | None:
    question = question_of(setup, position)
    if is_naming(setup, position):
        return _make_refusal("not_now", phase=position.phase)
    unread = action.verdict is None  # an answer that was heard before may have lost its words
    if unread and len(action.text) > LONGEST_ANSWER:
        return _make_refusal("answer_too_long", most=LONGEST_ANSWER)
    if isinstance(question, Cible | Chance):
        return _refuse_number(question, position, action, hear_answer(setup, position, action).number)
    if unread and is_blank(action.text):
        return _make_refusal("answer_empty")
    if isinstance(question, Chrono) and action.at is None:
        return Refusal("bad_request", "missing", field="at")
    return None


def _refuse_number(
    question: Cible | Chance, position: Position, action: Answer, read: str | None
) -> Refusal | None:
    """Refuse what was read if it is no number or unclear, out of bounds, or proposed before (Z10, Z12)."""
    if read is None:
        heard = action.verdict is not None  # such an answer is not read again
        return _make_refusal("not_a_number") if heard else refuse_unread(question, action.text)
    number = Fraction(read)
    if isinstance(question, Chance):
        highest = question.max or 1
        if number.denominator != 1 or not 1 <= number <= highest:
            return _make_refusal("number_out_of_bounds", least=1, most=highest)
    if read in numbers_proposed(challenge_of(position)):
        return _make_refusal("number_repeated")
    return None


def refuse_unread(question: Cible | Chance, text: str) -> Refusal:
    """Say why a text is no number; of one that may be several, all are named in the question's unit."""
    proposal, unit = read_proposal(text, question), getattr(question, "unit", None)
    if proposal.readings:
        readings = [digits(number) for number in proposal.readings]
        return _make_refusal("number_unclear", readings=readings, unit=unit or "")
    match proposal.why:
        case "other_unit" if unit:
            return _make_refusal("other_unit", unit=unit)
        case "other_unit" | "unit_not_asked":
            return _make_refusal("unit_not_asked")
        case "number_several":
            return _make_refusal("number_several")
        case "number_vague":
            return _make_refusal("number_vague")
        case _:
            return _make_refusal("not_a_number")


def _refuse_name(setup: Setup, position: Position, named: SeatName) -> Refusal | None:
    if not is_naming(setup, position):
        return _make_refusal("not_now", phase=position.phase)
    return None if named in challenge_of(position).participants else _make_refusal("takes_no_part")


def _first_refusal(
    *tests: Callable[[Setup, Position, Choose], Refusal | None],
) -> Callable[[Setup, Position, Choose], Refusal | None]:
    """Return a test that returns the first refusal of several tests."""

    def test(setup: Setup, position: Position, action: Choose) -> Refusal | None:
        refusals = (test(setup, position, action) for test in tests)
        return next((refusal for refusal in refusals if refusal is not None), None)

    return test


def _make_refusal(why: str, **params: object) -> Refusal:
    return Refusal("illegal_action", why, **params)
