"""A table of La Tasse to play by hand: every act is written with the dice that it takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.core.events import Event, events_for
from engines.tasse.model import (
    Action,
    Announce,
    Declare,
    Direct,
    Doubt,
    NextRound,
    Observation,
    Position,
    Roll,
    Say,
    Show,
    TasseState,
)
from engines.tasse.rules import Tasse

GAME = Tasse()


class Cup:
    """A table in play. Each method does one act, uses up exactly the dice given, and keeps the events."""

    def __init__(self, seats: str = "ABC", first: str | None = None, **options: Any) -> None:
        setup = GAME.setup(list(seats), {"first": first or seats[0], **options})
        self.state: TasseState = GAME.start(setup, ScriptedDraws()).state
        self.events: tuple[Event, ...] = ()

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def public(self) -> Observation:
        return GAME.observe(self.state, None)

    @property
    def points(self) -> str:
        """The points in seat order: "0 1 0"."""
        return " ".join(map(str, self.position.points))

    @property
    def told(self) -> list[str]:
        """The types of the last events that all may know."""
        return [event.type for event in events_for(self.events, None)]

    def event(self, kind: str) -> Any:
        """The one event of this type in the last step."""
        (found,) = [event for event in self.events if event.type == kind]
        return found

    def own(self, seat: str) -> Observation:
        return GAME.observe(self.state, seat)

    def legal(self, seat: str) -> tuple[Action, ...]:
        return GAME.legal_actions(self.state, seat).actions

    def given(self, **changes: Any) -> Cup:
        """Put the position as the test wants it; it must still be one of the game's."""
        self.state = replace(self.state, position=replace(self.position, **changes))
        GAME.check(self.state)
        return self

    def act(self, seat: str, action: Action, *dice: int) -> Cup:
        draws = ScriptedDraws(dice)
        return self._keep(GAME.act(self.state, seat, action, draws), draws)

    def direct(self, seat: str, value: int) -> Cup:
        return self.act(seat, Direct(value))

    def roll(self, seat: str, one: int, two: int) -> Cup:
        return self.act(seat, Roll(), one, two)

    def announce(self, seat: str, score: str) -> Cup:
        return self.act(seat, Announce(score))

    def say(self, seat: str, text: str) -> Cup:
        return self.act(seat, Say(text))

    def pass_on(self, seat: str, score: str) -> Cup:
        """Roll that score and announce it."""
        return self.roll(seat, int(score[0]), int(score[1])).announce(seat, score)

    def doubt(self, seat: str) -> Cup:
        return self.act(seat, Doubt())

    def show(self, seat: str, *dice: int) -> Cup:
        return self.act(seat, Show(), *dice)

    def rolls_and_shows(self, seat: str, score: str, *dice: int) -> Cup:
        return self.roll(seat, int(score[0]), int(score[1])).show(seat, *dice)

    def declare(self, seat: str, score: str, one: int, two: int) -> Cup:
        return self.act(seat, Declare(score), one, two)

    def next_round(self, seat: str) -> Cup:
        return self.act(seat, NextRound())

    def timeout(self) -> Cup:
        return self._keep(GAME.expire(self.state, ScriptedDraws()), ScriptedDraws())

    def leave(self, seat: str) -> Cup:
        return self._keep(GAME.leave(self.state, seat, ScriptedDraws()), ScriptedDraws())

    def refused(self, seat: str, action: Action) -> tuple[str, str]:
        """Try what is refused: the code and the reason. Nothing may change, no die may roll (C5)."""
        before, draws = self.state, ScriptedDraws((1, 1, 1, 1))
        with pytest.raises(Refusal) as caught:
            GAME.act(self.state, seat, action, draws)
        assert draws.rest == (1, 1, 1, 1)
        assert self.state == before
        return caught.value.code, caught.value.reason

    def _keep(self, step: Any, draws: ScriptedDraws) -> Cup:
        assert draws.rest == (), "all dice are used"
        self.state, self.events = step.state, step.events
        GAME.check(self.state)
        return self
