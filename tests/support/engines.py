"""A table of La Tasse to play by hand: every act is written with the dice that it takes."""

from typing import Any, Self

from engines.core.draws import ScriptedDraws
from engines.core.events import events_for
from engines.tasse.model import (
    Announce,
    Declare,
    Direct,
    Doubt,
    NextRound,
    Roll,
    Say,
    Show,
    TasseState,
)
from engines.tasse.rules import Tasse
from tests.engines.table import HandTable

GAME = Tasse()


class Cup(HandTable):
    """A table in play. Each method does one act, uses up exactly the dice given, and keeps the events."""

    game = GAME

    def __init__(self, seats: str = "ABC", first: str | None = None, **options: Any) -> None:
        setup = GAME.setup(list(seats), {"first": first or seats[0], **options})
        self.state: TasseState = GAME.start(setup, ScriptedDraws()).state

    @property
    def points(self) -> str:
        """The points in seat order: "0 1 0"."""
        return " ".join(map(str, self.position.points))

    @property
    def told(self) -> list[str]:
        """The types of the last events that all may know."""
        return [event.type for event in events_for(self.events, None)]

    def direct(self, seat: str, value: int) -> Self:
        return self.act(seat, Direct(value))

    def roll(self, seat: str, one: int, two: int) -> Self:
        return self.act(seat, Roll(), one, two)

    def announce(self, seat: str, score: str) -> Self:
        return self.act(seat, Announce(score))

    def say(self, seat: str, text: str) -> Self:
        return self.act(seat, Say(text))

    def pass_on(self, seat: str, score: str) -> Self:
        """Roll that score and announce it."""
        return self.roll(seat, int(score[0]), int(score[1])).announce(seat, score)

    def doubt(self, seat: str) -> Self:
        return self.act(seat, Doubt())

    def show(self, seat: str, *dice: int) -> Self:
        return self.act(seat, Show(), *dice)

    def rolls_and_shows(self, seat: str, score: str, *dice: int) -> Self:
        return self.roll(seat, int(score[0]), int(score[1])).show(seat, *dice)

    def declare(self, seat: str, score: str, one: int, two: int) -> Self:
        return self.act(seat, Declare(score), one, two)

    def next_round(self, seat: str) -> Self:
        return self.act(seat, NextRound())
