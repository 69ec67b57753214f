"""A table of Diavolo as the bot holds it, played by hand, to see it with anybody's eyes at any moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.tables.model import Alarm, End, Held, Manners, Scene, Status, Table, Vault
from bot.tables.sight import Sight, see
from engines.core.draws import ScriptedDraws
from engines.diavolo.model import Action, Grab, Roll
from engines.diavolo.pawns import pawns_for
from engines.diavolo.rules import Diavolo
from tests.support.tasse_table import NAMES, NOON, SEED, lobby_table

__all__ = ["EXAMPLE", "GAME", "NOON", "SEED", "DiavoloTable", "click"]

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

    def act(self, seat: str, action: Action, *dice: int) -> DiavoloTable:
        """One action with the draws it takes."""
        return self._stepped(GAME.act(self.state, seat, action, ScriptedDraws(list(dice))))

    def roll(self, *dice: int) -> DiavoloTable:
        return self.act(self.state.position.roller, Roll(), *dice)

    def grab(self, seat: str, color: str, ms: int) -> DiavoloTable:
        """A click so many ms after the decision was opened."""
        return self.act(seat, Grab(color, click(self.opened + ms)))

    def settle(self) -> DiavoloTable:
        return self._stepped(GAME.system(self.state, "settle", ScriptedDraws([])))

    def expire(self, *dice: int) -> DiavoloTable:
        return self._stepped(GAME.expire(self.state, ScriptedDraws(list(dice))))

    def leave(self, seat: str) -> DiavoloTable:
        return self._stepped(GAME.leave(self.state, seat, ScriptedDraws([])))

    def put(self, **changes: Any) -> DiavoloTable:
        """Change the position itself, as the test wants it."""
        state = replace(self.state, position=replace(self.state.position, **changes))
        GAME.check(state)
        self.held = replace(self.held, vault=replace(self.held.vault, state=state))
        return self

    def with_gems(self, *gems: int) -> DiavoloTable:
        """Give the seats these gems, as a second round may find them."""
        present = sum(count > 0 for count in gems)
        return self.put(gems=gems, missed=(0,) * len(gems), pawns=pawns_for(present))

    def table(self, **facts: Any) -> DiavoloTable:
        """Change public facts of the table."""
        self.held = replace(self.held, table=replace(self.held.table, **facts))
        return self

    def wait(self, ms: int = 10_000) -> DiavoloTable:
        """Let time pass: pauses and leads end."""
        self.now += ms
        return self

    def seen(self, seat: str | None = None) -> Sight:
        return see(self.held, GAME, seat, NOON + self.now)

    @property
    def opened(self) -> int:
        """When the awaited decision was opened (ms after noon)."""
        assert self.held.table.alarm is not None
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

    def _stepped(self, step: Any) -> DiavoloTable:
        table: Table = self.held.table
        table, vault = replace(table, version=table.version + 1), self.held.vault
        opened = table.alarm.opened_at if table.alarm else 0
        if GAME.is_over(step.state):
            table = replace(
                table,
                status=Status.CLOSED,
                end=End("over", GAME.winners(step.state) or (), SEED.hex()),
            )
        scenes = (*vault.scenes, Scene(table.version, step.events, opened))[-6:]
        self.held = Held(table, Vault(vault.seed, step.state, scenes))
        self._arm()
        return self
