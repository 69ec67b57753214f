"""Host commands: what the host of a table may do to the rules of its game."""

from bot.tables.asks import Ask, Changer, Plan
from bot.tables.model import Held, Table
from bot.tables.playing.capabilities.steps import obey
from bot.tables.playing.conditions import check_fresh, check_host, get_state
from engines.core.game import AnyGame


class HostCommands:
    """What a host may ask for."""

    def __init__(self, tables: Changer) -> None:
        self._tables = tables

    async def command(self, ask: Ask, table_id: int, command: str) -> Table:
        """The host commands the rules to do something (see `Game.host_commands`)."""
        return await self._tables.change(
            table_id, lambda held, game: give_command(held, ask, game, command), ask
        )


def give_command(held: Held, ask: Ask, game: AnyGame, command: str) -> Plan:
    """Obey the host, during a pause too, but not by a button of an earlier turn.

    Denied as `get_state`, "not_host", "stale"; Refusal where the rules know no such command now.
    """
    state = get_state(held)
    check_host(held.table, ask)
    check_fresh(held, ask, game, None)
    return obey(held, ask, game, state, command)
