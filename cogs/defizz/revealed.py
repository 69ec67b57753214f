"""The answer before anybody knew it, secret words, and what a refusal changed, for whoever looks again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from bot.tables.past.replays import Past
from bot.ui.frame.badge import join_lines
from cogs.defizz.words import Voice, quote, quote_answer
from engines.core.events import Event
from engines.defizz.events import Answered, AnswerRevealed, Refused, RoundStarted, Settled
from engines.defizz.model import Accept, Answer
from engines.defizz.seen import Observation

__all__ = ["revealed"]


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """What was said in secret at this step, what a refusal changed and, of an open question, the answer."""
    lines = [*_secret_deeds(past, number, voice), *_without_refusal(past, number, voice)]
    if seen.question is not None and seen.phase != "over":
        later = chain.from_iterable(frame.events for frame in past.frames[number + 1 :])
        lines += _answer_lines(later, voice)
    return join_lines(*lines)


def _secret_deeds(past: Past, number: int, voice: Voice) -> Iterator[str]:
    """The answer that only the bot heard. How somebody voted stays secret, afterwards too (Z21)."""
    frame, t = past.frames[number], voice.t
    hidden = {event.seat for event in frame.events if isinstance(event, Answered) and event.text is None}
    for action in frame.actions:
        if isinstance(action, Answer) and frame.seat in hidden:
            name, said = voice.name(frame.seat or ""), quote_answer(action.text)
            yield t("🤫 {name} {name:répond|répondent} « {said} ».", name=name, said=said)


def _without_refusal(past: Past, number: int, voice: Voice) -> Iterator[str]:
    """Who would have won if the last one asked had accepted: the dice that would have rolled are known."""
    for event in past.frames[number].events:
        if not isinstance(event, Refused):
            continue
        for other in past.instead(number, event.seat, Accept()):
            if isinstance(other, Settled) and other.outcome == "won":
                yield voice.t(
                    "🎲 Sans ce refus, le hasard seul décidait : les mêmes dés donnaient le défi à {name}.",
                    name=voice.name(other.winner),
                )


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
