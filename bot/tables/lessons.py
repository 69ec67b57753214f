"""Lessons: a first game by a script, which the real rules play again from the choices made so far.

Nothing of a lesson is stored, and there is no chance in it: the script has its dice. Who learns has the first
seat, a computer the second.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from bot.tables.model import Computer, Held, Manners, Pace, Person, Scene, Seat, Status, Table, Vault, name_of
from engines.core.clicks import order_of
from engines.core.draws import ScriptedDraws
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep, SeatName, State
from players.core.player import Level

LEARNER: Final = "1"
OTHER: Final = "2"
END: Final = "end"
"""Where a way leads after which there is no step any more."""
Say: TypeAlias = Callable[[str], str]
"""Puts a French text into the language of who learns."""
_BASILE: Final = Computer(Level.EASY, "basile")
_OPENED: Final = 1_500_000_000_000
"""When every decision of a lesson opens (ms UTC), so that clicks have an order."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat does, with the draws that it takes; `after` is how long it hesitates, in ms.

    Where `seat` is "", the action is a command of the table (see `Game.system`).
    """

    seat: SeatName
    action: Any
    draws: tuple[int, ...] = ()
    after: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """A way on from a step: what who learns does, and what follows from it.

    All texts are French, to be translated. `label` stands on its button; "" for the game's own button or
    entry for the first move. `said` tells what came of it. `to` names the step that it leads to, "" the next
    one, `END` none.
    """

    moves: tuple[Move, ...]
    said: str
    label: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One idea: `words` (French) say it, and one of the ways leads on. `name` is what ways call it."""

    words: str
    ways: tuple[Way, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The script of a game's lesson. Steps lead forward alone; after the last one it is over.

    `draws` are those of the game's start; `position`, if given, stands in the place of its first one.
    `worded` makes options that people read. `recall` are three lines (French) on what to remember. `private`:
    who learns is shown their panel below the board's picture; else the board.
    """

    options: Mapping[str, Any]
    steps: tuple[LessonStep, ...]
    recall: tuple[str, str, str]
    draws: tuple[int, ...] = ()
    position: Any | None = None
    worded: Callable[[Say], Mapping[str, Any]] | None = None
    private: bool = False

    def index(self, name: str) -> int:
        """The place of the step of this name; KeyError if there is none."""
        if name == END:
            return len(self.steps)
        for place, step in enumerate(self.steps):
            if step.name == name:
                return place
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Walk:
    """Where some choices have led: the table as it is now, and the step that awaits (None at the end).

    `number` is the step's place, from 0; `way` is the last one taken, None at the beginning.
    """

    held: Held = field(repr=False)
    number: int
    step: LessonStep | None
    way: Way | None = None


def follow(
    lesson: Lesson, game: AnyGame, choices: Sequence[int], learner: Person, say: Say, locale: str
) -> Walk | None:
    """Play a lesson as far as these choices lead; None for choices that the script does not know."""
    options = dict(lesson.options) | dict(lesson.worded(say) if lesson.worded else {})
    step = game.start(game.setup((LEARNER, OTHER), options), ScriptedDraws(lesson.draws))
    if lesson.position is not None:
        step = replace(step, state=State(step.state.setup, lesson.position), events=())
    held = _seat(game, lesson, learner, locale, step)
    walk = Walk(held, 0, lesson.steps[0])
    for choice in choices:
        if walk.step is None or not 0 <= choice < len(walk.step.ways):
            return None
        walk = _take(lesson, game, walk, walk.step.ways[choice])
    return walk


def _seat(game: AnyGame, lesson: Lesson, learner: Person, locale: str, step: AnyStep) -> Held:
    """The table of a lesson: it has no number, no channel and no clock."""
    other = Person(None, name_of(_BASILE), None, computer=_BASILE)
    seats = (Seat(LEARNER, (learner,)), Seat(OTHER, (other,)))
    table = Table(
        id=0,
        game=game.name,
        guild_id=0,
        home_id=0,
        channel_id=0,
        host_id=None,
        status=Status.PLAYING,
        version=1,
        turn=1,
        commitment="",
        created_at=_OPENED,
        changed_at=_OPENED,
        options=lesson.options,
        manners=Manners(Pace.RELAXED, locale=locale),
        seats=seats,
    )
    return Held(table, Vault(b"", step.state, (Scene(1, step.events),)))


def _take(lesson: Lesson, game: AnyGame, walk: Walk, way: Way) -> Walk:
    """Go one way on. Only what it leads to is told: the scenes before it are dropped."""
    held, scenes = walk.held, []
    version, state = held.table.version, held.vault.state
    assert state is not None, "a lesson has begun"
    for move in way.moves:
        done = _do(game, state, move)
        state, version = done.state, version + 1
        scenes.append(Scene(version, done.events))  # how fast a click was would be made up
    table = replace(held.table, version=version, turn=version)
    number = lesson.index(way.to) if way.to else walk.number + 1
    step = lesson.steps[number] if number < len(lesson.steps) else None
    vault = replace(held.vault, state=state, scenes=tuple(scenes) or held.vault.scenes)
    return Walk(Held(table, vault), number, step, way)


def _do(game: AnyGame, state: AnyState, move: Move) -> AnyStep:
    """Make a move by the rules. Raises Refusal for one that they do not allow, ValueError for spare dice."""
    draws = ScriptedDraws(move.draws)
    if not move.seat:
        step = game.system(state, move.action, draws)
    else:
        stamped = game.stamp(move.action, order_of(_OPENED + move.after))
        step = game.act(state, move.seat, game.decide(state, move.seat, stamped), draws)
    if draws.rest:
        raise ValueError(f"a lesson of {game.name} has dice that nobody rolls")
    return step
