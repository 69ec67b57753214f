"""When a clock is armed, what it rings for, and what buttons must name. Pure."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Final, NamedTuple

from bot.tables.asks import Ask
from bot.tables.model import (
    NOBODY_LEARNS,
    WINDOW,
    Alarm,
    Denied,
    Held,
    Learning,
    Manners,
    Pace,
    Status,
    Table,
)
from engines.core.game import AnyGame
from engines.core.records import Deadline
from engines.core.replacing import replace

LOBBY_SECONDS = 30 * 60
"""A lobby in which nothing happens for so long closes by itself."""
_WARNING = 30
"""Seconds before the deadline at which the warning goes out, a third of its length at most."""
_DAY = 24 * 60 * 60
_HOUR = 60 * 60
_SKEW = 60_000
"""A click that seems older or newer than this (ms) tells nothing: some clock is wrong."""


class Ring(StrEnum):
    """What a table's clock rings for: it opens, more to see, a step of its countdown, a reminder, its end."""

    OPEN = "open"
    LOOK = "look"
    COUNT = "count"
    REMIND = "remind"
    END = "end"


class Bell(NamedTuple):
    """One ring of a clock; `at` in ms UTC, `number` counts the reminders from 1."""

    at: int
    ring: Ring
    number: int = 0


def bells(alarm: Alarm, now: int) -> tuple[Bell, ...]:
    """What is still to ring, in order. Of several reminders that were missed only the last one rings.

    The deadline is the last ring, even where there would have been more to see after it.
    """
    rings = [Bell(alarm.opened_at, Ring.OPEN)] if alarm.opened_at > now else []
    rings += [Bell(at, Ring.LOOK) for at in openings(alarm) if at > now]
    rings += [Bell(at, Ring.COUNT) for at in counts(alarm) if at > now]
    missed: list[Bell] = []
    for number, at in enumerate(_reminders(alarm), start=1):
        if number > alarm.warned:
            (rings if at > now else missed).append(Bell(at, Ring.REMIND, number))
    rings += missed[-1:]
    if len(rings) > 1:
        rings.sort(key=lambda bell: bell.at)
    end = Bell(alarm.rings_at, Ring.END)
    return (*(bell for bell in rings if bell.at < end.at), end)


def check_moment(table: Table, ask: Ask, back_at: int = 0) -> None:
    """Refuse a decision made before it was open, or, in a race, after its deadline.

    `back_at` (ms UTC) is when we last came back to Discord, or now while we are cut off. A decision that was
    open by then had been open before; only its clock was moved. So clicks made in between count, those after
    the old deadline too. What was open as soon as it was there is never early, unless moments count: it may
    have been opened by our clock, and Discord's need not go by that. Denied "too_soon" or "late".
    """
    alarm = table.alarm
    if alarm is None:
        return
    if alarm.race and ask.at > alarm.at > back_at:
        raise Denied("late")
    opens_by_itself = alarm.race or alarm.opened_at > table.changed_at
    if opens_by_itself and alarm.opened_at > back_at and 0 < alarm.opened_at - ask.at < _SKEW:
        raise Denied("too_soon")


def advance(
    before: Held | None,
    after: Held,
    taken: int,
    game: AnyGame,
    now: int,
    clicked_at: int | None,
    *,
    aside: bool = False,
) -> Table:
    """Bring the table to its next version: set its turn, arm its clock or keep it for the same decision.

    `taken`: how many draws the change took; `clicked_at` (ms UTC): when the click was made that led to it,
    None where none did; `aside`: the board does not answer it.
    """
    version = 1 if before is None else before.table.version + 1
    stepped = (
        before is None
        or before.vault.state is not after.vault.state
        or before.table.pending.draft != after.table.pending.draft
    )
    if not game.sequential:
        stepped = before is None or decision(before, game) != decision(after, game)
    alarm, learning = _alarm(after, version, game, now, clicked_at, aside)
    return replace(
        after.table,
        version=version,
        turn=version if stepped else after.table.turn,
        changed_at=now,
        draws_taken=after.table.draws_taken + taken,
        alarm=alarm,
        learning=learning,
        closes_at=after.table.closes_at if clicked_at is None else None,
    )


def drawn_for(held: Held, game: AnyGame, seat: str | None) -> int:
    """What buttons drawn now must name: the turn and, where all decide at once, the seat's own step in it."""
    if game.sequential or held.vault.state is None:
        return held.table.turn
    step = 0 if seat is None else game.own_step(held.vault.state, seat)
    return held.table.turn * 10 + step


def decision(held: Held, game: AnyGame) -> str:
    """The name of the decision that is awaited."""
    state = held.vault.state
    deadline = None if state is None else game.deadline(state)
    return held.table.status.value if deadline is None else deadline.key


def _alarm(
    after: Held, version: int, game: AnyGame, now: int, clicked_at: int | None, aside: bool
) -> tuple[Alarm | None, Learning]:
    """The table's clock after a change, and who learns the game by it."""
    table, state, learning = after.table, after.vault.state, after.table.learning
    if table.status is Status.LOBBY:
        at = now + LOBBY_SECONDS * 1000
        return Alarm(f"lobby {version}", "lobby", LOBBY_SECONDS, at, opened_at=now), learning
    deadline = None if state is None else game.deadline(state)
    if table.status is Status.PAUSED and deadline is not None:
        return _stopped(table.alarm, deadline), learning
    if table.status is not Status.PLAYING or state is None or deadline is None:
        return None, learning
    seconds = _length(deadline, table.manners)
    if seconds is None:
        return None, learning
    alarm = table.alarm
    if alarm is None or alarm.key != deadline.key:
        if learning != NOBODY_LEARNS:
            learning = learning.turn_to(game.to_act(state))
        seconds = seconds * 2 if learning.now else seconds
        alarm = _armed(deadline, seconds, now, clicked_at, aside)
        if looks := _looks(deadline, seconds, table.manners):
            alarm = replace(alarm, looks=looks)
    settles = game.awaits_settle(state)
    if settles and alarm.settle_at is None:
        alarm = replace(alarm, settle_at=min(now, alarm.at) + WINDOW)
    elif not settles and alarm.settle_at is not None:  # who had settled it has left
        alarm = replace(alarm, settle_at=None)
    return alarm, learning


def go_on(alarm: Alarm, now: int) -> Alarm:
    """Let a clock go on that its host had stopped, with what was left of it; `now` is in ms UTC."""
    if alarm.stopped_at is None:
        return alarm
    by = now - alarm.stopped_at
    return replace(alarm, at=alarm.at + by, opened_at=alarm.opened_at + by, stopped_at=None)


def _stopped(alarm: Alarm | None, deadline: Deadline) -> Alarm | None:
    """The clock during a pause: the stopped one, as long as the same decision is awaited."""
    kept = alarm is not None and alarm.stopped_at is not None and alarm.key == deadline.key
    return alarm if kept else None


def _armed(deadline: Deadline, seconds: int, now: int, clicked_at: int | None, aside: bool) -> Alarm:
    """The clock of a new decision. In a race it runs by Discord's time, that of the clicks."""
    clicked = clicked_at is not None and abs(now - clicked_at) < _SKEW
    opened = clicked_at if clicked_at is not None and clicked else now
    opened += round(deadline.lead * 1000)
    start = opened if deadline.race else max(opened, now)
    alarm = Alarm(deadline.key, deadline.kind, seconds, start + seconds * 1000, opened_at=opened)
    return replace(alarm, race=True, unseen=aside or not clicked) if deadline.race else alarm


def _looks(deadline: Deadline, seconds: int, manners: Manners) -> tuple[int, ...]:
    """When there is more to see of a decision of this length, as an `Alarm` has it."""
    pieces = () if manners.at_once else tuple(round(look * 1000) for look in deadline.looks)
    return pieces + (count_down(seconds) if deadline.counted else ())


def _length(deadline: Deadline, manners: Manners) -> int | None:
    """How many seconds a decision has at this table, None for as long as it takes."""
    pace = Pace.BRISK if deadline.always else manners.pace
    if pace is Pace.RELAXED:
        return None
    seconds = manners.tempo.length(deadline.seconds) if pace.days is None else pace.days * _DAY
    return seconds * 2 if manners.accessible else seconds


def _reminders(alarm: Alarm) -> tuple[int, ...]:
    """When those who are awaited are reminded (ms UTC): before the end, or twice where it is days away."""
    if alarm.kind == "lobby" or alarm.race:
        return ()
    if alarm.seconds >= _DAY:
        return (alarm.at - alarm.seconds * 500, alarm.at - _HOUR * 1000)
    return (alarm.at - min(_WARNING, alarm.seconds // 3) * 1000,)


# When there is more to see of a decision: a question comes in pieces, time runs out in steps. Pure.

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


# Who goes first: people who wait for an answer. What nobody waits for lets them pass.
#
# One event loop does everything, piece by piece. A click's own pieces are a few milliseconds; whatever
# comes between them, for boards or for computers, makes it late, and could as well be done right after.

_PATIENCE: Final = 0.1
"""Seconds after which others go on all the same: where people are always waiting, boards must follow, too."""


class Precedence:
    """Knows whether anybody waits for an answer."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        self._patience = patience
        self._waiting: set[object] = set()
        self._nobody_waits = asyncio.Event()
        self._nobody_waits.set()

    def begin(self) -> Callable[[], None]:
        """Somebody waits from now on, until the result is called: then the answer is on its way.

        Calling it again does nothing.
        """
        one = object()
        self._waiting.add(one)
        self._nobody_waits.clear()

        def end() -> None:
            self._waiting.discard(one)
            if not self._waiting:
                self._nobody_waits.set()

        return end

    async def let_pass(self) -> None:
        """Go on once nobody waits, or after a moment's patience."""
        if self._nobody_waits.is_set():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                while not self._nobody_waits.is_set():  # the next one may have come before we are woken
                    await self._nobody_waits.wait()
