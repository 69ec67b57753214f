"""The answer before anybody knew it, and what teams had said in secret, for whoever looks again."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.past.replays import Past
from bot.ui.frame.badge import join_lines
from cogs.defizz.revealed import revealed as revealed_in_a_challenge
from cogs.defizz.words import quote_answer
from cogs.soiree.answers import solution_line
from cogs.soiree.words import Voice, points_words
from engines.soiree.events import AnswerTold, QuestionPosed, QuestionWithdrawn
from engines.soiree.model import Observation, Rule, Tell, Wager

__all__ = ["revealed"]


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """What a team said, staked or was told alone at this step and, while a question is open, its answer."""
    if seen.bout is not None and seen.phase == "challenges":
        return revealed_in_a_challenge(past, number, seen.bout, voice)
    lines = [*_secret_deeds(past, number, voice)]
    if seen.phase in ("answer", "verdict"):
        lines += _solution_lines(past, number, voice)
    return join_lines(*lines)


def _secret_deeds(past: Past, number: int, voice: Voice) -> Iterator[str]:
    frame, t = past.frames[number], voice.t
    for action in frame.actions:
        name = voice.name(frame.seat or "")
        match action:
            case Tell():
                yield t(
                    "🤫 {name} {name:répond|répondent} « {said} ».", name=name, said=quote_answer(action.text)
                )
            case Wager():
                yield t(
                    "🤫 {name} {name:mise|misent} {points}.", name=name, points=points_words(action.stake, t)
                )
            case Rule(right=0):
                yield t("⚖️ {name} : réponse jugée fausse.", name=voice.name(action.seat))
            case Rule():
                yield t("⚖️ {name} : réponse jugée juste.", name=voice.name(action.seat))


def _solution_lines(past: Past, number: int, voice: Voice) -> Iterator[str]:
    """The right answer as it was told later; nothing if the question was withdrawn before."""
    for frame in past.frames[number + 1 :]:
        for event in frame.events:
            match event:
                case QuestionPosed() | QuestionWithdrawn():
                    return
                case AnswerTold():
                    yield solution_line(event.solution, voice, listed=event.question.mode == "pingpong")
                    return
