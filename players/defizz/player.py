"""Plays Défizz: what to stake on a clue, and what to say, by what comes to its mind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.core.draws import Draws
from engines.core.events import SeatName
from engines.defizz.events import DefizzEvent
from engines.defizz.model import (
    Accept,
    Action,
    Answer,
    AskQuestion,
    Choose,
    Help,
    Judge,
    Name,
    Pass,
    Refuse,
)
from engines.defizz.seen import Observation
from players.core.chance import draw_one, draw_weighted, happens
from players.core.decision import Budget, Decision, Level
from players.core.persona import Persona
from players.core.player import Player
from players.core.view import Recollection, Told, View, without_told
from players.defizz.notes import Notes, take_notes
from players.defizz.numbers import free_number, luckiest_number
from players.defizz.odds import STRANGER, chance_to_win, edge
from players.defizz.pace import Task, time_for, time_to_answer
from players.defizz.stakes import accepts, stake_for

__all__ = ["DefizzPlayer"]

DefizzView = View[Observation, Action, DefizzEvent]
_NOTHING: Final = Recollection()
_UNSURE: Final = 0.5
"""Whoever feels less of every clue reads the card for help."""
_SLIPS: Final = 0.2
"""How often a weak player decides without thinking."""


class DefizzPlayer(Player[Observation, Action, DefizzEvent]):
    """What it knows makes a level, what it stakes a persona. It votes for nothing (Z21, Z22)."""

    game = "defizz"

    def skim(self, view: DefizzView) -> DefizzView:
        """Return the view without the steps: the notes say what matters of them."""
        return without_told(view)

    def notice(self, notes: str, seat: SeatName, told: Told[DefizzEvent]) -> str:
        """Return the notes after one more step."""
        del seat
        return take_notes(notes, told.events)

    def decide(
        self, view: DefizzView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return what to do in the phase that the table is in."""
        del budget
        listed, seen = view.legal.actions, view.observation
        if not listed:
            raise ValueError(f"nothing to do for {view.seat}")
        match seen.phase:
            case "choose":
                return _choose(view, level, persona, draws)
            case "raise":
                accepted = _accepts(view, level, persona, draws)
                return Decision((Accept() if accepted else Refuse(),), time_for("raise", persona, draws))
            case "vote":
                return Decision((Pass(),), time_for("vote", persona, draws))
            case "answer" if not isinstance(listed[0], Name):
                return _answer(view, level, persona, draws)
            case "verdict":
                right = seen.verdict is not None and bool(seen.verdict.bot)
                return Decision((Judge(right),), time_for("verdict", persona, draws))
        step = "name" if isinstance(listed[0], Name) else seen.phase
        action = draw_one(listed, draws) if isinstance(listed[0], Name | AskQuestion) else listed[0]
        return Decision((action,), time_for(step, persona, draws, forced=len(listed) == 1))


def _choose(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> Decision[Action]:
    """Return the help where no clue says anything, else the question, the opponent and the stake."""
    seen = view.observation
    hunches = _hunches(view)
    unsure = max(hunches) < _UNSURE and (level is not Level.EASY or happens(_SLIPS, draws))
    if unsure and Help() in view.legal.actions:
        return Decision((Help(),), time_for("help", persona, draws))
    notes = _notes(view, level)
    duel = seen.die is not None and seen.die.kind == "duel"
    opponent = _pick_opponent(seen, notes, level, draws) if duel else None
    rivals = seen.opponents if opponent is None else (opponent,)
    gains = [_gain(view, place, hunch, rivals, notes) for place, hunch in enumerate(hunches)]
    place = seen.asked if seen.asked is not None else _pick(gains, hunches, level, draws)
    action = Choose(None if seen.expert else place, opponent, stake_for(gains[place], seen, persona))
    return Decision((action,), time_for("choose", persona, draws))


def _notes(view: DefizzView, level: Level) -> Notes:
    """Return what a seat has kept in mind of the others; a weak player, nothing."""
    return Notes() if level is Level.EASY else Notes.read(view.notes)


def _hunches(view: DefizzView) -> tuple[float, ...]:
    recalled = (view.recollection or _NOTHING).hunches
    return recalled or (STRANGER,) * len(view.observation.clues or ())


def _gain(view: DefizzView, place: int, hunch: float, rivals: Sequence[SeatName], notes: Notes) -> float:
    """Return what a chip on a question gains against these rivals; by luck, nothing."""
    card = view.observation.card
    if card is not None and card[place].mode == "chance":
        return 0.0
    return edge(chance_to_win(hunch, notes.skill(rivals), len(rivals)), len(rivals))


def _pick(gains: Sequence[float], hunches: Sequence[float], level: Level, draws: Draws) -> int:
    if level is Level.EASY:
        return draw_weighted(dict(enumerate(hunches)), draws)
    return max(range(len(gains)), key=lambda place: gains[place])


def _pick_opponent(seen: Observation, notes: Notes, level: Level, draws: Draws) -> SeatName:
    """Return whom to challenge: rather whoever has much and, as it seems, knows little."""
    if level is Level.EASY:
        return draw_one(seen.opponents, draws)
    worth = {other: max(100, seen.chips[other]) * (1 - notes.skill([other])) for other in seen.opponents}
    return draw_weighted(worth, draws)


def _accepts(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> bool:
    seen = view.observation
    if level is Level.EASY and happens(_SLIPS, draws):
        return happens(0.5, draws)
    assert seen.chosen is not None, "a raise is on a clue"
    rivals = _notes(view, level).skill(seen.participants)
    return accepts(_hunches(view)[seen.chosen], rivals, view.seat, seen, persona)


def _answer(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> Decision[Action]:
    """Return what comes to mind, or that nothing does."""
    seen, recalled = view.observation, view.recollection or _NOTHING
    assert seen.question is not None, "it has been asked"
    words = recalled.words
    if seen.question.mode == "cible" and words is not None:
        words = free_number(words, seen.said, draws)
    elif seen.question.mode == "chance":
        words = luckiest_number(seen.max or 1, seen.said, draws, careless=level is Level.EASY)
    action = Pass() if words is None else Answer(words)
    has_read = any(said.seat == view.seat for said in seen.said)
    task = Task(seen.question.mode, "" if has_read else seen.question.text, words or "", recalled.sure)
    return Decision((action,), time_to_answer(task, level, persona, draws))
