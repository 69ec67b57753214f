"""Signs, games and figures as shapes: what geometry alone lays down, so that nobody's picture is copied."""

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Final

from engines.defizz.shapes import Disc, Drawing, Polygon, Shape, box

Point = tuple[float, float]
INK, PAPER, GREY, RED, YELLOW = "#1f1f24", "#ffffff", "#c9c6c0", "#c8102e", "#ffd100"
TURN = 2 * pi
_STEPS = 60
"""So many corners a full circle of `_sector` has."""


def _at(x: float, y: float, reach: float, turn: float) -> Point:
    """The point at this distance, `turn` of a full circle clockwise from straight up."""
    return x + reach * sin(turn * TURN), y - reach * cos(turn * TURN)


def _stroke(start: Point, end: Point, breadth: float, colour: str) -> Polygon:
    (x, y), (to_x, to_y) = start, end
    scale = breadth / 2 / hypot(to_x - x, to_y - y)
    aside, down = (to_y - y) * scale, (x - to_x) * scale
    corners = ((x + aside, y + down), (to_x + aside, to_y + down), (to_x - aside, to_y - down))
    return Polygon((*corners, (x - aside, y - down)), colour)


def _sector(x: float, y: float, reach: float, turns: tuple[float, float], colour: str) -> Polygon:
    """A slice of a circle between two turns of it, clockwise from straight up."""
    start, end = turns
    many = max(2, round((end - start) * _STEPS))
    arc = (_at(x, y, reach, start + (end - start) * n / many) for n in range(many + 1))
    return Polygon(((x, y), *arc), colour)


def _sheet(ratio: float, *shapes: Shape, ground: str = PAPER) -> Drawing:
    return Drawing(ratio, (box(0, 0, ratio, 1, ground), *shapes))


def _clock(hour: int, minute: int) -> Drawing:
    marks = (_stroke(_at(0.5, 0.5, 0.36, n / 12), _at(0.5, 0.5, 0.42, n / 12), 0.02, INK) for n in range(12))
    hands = (
        _stroke((0.5, 0.5), _at(0.5, 0.5, 0.22, (hour + minute / 60) / 12), 0.035, INK),
        _stroke((0.5, 0.5), _at(0.5, 0.5, 0.34, minute / 60), 0.022, INK),
    )
    return _sheet(
        1, Disc(0.5, 0.5, 0.46, INK), Disc(0.5, 0.5, 0.44, PAPER), *marks, *hands, Disc(0.5, 0.5, 0.03, INK)
    )


def _peace() -> Drawing:
    arms = (_stroke((0.5, 0.5), _at(0.5, 0.5, 0.4, turn), 0.07, INK) for turn in (0, 3 / 8, 1 / 2, 5 / 8))
    return _sheet(1, Disc(0.5, 0.5, 0.44, INK), Disc(0.5, 0.5, 0.37, PAPER), *arms)


def _trefoil() -> Drawing:
    """Blades of a sixth of a circle, as the standard has them: radii as 1, 1.5 and 5."""
    part = 0.084
    blades = (_sector(0.5, 0.5, 5 * part, (n / 3 + 1 / 12, n / 3 + 3 / 12), INK) for n in range(3))
    return _sheet(1, *blades, Disc(0.5, 0.5, 1.5 * part, YELLOW), Disc(0.5, 0.5, part, INK), ground=YELLOW)


def _give_way() -> Drawing:
    """Two triangles with equal sides around one middle, point down."""
    outer, inner = (
        Polygon(tuple(_at(0.5, 0.42, reach, turn) for turn in (1 / 6, 1 / 2, 5 / 6)), colour)
        for reach, colour in ((0.5, RED), (0.31, PAPER))
    )
    return _sheet(1, outer, inner, ground=GREY)


def _tangram() -> Drawing:
    pieces: Sequence[tuple[str, Sequence[Point]]] = (
        ("#d1495b", ((0, 0), (4, 0), (2, 2))),
        ("#edae49", ((0, 0), (2, 2), (0, 4))),
        ("#66a182", ((4, 2), (4, 4), (2, 4))),
        ("#2e4057", ((4, 0), (4, 2), (3, 1))),
        ("#8d96a3", ((2, 2), (3, 1), (4, 2), (3, 3))),
        ("#7a4f9a", ((2, 2), (3, 3), (1, 3))),
        ("#00798c", ((0, 4), (1, 3), (3, 3), (2, 4))),
    )
    scale, edge = 0.22, 0.06
    return _sheet(
        1,
        *(
            Polygon(tuple((edge + x * scale, edge + y * scale) for x, y in corners), colour)
            for colour, corners in pieces
        ),
    )


def _morse(signs: str) -> Drawing:
    """Dots one part wide, dashes three, one part between them."""
    part, x = 0.25, 0.25
    shapes: list[Shape] = []
    for sign in signs:
        wide = part * (3 if sign == "-" else 1)
        shapes.append(
            box(x, 0.5 - part / 2, x + wide, 0.5 + part / 2, INK)
            if sign == "-"
            else Disc(x + part / 2, 0.5, part / 2, INK)
        )
        x += wide + part
    return _sheet(x, *shapes)


def _koch(steps: int) -> Drawing:
    """A snowflake of 3 * 4 ** `steps` sides."""
    corners = [_at(0.5, 0.5, 0.46, turn) for turn in (0, 1 / 3, 2 / 3)]
    for _ in range(steps):
        corners = [
            point
            for n, start in enumerate(corners)
            for point in _bend(start, corners[(n + 1) % len(corners)])
        ]
    return _sheet(1, Polygon(tuple(corners), "#2a6fb0"))


def _bend(start: Point, end: Point) -> tuple[Point, Point, Point, Point]:
    """The starts of the four sides that stand in the place of one, its tip to the left of the way."""
    (x, y), (to_x, to_y) = start, end
    third_x, third_y = (to_x - x) / 3, (to_y - y) / 3
    tip = (
        x + third_x * 1.5 + third_y * 3**0.5 / 2,
        y + third_y * 1.5 - third_x * 3**0.5 / 2,
    )
    return start, (x + third_x, y + third_y), tip, (x + 2 * third_x, y + 2 * third_y)


def _note_on_middle_line() -> Drawing:
    lines = (box(0.1, 0.26 + 0.12 * n, 1.5, 0.275 + 0.12 * n, INK) for n in range(5))
    stem = box(0.745, 0.5, 0.765, 0.9, INK)
    return _sheet(1.6, *lines, Disc(0.8, 0.5075, 0.055, INK), stem)


def _squares_on_sides() -> Drawing:
    """A triangle of 3, 4 and 5 with a square on each side; the right angle stands at the origin."""

    def placed(corners: Sequence[Point], colour: str) -> Polygon:
        return Polygon(tuple(((x + 4) / 12, (y + 7.5) / 12) for x, y in corners), colour)

    return _sheet(
        1,
        placed(((0, 0), (0, -3), (-3, -3), (-3, 0)), "#edae49"),
        placed(((0, 0), (4, 0), (4, 4), (0, 4)), "#66a182"),
        placed(((0, -3), (4, 0), (7, -4), (3, -7)), "#d1495b"),
        placed(((0, 0), (4, 0), (0, -3)), INK),
    )


_PIPS: Final[Mapping[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face stand around its middle."""


def _dice(*faces: int) -> Drawing:
    shapes: list[Shape] = []
    for n, face in enumerate(faces):
        middle = 0.5 + 0.85 * n
        shapes.append(box(middle - 0.35, 0.15, middle + 0.35, 0.85, PAPER))
        shapes += [Disc(middle + 0.2 * x, 0.5 + 0.2 * y, 0.065, INK) for x, y in _PIPS[face]]
    return _sheet(1 + 0.85 * (len(faces) - 1), *shapes, ground="#2f6b4f")


def _maya(dots: int, bars: int) -> Drawing:
    """Bars under each other, dots in a row above them."""
    top, step = 0.2, 0.2
    row = (Disc(0.6 + 0.25 * (n - (dots - 1) / 2), top, 0.07, INK) for n in range(dots))
    lying = (box(0.1, top + step * n - 0.02, 1.1, top + step * n + 0.08, INK) for n in range(1, bars + 1))
    return _sheet(1.2, *row, *lying, ground="#ead9b5")


def _yin_yang() -> Drawing:
    reach = 0.42
    return _sheet(
        1,
        Disc(0.5, 0.5, reach + 0.015, INK),
        _sector(0.5, 0.5, reach, (0.5, 1), PAPER),
        Disc(0.5, 0.5 - reach / 2, reach / 2, PAPER),
        Disc(0.5, 0.5 + reach / 2, reach / 2, INK),
        Disc(0.5, 0.5 - reach / 2, reach / 7, INK),
        Disc(0.5, 0.5 + reach / 2, reach / 7, PAPER),
        ground=GREY,
    )


DIAGRAMS: Final[Mapping[str, Drawing]] = {
    "figure/flocon-de-koch": _koch(3),
    "figure/pythagore": _squares_on_sides(),
    "horloge/3h30": _clock(3, 30),
    "jeu/des-6-4-1": _dice(6, 4, 1),
    "jeu/tangram": _tangram(),
    "morse/v": _morse("...-"),
    "nombre/maya-19": _maya(4, 3),
    "portee/si": _note_on_middle_line(),
    "signe/desarmement-nucleaire": _peace(),
    "signe/radioactivite": _trefoil(),
    "signe/yin-yang": _yin_yang(),
    "route/cedez-le-passage": _give_way(),
}
"""By name."""
