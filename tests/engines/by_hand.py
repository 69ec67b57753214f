"""Whole games that are played by hand, so that it can be counted what each seat did in them."""

from collections.abc import Iterable
from typing import Any, Self

from engines.core.clicks import order_of
from engines.core.draws import ScriptedDraws
from engines.core.game import AnyGame
from tests.engines.playing import Request
from tests.engines.recording import Lived


class Scripted(ScriptedDraws):
    """Dice written down beforehand, which remember of how many sides they were."""

    def __init__(self, outcomes: Iterable[int]) -> None:
        super().__init__(outcomes)
        self.outcomes, self.sides = list(self.rest), []

    def __call__(self, n: int) -> int:
        self.sides.append(n)
        return super().__call__(n)


class ByHand(Lived):
    """A table, each deed with the dice that it takes. Each comes a second after the one before, by a click.

    `ms` is how long a deed took, `heard` how much later (ms) it was heard of; `by_itself`: without a click.
    """

    def __init__(self, game: AnyGame, seats: str, *dice: int, **options: Any) -> None:
        super().__init__(game)
        begins = hasattr(game.options.parse({}), "first")
        self.begin(list(seats), {**({"first": seats[0]} if begins else {}), **options}, Scripted(dice))

    def act(
        self, seat: str, action: Any, *dice: int, ms: int = 1000, heard: int = 0, by_itself: bool = False
    ) -> Self:
        clicked, self.now = self.now + ms, self.now + ms + heard
        request = Request(self.game, "act", seat, action).at(order_of(clicked))
        self.do(request, Scripted(dice), None if by_itself else clicked)
        return self

    def expire(self, *dice: int) -> Self:
        self.now += 90_000
        self.do(Request(self.game, "expire"), Scripted(dice))
        return self

    def leave(self, seat: str, *dice: int) -> Self:
        self.now += 1000
        self.do(Request(self.game, "leave", seat), Scripted(dice), self.now)
        return self

    def settle(self) -> Self:
        return self.order("settle")

    def order(self, command: str, *dice: int) -> Self:
        self.now += 400
        self.do(Request(self.game, "system", command=command), Scripted(dice))
        return self


def sheet(lived: Lived, names: str, *seats: str) -> dict[str, str]:
    """By seat (all who play, if none is named) these of its facts, in their order: {"A": "1 0 3"}."""
    found = lived.facts()
    return {seat: " ".join(str(found[seat][name]) for name in names.split()) for seat in seats or found}


def all_of(lived: Lived, seat: str) -> str:
    """All of the game's own facts of a seat that are not 0, by their names: "lies 1, said 1"."""
    counted = lived.game.tally(lived.story())[seat]
    return ", ".join(f"{name} {counted[name]}" for name in sorted(counted) if counted[name])
