"""A table of Défizz as the bot holds it, played by hand, to see it with anybody's eyes at any moment."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Self

from bot.tables.model import End, Held, Manners, Pace, Scene, Status, Vault
from bot.tables.playing.capabilities.races import open_race
from bot.tables.sight import Sight, see
from bot.tables.timing import advance
from bot.texts import texts_for
from bot.ui.pages.page import Form, Page
from cogs.defizz.face import DefizzFace
from engines.core.draws import ScriptedDraws
from engines.core.records import Refusal
from engines.defizz.model import Action, Answer, Choose, DefizzState, Roll
from engines.defizz.rules import Defizz
from tests.engines.defizz import playing
from tests.engines.defizz.decks import MIXED
from tests.support.plain_page import buttons, selects
from tests.support.tasse_table import NAMES, NOON, SEED, lobby_table

GAME = Defizz()
FACE = DefizzFace()
_FRENCH = texts_for("fr")
SNOWFLAKE = (NOON - 1_420_070_400_000) << 22
"""An interaction at noon."""
DUEL_100, DUEL_200, DUEL_300, MULTI_100, MULTI_200, MULTI_300 = range(1, 7)


class DefizzTable:
    """A running game; seats are "1" (Anne), "2" (Bob)... and Anne begins. Cards come in the deck's order."""

    held: Held

    def __init__(
        self, seats: int = 4, *, deck: dict[str, Any] = MIXED, manners: Manners | None = None, **options: Any
    ) -> None:
        chosen = {"first": "1", "shuffle": False, "deck": deck, **options}
        step = GAME.start(GAME.setup([str(n) for n in range(1, seats + 1)], chosen), ScriptedDraws())
        self._begin(seats, step.state, step.events, manners or Manners())

    @classmethod
    def put(cls, state: DefizzState, events: tuple[Any, ...] = (), manners: Manners | None = None) -> Self:
        """A table in this state, of seats that are named as ours are."""
        made = cls.__new__(cls)
        made._begin(len(state.setup.seats), state, events, manners or Manners())
        return made

    @classmethod
    def like(cls, other: "DefizzTable") -> Self:
        """The same table at the same moment, which stays when the other one goes on."""
        made = cls.__new__(cls)
        made.held = other.held
        return made

    def twin(self, state: DefizzState) -> Self:
        """The same table in another state, as if that had come of the same events."""
        made = DefizzTable.like(self)
        made.held = replace(self.held, vault=replace(self.held.vault, state=state))
        return made

    @property
    def state(self) -> DefizzState:
        assert self.held.vault.state is not None
        return self.held.vault.state

    @property
    def to_act(self) -> tuple[str, ...]:
        return GAME.to_act(self.state)

    @property
    def over(self) -> bool:
        return self.held.table.status is Status.CLOSED

    def act(self, seat: str, action: Action, *draws: int) -> Self:
        return self.stepped(GAME.act(self.state, seat, action, ScriptedDraws(draws)))

    def click(self, seat: str, verb: str, arg: str = "", *typed: str) -> Self:
        """Press a button or send a form that stands for an action."""
        action = FACE.spec.action(verb, arg, typed)
        assert action is not None
        return self.act(seat, action)

    def roll(self, die: int) -> Self:
        return self.act(self.state.position.active, Roll(), die)

    def choose(
        self, question: int | None = 0, opponent: str | None = None, stake: int | None = 100, *draws: int
    ) -> Self:
        return self.act(self.state.position.active, Choose(question, opponent, stake), *draws)

    def answer(self, seat: str, text: str, after: int = 0) -> Self:
        """Answer `after` ms after noon."""
        return self.act(seat, Answer(text, (SNOWFLAKE >> 22) + after))

    def expire(self) -> Self:
        return self.stepped(GAME.expire(self.state, ScriptedDraws()))

    def leave(self, seat: str) -> Self:
        return self.stepped(GAME.leave(self.state, seat, ScriptedDraws()))

    def command(self, command: str, *draws: int) -> Self:
        return self.stepped(GAME.system(self.state, command, ScriptedDraws(draws)))

    def given(self, **changes: Any) -> Self:
        """Change the position itself, as the test wants it; it must still be one of the game's."""
        state = replace(self.state, position=replace(self.state.position, **changes))
        GAME.check(state)
        self.held = replace(self.held, vault=replace(self.held.vault, state=state))
        return self

    def with_chips(self, *hundreds: int, **changes: Any) -> Self:
        """Give the seats these chips; what is missing is lost, who has none is out."""
        seats, chips = self.state.setup.seats, tuple(100 * count for count in hundreds)
        having = dict(zip(seats, chips, strict=True))
        return self.given(
            chips=chips,
            lost=1900 * len(seats) - sum(chips),
            in_play=tuple(seat for seat in seats if having[seat]),
            out=tuple(seat for seat in seats if not having[seat]),
            **changes,
        )

    def table(self, **facts: Any) -> Self:
        """Change public facts of the table."""
        self.held = replace(self.held, table=replace(self.held.table, **facts))
        return self

    def seen(self, seat: str | None = None) -> Sight:
        return see(self.held, GAME, seat, NOON)

    def stepped(self, step: Any) -> Self:
        """What the bot keeps of a step."""
        table, vault = self.held.table, self.held.vault
        opened_at = 0 if table.alarm is None else table.alarm.opened_at
        if GAME.is_over(step.state):
            winners = GAME.winners(step.state) or ()
            table = replace(table, status=Status.CLOSED, end=End("over", winners, SEED.hex()))
        scenes = (*vault.scenes, Scene(table.version + 1, step.events, opened_at))[-GAME.steps_told :]
        return self._keep(self.held, Held(table, Vault(vault.seed, step.state, scenes)))

    def _begin(self, many: int, state: DefizzState, events: tuple[Any, ...], manners: Manners) -> None:
        names = [*NAMES, *(f"Nom n° {n} · long de 32 *lettres*" for n in range(7, 13))][:many]
        table = lobby_table(names, game="defizz", status=Status.PLAYING, manners=manners)
        self._keep(None, Held(table, Vault(SEED, state, (Scene(table.version, events),))))

    def _keep(self, before: Held | None, after: Held) -> Self:
        """The clock and the turn that buttons name are the runtime's own; the board shows it at once."""
        table = advance(before, after, 0, GAME, NOON, None)
        if table.alarm is not None and table.alarm.unseen:
            table = replace(table, alarm=open_race(table.alarm, NOON, 0))
        self.held = replace(after, table=table)
        return self


def random_tables(seed: int, **options: Any) -> Iterator[DefizzTable]:
    """Yield a table again and again, in the course of a random game with everything in it."""
    chance = Random(seed)
    many = chance.randint(3, 7)
    wishes = {
        "reader": chance.choice(["seat", "bot", "master"]),
        "expert": chance.random() < 0.25,
        "enrichment": chance.random() < 0.3,
        "bank": chance.choice([500, 800, 2600]),
        "deck": MIXED,
        **options,
    }
    setup = GAME.setup([str(n) for n in range(1, many + 1)], wishes)
    step = GAME.start(setup, lambda most: chance.randint(1, most))
    pace = chance.choice((Pace.BRISK, Pace.RELAXED))
    table = DefizzTable.put(step.state, step.events, Manners(pace))
    while True:
        yield table
        if table.over:
            return
        wanted = playing.wish(table.state, chance)
        try:
            table.stepped(playing.take(table.state, wanted, lambda most: chance.randint(1, most)))
        except Refusal:
            continue


def offered(page: Page, sight: Sight) -> set[Action]:
    """Every action that the page's buttons and lists stand for, and those of the pages that they open."""
    made: set[Action] = set()
    for here in opened(page, sight):
        found = [FACE.spec.action(one.verb, one.arg, ()) for one in buttons(here) if not one.disabled]
        for select in selects(here):
            found += [FACE.spec.action(select.verb, select.arg, (choice.value,)) for choice in select.choices]
        made |= {action for action in found if action is not None}
    return made


def opened(page: Page, sight: Sight) -> Iterator[Page]:
    """The page and all those that its buttons and lists lead to; forms lead no further."""
    seen: set[tuple[str, str]] = set()
    waiting = [page]
    while waiting:
        here = waiting.pop()
        yield here
        ways = [(one.verb, one.arg) for one in buttons(here) if one.verb in ("pick", "overrule")]
        ways += [
            ("pick", choice.value) for one in selects(here) if one.verb == "pick" for choice in one.choices
        ]
        for verb, code in ways:
            if (verb, code) not in seen:
                seen.add((verb, code))
                further = FACE.form_or_page(verb, code, sight, _FRENCH)
                assert isinstance(further, Page | Form)
                if isinstance(further, Page):
                    waiting.append(further)
