"""Outlines of countries on sheets, as `outlines.bin` has them (`outlines.txt` says where from)."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import accumulate
from typing import Any, Final, TypeAlias

from engines.defizz.atlas.projection import Place, project

__all__ = ["STEPS", "Ring", "Sheet", "find_sheet"]

STEPS: Final = 500
"""So many steps of the file go into the height of a sheet."""
Ring: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a stretch of land, each (x, y) from the upper left of a sheet that is 1 high."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A map around `middle`, as many kilometres to the `left`, up, to the `right` and down as it says.

    `lands` has the outlines of countries by their ISO 3166 codes, or by names where a place has no code.
    """

    middle: Place
    left: float
    top: float
    right: float
    bottom: float
    lands: Mapping[str, tuple[Ring, ...]]

    @property
    def ratio(self) -> float:
        """How many times as wide as high it is."""
        return (self.right - self.left) / self.height

    @property
    def height(self) -> float:
        """How many kilometres high it is."""
        return self.bottom - self.top

    def find(self, place: Place) -> tuple[float, float]:
        """Return where on the sheet a place is drawn."""
        x, y = project(place, self.middle)
        return (x - self.left) / self.height, (y - self.top) / self.height


@lru_cache(maxsize=12)
def find_sheet(name: str) -> Sheet:
    """Return a sheet by its name: a country's code, or the name of a map. Raises KeyError."""
    plain = _read()[name]
    (north, east), (left, top, right, bottom) = plain["middle"], plain["frame"]
    lands = {code: tuple(map(_ring, rings)) for code, rings in plain["lands"].items()}
    return Sheet((north, east), left, top, right, bottom, lands)


def _read() -> Mapping[str, Any]:
    packed = resources.files("engines.defizz.atlas").joinpath("outlines.bin").read_bytes()
    read: Mapping[str, Any] = json.loads(zlib.decompress(packed))
    return read


def _ring(steps: Sequence[int]) -> Ring:
    """Return the corners of a ring that is written as a point and the steps from there."""
    across, down = accumulate(steps[::2]), accumulate(steps[1::2])
    return tuple((x / STEPS, y / STEPS) for x, y in zip(across, down, strict=True))
