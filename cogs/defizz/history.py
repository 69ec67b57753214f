"""The history of a finished game, made from its record: everybody's chips by turn, and the best moments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.tables.proof.record import Line, Record
from bot.tables.proof.replay import Failure, play_again
from engines.core.events import SeatName
from engines.core.moments import moment_of_tick
from engines.defizz.deck import Chrono
from engines.defizz.model import Position, Result, Setup
from engines.defizz.rules import Defizz

__all__ = ["Feat", "History", "history_of"]

_GAME = Defizz()
_SERIES = 2
"""How many challenges won in a row make a series."""


@dataclass(frozen=True, slots=True)
class Feat:
    """Something remarkable that a seat did: `amount` in chips, challenges or ms; `turn` says when."""

    seat: SeatName
    amount: int
    turn: int


@dataclass(frozen=True, slots=True)
class History:
    """A game from its first turn to its end.

    `chips` has everybody's chips in the order of `seats`: at the start, then after each turn. A turn that is
    played again counts as one. Of equal feats the first one is kept; a feat is None if nobody did it.
    `comeback` is the fewest chips that the only winner ever had, if that was half of the start or less.
    """

    seats: tuple[SeatName, ...]
    chips: tuple[tuple[int, ...], ...]
    pot: Feat | None = None
    series: Feat | None = None
    fastest: Feat | None = None
    comeback: Feat | None = None

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return len(self.chips) - 1


def history_of(record: Record) -> History | None:
    """Make the history by replaying the record; None if no game began, it still runs, or the replay fails."""
    if record.setup is None:
        return None
    watch = _Watch()
    try:
        for line, step in play_again(record, _GAME):
            watch.see(line, step.state.setup, step.state.position, {event.type for event in step.events})
    except Failure:
        return None
    return watch.make_history()


class _Watch:
    """Collects a game's history while it is shown each step once, in order."""

    def __init__(self) -> None:
        self._seats: tuple[SeatName, ...] = ()
        self._chips: dict[int, tuple[int, ...]] = {}
        self._turn = 0
        self._last: Result | None = None
        self._wins: list[tuple[int, Result]] = []
        self._asked_at: int | None = None
        self._times: list[Feat] = []
        self._winners: tuple[SeatName, ...] = ()

    def see(self, line: Line, setup: Setup, position: Position, told: set[str]) -> None:
        """Take in one step: the log line, the position after it, and the types of its events (`told`)."""
        self._seats = setup.seats
        if position.last is not None and position.last is not self._last:
            self._settle(setup, position.last)
        self._last = position.last
        if "round_started" in told or position.phase == "over":
            self._chips[self._turn] = position.chips
        if "question_asked" in told:
            self._asked_at = line.clicked_at
        self._turn = position.round
        self._winners = position.winners or ()

    def make_history(self) -> History | None:
        """The history of all steps seen so far; None if no turn was begun."""
        if not self._chips:
            return None
        chips = tuple(self._chips[number] for number in sorted(self._chips))
        pots = (Feat(r.winner, r.pot + r.prize, turn) for turn, r in self._wins if r.winner)
        return History(
            self._seats,
            chips,
            _most(feat for feat in pots if feat.amount),
            self._series(),
            min(self._times, key=lambda feat: feat.amount, default=None),
            self._comeback(chips),
        )

    def _settle(self, setup: Setup, result: Result) -> None:
        """Note the result of a challenge, and the winner's time if it was a Chrono that a click opened."""
        self._wins.append((self._turn, result))
        asked_at, self._asked_at = self._asked_at, None
        if asked_at is None or result.winner is None or not _is_race(setup, result):
            return
        right = next((said for said in result.said if said.seat == result.winner and said.right), None)
        if right is not None and right.at is not None:
            took = moment_of_tick(right.at) - asked_at
            self._times.append(Feat(right.seat, max(0, took), self._turn))

    def _series(self) -> Feat | None:
        """The longest series of challenges won in a row; a challenge without a winner does not end one."""
        best: Feat | None = None
        who: SeatName | None = None
        length = 0
        for turn, result in self._wins:
            if result.winner is None:
                continue
            length = length + 1 if result.winner == who else 1
            who = result.winner
            if length >= _SERIES and (best is None or length > best.amount):
                best = Feat(who, length, turn)
        return best

    def _comeback(self, chips: tuple[tuple[int, ...], ...]) -> Feat | None:
        if len(self._winners) != 1:
            return None
        place = self._seats.index(self._winners[0])
        own = [row[place] for row in chips]
        least = min(own)
        return Feat(self._winners[0], least, own.index(least)) if 2 * least <= own[0] > 0 else None


def _is_race(setup: Setup, result: Result) -> bool:
    if result.question is None:
        return False
    return isinstance(setup.deck.card(result.card).questions[result.question], Chrono)


def _most(feats: Iterable[Feat]) -> Feat | None:
    best: Feat | None = None
    for feat in feats:
        if best is None or feat.amount > best.amount:
            best = feat
    return best
