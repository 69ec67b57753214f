"""A table of Débâcle as the bot holds it, played by hand, to see it with anybody's eyes.

Seat "1" is Red (Anne), "2" Black (Bob). Actions are words of the notation; what is drafted stays a draft
until the turn ends, as at the real table.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any, Self

from bot.tables.asks import Ask, Plan, ask_of_clock
from bot.tables.model import Alarm, Held, Manners, Pace, Person, Reach, Seat, Status, Table, Vault
from bot.tables.playing import play
from bot.tables.playing.capabilities.agreements import accept, offer
from bot.tables.playing.capabilities.drafts import undo
from bot.tables.playing.capabilities.steps import play_pending
from bot.tables.ports import Entry, Stored
from bot.tables.proof.dice import Seed
from bot.tables.proof.record import Record, record_of
from bot.tables.sight import Sight, see
from bot.ui.pages.page import Page
from cogs.debacle.face import DebacleFace
from engines import GAMES
from engines.debacle.model import Action, DebacleState
from engines.debacle.notation import read_word
from tests.engines.debacle.match import GAME, Match
from tests.engines.debacle.playing import choose, random_tastes
from tests.support.asks import ask_of
from tests.support.plain_page import buttons, selects

NAMES = ("Anne", "Bob")
NOON = 1_800_000_000_000
SEED = Seed(bytes(range(32)))
FACE = DebacleFace()
ALARM = Alarm("1.1", "turn", 600, NOON + 600_000, opened_at=NOON)
_INTERACTIONS = count(5000)


class DebacleTable:
    """A running game, begun by Red or as `options` say; from a drawing if one is given (see `Match`).

    What is done goes the way of the runtime, which has the log numbered and dated; here it is `log`.
    """

    def __init__(
        self,
        drawing: str | None = None,
        manners: Manners | None = None,
        options: dict[str, Any] | None = None,
        **given: Any,
    ) -> None:
        options = {"first": "1"} if options is None else options
        seats = tuple(
            Seat(str(n), (Person(100 + n, name, 9000 + n, Reach.DM),)) for n, name in enumerate(NAMES, 1)
        )
        table = Table(
            id=12,
            game="debacle",
            guild_id=10,
            home_id=20,
            channel_id=20,
            host_id=101,
            status=Status.LOBBY,
            version=2,
            turn=2,
            commitment=SEED.commitment,
            created_at=NOON,
            changed_at=NOON,
            options=options,
            manners=manners or Manners(),
            seats=seats,
            seats_made=2,
        )
        self.log: list[Entry] = []
        self.held = Held(table, Vault(SEED.secret))
        self._take(play.begin(self.held, ask("1"), GAME, (), NOON))
        if drawing is not None or given:
            state = replace(Match(drawing, **given).state, setup=GAME.setup(["1", "2"], {}))
            self.held = replace(self.held, vault=replace(self.held.vault, state=state))

    @property
    def state(self) -> DebacleState:
        """The state with what is drafted."""
        return play_pending(self.held, GAME, play.draws_of(self.held)).state

    @property
    def seat(self) -> str:
        (seat,) = GAME.to_act(self.state)
        return seat

    @property
    def other(self) -> str:
        return "2" if self.seat == "1" else "1"

    @property
    def legal(self) -> set[Action]:
        return set(GAME.legal_actions(self.state, self.seat).actions)

    @property
    def over(self) -> bool:
        return self.held.table.status is Status.CLOSED

    def play(self, words: str) -> Self:
        """Let the side to move do these things, one after the other."""
        for word in words.split():
            self.act(read_word(word))
        return self

    def act(self, action: Any) -> Self:
        return self._take(play.act(self.held, ask(self.seat), GAME, action))

    def undo(self) -> Self:
        return self._take(undo(self.held, ask(self.seat), GAME))

    def expire(self) -> Self:
        return self._take(play.expire(self.held, ask_of_clock(NOON), GAME))

    def leave(self, seat: str) -> Self:
        return self._take(play.leave(self.held, ask(seat), GAME))

    def offer(self, seat: str) -> Self:
        return self._take(offer(self.held, ask(seat), GAME, "end_round"))

    def accept(self, seat: str) -> Self:
        return self._take(accept(self.held, ask(seat), GAME))

    def table(self, **facts: Any) -> Self:
        """Change public facts of the table."""
        self.held = replace(self.held, table=replace(self.held.table, **facts))
        return self

    def seen(self, seat: str | None = None) -> Sight:
        return see(self.held, GAME, seat, NOON)

    def record(self) -> Record:
        """The record as anybody can have it at the end."""
        state = self.held.vault.state
        setup, position = GAME.setups.dump(state.setup), GAME.positions.dump(state.position)
        return record_of(
            Stored(self.held.table, SEED.secret, setup, position, last_seq=len(self.log)), self.log, GAMES
        )

    def _take(self, plan: Plan) -> Self:
        assert plan.vault is not None
        table, taken = plan.table, sum(len(line.draws) for line in plan.lines)
        version = table.version + 1
        table = replace(table, version=version, turn=version, draws_taken=table.draws_taken + taken)
        alarm = ALARM if table.status is Status.PLAYING and table.manners.pace is not Pace.RELAXED else None
        self.held = Held(replace(table, alarm=alarm), plan.vault)
        for line in plan.lines:
            self.log.append(replace(line, seq=len(self.log) + 1, at=NOON))
        return self


def ask(seat: str) -> Ask:
    """A wish of who sits there."""
    return ask_of(100 + int(seat), NAMES[int(seat) - 1], next(_INTERACTIONS))


def random_tables(seed: int, most: int = 60) -> Iterator[DebacleTable]:
    """Yield a table again and again, in the course of a random game."""
    chance = Random(seed)
    tastes, table = random_tastes(chance), DebacleTable()
    for _ in range(most):
        yield table
        if table.over:
            return
        table.act(choose(chance, tastes, table.state))


def offered(page: Page) -> set[Action]:
    """Every action that the page's own buttons and lists stand for."""
    made = {FACE.spec.action(button.verb, button.arg, ()) for button in buttons(page)}
    for select in selects(page):
        made |= {FACE.spec.action(select.verb, select.arg, [choice.value]) for choice in select.choices}
    return {action for action in made if action is not None}


def opened(page: Page, sight: Sight, t: Any) -> Iterator[Page]:
    """The page and all those that its lists of dice and of rows lead to."""
    yield page
    for select in selects(page):
        if select.verb in ("die", "row"):
            for choice in select.choices:
                further = FACE.form_or_page(select.verb, choice.value, sight, t)
                assert isinstance(further, Page)
                yield from opened(further, sight, t)
