"""Why a seat may not do something, with the finer reason that a person needs to know."""

from __future__ import annotations

from typing import Any

from engines.core.errors import Refusal
from engines.core.events import SeatName
from engines.defizz.ballots import Contest
from engines.defizz.deck import Cible
from engines.defizz.judging import is_blank
from engines.defizz.reasons import refuse_unread
from engines.soiree import host, model
from engines.soiree.asking import asked_of, players, question_of
from engines.soiree.challenges import DEFIZZ, bout_of, ends_inside, inner_state, is_of_defizz
from engines.soiree.hearing import hear
from engines.soiree.legal import legal_actions, rulings, said_so_far
from engines.soiree.model import Action, SoireeState
from engines.soiree.points import teams_there

LONGEST_ANSWER = 300
"""The most characters of an answer: five of a list fit."""

_PHASES: dict[type[Any], tuple[str, ...]] = {
    model.Ready: ("break", "reveal"),
    model.Wager: ("wager",),
    model.Tell: ("answer",),
    model.Forgo: ("answer",),
}
_COMMANDS: dict[type[Any], str] = {
    model.Proceed: host.PROCEED,
    model.Withdraw: host.WITHDRAW,
    model.SkipRound: host.SKIP_ROUND,
    model.EndAfterRound: host.END_AFTER_ROUND,
}
_LED: tuple[type[Any], ...] = (*_COMMANDS, model.Rule, model.Award)


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
    if type(action) in _COMMANDS:
        return host.refusal(setup, position, _COMMANDS[type(action)])
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
