"""A table of Défizz to play by hand: each step uses up exactly the draws that it is given."""

from collections.abc import Callable
from functools import partial
from typing import Any, Self

import pytest

from engines.core.decks import Asked
from engines.core.draws import ScriptedDraws
from engines.defizz.model import (
    Accept,
    Answer,
    AskQuestion,
    Choose,
    Contest,
    Help,
    Judge,
    Name,
    Pass,
    Refuse,
    Roll,
    Vote,
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
    def seen(self) -> str:
        """Who is awaited, the chips, and what lies elsewhere: "answer AC; 17 19 17 19 pot 4 lost 19"."""
        position = self.position
        heaps = {"pot": sum(position.paid), "bank": position.bank, "lost": position.lost}
        apart = "".join(f" {name} {chips // 100}" for name, chips in heaps.items() if chips)
        return f"{self.turn}; {self.chips}{apart}"

    @property
    def result(self) -> str:
        """How the last challenge ended, and who won it: "won B", "nobody -"."""
        return f"{self.public.last.outcome} {self.public.last.winner or '-'}"

    @property
    def total(self) -> int:
        """All chips there are (Z17)."""
        position = self.position
        return sum(position.chips) + sum(position.paid) + position.bank + position.lost

    def with_chips(self, *hundreds: int) -> Self:
        """Give the seats these chips; what is missing is lost, who has none is out."""
        chips = tuple(100 * count for count in hundreds)
        seats = self.state.setup.seats
        return self.given(
            chips=chips,
            lost=self.total - sum(chips) - self.position.bank,
            in_play=tuple(seat for seat, count in zip(seats, chips, strict=True) if count),
            out=tuple(seat for seat, count in zip(seats, chips, strict=True) if not count),
        )

    def play(self, script: str) -> Self:
        """Let these things happen, the draws that they take behind them.

        "roll 4", "duel C", "multi 1" (its question; both at the minimum), "choose 0 B 300", "choose 1 - 200",
        "help", "ask 2", "C accepts", "B refuses", "A: Reims @5", "B passes", "right", "wrong", "D names C",
        "A contests B", "C votes yes" (no, none), "C votes for B", "settle", "time", "D leaves", "!void".
        """
        for deed in script.split(", ") if script else ():
            who, colon, text = deed.partition(": ")
            if colon:
                words, _, at = text.partition(" @")
                self.answer(who, words, int(at or 0))
            else:
                self._do(*deed.split())
        return self

    def _do(self, first: str, *rest: str) -> None:
        if first.startswith("!"):
            self.command(first[1:], *map(int, rest))
        elif len(first) == 1:
            self._act(first, *rest)
        elif first == "choose":
            question, opponent, *numbers = rest
            stake, *draws = map(int, numbers) if numbers else (None,)
            place, other = None if question == "-" else int(question), None if opponent == "-" else opponent
            self.choose(place, other, stake, *draws)
        elif first == "duel":
            self.duel(*rest)
        elif first == "multi":
            self.multi(question=int(rest[0]) if rest else 0)
        elif first in ("right", "wrong"):
            self.judge(right=first == "right")
        else:
            plain = {"roll": self.roll, "help": self.help, "ask": self.ask, "settle": self.settle}
            {**plain, "time": self.timeout}[first](*map(int, rest))

    def _act(self, seat: str, verb: str, *rest: str) -> None:
        match verb, *rest:
            case "names", other:
                self.name(other)
            case "contests", *whose:
                self.contest(seat, *whose)
            case "votes", "for", other, *draws:
                self.vote_for(seat, other, *map(int, draws))
            case "votes", turn, *draws:
                self.vote(seat, {"yes": True, "no": False, "none": None}[turn], *map(int, draws))
            case verb, *draws:
                acts = {
                    "accepts": self.accept,
                    "refuses": self.refuse,
                    "passes": self.pass_,
                    "leaves": self.leave,
                }
                acts[verb](seat, *map(int, draws))

    def roll(self, die: int, *draws: int) -> Self:
        return self.act(self.position.active, Roll(), die, *draws)

    def help(self) -> Self:
        return self.act(self.position.active, Help())

    def ask(self, question: int) -> Self:
        return self.act(self.position.reader, AskQuestion(question))

    def choose(
        self, question: int | None = 0, opponent: str | None = None, stake: int | None = None, *draws: int
    ) -> Self:
        """Let the active seat choose; `stake` in chips."""
        return self.act(self.position.active, Choose(question, opponent, stake), *draws)

    def duel(self, opponent: str = "B", *, question: int = 0, die: int = DUEL_100) -> Self:
        """Open a duel at the minimum, up to its question."""
        self.roll(die)
        return self.choose(question, opponent, self.position.die.minimum)

    def multi(self, *, question: int = 0, die: int = MULTI_100) -> Self:
        """Open a multi at the minimum, up to its question."""
        self.roll(die)
        return self.choose(question, None, self.position.die.minimum)

    def accept(self, seat: str, *draws: int) -> Self:
        return self.act(seat, Accept(), *draws)

    def refuse(self, seat: str, *draws: int) -> Self:
        return self.act(seat, Refuse(), *draws)

    def answer(self, seat: str, text: str, at: int | None = 0, *draws: int) -> Self:
        return self.act(seat, Answer(text, at), *draws)

    def pass_(self, seat: str, *draws: int) -> Self:
        return self.act(seat, Pass(), *draws)

    def judge(self, *, right: bool) -> Self:
        return self.act(self.position.reader, Judge(right))

    def name(self, seat: str) -> Self:
        return self.act(self.position.reader, Name(seat))

    def contest(self, seat: str, whose: str | None = None, *draws: int) -> Self:
        return self.act(seat, Contest(whose), *draws)

    def vote(self, seat: str, turn: bool | None, *draws: int) -> Self:
        """Vote on a verdict; None: for neither."""
        return self.act(seat, Pass() if turn is None else Vote(turn), *draws)

    def vote_for(self, seat: str, winner: str, *draws: int) -> Self:
        return self.act(seat, Name(winner), *draws)

    def settle(self) -> Self:
        return self.command("settle")

    def take(self, request: Any, *draws: int) -> Self:
        before = self.total
        super().take(request, *draws)
        assert self.total == before, "no chip is made or lost (Z17)"
        return self

    def look_at(self, step: Any) -> None:
        self.asked = [*self.asked, *step.asked]


Start = Callable[[], Table]


def of(seats: str = "ABCD", deck: dict[str, Any] = MIXED, **options: Any) -> Start:
    """What opens such a table."""
    return partial(Table, seats, deck, **options)


def cases(*rows: Any) -> pytest.MarkDecorator:
    """The cases of one claim: which, the table, what happens, what is seen then, and other public facts."""
    return pytest.mark.parametrize(
        ("start", "script", "seen", "public"),
        [(*row[1:4], row[4] if len(row) > 4 else {}) for row in rows],
        ids=[row[0] for row in rows],
    )


def check(start: Start, script: str, seen: str, public: dict[str, Any]) -> Table:
    """Play a case; `public` are facts that all see, and "result" and "told"."""
    table = start().play(script)
    facts = {"result": lambda: table.result, "told": lambda: " ".join(table.told)}
    found = {name: facts[name]() if name in facts else getattr(table.public, name) for name in public}
    assert (table.seen, found) == (seen, public)
    return table
