"""What was there to take, for whoever looks at a game of Débâcle again: nothing is secret, much is missed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from bot.tables.past.replays import Past
from bot.tables.sight import Sight
from cogs.debacle.words import Voice, observation_of
from engines.debacle.events import CapturedDie, DoublesTaken, RoundEnded, TurnStarted
from engines.debacle.model import Capture, Doubles

__all__ = ["revealed"]


def revealed(past: Past, number: int, voice: Voice) -> str:
    """That something worth more than all that was taken could have been taken in the turn of this step."""
    if past.frames[number].kind != "act" or not _ends_turn(past, number):
        return ""
    steps = range(_beginning(past, number), number + 1)
    events = [event for step in steps for event in past.frames[step].events]
    took = sum(event.value for event in events if isinstance(event, CapturedDie))
    took += sum(sum(event.values) for event in events if isinstance(event, DoublesTaken))
    sights = chain.from_iterable(map(past.sights_before, steps))
    catches = (catch for done, sight in enumerate(sights) for catch in _catches(sight, done))
    best = max(catches, key=lambda catch: catch.worth, default=None)
    return "" if best is None or best.worth <= took else _tell(best, took, voice)


def _ends_turn(past: Past, number: int) -> bool:
    """Whether the turn is over by this step: turns that were drafted are one step each, others several."""
    return any(isinstance(event, TurnStarted | RoundEnded) for event in past.frames[number].events)


def _beginning(past: Past, number: int) -> int:
    """The first step of the turn to which this one belongs."""
    first = number
    while first > 1 and not _ends_turn(past, first - 1):
        first -= 1
    return first


@dataclass(frozen=True, slots=True)
class _Catch:
    """Something that could be taken after so many actions of the turn, and by what that lay there."""

    action: Capture | Doubles
    done: int
    worth: int
    by: int | None


def _catches(sight: Sight, done: int) -> Iterator[_Catch]:
    board = observation_of(sight).board
    for action in sight.choices:
        match action:
            case Capture():
                yield _Catch(action, done, board[action.to][1], board[action.origin][1])
            case Doubles():
                yield _Catch(action, done, sum(board[cell][1] for cell in action.take), None)


def _tell(catch: _Catch, took: int, voice: Voice) -> str:
    t, action = voice.t, catch.action
    when = t("dès la première action")
    if catch.done:
        when = t.plural("après {n} action", "après {n} actions", catch.done)
    facts = {"when": when, "worth": catch.worth, "took": took}
    if isinstance(action, Doubles):
        return t(
            "On pouvait prendre plus, {when} : les doubles en {cells}, {worth} en tout (pris à ce tour : "
            "{took}).",
            cells=", ".join(action.take),
            **facts,
        )
    return t(
        "On pouvait prendre plus, {when} : le {worth} en {cell}, avec le {by} en {origin} (pris à ce "
        "tour : {took}).",
        cell=action.to,
        by=catch.by,
        origin=action.origin,
        **facts,
    )
