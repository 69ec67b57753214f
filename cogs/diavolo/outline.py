"""Outlines of dice and the distances between them: plain geometry, in pixels of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, hypot, radians, sin
from typing import Literal, TypeAlias

from bot.ui.pages.sprites import CUT, ROUNDING

__all__ = ["Form", "Outline", "gap", "is_clear", "middle_distance"]

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
