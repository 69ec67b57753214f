"""What a seat may do now, and why it may not: the single truth that buttons and `act` share (C5)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engines.core.records import LegalActions, Refusal, SeatName
from engines.defizz.deck import Cible, PingPong
from engines.defizz.judging import is_blank
from engines.defizz.legal import refuse_unread
from engines.defizz.model import Contest
from engines.soiree import flow, model
from engines.soiree.asking import asked_of, hear, players, question_of, teams_there
from engines.soiree.challenges import DEFIZZ, bout_of, ends_inside, inner_state, is_of_defizz
from engines.soiree.model import Action, Position, Setup, SoireeState

_NOTHING: LegalActions[Action] = LegalActions()
_READY: LegalActions[Action] = LegalActions((model.Ready(),))
_STAKES: LegalActions[Action] = LegalActions(tuple(map(model.Wager, range(1, model.HIGHEST_STAKE + 1))))
_ANSWER: LegalActions[Action] = LegalActions((model.Forgo(),), complete=False, types=("tell", "forgo"))
_COMMANDS: tuple[tuple[str, Action], ...] = (
    (flow.PROCEED, model.Proceed()),
    (flow.WITHDRAW, model.Withdraw()),
    (flow.SKIP_ROUND, model.SkipRound()),
    (flow.END_AFTER_ROUND, model.EndAfterRound()),
)


def legal_actions(state: SoireeState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat; answers and corrections are listed by their type alone."""
    position = state.position
    if position.phase == "over":
        return _NOTHING
    inside = _inside(state, seat) if position.bout is not None else _NOTHING
    if seat == position.quizmaster:
        return _commands(state.setup, position, inside)
    if position.bout is not None:
        own = _READY.actions if seat in position.waiting else ()
        return replace(inside, actions=(*own, *inside.actions))
    if seat not in position.waiting:
        return _NOTHING
    if position.phase == "wager":
        return _STAKES
    return _ANSWER if position.phase == "answer" else _READY


def rulings(setup: Setup, position: Position) -> tuple[model.Rule, ...]:
    """Return the rulings that would change a verdict now (S9, S10)."""
    asked, said = position.asked, said_so_far(position)
    if asked is None or position.phase not in ("verdict", "reveal"):
        return ()
    question = question_of(setup, asked)
    if isinstance(question, Cible):
        return ()
    most = min(model.LIST_AT_MOST, len(question.answers)) if isinstance(question, PingPong) else 1
    there = (reply for reply in said if reply.text is not None and reply.seat not in position.gone)
    return tuple(ruling for reply in there for ruling in _other_rulings(reply, most))


def said_so_far(position: Position) -> tuple[model.Reply, ...]:
    """Return what has been said to the question in play, also where it is revealed already."""
    if position.phase == "reveal" and position.last is not None and position.bout is None:
        return position.last.said
    return position.said


def _inside(state: SoireeState, seat: SeatName) -> LegalActions[Action]:
    """Return what a seat may do in a round of défis, by Défizz's rules (S18); at its end, contest (S27)."""
    bout = bout_of(state.position)
    if seat not in bout.seats or seat in state.position.gone:
        return _NOTHING
    legal: LegalActions[Action] = DEFIZZ.legal_actions(inner_state(state.setup, bout), seat)  # type: ignore[assignment]
    if state.position.phase != "challenges":
        return LegalActions(tuple(action for action in legal.actions if isinstance(action, Contest)))
    actions = tuple(action for action in legal.actions if not ends_inside(action))
    ending = {action.type for action in legal.actions if ends_inside(action)}
    return replace(legal, actions=actions, types=tuple(each for each in legal.types if each not in ending))


def _commands(setup: Setup, position: Position, inside: LegalActions[Action]) -> LegalActions[Action]:
    """Return what a quizmaster may do: read in a round of défis (`inside`), and lead at any time."""
    now = flow.commands(setup, position)
    commands = tuple(action for command, action in _COMMANDS if command in now)
    ruled = rulings(setup, position)
    actions = (*inside.actions, *commands, *ruled)
    types = dict.fromkeys((*inside.types, *(action.type for action in actions), "award"))
    return LegalActions(actions, complete=False, types=tuple(types))


def _other_rulings(reply: model.Reply, most: int) -> Iterator[model.Rule]:
    return (model.Rule(reply.seat, right) for right in range(most + 1) if right != reply.right)


# Why a seat may not do something, with the finer reason that a person needs to know.

LONGEST_ANSWER = 300
"""The most characters of an answer: five of a list fit."""

_PHASES: dict[type[Any], tuple[str, ...]] = {
    model.Ready: ("break", "reveal"),
    model.Wager: ("wager",),
    model.Tell: ("answer",),
    model.Forgo: ("answer",),
}
_LEADS_BY: dict[type[Any], str] = {
    model.Proceed: flow.PROCEED,
    model.Withdraw: flow.WITHDRAW,
    model.SkipRound: flow.SKIP_ROUND,
    model.EndAfterRound: flow.END_AFTER_ROUND,
}
_LED: tuple[type[Any], ...] = (*_LEADS_BY, model.Rule, model.Award)


def why_not_yours(state: SoireeState, seat: SeatName, action: Action) -> str | None:
    """Return the finer reason why this action is not awaited of a seat, or None when there is none."""
    setup, position = state.setup, state.position
    if seat in position.gone:
        return "left"
    if isinstance(action, _LED):
        return "not_the_quizmaster"
    if seat not in teams_there(setup, position):
        return "leads"
    if position.phase == "challenges":
        if not is_of_defizz(action):
            return "challenge_in_play"
        return DEFIZZ.why_not_yours(inner_state(setup, bout_of(position)), seat, action)
    if position.asked is not None and seat not in players(setup, position):
        return "not_in_the_tie"
    if position.phase not in _PHASES.get(type(action), ()):
        return None
    if isinstance(action, model.Ready):
        return "already_ready" if position.quizmaster is None else "quizmaster_goes_on"
    return "already_answered"


def reason(state: SoireeState, seat: SeatName, action: Action) -> Refusal | None:
    """Return why a seat that is awaited, or leads, may not do this, or None when it may."""
    setup, position = state.setup, state.position
    if seat == position.quizmaster:
        return _refuse_led(state, seat, action)
    if isinstance(action, _LED):
        return _make_refusal("not_the_quizmaster")
    if position.phase == "challenges":
        if not is_of_defizz(action):
            return _make_refusal("challenge_in_play")
        return DEFIZZ.objection(inner_state(setup, bout_of(position)), seat, action)
    if isinstance(action, model.Tell) and position.phase == "answer":
        return _refuse_answer(state, action)
    if action in legal_actions(state, seat).actions:
        return None
    if isinstance(action, model.Wager) and position.phase == "wager":
        return _make_refusal("stake_out_of_bounds", least=1, most=model.HIGHEST_STAKE)
    return _make_refusal("not_now", phase=position.phase)


def refuse_contest(state: SoireeState, seat: SeatName, action: Contest) -> Refusal | None:
    """Return why a seat may not contest a verdict of a défi, or turn it since it read (S27)."""
    bout = state.position.bout
    if seat in state.position.gone:
        return Refusal("not_your_turn", "left")
    if bout is None:
        return _make_refusal("verdict_stands")
    return DEFIZZ.refusal(inner_state(state.setup, bout), seat, action)


def _refuse_led(state: SoireeState, seat: SeatName, action: Action) -> Refusal | None:
    """Return why a quizmaster may not do this now."""
    setup, position = state.setup, state.position
    if position.phase == "challenges" and is_of_defizz(action) and not ends_inside(action):
        return DEFIZZ.refusal(inner_state(setup, bout_of(position)), seat, action)
    if isinstance(action, model.Award):
        return _refuse_award(state, action)
    if isinstance(action, model.Rule):
        if action in rulings(setup, position):
            return None
        known = any(reply.seat == action.seat for reply in said_so_far(position))
        return _make_refusal("nothing_to_rule" if not known else "same_ruling")
    if type(action) in _LEADS_BY:
        return flow.refusal(setup, position, _LEADS_BY[type(action)])
    return _make_refusal("leads")


def _refuse_award(state: SoireeState, action: model.Award) -> Refusal | None:
    if action.seat not in teams_there(state.setup, state.position):
        return _make_refusal("no_such_team")
    if not 1 <= abs(action.points) <= model.MOST_CORRECTED:
        return _make_refusal("points_out_of_bounds", most=model.MOST_CORRECTED)
    if not action.reason.strip():
        return _make_refusal("reason_missing")
    if len(action.reason) > model.LONGEST_REASON:
        return _make_refusal("reason_too_long", most=model.LONGEST_REASON)
    return None


def _refuse_answer(state: SoireeState, action: model.Tell) -> Refusal | None:
    question = question_of(state.setup, asked_of(state.position))
    unread = action.verdict is None  # an answer that was heard before may have lost its words
    if unread and len(action.text) > LONGEST_ANSWER:
        return _make_refusal("answer_too_long", most=LONGEST_ANSWER)
    if isinstance(question, Cible):
        return _refuse_number(question, action)
    if unread and is_blank(action.text):
        return _make_refusal("answer_empty")
    return Refusal("bad_request", "missing", field="at") if action.at is None else None


def _refuse_number(question: Cible, action: model.Tell) -> Refusal | None:
    """Refuse what was read if it is no number, or may be several (Z10): then all of them are named."""
    if hear(question, action).number is not None:
        return None
    if action.verdict is not None:  # such an answer is not read again
        return _make_refusal("not_a_number")
    refusal = refuse_unread(question, action.text)
    return _make_refusal("tell_unclear", **refusal.params) if refusal.reason == "number_unclear" else refusal


def _make_refusal(why: str, **params: object) -> Refusal:
    return Refusal("illegal_action", why, **params)
