"""The answer before anybody knew it, and secret words and votes, for whoever looks at Défizz again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from bot.tables.past.replays import Past
from bot.ui.frame.badge import join_lines
from cogs.defizz.words import Voice, quote, quote_answer
from engines.core.events import Event
from engines.defizz.ballots import Vote
from engines.defizz.events import Answered, AnswerRevealed, RoundStarted, Voted, WinnerVoted
from engines.defizz.model import Answer, Name
from engines.defizz.seen import Observation

__all__ = ["revealed", "secret_deeds"]


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """What was said or voted in secret at this step and, while a question is open, its answer."""
    lines = [*secret_deeds(past, number, voice)]
    if seen.question is not None and seen.phase != "over":
        later = chain.from_iterable(frame.events for frame in past.frames[number + 1 :])
        lines += _answer_lines(later, voice)
    return join_lines(*lines)


def secret_deeds(past: Past, number: int, voice: Voice) -> Iterator[str]:
    """The answer that only the bot heard, and how somebody voted."""
    frame, t = past.frames[number], voice.t
    hidden = {event.seat for event in frame.events if isinstance(event, Answered) and event.text is None}
    votes = any(isinstance(event, Voted | WinnerVoted) for event in frame.events)
    for action in frame.actions:
        name = voice.name(frame.seat or "")
        match action:
            case Answer() if frame.seat in hidden:
                yield t(
                    "🤫 {name} {name:répond|répondent} « {said} ».", name=name, said=quote_answer(action.text)
                )
            case Vote() if action.turn:
                yield t("🗳️ {name} {name:vote|votent} pour changer le verdict.", name=name)
            case Vote():
                yield t("🗳️ {name} {name:vote|votent} pour garder le verdict.", name=name)
            case Name() if votes:
                yield t("🗳️ {name} {name:vote|votent} pour {other}.", name=name, other=voice.name(action.seat))


def _answer_lines(later: Iterable[Event], voice: Voice) -> Iterator[str]:
    """The right answers as they were told later in the same round; nothing if they never were."""
    for event in later:
        match event:
            case RoundStarted():
                return
            case AnswerRevealed(number=None):
                said = ", ".join(event.answers)
                yield voice.t("💡 La réponse : **{answer}**", answer=quote(said, 300))
                return
            case AnswerRevealed():
                said = "" if event.number is None else voice.number(event.number, event.unit)
                yield voice.t("💡 La réponse : **{answer}**", answer=said)
                return
