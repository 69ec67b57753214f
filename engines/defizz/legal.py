"""What a seat may do now, and why it may not: the single truth that buttons and `act` share (C5)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product, starmap
from typing import Any

from engines.core.records import LegalActions, Refusal, SeatName
from engines.defizz import model
from engines.defizz.deck import Chance, Chrono, Cible
from engines.defizz.judging import digits, is_blank, read_proposal
from engines.defizz.leading import commands, givers, is_led, leads
from engines.defizz.leading import refusal as refuse_led
from engines.defizz.model import Action, DefizzState, Position, Setup
from engines.defizz.modes import hear_answer, numbers_proposed
from engines.defizz.observe import bounds, can_help, to_act
from engines.defizz.polls import may_contest
from engines.defizz.rounds import master_of, opponents
from engines.defizz.settling import challenge_of, die_of, is_naming, question_of
from engines.defizz.stakes import find_turnable, judge_of, place_of, said_since

MOST_LISTED = 10_000
"""Longer lists of choices are not made; their types are given instead."""

_NOTHING: LegalActions[Action] = LegalActions()
_ROLL: LegalActions[Action] = LegalActions((model.Roll(),))
_ASK: LegalActions[Action] = LegalActions(tuple(map(model.AskQuestion, range(3))))
_RAISED: LegalActions[Action] = LegalActions((model.Accept(), model.Refuse()))
_VERDICT: LegalActions[Action] = LegalActions((model.Judge(right=True), model.Judge(right=False)))
_ON_VERDICT: LegalActions[Action] = LegalActions(
    (model.Vote(turn=True), model.Vote(turn=False), model.Pass())
)
_ANSWER: LegalActions[Action] = LegalActions((model.Pass(),), complete=False, types=("answer", "pass"))

_choose = lru_cache(1 << 12)(model.Choose)
"""Choices by their fields, made once: a table lists hundreds of them again every turn."""


def legal_actions(state: DefizzState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat; free text, and chips to be moved, are listed by their type alone."""
    owed = _owed(state) if seat in to_act(state) else _NOTHING
    contests = _contests(state.position, seat)
    listed = replace(owed, actions=(*owed.actions, *contests)) if contests else owed
    return _led(state, listed) if leads(state, seat) else listed


def _led(state: DefizzState, listed: LegalActions[Action]) -> LegalActions[Action]:
    """Return what a quizmaster may do: what is `listed`, and lead (Z27, Z29)."""
    if state.position.phase == "over":
        return listed
    actions = (*listed.actions, *commands(state.position))
    moving = ("transfer",) if givers(state.setup, state.position) else ()
    if listed.complete and not moving:
        return replace(listed, actions=actions)
    types = dict.fromkeys((*listed.types, *(action.type for action in actions), *moving))
    return LegalActions(actions, complete=False, types=tuple(types))


def _contests(position: Position, seat: SeatName) -> tuple[Action, ...]:
    """Return the verdicts that the seat may contest or, where it read, turn (Z21)."""
    if position.before is None or not may_contest(position, seat):
        return ()
    said = said_since(position)
    return tuple(model.Contest(said[place].seat) for place in find_turnable(position))


def _owed(state: DefizzState) -> LegalActions[Action]:
    """Return what a seat may do that is awaited."""
    setup, position = state.setup, state.position
    match position.phase:
        case "roll":
            return _ROLL
        case "vote":
            return _votes(position)
        case "ask":
            return _ASK
        case "choose":
            return _choices(setup, position)
        case "raise":
            return _RAISED
        case "verdict":
            return _VERDICT
    if is_naming(setup, position):
        return LegalActions(tuple(map(model.Name, challenge_of(position).participants)))
    return _ANSWER


def _votes(position: Position) -> LegalActions[Action]:
    """Return both ways to vote on a verdict or all winners, and that one does not vote (Z21, Z22)."""
    if position.poll is not None and position.poll.place is not None:
        return _ON_VERDICT
    named = tuple(map(model.Name, challenge_of(position).participants))
    return LegalActions((*named, model.Pass()))


def _choices(setup: Setup, position: Position) -> LegalActions[Action]:
    """Return the help and every choice, or only their types where there are too many stakes."""
    help_first: tuple[Action, ...] = (model.Help(),) if can_help(setup, position) else ()
    against, stakes = opponents(setup, position), _stakes(setup, position)
    if len(stakes) * max(1, len(against)) * 3 > MOST_LISTED:
        types = ("help", "choose") if help_first else ("choose",)
        return LegalActions(help_first, complete=False, types=types)
    duel = die_of(position).kind == "duel"
    questions = (None,) if setup.options.expert else range(3)
    ways = starmap(_choose, product(questions, against if duel else (None,), stakes))
    return LegalActions((*help_first, *ways))


def _stakes(setup: Setup, position: Position) -> Sequence[int | None]:
    """Return every stake that may be named, the minimum always (Z4); only None if the bank pays (Z16)."""
    limits = bounds(setup, position)
    if limits is None:
        return (None,)
    least, most = limits
    return range(least, max(least, most) + 1, 100)


# Why a seat may not do something, with the finer reason that a person needs to know.

LONGEST_ANSWER = 200
"""The most characters of an answer."""

_PHASES: dict[type[Any], str] = {
    model.Roll: "roll",
    model.AskQuestion: "ask",
    model.Help: "choose",
    model.Choose: "choose",
    model.Accept: "raise",
    model.Refuse: "raise",
    model.Answer: "answer",
    model.Pass: "answer",
    model.Name: "answer",
    model.Judge: "verdict",
    model.Vote: "vote",
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


def _why_not_in_challenge(position: Position, challenge: model.Challenge, seat: SeatName) -> str | None:
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
        case model.Choose():
            return _first_refusal(_refuse_question, _refuse_opponent, _refuse_stake)(setup, position, action)
        case model.Answer():
            return _refuse_answer(setup, position, action)
        case model.Pass() if is_naming(setup, position):
            return _make_refusal("not_now", phase=position.phase)
        case model.Name(named):
            return _refuse_name(setup, position, named)
    return None


def refuse_contest(state: DefizzState, seat: SeatName, action: model.Contest) -> Refusal | None:
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


def _refuse_ballot(position: Position, poll: model.Poll, action: Action) -> Refusal | None:
    """Refuse what is no vote in the vote that is on; to vote for nothing is always possible (Z21, Z22)."""
    match action:
        case model.Pass():
            return None
        case model.Vote() if poll.place is not None:
            return None
        case model.Name(named) if poll.place is None:
            there = named in challenge_of(position).participants
            return None if there else _make_refusal("takes_no_part")
    return _make_refusal("not_now", phase=position.phase)


def _why_no_vote(position: Position, poll: model.Poll, seat: SeatName) -> str:
    """Return why a seat that is not awaited has no vote in the vote that is on."""
    if any(ballot.seat == seat for ballot in poll.ballots):
        return "voted_before"
    if seat == poll.by:
        return "contests"
    return "eliminated" if seat in position.out else "votes_not_on_oneself"


def _refuse_question(setup: Setup, position: Position, action: model.Choose) -> Refusal | None:
    del position
    if setup.options.expert:
        return _make_refusal("reader_chose_question") if action.question is not None else None
    if action.question is None:
        return _make_refusal("question_missing")
    return None if 0 <= action.question <= 2 else _make_refusal("no_such_question")


def _refuse_opponent(setup: Setup, position: Position, action: model.Choose) -> Refusal | None:
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


def _refuse_stake(setup: Setup, position: Position, action: model.Choose) -> Refusal | None:
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


def _refuse_answer(setup: Setup, position: Position, action: model.Answer) -> Refusal | None:
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
    question: Cible | Chance, position: Position, action: model.Answer, read: str | None
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
    *tests: Callable[[Setup, Position, model.Choose], Refusal | None],
) -> Callable[[Setup, Position, model.Choose], Refusal | None]:
    """Return a test that returns the first refusal of several tests."""

    def test(setup: Setup, position: Position, action: model.Choose) -> Refusal | None:
        refusals = (test(setup, position, action) for test in tests)
        return next((refusal for refusal in refusals if refusal is not None), None)

    return test


def _make_refusal(why: str, **params: object) -> Refusal:
    return Refusal("illegal_action", why, **params)
