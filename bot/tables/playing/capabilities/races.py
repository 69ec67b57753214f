"""Races: decisions in which the moment of each click counts, so that everybody must see them open at once."""

from dataclasses import replace

from bot.tables.asks import Ask, Changer, Plan
from bot.tables.model import Alarm, Held
from bot.tables.playing.capabilities.steps import obey
from bot.tables.playing.conditions import get_running_state
from engines.core.game import AnyGame


class Races:
    """What is noted of races that people see."""

    def __init__(self, tables: Changer) -> None:
        self._tables = tables

    async def show(self, table_id: int, key: str, at: int) -> None:
        """The message that opens the race of this deadline is out since this moment (ms UTC)."""
        await self._tables.change(table_id, lambda held, game: show_race(held, game, key, at))


def show_race(held: Held, game: AnyGame, key: str, at: int) -> Plan | None:
    """Open a race that no click on the board has opened, once people see it; None if it is open, or over."""
    alarm, state = held.table.alarm, held.vault.state
    deadline = None if state is None else game.deadline(state)
    if alarm is None or deadline is None or not alarm.unseen or not alarm.key == deadline.key == key:
        return None
    return Plan(replace(held.table, alarm=open_race(alarm, at, deadline.lead)), held.vault, ())


def open_race(alarm: Alarm, shown_at: int, lead: float) -> Alarm:
    """Start the clock of a race that is shown since `shown_at` (ms UTC) and opens `lead` seconds later."""
    opened = shown_at + round(lead * 1000)
    return replace(alarm, opened_at=opened, at=opened + alarm.seconds * 1000, unseen=False)


def settle(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """Close a race that only clicks on their way could still change; Denied as `get_running_state`."""
    return obey(held, ask, game, get_running_state(held), "settle")
