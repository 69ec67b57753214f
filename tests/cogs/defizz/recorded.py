"""Games of Défizz with their records, as the store would keep them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from bot.tables.model import Status, Table
from bot.tables.ports import Entry, Stored
from bot.tables.proof.record import Record, record_of
from engines import GAMES
from engines.core.errors import Refusal
from engines.core.game import AnyState
from engines.defizz.model import Action, Answer
from tests.cogs.defizz.table import GAME
from tests.engines.defizz import playing
from tests.engines.defizz.decks import MIXED
from tests.support.tasse_table import NAMES, NOON, SEED, lobby_table

_EPOCH = 1_420_070_400_000


class Recorded:
    """A game in play; each step notes its dice. The dice are given, else chance throws them."""

    def __init__(self, seats: int = 3, seed: int = 1, **options: Any) -> None:
        self.chance = Random(seed)
        self.given: list[int] = []
        self.taken: list[tuple[int, int]] = []
        self.log: list[Entry] = []
        chosen = {"first": "1", "shuffle": False, "deck": MIXED, "reader": "bot", **options}
        self.setup = GAME.setup([str(n) for n in range(1, seats + 1)], chosen)
        self.state: AnyState = GAME.start(self.setup, self._draw).state
        self._note("begin", None, None, {"rules": GAME.rules_version})

    def act(self, seat: str, action: Action, *dice: int, at: int = 0) -> Recorded:
        """A seat acts by a click `at` ms after noon."""
        self.given = list(dice)
        click = (NOON + at - _EPOCH) << 22
        action = GAME.stamp(action, click) if isinstance(action, Answer) else action
        self.state = GAME.act(self.state, seat, action, self._draw).state
        self._note("act", seat, click, dict(GAME.actions.plain(action)))
        return self

    def command(self, command: str) -> Recorded:
        self.state = GAME.system(self.state, command, self._draw).state
        self._note("system", None, None, {"command": command})
        return self

    def rush(self, steps: int) -> Recorded:
        """Let chance play."""
        for number in range(steps):
            if GAME.is_over(self.state):
                break
            wanted = playing.wish(self.state, self.chance)
            before = self.state
            try:
                self.state = playing.take(before, wanted, self._draw).state
            except Refusal:
                self.taken = []
                continue
            click = (NOON + number * 1000 - _EPOCH) << 22 if wanted.kind == "act" else None
            match wanted.kind:
                case "act":
                    payload = dict(GAME.actions.plain(wanted.action))
                case "leave" | "expire":
                    payload = {}
                case command:
                    payload = {"command": command}
            kind = wanted.kind if wanted.kind in ("act", "leave", "expire") else "system"
            self._note(kind, wanted.seat, click, payload)
        return self

    @property
    def table(self) -> Table:
        names = [*NAMES, *(f"Nom n° {n} · long de 32 *lettres*" for n in range(7, 13))]
        return lobby_table(names[: len(self.setup.seats)], game="defizz", status=Status.CLOSED)

    def record(self) -> Record:
        setup, position = GAME.setups.dump(self.setup), GAME.positions.dump(self.state.position)
        return record_of(Stored(self.table, SEED, setup, position, last_seq=len(self.log)), self.log, GAMES)

    def _draw(self, most: int) -> int:
        outcome = self.given.pop(0) if self.given else self.chance.randint(1, most)
        self.taken.append((most, outcome))
        return outcome

    def _note(self, kind: str, seat: str | None, click: int | None, payload: dict[str, Any]) -> None:
        draws, self.taken = tuple(self.taken), []
        self.log.append(Entry(len(self.log) + 1, kind, NOON, seat, None, click, payload, draws))


def games(seeds: Iterable[int]) -> Iterable[Recorded]:
    """Random games of all sizes and variants, to their ends or broken off."""
    for seed in seeds:
        chance = Random(seed)
        many = chance.randint(3, 12)
        yield Recorded(
            many,
            seed,
            reader=chance.choice(["seat", "bot"]),
            expert=chance.random() < 0.25,
            enrichment=chance.random() < 0.3,
        ).rush(chance.choice([30, 200, 3000]))
