"""The picture of a throw, and the same in words, by which people who cannot see it play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count
from math import ceil, cos, hypot, radians, sin
from typing import Literal, TypeAlias

from babel.numbers import format_decimal
from PIL import Image, ImageDraw

from bot.texts import Texts
from bot.ui.pages.lettering import font
from bot.ui.pages.page import Sketch
from bot.ui.pages.palette import Palette, Piece, png
from bot.ui.pages.sprites import CUT, RGB, ROUNDING, Paint, Pips
from cogs.diavolo.words import COLORS, dice_in_words, order_in_words
from engines.core.draws import Draws, SeededDraws
from engines.diavolo.model import DieColor, Throw
from engines.diavolo.throw import DIE_COLORS, NEAREST

# Outlines of dice and the distances between them: plain geometry, in pixels of the picture.

Form: TypeAlias = Literal["round", "cut", "square"]
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Outline:
    """The outline of a die: its middle, side, angle (degrees counterclockwise) and form.

    It is the set of points at most `radius` away from the polygon `core`, which makes distances exact.
    """

    x: float
    y: float
    side: float
    angle: float
    form: Form

    @property
    def radius(self) -> float:
        """The radius of the corners."""
        return ROUNDING[self.form] * self.side

    @property
    def reach(self) -> float:
        """The largest distance of the outline from its middle."""
        return _reach(self.side, self.form)

    @cached_property
    def core(self) -> tuple[Point, ...]:
        """The corners of the polygon inside, in order."""
        return tuple((self.x + x, self.y + y) for x, y in _corners(self.side, self.angle, self.form))

    def at(self, across: float, down: float) -> Point:
        """The point of the picture at this place in the die's own axes, from its middle."""
        x, y = _turn((across, down), self.angle)
        return self.x + x, self.y + y


def gap(one: Outline, other: Outline) -> float:
    """The width of the gap between two dice: 0 where they touch, negative where they overlap."""
    apart = _edge_gap(one, other)
    if apart > -one.radius - other.radius:
        shortest = min(_distance_to_edges(one.core, other.core), _distance_to_edges(other.core, one.core))
        return shortest - one.radius - other.radius
    return apart


def is_clear(one: Outline, other: Outline, width: float) -> bool:
    """Whether the gap is at least `width`; usually found without the exact gap, from middles or one edge."""
    between = middle_distance(one, other)
    if between >= width + one.reach + other.reach:
        return True
    if between < width + (one.side + other.side) / 2:
        return False
    return _edge_gap(one, other) >= width or gap(one, other) >= width


def middle_distance(one: Outline, other: Outline) -> float:
    """The distance between the two middles."""
    return hypot(one.x - other.x, one.y - other.y)


@lru_cache(maxsize=128)
def _corners(side: float, angle: float, form: Form) -> tuple[Point, ...]:
    """The corners of the polygon inside a die whose middle is at (0, 0)."""
    half = side / 2 - ROUNDING[form] * side
    short = half - CUT * side
    corner = ((short, -half), (half, -short)) if form == "cut" else ((half, -half),)
    points = [_quarter(point, turns) for turns in range(4) for point in corner]
    return tuple(_turn(point, angle) for point in points)


@lru_cache(maxsize=16)
def _reach(side: float, form: Form) -> float:
    return max(hypot(x, y) for x, y in _corners(side, 0, form)) + ROUNDING[form] * side


def _turn(point: Point, angle: float) -> Point:
    """Turn a point around (0, 0) by an angle in degrees, counterclockwise."""
    (x, y), turn = point, radians(-angle)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _quarter(point: Point, turns: int) -> Point:
    x, y = point
    for _ in range(turns):
        x, y = -y, x
    return x, y


def _edges(core: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(core, (*core[1:], core[0]), strict=True))


def _edge_gap(one: Outline, other: Outline) -> float:
    """The widest separation by one edge of either die: never more than the gap, and equal if they overlap."""
    kept = max(_separation(one.core, other.core), _separation(other.core, one.core))
    return kept - one.radius - other.radius


def _separation(core: Sequence[Point], other: Sequence[Point]) -> float:
    """The largest distance by which all of `other` lies outside one edge of `core`; not positive if none."""
    best = float("-inf")
    for (ax, ay), (bx, by) in _edges(core):
        length = hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        best = max(best, min([(x - ax) * nx + (y - ay) * ny for x, y in other]))
    return best


def _distance_to_edges(points: Sequence[Point], core: Sequence[Point]) -> float:
    """The shortest distance from one of the points to an edge of `core`."""
    edges = _edges(core)
    return min(_distance_to_edge(point, a, b) for point in points for a, b in edges)


def _distance_to_edge(point: Point, a: Point, b: Point) -> float:
    """The distance from a point to the edge from `a` to `b`."""
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    along = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return hypot(px - ax - along * dx, py - ay - along * dy)


# Scattering a throw over the table: places and angles for all dice, with true distances for order 6 (D2).
#
# No two dice overlap and none leaves the picture. For order 6 the drawn die is nearest by a clear margin,
# from edge to edge and from middle to middle; in a tie, two dice of different colours touch the Order die.

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


# The six signs of the Order die, which differ by their shapes alone.

_Draw = Callable[[ImageDraw.ImageDraw, float, RGB], None]


@dataclass(frozen=True, slots=True)
class Sign:
    """The mark on the Order die for an order from 1 to 6 (D2)."""

    order: int
    colour: RGB

    def __call__(self, pen: ImageDraw.ImageDraw, side: float) -> None:
        """Draw the sign on a face with this side in pixels."""
        _SIGNS[self.order](pen, side, self.colour)


def _bar(pen: ImageDraw.ImageDraw, side: float, box: tuple[float, float, float, float], colour: RGB) -> None:
    left, top, right, bottom = (part * side for part in box)
    pen.rounded_rectangle((left, top, right, bottom), side * 0.03, fill=colour)


def _head(pen: ImageDraw.ImageDraw, side: float, corners: tuple[float, ...], colour: RGB) -> None:
    pen.polygon([part * side for part in corners], fill=colour)


def _plus(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the largest sum."""
    _bar(pen, side, (0.2, 0.42, 0.8, 0.58), colour)
    _bar(pen, side, (0.42, 0.2, 0.58, 0.8), colour)


def _minus(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the smallest sum."""
    _bar(pen, side, (0.2, 0.42, 0.8, 0.58), colour)


def _spread(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the largest spread: a double arrow between two posts."""
    _bar(pen, side, (0.14, 0.26, 0.2, 0.74), colour)
    _bar(pen, side, (0.8, 0.26, 0.86, 0.74), colour)
    _bar(pen, side, (0.34, 0.46, 0.66, 0.54), colour)
    _head(pen, side, (0.22, 0.5, 0.4, 0.34, 0.4, 0.66), colour)
    _head(pen, side, (0.78, 0.5, 0.6, 0.34, 0.6, 0.66), colour)


def _odd(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the most odd faces: 1, 3, 5."""
    for digit, x, y in (("1", 0.31, 0.36), ("3", 0.69, 0.36), ("5", 0.5, 0.69)):
        pen.text(
            (x * side, y * side),
            digit,
            colour,
            font(side * 0.36),
            anchor="mm",
            stroke_width=side * 0.012,
        )


def _highest(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the highest value: an arrow up to a line."""
    _bar(pen, side, (0.22, 0.16, 0.78, 0.24), colour)
    _head(pen, side, (0.5, 0.28, 0.73, 0.53, 0.27, 0.53), colour)
    _bar(pen, side, (0.42, 0.5, 0.58, 0.84), colour)


def _nearest(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the nearest die: a target."""
    middle, width = side / 2, round(side * 0.07)
    for radius in (0.34, 0.21):
        reach = radius * side
        pen.ellipse(
            (middle - reach, middle - reach, middle + reach, middle + reach), outline=colour, width=width
        )
    dot = side * 0.08
    pen.ellipse((middle - dot, middle - dot, middle + dot, middle + dot), fill=colour)


_SIGNS: Mapping[int, _Draw] = {1: _plus, 2: _minus, 3: _spread, 4: _odd, 5: _highest, 6: _nearest}


TABLE: RGB = (214, 197, 163)
PAINTS: Mapping[DieColor, Paint] = {
    "black": Paint((24, 24, 28), (255, 255, 255), (0, 0, 0), FORMS["black"], "diamond"),
    "white": Paint((252, 250, 244), (28, 24, 22), (74, 60, 44), FORMS["white"], "disc"),
    "red": Paint((201, 32, 38), (255, 255, 255), (120, 10, 16), FORMS["red"], "square", (255, 196, 190)),
}
ORDER = Paint((98, 102, 112), (255, 255, 255), (52, 54, 62), ORDER_FORM, inlay=(226, 228, 234))
PALETTE = Palette(
    grounds={TABLE: 0.07},
    pieces=[
        *(Piece(SIDE, paint, angle, Pips(5, paint)) for paint in PAINTS.values() for angle in (0, 20)),
        Piece(SIDE, ORDER, 20, Sign(6, ORDER.pip)),
    ],
    learned=40,
)
"""What the pictures are painted with."""
_CM = 1.6 / SIDE
"""Centimetres per pixel, as a die is taken to be 1.6 cm wide."""


@dataclass(frozen=True, slots=True)
class ThrowDrawing:
    """A throw on the table; only the Order die if the throw has no coloured dice.

    `seed` decides how the dice are scattered; it is public and has nothing to do with how they were drawn.
    """

    throw: Throw
    seed: int

    def paint(self) -> bytes:
        """Paint it: a PNG file of WIDTH x HEIGHT pixels."""
        lying = scatter(self.throw, self.seed)
        picture = _table().copy()
        order = Piece(ORDER_SIDE, ORDER, lying.order.angle, Sign(self.throw.order, ORDER.pip))
        dice = ((_piece(one), one.outline.x, one.outline.y) for one in lying.dice)
        PALETTE.lay(picture, (order, lying.order.x, lying.order.y), *dice)
        return png(picture)


def _piece(one: Lying) -> Piece:
    paint = PAINTS[one.color]
    return Piece(SIDE, paint, one.outline.angle, Pips(one.face, paint))


@lru_cache(maxsize=1)
def _table() -> Image.Image:
    """Paint the empty table."""
    return PALETTE.spread(WIDTH, HEIGHT, TABLE)


def sketch(throw: Throw, t: Texts, layout_seed: int, order_only: bool = False) -> Sketch:
    """The picture with its alternative text; with `order_only`, for learners, the Order die alone (D10)."""
    shown = Throw((), (), (), throw.order) if order_only else throw
    words = throw_in_words(shown, t, layout_seed)
    return Sketch("diavolo.png", words, ThrowDrawing(shown, layout_seed), words)


def throw_in_words(throw: Throw, t: Texts, layout_seed: int) -> str:
    """All that the picture shows, in at most 1024 characters; for order 6 with each die's distance (D2)."""
    sentences = [dice_in_words(throw, t), order_in_words(throw.order, t)]
    if throw.order == NEAREST and throw.near is not None:
        sentences.append(_distances(scatter(throw, layout_seed), t))
    return " ".join(sentence for sentence in sentences if sentence)


def _distances(lying: Scattered, t: Texts) -> str:
    """The distances from the Order die, nearest first; in a tie, two dice have the same one."""
    places = (
        t("{color} {face} ({distance}\u00a0cm)", color=t(COLORS[one.color]), face=one.face, distance=distance)
        for one in sorted(lying.dice, key=lambda one: round(one.gap, 3))
        for distance in (_centimetres(one.gap, t),)
    )
    return t("Distances au dé Ordre, de la plus courte à la plus longue : {dice}.", dice=", ".join(places))


def _centimetres(pixels: float, t: Texts) -> str:
    return format_decimal(max(0.0, pixels) * _CM, format="0.0", locale=t.locale)
