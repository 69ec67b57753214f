"""A table of Débâcle as the bot holds it, played by hand, to see it with anybody's eyes.

Seat "1" is Red (Anne), "2" Black (Bob). Actions are words of the notation; what is drafted stays a draft
until the turn ends, as at the real table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bot.tables.model import Alarm, Held, Manners, Offer, Person, Reach, Scene, Seat, Status, Table, Vault
from bot.tables.sight import Sight, see
from bot.ui.page import Page
from cogs.debacle.face import DebacleFace
from engines.debacle.model import Action, DebacleState
from engines.debacle.notation import read_word
from tests.engines.debacle.match import GAME, NO_DRAWS, Match
from tests.engines.debacle.playing import choose, random_tastes
from tests.support.plain_page import buttons, selects

NOON = 1_800_000_000_000
SEED = bytes(range(32))
FACE = DebacleFace()
ALARM = Alarm("1.1", "turn", 600, NOON + 600_000, opened_at=NOON)


class DebacleTable:
    """A running game, begun by Red or from a drawing (see `Match`)."""

    def __init__(self, drawing: str | None = None, manners: Manners | None = None, **given: Any) -> None:
        state = _reseated(Match(drawing, **given).state)
        started = GAME.start(GAME.setup(["1", "2"], {"first": "12"[state.position.current]}), NO_DRAWS)
        table = Table(
            id=12,
            game="debacle",
            guild_id=10,
            home_id=20,
            channel_id=20,
            host_id=101,
            status=Status.PLAYING,
            version=3,
            turn=3,
            commitment="ab" * 32,
            created_at=NOON,
            changed_at=NOON,
            manners=manners or Manners(),
            seats=tuple(
                Seat(str(n), (Person(100 + n, name, 9000 + n, Reach.DM),))
                for n, name in enumerate(("Anne", "Bob"), start=1)
            ),
            seats_made=2,
            alarm=ALARM,
        )
        self.held = Held(table, Vault(SEED, state, (Scene(3, started.events),)))

    @property
    def state(self) -> DebacleState:
        """The tried state."""
        state = self.held.vault.state
        assert state is not None
        for plain in self.held.table.draft:
            (seat,) = GAME.to_act(state)
            state = GAME.act(state, seat, GAME.actions.parse(plain), NO_DRAWS).state
        return state

    @property
    def seat(self) -> str:
        return GAME.to_act(self.state)[0]

    @property
    def legal(self) -> set[Action]:
        return set(GAME.legal_actions(self.state, self.seat).actions)

    def play(self, words: str) -> DebacleTable:
        """Let the side to move do these things, one after the other."""
        for word in words.split():
            action = read_word(word)
            assert not isinstance(action, str)
            self.act(action)
        return self

    def act(self, action: Action) -> DebacleTable:
        table, before = self.held.table, self.held.vault.state
        assert before is not None
        after = GAME.act(self.state, self.seat, action, NO_DRAWS).state
        drafted = (*table.draft, GAME.actions.plain(action))
        now = GAME.deadline(after)
        if now is not None and now == GAME.deadline(before):
            self.held = replace(self.held, table=replace(table, draft=drafted, turn=table.turn + 1))
            return self
        for plain in drafted:
            state = self.held.vault.state
            assert state is not None
            self._take(GAME.act(state, GAME.to_act(state)[0], GAME.actions.parse(plain), NO_DRAWS))
        return self

    def undo(self) -> DebacleTable:
        return self.table(draft=self.held.table.draft[:-1])

    def expire(self) -> DebacleTable:
        return self._take(GAME.expire(self.state, NO_DRAWS))

    def leave(self, seat: str) -> DebacleTable:
        return self._take(GAME.leave(self.held.vault.state, seat, NO_DRAWS))

    def agree(self) -> DebacleTable:
        return self._take(GAME.system(self.held.vault.state, "end_round", NO_DRAWS))

    def offered(self, seat: str) -> DebacleTable:
        return self.table(offer=Offer("end_round", seat))

    def table(self, **facts: Any) -> DebacleTable:
        """Change public facts of the table."""
        self.held = replace(self.held, table=replace(self.held.table, **facts))
        return self

    def seen(self, seat: str | None = None) -> Sight:
        return see(self.held, GAME, seat, NOON)

    def _take(self, step: Any) -> DebacleTable:
        table, vault = self.held.table, self.held.vault
        table = replace(table, version=table.version + 1, turn=table.version + 1, draft=(), offer=None)
        if GAME.is_over(step.state):
            winners = GAME.winners(step.state) or ()
            ended = {"status": Status.CLOSED, "ending": "over", "seed": SEED.hex(), "alarm": None}
            table = replace(table, winners=winners, **ended)
        scenes = (*vault.scenes, Scene(table.version, step.events))[-6:]
        self.held = Held(table, Vault(vault.seed, step.state, scenes))
        return self


def random_tables(seed: int, most: int = 60) -> Iterator[DebacleTable]:
    """Yield a table again and again, in the course of a random game."""
    chance = Random(seed)
    tastes, table = random_tastes(chance), DebacleTable()
    for _ in range(most):
        yield table
        if GAME.is_over(table.state):
            return
        table.act(choose(chance, tastes, table.state))


def offered(page: Page) -> set[Action]:
    """Every action that the page's own buttons and lists stand for."""
    made = {FACE.action(button.verb, button.arg, ()) for button in buttons(page)}
    for select in selects(page):
        made |= {FACE.action(select.verb, select.arg, [choice.value]) for choice in select.choices}
    return {action for action in made if action is not None}


def opened(page: Page, sight: Sight, t: Any) -> Iterator[Page]:
    """The page and all those that its lists of dice and of rows lead to."""
    yield page
    for select in selects(page):
        if select.verb in ("die", "row"):
            for choice in select.choices:
                further = FACE.opens(select.verb, choice.value, sight, t)
                assert isinstance(further, Page)
                yield from opened(further, sight, t)


def _reseated(state: DebacleState) -> DebacleState:
    """The same position at a table whose seats are called as the bot calls them."""
    setup = GAME.setup(["1", "2"], {})
    return replace(state, setup=setup)
