"""A table of La Tasse as the bot holds it, played by hand, to see it with anybody's eyes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from bot.tables.model import Alarm, End, Held, Manners, Person, Reach, Scene, Seat, Status, Table, Vault
from bot.tables.sight import Sight, see
from engines.core.draws import ScriptedDraws
from engines.tasse.model import Action
from engines.tasse.rules import Tasse

GAME = Tasse()
NOON = 1_800_000_000_000
SEED = bytes(range(32))
NAMES = ("Anne", "Bob", "Chloé", "Dario", "Élise", "Farid")


def lobby_table(names: Sequence[str] = NAMES[:3], **facts: Any) -> Table:
    """A lobby whose people have joined; their user ids are 101, 102...; the first one hosts."""
    seats = tuple(
        Seat(str(n), (Person(100 + n, name, 9000 + n, Reach.DM),)) for n, name in enumerate(names, start=1)
    )
    table = Table(
        id=12,
        game="tasse",
        guild_id=10,
        home_id=20,
        channel_id=20,
        host_id=101,
        status=Status.LOBBY,
        version=3,
        turn=3,
        commitment="ab" * 32,
        created_at=NOON,
        changed_at=NOON,
        seats=seats,
        seats_made=len(seats),
    )
    return replace(table, **facts)


class TasseTable:
    """A running game; every act is given the dice that it takes."""

    def __init__(
        self, names: Sequence[str] = NAMES[:3], manners: Manners | None = None, **options: Any
    ) -> None:
        seats = [str(n) for n in range(1, len(names) + 1)]
        step = GAME.start(GAME.setup(seats, {"first": "1", **options}), ScriptedDraws([]))
        table = lobby_table(
            names, status=Status.PLAYING, options=options, alarm=Alarm("turn", "turn", 90, NOON + 90_000)
        )
        if manners is not None:
            table = replace(table, manners=manners)
        self.held = Held(table, Vault(SEED, step.state, (Scene(table.version, step.events),)))

    def act(self, seat: str, action: Action, *dice: int) -> Self:
        """One action with the draws it takes."""
        assert self.held.vault.state is not None
        return self._stepped(GAME.act(self.held.vault.state, seat, action, ScriptedDraws(list(dice))))

    def expire(self) -> Self:
        assert self.held.vault.state is not None
        return self._stepped(GAME.expire(self.held.vault.state, ScriptedDraws([])))

    def leave(self, seat: str) -> Self:
        assert self.held.vault.state is not None
        return self._stepped(GAME.leave(self.held.vault.state, seat, ScriptedDraws([])))

    def put(self, **changes: Any) -> Self:
        """Change the position itself, as the test wants it."""
        vault = self.held.vault
        assert vault.state is not None
        state = replace(vault.state, position=replace(vault.state.position, **changes))
        self.held = replace(self.held, vault=replace(vault, state=state))
        return self

    def table(self, **facts: Any) -> Self:
        """Change public facts of the table."""
        self.held = replace(self.held, table=replace(self.held.table, **facts))
        return self

    def seen(self, seat: str | None = None) -> Sight:
        return see(self.held, GAME, seat, NOON)

    def _stepped(self, step: Any) -> Self:
        table, vault = self.held.table, self.held.vault
        version = table.version + 1
        table = replace(table, version=version, turn=version)
        if GAME.is_over(step.state):
            winners = GAME.winners(step.state) or ()
            table = replace(table, status=Status.CLOSED, end=End("over", winners, SEED.hex()), alarm=None)
        scenes = (*vault.scenes, Scene(version, step.events))[-6:]
        self.held = Held(table, Vault(vault.seed, step.state, scenes))
        return self
