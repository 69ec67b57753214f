"""Maps on which something is marked: a country that is filled, or a place with a dot on it."""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import accumulate
from math import cos, radians, sin, sqrt
from typing import Any, Final, TypeAlias

from engines.defizz.shapes import Disc, Drawing, Line, Polygon, Shape, box

# Countries whose shape people know, filled, with nothing around them.

_PAPER, _SHAPE = "#f4f1ea", "#2f4858"
SILHOUETTES: Final[Mapping[str, str]] = {
    "silhouette/afrique-du-sud": "ZA",
    "silhouette/allemagne": "DE",
    "silhouette/argentine": "AR",
    "silhouette/australie": "AU",
    "silhouette/autriche": "AT",
    "silhouette/belgique": "BE",
    "silhouette/bresil": "BR",
    "silhouette/cameroun": "CM",
    "silhouette/canada": "CA",
    "silhouette/chili": "CL",
    "silhouette/coree-du-sud": "KR",
    "silhouette/croatie": "HR",
    "silhouette/cuba": "CU",
    "silhouette/danemark": "DK",
    "silhouette/egypte": "EG",
    "silhouette/espagne": "ES",
    "silhouette/etats-unis": "US",
    "silhouette/finlande": "FI",
    "silhouette/france": "FR",
    "silhouette/grece": "GR",
    "silhouette/irlande": "IE",
    "silhouette/islande": "IS",
    "silhouette/italie": "IT",
    "silhouette/japon": "JP",
    "silhouette/jordanie": "JO",
    "silhouette/madagascar": "MG",
    "silhouette/mali": "ML",
    "silhouette/mexique": "MX",
    "silhouette/namibie": "NA",
    "silhouette/norvege": "NO",
    "silhouette/nouvelle-zelande": "NZ",
    "silhouette/pays-bas": "NL",
    "silhouette/perou": "PE",
    "silhouette/philippines": "PH",
    "silhouette/portugal": "PT",
    "silhouette/rd-congo": "CD",
    "silhouette/royaume-uni": "GB",
    "silhouette/senegal": "SN",
    "silhouette/somalie": "SO",
    "silhouette/sri-lanka": "LK",
    "silhouette/suede": "SE",
    "silhouette/suisse": "CH",
    "silhouette/tchequie": "CZ",
    "silhouette/thailande": "TH",
    "silhouette/tunisie": "TN",
    "silhouette/turquie": "TR",
    "silhouette/ukraine": "UA",
    "silhouette/vietnam": "VN",
    "silhouette/zambie": "ZM",
}
"""The ISO 3166 codes of the countries by the names of their drawings."""


def draw_silhouette(code: str) -> Drawing:
    """Draw a country by its code; what lies within it and is another's is left out."""
    sheet = find_sheet(code)
    lands = ((ring, owner == code) for owner, rings in sheet.lands.items() for ring in rings)
    shapes = (Polygon(ring, _SHAPE if own else _PAPER) for ring, own in lands)
    return Drawing(sheet.ratio, (box(0, 0, sheet.ratio, 1, _PAPER), *shapes))


# Lambert's azimuthal equal-area projection: countries keep their size, and near the middle their shape.

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


# Outlines of countries on sheets, as `outlines.bin` has them (`outlines.txt` says where from).

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
