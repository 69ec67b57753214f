"""Lambert's azimuthal equal-area projection: countries keep their size, and near the middle their shape."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import Final, TypeAlias

__all__ = ["Place", "project"]

Place: TypeAlias = tuple[float, float]
"""Latitude and longitude in degrees, north and east positive."""
_RADIUS: Final = 6371.0088
"""Of a globe as large as the Earth, in kilometres."""


def project(place: Place, middle: Place) -> tuple[float, float]:
    """Return how many kilometres right of, and below, `middle` a place is drawn."""
    (north, east), (middle_north, middle_east) = place, middle
    up, tilt, aside = radians(north), radians(middle_north), radians(east - middle_east)
    ahead = sin(tilt) * sin(up) + cos(tilt) * cos(up) * cos(aside)
    scale = _RADIUS * sqrt(2 / (1 + ahead))
    right = scale * cos(up) * sin(aside)
    return right, -scale * (cos(tilt) * sin(up) - sin(tilt) * cos(up) * cos(aside))
