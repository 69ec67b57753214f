"""Random tables of any game with their records, and as they were lived: each deed at its moment."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from bot.tables.proof.record import Line, Record, digest
from engines.core.clicks import order_of
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep
from engines.core.telling import Deed, Facts, Story
from tests.engines.described import description_of
from tests.engines.playing import Recorder, Request, requests
from tests.support.games import GAMES

BEGINNING = 1_800_000_000_000
"""When every table begins (ms UTC)."""
_PAUSED = 0.02
_BY_ITSELF = 0.2


class Drawing(Protocol):
    """Draws that remember what they gave, and of how many sides."""

    outcomes: list[int]
    sides: list[int]

    def __call__(self, n: int) -> int: ...


@dataclass
class Lived:
    """A table as it is played: its deeds, and its log as the runtime would write it; `now` is in ms UTC."""

    game: AnyGame
    deeds: list[Deed] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    pauses: list[tuple[int, int]] = field(default_factory=list)
    now: int = BEGINNING

    @property
    def state(self) -> AnyState:
        return self.deeds[-1].after

    def story(self) -> Story:
        return Story(self.state.setup.seats, tuple(self.deeds), tuple(self.pauses))

    def facts(self) -> Facts:
        return self.game.facts(self.story())

    def record(self) -> Record:
        return Record(
            table=1,
            game=self.game.name,
            commitment="0" * 64,
            seed="0" * 64,
            seats=tuple({"seat": seat, "joins": ()} for seat in self.state.setup.seats),
            rules=self.game.rules_version,
            setup=self.game.setups.plain(self.state.setup),
            entries=tuple(self.lines),
            position=digest(self.game.positions.dump(self.state.position)),
        )

    def begin(self, seats: list[str], options: dict[str, Any], draws: Drawing) -> None:
        step = self.game.start(self.game.setup(seats, options), draws)
        self._keep(Request(self.game, "begin"), step, draws, None)

    def pause(self, ms: int) -> None:
        since = self.now
        self._note("pause")
        self.now += ms
        self._note("resume")
        self.pauses.append((since, self.now))

    def do(self, request: Request, draws: Drawing, clicked: int | None = None) -> None:
        self._keep(request, request(self.state, draws), draws, clicked)

    def _keep(self, request: Request, step: AnyStep, draws: Drawing, clicked: int | None) -> None:
        before = self.deeds[-1].after if self.deeds else None
        kind, seat, action = request.kind, request.seat, request.action
        self.deeds.append(Deed(kind, seat, action, before, step.state, step.events, self.now, clicked))
        self._note(
            kind,
            seat=seat,
            payload=_payload_of(request),
            draws=tuple(zip(draws.sides, draws.outcomes, strict=True)),
            interaction=None if clicked is None else str(order_of(clicked)),
        )

    def _note(self, kind: str, **told: Any) -> None:
        self.lines.append(Line(seq=len(self.lines) + 1, kind=kind, at=self.now, **told))


def _payload_of(request: Request) -> Any:
    match request.kind:
        case "begin":
            return {"rules": request.game.rules_version}
        case "act":
            return request.game.actions.plain(request.action)
        case "system":
            return {"command": request.command}
        case _:
            return {}


def live(name: str, seed: int, until: int | None = None) -> Lived:
    """Play a random table, to its end or until so many things were done."""
    game, description, random = GAMES[name], description_of(name), Random(seed)
    lived = Lived(game)
    lived.begin(*description.table(random), Recorder(random))
    for _ in range(description.most_steps if until is None else until):
        if game.is_over(lived.state):
            break
        if random.random() < _PAUSED:
            lived.pause(random.randint(1, 100_000))
        _go_on(lived, random)
    return lived


def _go_on(lived: Lived, random: Random) -> None:
    """Do something at random, mostly by a click that was made some time before it is heard of."""
    lived.now += random.randint(1, 4000)
    clicked = max(BEGINNING, lived.now - random.randint(0, 1500))
    by_itself = random.random() < _BY_ITSELF
    request = _choose(lived, random, clicked)
    clicks = request.kind in ("act", "leave") and not by_itself
    lived.do(request, Recorder(random), clicked if clicks else None)


def _choose(lived: Lived, random: Random, clicked: int) -> Request:
    """Something that may be done by such a click: in a race another may have been quicker."""
    game = lived.game
    while True:
        request = requests(game, description_of(game.name), lived.state, random).at(order_of(clicked))
        if request.kind != "act" or not game.refusal(lived.state, request.seat or "", request.action):
            return request
