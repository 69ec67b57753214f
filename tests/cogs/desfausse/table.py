"""A table of DESfausse as the bot holds it, played by hand, to see it with anybody's eyes at any moment."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Self

from bot.tables.model import End, Held, Manners, Scene, Status, Vault
from bot.tables.sight import Sight, see
from bot.tables.timing import advance, drawn_for
from bot.texts import Texts
from bot.ui.pages.page import Page
from cogs.desfausse.face import DesfausseFace
from engines.core.draws import ScriptedDraws
from engines.core.records import State
from engines.desfausse.dice import angel
from engines.desfausse.hands import choice_of, discards
from engines.desfausse.model import Action, DesfausseState, Pass, Position, Reroll, Rolled, Stop
from engines.desfausse.rules import Desfausse
from tests.support.plain_page import buttons, selects
from tests.support.tasse_table import NAMES, NOON, SEED, lobby_table

__all__ = ["FACE", "GAME", "NAMES", "NOON", "DesfausseTable", "choose", "offered", "opened", "random_tables"]

GAME = Desfausse()
FACE = DesfausseFace()


def draws_of(faces: str) -> tuple[int, ...]:
    """The draws that make dice lie so: "D" and "A" are a 1."""
    return tuple(1 if face in "DA" else int(face) for face in faces.split())


class DesfausseTable:
    """A running game in which everybody has rolled what is written, by chance where nothing is.

    Seats are "1" (Anne), "2" (Bob)...; their dice have the ids 1 to 6, 7 to 12... and, in this order, are
    small red, small red, small green, small green, big red, big green.
    """

    def __init__(
        self, *hands: str, seats: int = 0, seed: int = 0, manners: Manners | None = None, **options: Any
    ) -> None:
        self.chance = Random(seed)
        self.options = options
        self.manners = manners or Manners()
        many = seats or len(hands)
        setup = GAME.setup([str(n) for n in range(1, many + 1)], options)
        step = GAME.start(setup, self._draws(" ".join(hands)))
        self._begin(many, step.state, step.events)

    @classmethod
    def lying(cls, *hands: dict[int, Any], tokens: str = "", **options: Any) -> Self:
        """A table in the middle of a game: each seat has rolled these dice once, the rest is in Hell.

        With the Angel (one more than six times the seats) it is a second round; `tokens` are as given.
        """
        made, many = cls.__new__(cls), len(hands)
        made.chance, made.options, made.manners = Random(0), options, Manners()
        used = {number for hand in hands for number in hand}
        won = tuple(map(int, tokens.split())) if tokens else (0,) * many
        position = Position(
            phase="rolling",
            round=sum(won) + 1,
            turn=4,
            rolled=tuple(tuple(Rolled(*one) for one in sorted(hand.items())) for hand in hands),
            held=tuple(tuple(sorted(hand)) for hand in hands),
            received=((),) * many,
            rolls_left=tuple(2 if set(hand.values()) - {"D"} else 0 for hand in hands),
            tokens=won,
            missed=(0,) * many,
            choices=(None,) * many,
            hell=tuple(number for number in range(1, angel(many)) if number not in used),
        )
        state = State(GAME.setup([str(n) for n in range(1, many + 1)], options), position)
        GAME.check(state)
        made._begin(many, state, ())
        return made

    @property
    def state(self) -> DesfausseState:
        assert self.held.vault.state is not None
        return self.held.vault.state

    @property
    def to_act(self) -> tuple[str, ...]:
        return GAME.to_act(self.state)

    @property
    def over(self) -> bool:
        return self.held.table.status is Status.CLOSED

    def act(self, seat: str, action: Action, faces: str = "") -> Self:
        return self._stepped(GAME.act(self.state, seat, action, self._draws(faces)))

    def click(self, seat: str, verb: str, arg: str = "", faces: str = "") -> Self:
        """Press a button that stands for an action."""
        action = FACE.spec.action(verb, arg, ())
        assert action is not None
        return self.act(seat, action, faces)

    def reroll(self, seat: str, dice: list[int], faces: str = "") -> Self:
        return self.act(seat, Reroll(tuple(dice)), faces)

    def stop(self, seats: str = "", faces: str = "") -> Self:
        """Let these seats stop, or all that still roll."""
        for seat in seats or self.to_act:
            self.act(seat, Stop(), faces)
        return self

    def skip(self, seat: str, faces: str = "") -> Self:
        return self.act(seat, Pass(), faces)

    def expire(self, faces: str = "") -> Self:
        return self._stepped(GAME.expire(self.state, self._draws(faces)))

    def leave(self, seat: str, faces: str = "") -> Self:
        return self._stepped(GAME.leave(self.state, seat, self._draws(faces)))

    def put(self, state: DesfausseState) -> Self:
        """The same table in another state, as if that had come of the same events."""
        other = DesfausseTable.__new__(DesfausseTable)
        other.chance, other.options, other.manners = Random(0), self.options, self.manners
        other.held = replace(self.held, vault=replace(self.held.vault, state=state))
        return other

    def table(self, **facts: Any) -> Self:
        """Change public facts of the table."""
        self.held = replace(self.held, table=replace(self.held.table, **facts))
        return self

    def seen(self, seat: str | None = None) -> Sight:
        return see(self.held, GAME, seat, NOON)

    def drawn(self, seat: str | None = None) -> int:
        return drawn_for(self.held, GAME, seat)

    def _draws(self, faces: str) -> Any:
        return ScriptedDraws(draws_of(faces)) if faces else lambda most: self.chance.randint(1, most)

    def _begin(self, many: int, state: DesfausseState, events: tuple[Any, ...]) -> None:
        table = lobby_table(
            NAMES[:many], game="desfausse", status=Status.PLAYING, options=self.options, manners=self.manners
        )
        self._keep(None, Held(table, Vault(SEED, state, (Scene(table.version, events),))))

    def _stepped(self, step: Any) -> Self:
        table, vault = self.held.table, self.held.vault
        if GAME.is_over(step.state):
            winners = GAME.winners(step.state) or ()
            table = replace(table, status=Status.CLOSED, end=End("over", winners, SEED.hex()))
        scenes = (*vault.scenes, Scene(table.version + 1, step.events))[-GAME.steps_told :]
        return self._keep(self.held, Held(table, Vault(vault.seed, step.state, scenes)))

    def _keep(self, before: Held | None, after: Held) -> Self:
        """The clock and the turn that buttons name are the runtime's own."""
        table = advance(before, after, 0, GAME, NOON, None)
        self.held = replace(after, table=table)
        return self


def choose(chance: Random, state: DesfausseState, seat: str) -> Action:
    """Some legal action of the seat: it likes to stop, to discard and to give."""
    if state.position.phase == "rolling" and chance.random() < 0.5:
        return Stop()
    legal = GAME.legal_actions(state, seat)
    if not legal.complete and state.position.phase == "discard":
        found = list(islice(discards(choice_of(state.setup, state.position, seat)), 3000))
        return chance.choice(found)
    return chance.choice(legal.actions[:-1] or legal.actions)


def random_tables(seed: int, most: int = 60, **options: Any) -> Iterator[DesfausseTable]:
    """Yield a table again and again, in the course of a random game; now and then a clock or a leaver."""
    chance = Random(seed)
    table = DesfausseTable(seats=chance.randint(2, 6), seed=seed, **options)
    for _ in range(most):
        yield table
        if table.over:
            return
        fate = chance.random()
        if fate < 0.03:
            table.expire()
        elif fate < 0.04:
            table.leave(chance.choice(table.to_act))
        else:
            seat = chance.choice(table.to_act)
            table.act(seat, choose(chance, table.state, seat))


def offered(page: Page) -> set[Action]:
    """Every action that the page's own buttons stand for."""
    made = {FACE.spec.action(one.verb, one.arg, ()) for one in buttons(page) if not one.disabled}
    return {action for action in made if action is not None}


def opened(page: Page, sight: Sight, t: Texts, verbs: tuple[str, ...] = ("wish", "give")) -> Iterator[Page]:
    """The page and all those that its lists lead to."""
    seen: set[str] = set()
    waiting = [page]
    while waiting:
        here = waiting.pop()
        yield here
        for select in selects(here):
            for choice in select.choices:
                if select.verb in verbs and choice.value not in seen:
                    seen.add(choice.value)
                    further = FACE.form_or_page(select.verb, choice.value, sight, t)
                    assert isinstance(further, Page)
                    waiting.append(further)
