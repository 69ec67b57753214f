"""What lay under the cup, for whoever looks at a game of La Tasse again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.tables.past.replays import Past
from bot.ui.frame.badge import join_lines
from cogs.tasse.words import Voice
from engines.core.events import Event
from engines.tasse.events import (
    Announced,
    Doubted,
    Fell,
    Misannounced,
    Peeked,
    RoundStarted,
    Scored,
    Shown,
    Trusted,
)
from engines.tasse.scores import Score

__all__ = ["revealed"]


def revealed(past: Past, number: int, voice: Voice) -> str:
    """What the holder of the cup knew alone at this step; "" where all saw the dice, or none lay there."""
    cup = _Cup()
    for frame in past.frames[:number]:
        for event in frame.events:
            cup.follow(event)
    return join_lines(*_lines(past.frames[number].events, cup, voice))


@dataclass(slots=True)
class _Cup:
    """The dice that lie under the cup in secret, and what was announced of them."""

    dice: Score | None = None
    claim: Announced | None = None

    def follow(self, event: Event) -> None:
        match event:
            case Peeked():
                self.dice, self.claim = event.dice, None
            case Announced():
                self.claim = event
            case Trusted() | Doubted() | Shown() | Scored() | RoundStarted():
                self.dice = None


def _lines(events: Iterable[Event], cup: _Cup, voice: Voice) -> Iterator[str]:
    t = voice.t
    for event in events:
        if cup.dice is not None:
            yield from _lines_of(event, cup.dice, cup.claim, voice)
        cup.follow(event)
        if isinstance(event, Peeked):
            name, dice = voice.name(event.seat), voice.dice(event.dice)
            yield t("{name} a sous la tasse : {dice}.", name=name, dice=dice)


def _lines_of(event: Event, dice: Score, claim: Announced | None, voice: Voice) -> Iterator[str]:
    """What there is to say of an event while these dice lie under the cup."""
    match event:
        case Announced():
            yield _claimed(dice, event.score, voice)
        case Trusted() if claim is not None:
            yield _believed(dice, claim, event.seat, voice)
        case Misannounced() | Fell():
            yield voice.t("Sous la tasse : {dice}.", dice=voice.dice(dice))


def _claimed(dice: Score, score: Score, voice: Voice) -> str:
    facts = {"dice": voice.dice(dice), "score": voice.score(score)}
    if dice == score:
        return voice.t("Sous la tasse : {dice} · annoncé : {score} : la vérité.", **facts)
    return voice.t("Sous la tasse : {dice} · annoncé : {score} : un mensonge.", **facts)


def _believed(dice: Score, claim: Announced, seat: str, voice: Voice) -> str:
    facts = {"name": voice.name(claim.seat), "dice": voice.dice(dice), "score": voice.score(claim.score)}
    facts["other"] = voice.name(seat)
    if dice == claim.score:
        return voice.t("{name} avait bien {dice} sous la tasse, et {other} y a cru.", **facts)
    return voice.t(
        "{name} avait {dice} sous la tasse et a annoncé {score} : un mensonge, et {other} y a cru.", **facts
    )
