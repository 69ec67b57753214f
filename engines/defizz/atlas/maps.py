"""Maps on which something is marked: a country that is filled, or a place with a dot on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.defizz.atlas.projection import Place
from engines.defizz.atlas.sheets import find_sheet
from engines.defizz.shapes import Disc, Drawing, Line, Polygon, Shape, box

__all__ = ["MAPS", "Marked", "draw_map"]

_SEA, _LAND, _BORDER, _FILLED = "#cfdfe8", "#f6f2e7", "#85898d", "#93370d"
_BREADTH: Final = 0.0042
"""Of a border."""
_LINE: Final = 0.013
"""How broad a marked line is."""
_RINGS: Final = ((0.032, "#ffffff"), (0.027, "#1f1f24"), (0.017, "#ffd100"))
"""How far the discs of a dot reach, from the lowest to the uppermost, and their colours."""


@dataclass(frozen=True, slots=True)
class Marked:
    """What is marked on which sheet: a country, by its code, places, or a line from place to place."""

    sheet: str
    land: str = ""
    places: tuple[Place, ...] = ()
    line: tuple[Place, ...] = ()


BILBAO, KOUROU = (43.26, -2.93), (5.16, -52.65)
BREST, STRASBOURG = (48.39, -4.49), (48.58, 7.75)
CAIRO, CAPE_TOWN = (30.04, 31.24), (-33.93, 18.42)
EQUATOR: Final = ((0.0, -25.0), (0.0, 0.0), (0.0, 25.0), (0.0, 50.0), (0.0, 65.0))
_NIGER = (
    *((9.1, -10.7), (10.6, -9.9), (11.4, -9.2), (12.65, -8.0), (13.4, -6.3), (14.5, -4.2)),
    *((15.9, -3.9), (16.7, -3.0), (17.0, -1.6), (16.3, 0.0), (14.7, 0.8), (13.5, 2.1)),
    *((11.9, 3.6), (10.2, 4.8), (9.1, 4.8), (8.6, 6.0), (7.8, 6.75), (6.2, 6.75)),
    *((5.3, 6.4), (4.3, 6.1)),
)
_RHINE = (
    *((46.63, 8.67), (46.85, 9.53), (47.5, 9.65), (47.6, 9.2), (47.66, 8.86), (47.7, 8.62)),
    *((47.57, 8.2), (47.56, 7.59), (48.57, 7.8), (49.0, 8.3), (49.49, 8.46), (50.0, 8.27)),
    *((50.36, 7.6), (50.94, 6.96), (51.45, 6.65), (51.84, 6.1), (51.9, 5.4), (51.82, 4.8)),
    (51.98, 4.1),
)
_MEKONG = (
    *((33.0, 95.0), (31.1, 97.2), (28.5, 98.9), (25.5, 99.3), (22.0, 100.8), (21.0, 100.4)),
    *((20.3, 100.1), (20.2, 100.6), (19.9, 102.1), (18.2, 101.9), (17.9, 102.6), (18.3, 103.6)),
    *((17.4, 104.8), (16.5, 104.75), (15.3, 105.5), (14.1, 105.85), (12.5, 106.0), (11.56, 104.93)),
    *((10.7, 105.1), (9.9, 106.7)),
)
"""The courses of rivers, from the towns that they pass; good for a small map, and for nothing else."""
MAPS: Final[Mapping[str, Marked]] = {
    "carte/algerie": Marked("afrique", "DZ"),
    "carte/bilbao": Marked("europe", places=(BILBAO,)),
    "carte/brest-strasbourg": Marked("france", places=(BREST, STRASBOURG)),
    "carte/bresil": Marked("amerique-du-sud", "BR"),
    "carte/equateur": Marked("afrique", line=EQUATOR),
    "carte/kourou": Marked("amerique-du-sud", places=(KOUROU,)),
    "carte/le-caire-le-cap": Marked("afrique", places=(CAIRO, CAPE_TOWN)),
    "carte/mekong": Marked("asie-du-sud-est", line=_MEKONG),
    "carte/niger": Marked("afrique", line=_NIGER),
    "carte/republique-dominicaine": Marked("caraibes", "DO"),
    "carte/rhin": Marked("europe-centrale", line=_RHINE),
    "carte/suisse": Marked("europe-centrale", "CH"),
}
"""By name."""


def draw_map(marked: Marked) -> Drawing:
    """Draw a sheet, all borders as thin lines, with what is marked on it."""
    sheet = find_sheet(marked.sheet)
    shapes: list[Shape] = [box(0, 0, sheet.ratio, 1, _SEA)]
    for code, rings in sheet.lands.items():
        shapes += [Polygon(ring, _FILLED if code == marked.land else _LAND) for ring in rings]
    edges = (ring for rings in sheet.lands.values() for ring in rings)
    shapes += [Line((*ring, *ring[:2]), _BREADTH, _BORDER) for ring in edges]
    if marked.line:
        shapes.append(Line(tuple(map(sheet.find, marked.line)), _LINE, _FILLED))
    for x, y in map(sheet.find, marked.places):
        shapes += [Disc(x, y, reach, colour) for reach, colour in _RINGS]
    return Drawing(sheet.ratio, tuple(shapes))
