"""When there is more to see of a decision: a question comes in pieces, time runs out in steps. Pure."""

from __future__ import annotations

from enum import StrEnum

from bot.tables.model import Alarm

__all__ = ["LAST", "Step", "count_down", "counts", "openings", "share_left", "step_of"]

LAST = 10
"""The last step begins so many seconds before the deadline."""
_LEAST = 20
"""A decision that has fewer seconds is over before anybody looks at a bar twice."""


class Step(StrEnum):
    """How much of a decision's time is left, as the board tells it."""

    FULL = "full"
    HALF = "half"
    LAST = "last"


def count_down(seconds: int) -> tuple[int, ...]:
    """The looks at the steps of a deadline of so many seconds, in order: ms before its end, below zero.

    There are none for a short one; where half of it is no more than the last step, that is the only one.
    """
    if seconds < _LEAST:
        return ()
    half, last = seconds * 500, LAST * 1000
    return (-half, -last) if half > last else (-last,)


def openings(alarm: Alarm) -> tuple[int, ...]:
    """When another piece of what is asked appears, in ms UTC."""
    return tuple(alarm.opened_at + look for look in alarm.looks if look > 0)


def counts(alarm: Alarm) -> tuple[int, ...]:
    """When a further step of its countdown begins, in ms UTC; empty where none is shown."""
    return tuple(alarm.at + look for look in alarm.looks if look < 0)


def step_of(alarm: Alarm, now: int) -> Step | None:
    """The step of its countdown at this time (ms UTC); None where none is shown."""
    moments = counts(alarm)
    if not moments:
        return None
    if now >= moments[-1]:
        return Step.LAST
    return Step.HALF if now >= moments[0] else Step.FULL


def share_left(alarm: Alarm, step: Step) -> float:
    """The share of a decision's time that is left when this step begins, from 0 to 1."""
    return {Step.FULL: 1.0, Step.HALF: 0.5, Step.LAST: LAST / alarm.seconds}[step]
