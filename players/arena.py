"""Tables of players alone, with a clock that nothing but their decisions moves: matches, ladders, tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engines.core.clicks import order_of
from engines.core.draws import Draws
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep, Refusal, SeatName, events_for
from players.core.player import (
    AnyDecision,
    AnyPlayer,
    AnyView,
    Budget,
    Level,
    Persona,
    Recollection,
    Told,
    View,
)
from players.librarian.core import Memory
from players.librarian.registry import LIBRARIANS, recall

_BEGINNING: Final = 1_500_000_000_000
"""When every table of an arena opens (ms UTC)."""
_MEANWHILE_MS: Final = 400
"""So long after a race the table waits for clicks on their way."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who sits at a seat; `draws` is its chance. `is_person`: it stands for a person, and counts as one.

    `budget` is for a player that may think less, or more, than it would.
    """

    player: AnyPlayer
    level: Level
    persona: Persona
    draws: Draws
    is_person: bool = False
    budget: Budget | None = None


@dataclass(slots=True)
class _Chair:
    """What a seat has in front of it beside the table: what it was told, its notes, what it will do when."""

    told: deque[Told[Any]]
    memory: Memory
    notes: str = ""
    awaited: str = ""
    decision: AnyDecision | None = None
    at: int = 0


@dataclass
class Arena:
    """One table. `opened_at` (ms UTC) is when the decision that is awaited opened, `now` the time."""

    game: AnyGame
    state: AnyState
    contestants: Mapping[SeatName, Contestant]
    draws: Draws
    now: int = _BEGINNING
    opened_at: int = _BEGINNING
    decisions: int = 0
    nodes: int = 0
    refused: int = 0
    """How many decisions came to nothing, since others had been quicker."""
    _chairs: dict[SeatName, _Chair] = field(init=False)

    def __post_init__(self) -> None:
        self._chairs = {
            seat: _Chair(deque(maxlen=self.game.steps_told), _memory_of(self.game, who))
            for seat, who in self.contestants.items()
        }

    @classmethod
    def open(
        cls,
        game: AnyGame,
        contestants: Mapping[SeatName, Contestant],
        options: Mapping[str, Any],
        draws: Draws,
    ) -> Arena:
        """Open a table. Raises Refusal `bad_seats` or `bad_options`."""
        step = game.start(game.setup(tuple(contestants), options), draws)
        arena = cls(game, step.state, contestants, draws)
        arena._tell(step)
        return arena

    @property
    def is_over(self) -> bool:
        """Whether the table has ended."""
        return self.game.is_over(self.state)

    def play(self, most: int) -> None:
        """Play to the end. Raises RuntimeError for a table that takes more than `most` steps."""
        for _ in range(most):
            if self.is_over:
                return
            self.step()
        raise RuntimeError(f"a table of {self.game.name} does not end")

    def step(self) -> None:
        """Let whoever is quickest act, or the clock where nobody is quick enough."""
        game, state = self.game, self.state
        awaited = game.to_act(state) or self._who_goes_on()
        for seat in awaited:
            self._ask(seat)
        settles = game.awaits_settle(state)
        if not awaited and not settles:
            raise RuntimeError(f"nobody goes on in {game.name}")
        first = min(awaited, key=lambda seat: self._chairs[seat].at) if awaited else None
        if settles and (first is None or self._chairs[first].at > self.now + _MEANWHILE_MS):
            self.now += _MEANWHILE_MS
            self._take(game.system(state, "settle", self.draws))
            return
        assert first is not None
        deadline = game.deadline(state)
        if deadline is not None and self._chairs[first].at > self.opened_at + deadline.seconds * 1000:
            self.now = self.opened_at + deadline.seconds * 1000
            self._take(game.expire(state, self.draws))
            return
        self._act(first)

    def _who_goes_on(self) -> tuple[SeatName, ...]:
        """Return the first seat that may go on where nobody owes a decision, as between rounds."""
        able = (seat for seat in self.contestants if self.game.legal_actions(self.state, seat).actions)
        return tuple(seat for seat, _ in zip(able, range(1), strict=False))

    def _ask(self, seat: SeatName) -> None:
        """Ask a seat for its decision, if it has not made one for what is awaited now."""
        chair, deadline = self._chairs[seat], self.game.deadline(self.state)
        key = f"{deadline.key if deadline else ''}|{self.game.own_step(self.state, seat)}"
        if chair.awaited == key and chair.decision is not None:
            return
        who = self.contestants[seat]
        recalled = recall(self.game.name, self.state, seat, chair.memory)
        computers = tuple(other for other, each in self.contestants.items() if not each.is_person)
        view = view_of(self.game, self.state, seat, tuple(chair.told), chair.notes, recalled, computers)
        budget = who.budget or who.player.budget
        decision = who.player.decide(view, who.level, who.persona, budget, who.draws)
        start = self.opened_at if deadline is not None and deadline.race else self.now
        chair.awaited, chair.decision, chair.at = key, decision, max(self.now, start + decision.delay_ms)
        self.decisions += 1
        self.nodes += decision.nodes

    def _act(self, seat: SeatName) -> None:
        """Do what a seat has decided; where it is not possible any more, it is asked again."""
        chair = self._chairs[seat]
        decision, chair.decision = chair.decision, None
        assert decision is not None
        self.now = max(self.now, chair.at)
        for action in decision.actions:
            stamped = self.game.stamp(action, order_of(self.now))
            decided = self.game.decide(self.state, seat, stamped)
            try:
                self._take(self.game.act(self.state, seat, decided, self.draws))
            except Refusal:
                self.refused += 1
                return

    def _take(self, step: AnyStep) -> None:
        before = self.game.deadline(self.state)
        self.state = step.state
        after = self.game.deadline(self.state)
        self._tell(step)
        if after is None or before is None or after.key != before.key:
            self.opened_at = self.now + round(1000 * after.lead if after else 0)
            self.now = self.opened_at

    def _tell(self, step: AnyStep) -> None:
        for seat, chair in self._chairs.items():
            told = Told(tuple(events_for(step.events, seat)), self.now - self.opened_at)
            chair.told.append(told)
            chair.notes = self.contestants[seat].player.notice(chair.notes, seat, told)


def view_of(
    game: AnyGame,
    state: AnyState,
    seat: SeatName,
    told: tuple[Told[Any], ...],
    notes: str,
    recollection: Recollection | None = None,
    computers: tuple[SeatName, ...] = (),
) -> AnyView:
    """Return what a seat decides by; `computers` are the seats that no person plays."""
    observation, legal = game.observe(state, seat), game.legal_actions(state, seat)
    return View(
        game.name,
        seat,
        observation,
        legal,
        told,
        notes,
        recollection=recollection,
        computers=computers,
    )


def _memory_of(game: AnyGame, who: Contestant) -> Memory:
    """Return what a contestant's knowledge comes from, drawn where the game asks for any."""
    knows = game.name in LIBRARIANS
    key = bytes(who.draws(256) - 1 for _ in range(32)) if knows else b""
    return Memory(who.level, who.persona, key)
