"""Random tables of any game, played from its description."""

from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

from engines.core.draws import Draws
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep
from tests.engines.described import description_of, random_state
from tests.support.chance import SEED, sized
from tests.support.games import GAMES

_RARER = sized(3, 30)
"""So many moments that are alike are all looked at, before they are ever farther apart."""


def seeds(usual: int, exploring: int) -> range:
    """The seeds of so many random tables: always the same ones, in `make fire` others each time."""
    begin = int(SEED or 0)
    return range(begin, begin + sized(usual, exploring))


class Pick:
    """Picks among moments that are alike: the first ones, then ever fewer, so that ends come up as well."""

    def __init__(self) -> None:
        self._met: Counter[Hashable] = Counter()
        self._wanted: defaultdict[Hashable, int] = defaultdict(lambda: 1)

    def takes(self, state: AnyState, step: AnyStep, *also: Hashable) -> bool:
        """Whether to look at a step from a state: alike are those of one phase that tell the same types."""
        kind = (getattr(state.position, "phase", ""), frozenset(event.type for event in step.events), also)
        self._met[kind] += 1
        if self._met[kind] < self._wanted[kind]:
            return False
        self._wanted[kind] += 1 + self._met[kind] // _RARER
        return True


class Recorder:
    """Random draws that remember what they gave, and of how many sides."""

    def __init__(self, random: Random) -> None:
        self.random, self.outcomes, self.sides = random, [], []

    def __call__(self, n: int) -> int:
        self.sides.append(n)
        self.outcomes.append(self.random.randint(1, n))
        return self.outcomes[-1]


@dataclass(frozen=True)
class Request:
    """What happens next, as the log names it: who does what; it is called with a state and draws.

    `command` is that of a "system" entry.
    """

    game: AnyGame
    kind: str
    seat: str | None = None
    action: Any = None
    command: str = "settle"

    def __call__(self, state: AnyState, draws: Draws) -> AnyStep:
        match self.kind:
            case "act":
                return self.game.act(state, self.seat or "", self.action, draws)
            case "leave":
                return self.game.leave(state, self.seat or "", draws)
            case "expire":
                return self.game.expire(state, draws)
            case _:
                return self.game.system(state, self.command, draws)

    @property
    def what(self) -> str:
        """What is done: the type of an action, or the kind of anything else."""
        return self.action.type if self.kind == "act" else self.kind

    def at(self, order: int) -> Self:
        """The same by a click with this order number, where that matters."""
        return self if self.kind != "act" else replace(self, action=self.game.stamp(self.action, order))


def requests(game, description, state, random):
    """Choose what happens next: mostly a legal action, at times an unlisted one, a timeout or a leaver."""
    chance, seats = random.random(), state.setup.seats
    there = [seat for seat in seats if not game.has_left(state, seat)]
    if chance < 0.03 and game.deadline(state) is not None:
        return Request(game, "expire")
    if chance < 0.04:
        return Request(game, "leave", random.choice(there))
    if game.awaits_settle(state) and (chance < 0.5 or not game.to_act(state)):
        return Request(game, "system")
    unlisted = [
        (seat, action)
        for seat in (game.to_act(state) if chance < 0.1 else ())
        for action in description.any_actions
        if description.unlisted(action) and game.refusal(state, seat, action) is None
    ]
    offers = unlisted or [
        (seat, action) for seat in there for action in game.legal_actions(state, seat).actions
    ]
    return Request(game, "act", *random.choice(offers))


def play_out(name, seed, state=None):
    """Play a random table, or a given one, to its end: yields (game, state, step, request, draws) a step."""
    game, description, random = GAMES[name], description_of(name), Random(seed)
    state = state or random_state(game, random)
    for _ in range(description.most_steps):
        if game.is_over(state):
            return
        request, draws = requests(game, description, state, random), Recorder(random)
        step = request(state, draws)
        yield game, state, step, request, draws.outcomes
        state = step.state
    raise AssertionError(f"a table of {name} does not end")
