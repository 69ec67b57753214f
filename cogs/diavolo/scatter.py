"""Scattering a throw over the table: places and angles for all dice, with true distances for order 6 (D2).

No two dice overlap and none leaves the picture. For order 6 the drawn die is nearest by a clear margin, from
edge to edge and from middle to middle; in a tie, two dice of different colours touch the Order die.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count
from math import ceil

from cogs.diavolo.outline import Form, Outline, gap, is_clear, middle_distance
from engines.core.draws import Draws, SeededDraws
from engines.diavolo.model import DieColor, Throw
from engines.diavolo.throw import DIE_COLORS, NEAREST

__all__ = ["FORMS", "HEIGHT", "SIDE", "WIDTH", "Lying", "Scattered", "scatter"]

WIDTH, HEIGHT = 800, 560
SIDE, ORDER_SIDE = 88, 124
"""Sides of a coloured die and of the Order die in pixels; a coloured die is taken to be 1.6 cm wide."""
FORMS: Mapping[DieColor, Form] = {"black": "square", "white": "round", "red": "cut"}
ORDER_FORM: Form = "square"

BORDER = 18
"""Pixels that stay free along the edges, for shadows."""
APART = 12
"""The smallest gap between any two dice, in pixels."""
CLEAR = 32
"""How much nearer the nearest die is than the next one, from edge to edge, in pixels."""
CLEAR_MIDDLE = 18
"""The same from middle to middle."""
_NEAR, _NOT_SO_NEAR = 8, 40
"""The smallest and the largest gap of the nearest die, in pixels."""
_SLIDE = 20
"""How far dice that touch the Order die may be off the middle of its sides, in pixels."""
_TRIES = 80
_STEP, _TILT = 20, 10
"""Dice lie at multiples of these degrees, the Order die nearly upright, so that painted dice are reused."""
_REACH: Mapping[Form, float] = {form: Outline(0, 0, SIDE, 0, form).reach for form in FORMS.values()}


@dataclass(frozen=True)
class Lying:
    """A die on the table, which the Order die lies on too."""

    color: DieColor
    face: int
    outline: Outline
    order: Outline

    @cached_property
    def gap(self) -> float:
        """How far it lies from the Order die, edge to edge, in pixels."""
        return gap(self.order, self.outline)


@dataclass(frozen=True, slots=True)
class Scattered:
    """The whole picture: the Order die, and the others in the order of the draws."""

    order: Outline
    dice: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class _Rule:
    """The least distances from the Order die for all dice but the nearest (or the touching) ones."""

    gap: float
    middle: float = 0.0


@lru_cache(maxsize=128)
def scatter(throw: Throw, seed: int) -> Scattered:
    """Lay the dice down; always in the same way for the same throw and (public) seed.

    The place of the Order die depends on the seed alone, so that it stays there when the others follow.
    """
    draws = SeededDraws(seed.to_bytes(8, "big"), "scatter")
    order = _lay_order_die(draws)
    colors = tuple(color for color in DIE_COLORS for _ in getattr(throw, color))
    faces = tuple(face for color in DIE_COLORS for face in getattr(throw, color))
    outlines = next(found for _ in count() if (found := _lay(throw, colors, order, draws)) is not None)
    dice = (
        Lying(color, face, outline, order)
        for color, face, outline in zip(colors, faces, outlines, strict=True)
    )
    return Scattered(order, tuple(dice))


def _lay_order_die(draws: Draws) -> Outline:
    x = WIDTH / 2 - 61 + draws(121)
    y = HEIGHT / 2 - 31 + draws(61)
    return Outline(x, y, ORDER_SIDE, _TILT * (draws(5) - 3), ORDER_FORM)


def _lay(
    throw: Throw, colors: tuple[DieColor, ...], order: Outline, draws: Draws
) -> tuple[Outline, ...] | None:
    """Try once to lay all dice down; None if a die finds no place."""
    placed: dict[int, Outline] = {}
    rule = _Rule(APART)
    if throw.order == NEAREST and throw.near is not None:
        if throw.near > len(colors):
            placed, rule = _lay_touching(colors, order, draws), _Rule(CLEAR, _touching_distance())
        else:
            placed, rule = _lay_nearest(throw.near - 1, colors, order, draws)
        if not placed:
            return None
    for number, color in enumerate(colors):
        if number not in placed:
            outline = _find_place(color, order, rule, list(placed.values()), draws)
            if outline is None:
                return None
            placed[number] = outline
    return tuple(placed[number] for number in range(len(colors)))


def _lay_nearest(
    number: int, colors: tuple[DieColor, ...], order: Outline, draws: Draws
) -> tuple[dict[int, Outline], _Rule]:
    """Lay the die that order 6 asks for, and return it with the rule for the others; empty if it fails."""
    for outline in _random_outlines(colors[number], draws):
        width = gap(order, outline)
        if _NEAR <= width <= _NOT_SO_NEAR:
            return {number: outline}, _Rule(width + CLEAR, middle_distance(order, outline) + CLEAR_MIDDLE)
    return {}, _Rule(APART)


def _lay_touching(colors: tuple[DieColor, ...], order: Outline, draws: Draws) -> dict[int, Outline]:
    """Lay two dice of different colours against two sides of the Order die, equally far off their middles.

    Empty if the two dice would be too near to each other.
    """
    first = draws(len(colors)) - 1
    others = [number for number, color in enumerate(colors) if color != colors[first]]
    second = others[draws(len(others)) - 1]
    face = draws(4)
    slide = draws(_SLIDE + 1) - 1
    placed = {
        first: _lay_against(order, face, slide * _draw_sign(draws), colors[first]),
        second: _lay_against(order, face + draws(3), slide * _draw_sign(draws), colors[second]),
    }
    return placed if gap(placed[first], placed[second]) >= APART else {}


def _lay_against(order: Outline, face: int, slide: int, color: DieColor) -> Outline:
    """Lay a die against a side of the Order die (numbered around it), off its middle by `slide` pixels."""
    across, down = float(_touching_distance()), float(slide)
    for _ in range(face % 4):
        across, down = -down, across
    x, y = order.at(across, down)
    return Outline(x, y, SIDE, order.angle, FORMS[color])


def _touching_distance() -> float:
    return (ORDER_SIDE + SIDE) / 2


def _find_place(
    color: DieColor, order: Outline, rule: _Rule, placed: list[Outline], draws: Draws
) -> Outline | None:
    """Find a free place for one more die; None after some tries."""
    for outline in _random_outlines(color, draws):
        if (
            middle_distance(order, outline) >= rule.middle
            and is_clear(order, outline, rule.gap)
            and all(is_clear(other, outline, APART) for other in placed)
        ):
            return outline
    return None


def _random_outlines(color: DieColor, draws: Draws) -> Iterator[Outline]:
    """Yield some random outlines within the picture."""
    form = FORMS[color]
    low = ceil(_REACH[form]) + BORDER
    for _ in range(_TRIES):
        x, y = low + draws(WIDTH - 2 * low), low + draws(HEIGHT - 2 * low)
        yield Outline(x, y, SIDE, _STEP * draws(180 // _STEP), form)


def _draw_sign(draws: Draws) -> int:
    return 2 * draws(2) - 3
