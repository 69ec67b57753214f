"""A first game by a script that is derived: the rules in short, a few lines at each of the first decisions.

Who learns chooses between two things that the rules allow, three times; Basile does what silence stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.tables.lessons import END, LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.texts import N_
from bot.texts.own import OwnTexts
from engines.core.draws import SeededDraws
from engines.core.kit import Kit, Spot
from engines.core.kit_records import Action
from engines.core.records import AnyState

_DECISIONS: Final = (3, 4, 5)
"""So many decisions a lesson has: as few as leave something to choose."""
_LEAST_ENDS: Final = 4
"""A lesson with fewer ends has nothing to choose."""
_MOST_MOVES: Final = 20
_RECALLED: Final = 3
_DONE: Final = N_("C’est fait, et c’est encore à vous.")
_ANSWERED: Final = N_("C’est fait, et Basile a joué ; c’est de nouveau à vous.")


class _Dice:
    """Dice that are always the same, and remember what they showed."""

    def __init__(self, game: str) -> None:
        self._draws = SeededDraws(game.encode(), "lesson")
        self.shown: list[int] = []

    def __call__(self, sides: int) -> int:
        self.shown.append(self._draws(sides))
        return self.shown[-1]

    def take(self) -> tuple[int, ...]:
        """Return what was shown since the last time."""
        shown, self.shown = tuple(self.shown), []
        return shown


@dataclass(frozen=True)
class _Place:
    """Where some choices have led; they are the step's name."""

    choices: str
    state: AnyState


def derive_lesson(rules: Kit[Any, Any], own: OwnTexts) -> Lesson | None:
    """Write the script of a game's lesson.

    None where its first decisions leave nothing to choose, where it is not told in short, and where two are
    not enough to play it.
    """
    lines = own.chapters[0][1].splitlines() if own.chapters else []
    steps = [line for line in lines if line]
    if len(steps) < _RECALLED or rules.least_seats({}) > len((LEARNER, OTHER)):
        return None
    options, dice = {"first": LEARNER}, _Dice(rules.name)
    start = _Place("", rules.start(rules.setup((LEARNER, OTHER), options), dice).state)
    draws = dice.take()
    scripts = (tuple(_script(rules, start, own, steps, many)) for many in _DECISIONS)
    script = next(filter(_has_choices, scripts), None)
    if script is None:
        return None
    one, two, three = (own.bare(line) for line in steps[-_RECALLED:])
    private = any(row.secret for row in rules.rows.values())
    return Lesson(options, script, (one, two, three), draws, private=private)


def _has_choices(script: Sequence[LessonStep]) -> bool:
    ends = sum(way.to == END for step in script for way in step.ways)
    return ends >= _LEAST_ENDS and all(step.ways for step in script)


def _script(
    rules: Kit[Any, Any], start: _Place, own: OwnTexts, lines: Sequence[str], decisions: int
) -> Iterator[LessonStep]:
    """Yield the steps, those of the first decision before those of the second."""
    places, dice = [start], _Dice(rules.name)
    for number in range(decisions):
        each = -(-len(lines) // decisions)
        words = own.join(lines[number * each : (number + 1) * each] or lines[-1:])
        after: list[_Place] = []
        for place in places:
            led = [*_ways(rules, place, number == decisions - 1, dice)]
            after += [place for _, place in led]
            yield LessonStep(words, tuple(way for way, _ in led), place.choices)
        places = after


def _ways(rules: Kit[Any, Any], place: _Place, last: bool, dice: _Dice) -> Iterator[tuple[Way, _Place]]:
    """Yield what can be done at a place, the first and the last of what is allowed, and where that leads."""
    legal = rules.legal_actions(place.state, LEARNER).actions
    for number, action in enumerate(dict.fromkeys((*legal[:1], *legal[-1:]))):
        state, moves = _follow(rules, place.state, action, dice)
        if rules.to_act(state) == (LEARNER,):
            name = f"{place.choices}{number}"
            said = _ANSWERED if len(moves) > 1 else _DONE
            yield Way(moves, said, to=END if last else name), _Place(name, state)


def _follow(
    rules: Kit[Any, Any], state: AnyState, action: Action, dice: _Dice
) -> tuple[AnyState, tuple[Move, ...]]:
    """Do an action, and what follows until who learns is awaited again."""
    seat, moves = LEARNER, []
    for _ in range(_MOST_MOVES):
        state = rules.act(state, seat, action, dice).state
        moves.append(Move(seat, action, dice.take()))
        if rules.is_over(state) or rules.to_act(state) == (LEARNER,):
            break
        seat = OTHER
        action = rules.silence(Spot(state.setup.seats, state.setup.options, state.position))
    return state, tuple(moves)
