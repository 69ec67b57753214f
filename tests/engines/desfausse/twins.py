"""Tables that differ only in what an audience may not know: other people's faces and choices."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from engines.desfausse.dice import DEVIL, die, faces
from engines.desfausse.hands import choice_of, discards, in_play, to_act
from engines.desfausse.legal import objection
from engines.desfausse.model import DesfausseState, Pass, Position, Rolled
from engines.desfausse.turns import is_cursed

MOST = 2
"""So many an audience and state are enough; which ones changes as the table goes on."""


def desfausse_twins(state: DesfausseState, audience: str | None) -> Iterator[DesfausseState]:
    found = (twin for twin in candidates(state, audience) if is_twin(state, twin))
    return islice(found, MOST)


def candidates(state: DesfausseState, audience: str | None) -> Iterator[DesfausseState]:
    """Change one thing after the other, beginning with another seat at each step of the table."""
    position, seats = state.position, state.setup.seats
    start = sum(position.rolls_left) + position.turn + len(position.story) + (position.call or 0)
    for step in range(len(seats)):
        place = (start + step) % len(seats)
        if seats[place] != audience:
            yield from with_other_choices(state, place)
            yield from with_other_faces(state, place)


def is_twin(state: DesfausseState, other: DesfausseState) -> bool:
    """Whether all that is public by itself is the same: who is awaited, who is cursed."""
    if to_act(other.setup, other.position) != to_act(state.setup, state.position):
        return False
    return rolls_fit(other.position) if other.position.phase == "rolling" else call_fits(other)


def rolls_fit(position: Position) -> bool:
    """Whether only who can still roll something has rolls left."""
    rows = zip(position.rolled, position.rolls_left, strict=True)
    return all(left == 0 or any(one.face != DEVIL for one in rolled) for rolled, left in rows)


def call_fits(state: DesfausseState) -> bool:
    """Whether the right ones are cursed, and all choices could be made."""
    setup, position = state.setup, state.position
    blank = replace(state, position=replace(position, choices=(None,) * len(setup.seats)))
    made = zip(setup.seats, position.choices, strict=True)
    cursed = tuple(seat for seat in in_play(setup, position) if is_cursed(setup, position, seat))
    return cursed == position.cursed and all(
        choice is None or objection(blank, seat, choice) is None for seat, choice in made
    )


def with_other_faces(state: DesfausseState, place: int) -> Iterator[DesfausseState]:
    """Turn one die of a hand, wherever it is by now, as long as nobody else may see how it lies."""
    position = state.position
    shown = state.setup.options.hands == "shown" and position.phase != "rolling"
    if shown or position.phase in ("demon", "over"):
        return
    seen = {one.id for told in position.story for one in getattr(told, "combo", ())}
    rows = position.rolled
    for number, rolled in enumerate(rows[place]):
        kind = die(rolled.id, len(rows)).kind
        for face in sorted(faces(kind) - {rolled.face}, key=str):
            if rolled.id not in seen:
                row = (*rows[place][:number], Rolled(rolled.id, face), *rows[place][number + 1 :])
                changed = replace(position, rolled=(*rows[:place], row, *rows[place + 1 :]))
                yield replace(state, position=changed)


def with_other_choices(state: DesfausseState, place: int) -> Iterator[DesfausseState]:
    """Let a seat that has chosen have chosen something else."""
    position = state.position
    made = position.choices[place]
    if made is None:
        return
    blank = replace(position, choices=(None,) * len(position.choices))
    choice = choice_of(state.setup, blank, state.setup.seats[place])
    for other in (*(found for found, _ in zip(discards(choice), range(3), strict=False)), Pass()):
        if other != made:
            choices = (*position.choices[:place], other, *position.choices[place + 1 :])
            yield replace(state, position=replace(position, choices=choices))
