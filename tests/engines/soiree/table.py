"""An evening to play by hand: each step uses up exactly the draws that it is given."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.decks import Asked
from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.core.events import Event
from engines.defizz import model as defizz
from engines.soiree import model
from engines.soiree.rules import Soiree
from tests.engines.defizz.table import add_up
from tests.engines.soiree.decks import EVENING
from tests.engines.table import HandTable

GAME = Soiree()
CHRONO: dict[str, Any] = {"length": 2, "modes": ["chrono"]}
CIBLE: dict[str, Any] = {"length": 2, "modes": ["cible"]}
LIST: dict[str, Any] = {"length": 2, "modes": ["pingpong"]}
DUELS: dict[str, Any] = {"play": "challenges", "length": 1}


class Evening(HandTable):
    """An evening in play, which keeps the events of its last step. Cards are not shuffled at the start."""

    game = GAME

    def __init__(
        self, *rounds: dict[str, Any], seats: str = "ABC", deck: Any = EVENING, **options: Any
    ) -> None:
        chosen = {"programme": list(rounds or (CHRONO,)), "shuffle": False, "deck": deck, **options}
        self.state = GAME.start(GAME.setup(list(seats), chosen), ScriptedDraws()).state
        self.steps: list[tuple[Event, ...]] = []
        self.asked: list[Asked] = []

    @property
    def counts(self) -> list[tuple[int, int, int]]:
        """How often each question was asked, solved and turned until now, in the order of the first time."""
        return add_up(self.asked)

    @property
    def points(self) -> str:
        """The points in seat order: "3 0 1"."""
        return " ".join(map(str, self.position.points))

    @property
    def turn(self) -> str:
        """What is awaited from whom: "answer BC"."""
        return f"{self.position.phase} {''.join(GAME.to_act(self.state))}".strip()

    def ready(self, seats: str = "ABC", *draws: int) -> Evening:
        """Let these teams say that they are ready; the last one takes the draws."""
        for seat in seats:
            self.act(seat, model.Ready(), *(draws if seat == seats[-1] else ()))
        return self

    def tell(self, seat: str, text: str, at: int = 0) -> Evening:
        return self.act(seat, GAME.decide(self.state, seat, model.Tell(text, at)))

    def say(self, **texts: str | None) -> Evening:
        """Let teams answer one after the other, a millisecond apart; None is no answer."""
        for at, (seat, text) in enumerate(texts.items()):
            if text is None:
                self.act(seat, model.Forgo())
            else:
                self.tell(seat, text, at)
        return self

    def stake(self, **stakes: int) -> Evening:
        for seat, stake in stakes.items():
            self.act(seat, model.Wager(stake))
        return self

    def roll(self, seat: str, number: int) -> Evening:
        return self.act(seat, defizz.Roll(), number)

    def why(self, seat: str, action: model.Action) -> str:
        """Return the reason why an action is refused; nothing changes by it."""
        return self.refused(seat, action)[1]

    def look_at(self, step: Any) -> None:
        self.steps.append(step.events)
        self.asked += step.asked


def refused_setup(seats: str = "ABC", **options: Any) -> Refusal:
    """Return why an evening cannot begin."""
    with pytest.raises(Refusal) as caught:
        GAME.setup(list(seats), {"deck": EVENING, **options})
    return caught.value
