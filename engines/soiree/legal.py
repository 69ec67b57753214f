"""What a seat may do now: the single truth that buttons and `act` share (C5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.core.events import SeatName
from engines.core.game import LegalActions
from engines.defizz.ballots import Contest
from engines.defizz.deck import Cible, PingPong
from engines.soiree import host
from engines.soiree.asking import question_of
from engines.soiree.challenges import DEFIZZ, bout_of, ends_inside, inner_state
from engines.soiree.model import (
    HIGHEST_STAKE,
    LIST_AT_MOST,
    Action,
    EndAfterRound,
    Forgo,
    Position,
    Proceed,
    Ready,
    Reply,
    Rule,
    Setup,
    SkipRound,
    SoireeState,
    Wager,
    Withdraw,
)

_NOTHING: LegalActions[Action] = LegalActions()
_READY: LegalActions[Action] = LegalActions((Ready(),))
_STAKES: LegalActions[Action] = LegalActions(tuple(map(Wager, range(1, HIGHEST_STAKE + 1))))
_ANSWER: LegalActions[Action] = LegalActions((Forgo(),), complete=False, types=("tell", "forgo"))
_COMMANDS: tuple[tuple[str, Action], ...] = (
    (host.PROCEED, Proceed()),
    (host.WITHDRAW, Withdraw()),
    (host.SKIP_ROUND, SkipRound()),
    (host.END_AFTER_ROUND, EndAfterRound()),
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


def rulings(setup: Setup, position: Position) -> tuple[Rule, ...]:
    """Return the rulings that would change a verdict now (S9, S10)."""
    asked, said = position.asked, said_so_far(position)
    if asked is None or position.phase not in ("verdict", "reveal"):
        return ()
    question = question_of(setup, asked)
    if isinstance(question, Cible):
        return ()
    most = min(LIST_AT_MOST, len(question.answers)) if isinstance(question, PingPong) else 1
    there = (reply for reply in said if reply.text is not None and reply.seat not in position.gone)
    return tuple(ruling for reply in there for ruling in _other_rulings(reply, most))


def said_so_far(position: Position) -> tuple[Reply, ...]:
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
    now = host.commands(setup, position)
    commands = tuple(action for command, action in _COMMANDS if command in now)
    ruled = rulings(setup, position)
    actions = (*inside.actions, *commands, *ruled)
    types = dict.fromkeys((*inside.types, *(action.type for action in actions), "award"))
    return LegalActions(actions, complete=False, types=tuple(types))


def _other_rulings(reply: Reply, most: int) -> Iterator[Rule]:
    return (Rule(reply.seat, right) for right in range(most + 1) if right != reply.right)
