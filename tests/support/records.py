"""Whole tables of the coin game, as the store would keep them: for tests of records."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.tables.model import Person, Seat, Status, Table
from bot.tables.ports import Entry, Stored
from bot.tables.proof.dice import Seed, TableDraws, prefix
from engines.core.game import AnyGame
from engines.core.records import Step
from tests.support.coin import Coin

COIN = Coin()
GAMES: dict[str, AnyGame] = {"coin": COIN}
SEED = Seed(bytes(range(32)))
TABLE = 7


@dataclass
class Played:
    """A table played step by step, with its log written as the runtime would."""

    seats: Sequence[Seat]
    log: list[Entry] = field(default_factory=list)
    state: Any = None
    taken: int = 0

    def note(self, kind: str, seat: str | None = None, join: int | None = None, **payload: Any) -> None:
        self.log.append(self._entry(kind, seat, join, payload, ()))

    def step(
        self, kind: str, seat: str | None, payload: Any, do: Callable[[TableDraws], Step[Any, Any, Any]]
    ) -> None:
        joins = [person.join_id or 0 for place in self.seats for person in place.people]
        draws = TableDraws(SEED.secret, prefix(TABLE, joins), self.taken)
        self.state = do(draws).state
        self.taken += len(draws.taken)
        self.log.append(self._entry(kind, seat, None, payload, draws.taken))

    def begin(self, goal: int) -> None:
        setup = COIN.setup([seat.name for seat in self.seats], {"goal": goal})
        self.step("begin", None, {}, lambda draws: COIN.start(setup, draws))

    def act(self, place: int = 0) -> None:
        """The awaited seat takes the legal action at this place of the list."""
        (seat,) = COIN.to_act(self.state)
        actions = COIN.legal_actions(self.state, seat).actions
        action = actions[place % len(actions)]
        self.step("act", seat, COIN.actions.plain(action), lambda d: COIN.act(self.state, seat, action, d))

    def expire(self) -> None:
        self.step("expire", None, {}, lambda draws: COIN.expire(self.state, draws))

    def leave(self, seat: str) -> None:
        self.step("leave", seat, {}, lambda draws: COIN.leave(self.state, seat, draws))

    def settle(self) -> None:
        self.step("system", None, {"command": "settle"}, lambda d: COIN.system(self.state, "settle", d))

    def stored(self, status: Status = Status.CLOSED) -> Stored:
        table = Table(
            id=TABLE,
            game="coin",
            guild_id=1,
            home_id=2,
            channel_id=2,
            host_id=11,
            status=status,
            version=len(self.log),
            turn=0,
            commitment=SEED.commitment,
            created_at=0,
            changed_at=0,
            seats=tuple(self.seats),
        )
        if self.state is None:
            return Stored(table, SEED.secret)
        setup, position = COIN.setups.dump(self.state.setup), COIN.positions.dump(self.state.position)
        return Stored(table, SEED.secret, setup, position, last_seq=len(self.log))

    def _entry(self, kind: str, seat: str | None, join: int | None, payload: Any, draws: Any) -> Entry:
        seq = len(self.log) + 1
        return Entry(seq, kind, 1_000 * seq, seat, 11, join, payload, draws)


def opened() -> Played:
    """A lobby: Anne opens, Bob joins, leaves, and comes back to a new seat; Chloé is removed."""
    anne, bob = (Person(11, "Anne", 1001), Person(12, "Bob", 1004))
    played = Played((Seat("1", (anne,)), Seat("4", (bob,))))
    played.note("open", "1", 1001, commitment=SEED.commitment, options={})
    played.note("join", "2", 1002)
    played.note("join", "3", 1003)
    played.note("quit", "2")
    played.note("join", "4", 1004)
    played.note("remove", "3", 1005)
    played.note("options", None, 1006, name="goal", value=2)
    return played


def finished() -> Played:
    """A whole game, with every kind of entry in it."""
    played = opened()
    played.begin(goal=9)
    for place in (0, 1, 0, 0):
        played.act(place)
    played.note("pause", reason="channel_gone")
    played.note("resume")
    played.expire()
    played.act()
    played.settle()
    played.note("rematch", table=8)
    return played
