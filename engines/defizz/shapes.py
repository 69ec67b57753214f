"""What pictures of questions are made of: shapes on a sheet that is 1 high."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled shape with these corners, each (x, y) from the upper left."""

    corners: tuple[tuple[float, float], ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle around (`x`, `y`)."""

    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of this breadth through these points."""

    points: tuple[tuple[float, float], ...]
    breadth: float
    colour: str


Shape: TypeAlias = Polygon | Disc | Line


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet `ratio` times as wide as high, its shapes from the lowest to the uppermost."""

    ratio: float
    shapes: tuple[Shape, ...]

    def over(self, *shapes: Shape) -> Drawing:
        """Return the drawing with these shapes on it."""
        return Drawing(self.ratio, (*self.shapes, *shapes))


def box(left: float, top: float, right: float, bottom: float, colour: str) -> Polygon:
    """Return an upright rectangle."""
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), colour)
