"""A table of Diavolo as the bot holds it, played by hand or by chance, to see it with anybody's eyes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Self

from hypothesis import strategies as st

from bot.tables.model import Alarm, End, Held, Manners, Scene, Status, Table, Vault
from bot.tables.sight import Sight, see
from engines.core.draws import ScriptedDraws
from engines.diavolo.model import Action, Grab, Roll, Throw
from engines.diavolo.rules import Diavolo
from engines.diavolo.throw import COLORS, pawns_for
from tests.support.tasse_table import NAMES, NOON, SEED, lobby_table

GAME = Diavolo()
EXAMPLE = (2, 3, 6, 1, 5, 6, 3, 5, 5)
"""Black, white and red of the example in the rules; an order is still to be added."""


def click(ms: int) -> int:
    """The snowflake of a click so many ms after noon."""
    return (NOON + ms - 1_420_070_400_000) << 22


class DiavoloTable:
    """A running game; its clock stands at `now` (ms after noon) and opens each decision when it comes."""

    def __init__(
        self, names: Sequence[str] = NAMES[:3], manners: Manners | None = None, **options: Any
    ) -> None:
        seats = [str(n) for n in range(1, len(names) + 1)]
        step = GAME.start(GAME.setup(seats, {"first": "1", **options}), ScriptedDraws([]))
        self.now = 0
        table = lobby_table(
            names, game="diavolo", status=Status.PLAYING, options=options, manners=manners or Manners()
        )
        self.held = Held(table, Vault(SEED, step.state, (Scene(table.version, step.events),)))
        self._arm()

    def act(self, seat: str, action: Action, *dice: int) -> Self:
        """One action with the draws it takes."""
        return self._stepped(GAME.act(self.state, seat, action, ScriptedDraws(list(dice))))

    def roll(self, *dice: int) -> Self:
        return self.act(self.state.position.roller, Roll(), *dice)

    def grab(self, seat: str, color: str, ms: int) -> Self:
        """A click so many ms after the decision was opened."""
        return self.act(seat, Grab(color, click(self.opened + ms)))

    def settle(self) -> Self:
        return self._stepped(GAME.system(self.state, "settle", ScriptedDraws([])))

    def expire(self, *dice: int) -> Self:
        return self._stepped(GAME.expire(self.state, ScriptedDraws(list(dice))))

    def leave(self, seat: str) -> Self:
        return self._stepped(GAME.leave(self.state, seat, ScriptedDraws([])))

    def put(self, **changes: Any) -> Self:
        """Change the position itself, as the test wants it."""
        state = replace(self.state, position=replace(self.state.position, **changes))
        GAME.check(state)
        self.held = replace(self.held, vault=replace(self.held.vault, state=state))
        return self

    def with_gems(self, *gems: int) -> Self:
        """Give the seats these gems, as a second round may find them."""
        present = sum(count > 0 for count in gems)
        return self.put(gems=gems, missed=(0,) * len(gems), pawns=pawns_for(present))

    def table(self, **facts: Any) -> Self:
        """Change public facts of the table."""
        self.held = replace(self.held, table=replace(self.held.table, **facts))
        return self

    def wait(self, ms: int = 10_000) -> Self:
        """Let time pass: pauses and leads end."""
        self.now += ms
        return self

    def seen(self, seat: str | None = None) -> Sight:
        return see(self.held, GAME, seat, NOON + self.now)

    @property
    def opened(self) -> int:
        """When the awaited decision was opened (ms after noon)."""
        return self.held.table.alarm.opened_at - NOON

    @property
    def state(self) -> Any:
        assert self.held.vault.state is not None
        return self.held.vault.state

    def _arm(self) -> None:
        deadline, table = GAME.deadline(self.state), self.held.table
        if deadline is None:
            self.table(alarm=None)
        elif table.alarm is None or table.alarm.key != deadline.key:
            opened = NOON + self.now + round(deadline.lead * 1000)
            at = opened + deadline.seconds * 1000
            alarm = Alarm(deadline.key, deadline.kind, deadline.seconds, at, 0, opened, deadline.race)
            self.table(alarm=alarm, turn=table.version)

    def _stepped(self, step: Any) -> Self:
        table: Table = self.held.table
        table, vault = replace(table, version=table.version + 1), self.held.vault
        opened = table.alarm.opened_at if table.alarm else 0
        if GAME.is_over(step.state):
            table = replace(
                table, status=Status.CLOSED, end=End("over", GAME.winners(step.state) or (), SEED.hex())
            )
        scenes = (*vault.scenes, Scene(table.version, step.events, opened))[-6:]
        self.held = Held(table, Vault(vault.seed, step.state, scenes))
        self._arm()
        return self


_STEPS = 60
GAMES = st.tuples(st.randoms(use_true_random=False), st.integers(2, 6), st.booleans(), st.booleans())
"""Chance, how many play, and the options `children` and `learning`."""


def moments(chance: Random, many: int, children: bool, learning: bool) -> Iterator[DiavoloTable]:
    """The same table again and again, each time one step further, before and after each lead."""
    table = DiavoloTable([f"N*{n}" for n in range(many)], children=children, learning=learning)
    yield table
    for _ in range(_STEPS):
        if GAME.is_over(table.state):
            return
        _step(table, chance)
        yield table
        table.wait(chance.randint(0, 6000))
        yield table


def _step(table: DiavoloTable, chance: Random) -> None:
    position = table.state.position
    if len(position.gone) < 2 and chance.random() < 0.02:
        present = [seat for seat in table.state.setup.seats if seat not in position.gone]
        table.leave(chance.choice(present))
    elif position.phase == "roll":
        _roll(table, chance)
    elif GAME.awaits_settle(table.state) and chance.random() < 0.7:
        table.settle()
    elif chance.random() < 0.1:
        table.expire()
    else:
        _grab(table, chance)


def _roll(table: DiavoloTable, chance: Random) -> None:
    """By hand or, sometimes, by itself."""
    children = table.state.setup.options.children
    dice = [chance.randint(1, 6) for _ in range(6 if children else 9)]
    order = chance.randint(1, 6)
    dice += [order, chance.randint(1, 7 if children else 10)] if order == 6 else [order]
    if chance.random() < 0.1:
        table.expire(*dice)
    else:
        table.wait().roll(*dice)


def _grab(table: DiavoloTable, chance: Random) -> None:
    """A click by somebody who may, often out of order; what is exhausted is left alone."""
    seats = GAME.to_act(table.state)
    if not seats:
        return
    action = Grab(chance.choice(COLORS), click(table.opened + chance.randint(1, 15_000)))
    seat = chance.choice(seats)
    if GAME.refusal(table.state, seat, action) is None:
        table.act(seat, action)


SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def _throws(draw: st.DrawFn, orders: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> Throw:
    many = draw(st.sampled_from((3, 2)))
    faces = st.tuples(*[st.integers(1, 6)] * many)
    order = draw(st.sampled_from(orders))
    near = draw(st.integers(1, 3 * many + 1)) if order == 6 else None
    return Throw(draw(faces), draw(faces), draw(faces), order, near)


THROWS = _throws()
NEAREST_THROWS = _throws(orders=(6,))
