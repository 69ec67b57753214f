"""A table of Défizz to play by hand: each step uses up exactly the draws that it is given."""

from __future__ import annotations

from typing import Any

from engines.core.decks import Asked
from engines.core.draws import ScriptedDraws
from engines.defizz.ballots import Contest, Vote
from engines.defizz.model import (
    Accept,
    Answer,
    AskQuestion,
    Choose,
    Help,
    Judge,
    Name,
    Pass,
    Refuse,
    Roll,
)
from engines.defizz.rules import Defizz
from tests.engines.defizz.decks import MIXED
from tests.engines.table import HandTable

GAME = Defizz()


def add_up(asked: list[Asked]) -> list[tuple[int, int, int]]:
    """Add the counts of each question, as a store does."""
    sums: dict[str, tuple[int, int, int]] = {}
    for mark, *counts in asked:
        before = sums.get(mark, (0, 0, 0))
        sums[mark] = (before[0] + counts[0], before[1] + counts[1], before[2] + counts[2])
    return list(sums.values())


DUEL_100, DUEL_200, DUEL_300, MULTI_100, MULTI_200, MULTI_300 = range(1, 7)


class Table(HandTable):
    """A table in play, which keeps the events of its last step. Cards are not shuffled at the start."""

    game = GAME

    def __init__(
        self, seats: str = "ABCD", deck: dict[str, Any] = MIXED, *, first: str = "A", **options: Any
    ) -> None:
        chosen = {"first": first, "shuffle": False, "deck": deck, **options}
        setup = GAME.setup(list(seats), chosen)
        self.state = GAME.start(setup, ScriptedDraws()).state
        self.asked: list[Asked] = []

    @property
    def counts(self) -> list[tuple[int, int, int]]:
        """How often each question was asked, solved and turned until now, in the order of the first time."""
        return add_up(self.asked)

    @property
    def chips(self) -> str:
        """The chips in hundreds, in seat order: "19 18 0"."""
        return " ".join(str(chips // 100) for chips in self.position.chips)

    @property
    def turn(self) -> str:
        """What is awaited from whom: "raise BC"."""
        return f"{self.position.phase} {''.join(GAME.to_act(self.state))}".strip()

    @property
    def total(self) -> int:
        """All chips there are (Z17)."""
        position = self.position
        return sum(position.chips) + sum(position.paid) + position.bank + position.lost

    def with_chips(self, *hundreds: int) -> Table:
        """Give the seats these chips; what is missing is lost, who has none is out."""
        chips = tuple(100 * count for count in hundreds)
        seats = self.state.setup.seats
        return self.given(
            chips=chips,
            lost=self.total - sum(chips) - self.position.bank,
            in_play=tuple(seat for seat, count in zip(seats, chips, strict=True) if count),
            out=tuple(seat for seat, count in zip(seats, chips, strict=True) if not count),
        )

    def roll(self, die: int, *draws: int) -> Table:
        return self.act(self.position.active, Roll(), die, *draws)

    def help(self) -> Table:
        return self.act(self.position.active, Help())

    def ask(self, question: int) -> Table:
        return self.act(self.position.reader, AskQuestion(question))

    def choose(
        self, question: int | None = 0, opponent: str | None = None, stake: int | None = None, *draws: int
    ) -> Table:
        """Let the active seat choose; `stake` in chips."""
        return self.act(self.position.active, Choose(question, opponent, stake), *draws)

    def duel(self, opponent: str = "B", *, question: int = 0, die: int = DUEL_100) -> Table:
        """Open a duel at the minimum, up to its question."""
        self.roll(die)
        return self.choose(question, opponent, self.position.die.minimum)

    def multi(self, *, question: int = 0, die: int = MULTI_100) -> Table:
        """Open a multi at the minimum, up to its question."""
        self.roll(die)
        return self.choose(question, None, self.position.die.minimum)

    def accept(self, seat: str, *draws: int) -> Table:
        return self.act(seat, Accept(), *draws)

    def refuse(self, seat: str, *draws: int) -> Table:
        return self.act(seat, Refuse(), *draws)

    def answer(self, seat: str, text: str, at: int | None = 0, *draws: int) -> Table:
        return self.act(seat, Answer(text, at), *draws)

    def pass_(self, seat: str, *draws: int) -> Table:
        return self.act(seat, Pass(), *draws)

    def judge(self, *, right: bool) -> Table:
        return self.act(self.position.reader, Judge(right))

    def name(self, seat: str) -> Table:
        return self.act(self.position.reader, Name(seat))

    def contest(self, seat: str, whose: str | None = None, *draws: int) -> Table:
        return self.act(seat, Contest(whose), *draws)

    def vote(self, seat: str, turn: bool | None, *draws: int) -> Table:
        """Vote on a verdict; None: for neither."""
        return self.act(seat, Pass() if turn is None else Vote(turn), *draws)

    def vote_for(self, seat: str, winner: str, *draws: int) -> Table:
        return self.act(seat, Name(winner), *draws)

    def settle(self) -> Table:
        return self.command("settle")

    def take(self, request: Any, *draws: int) -> Table:
        before = self.total
        super().take(request, *draws)
        assert self.total == before, "no chip is made or lost (Z17)"
        return self

    def look_at(self, step: Any) -> None:
        self.asked = [*self.asked, *step.asked]
