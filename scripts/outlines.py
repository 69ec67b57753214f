"""Make `engines/defizz/atlas/outlines.bin`: outlines of countries, and maps with their borders.

npm pack world-atlas@2.0.2 && tar --extract --file world-atlas-2.0.2.tgz
PYTHONPATH=. python scripts/outlines.py package

Needed only to make the file anew. `outlines.txt` beside it says what it holds, and where from.
"""

import json
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist, hypot
from pathlib import Path
from typing import Any, NamedTuple

import pycountry

from engines.defizz.atlas.maps import SILHOUETTES, STEPS, Place, project

FILE = Path(__file__).parents[1] / "engines/defizz/atlas/outlines.bin"
Point = tuple[float, float]
CODES = {country.numeric: country.alpha_2 for country in pycountry.countries}
"""Two letters for the numbers of ISO 3166 that the source has."""
SLACK, SMALLEST, NEAR = 0.0034, 0.00015, 250
"""Points this near to a line are left out, and parts this small (in heights of a sheet, and their squares).
Parts farther from any large one, in kilometres, are left to other maps."""

NARROWEST = 0.6
"""No sheet is less wide, in heights."""
HALF = 9000
"""Kilometres from the middle of a map to where the other half of the globe begins."""
UNITED = {
    "N. Cyprus": "CY",
    "Cyprus U.N. Buffer Zone": "CY",
    "Somaliland": "SO",
}
"""What the United Nations hold for parts of another country, by the source's name."""
CRIMEA: Place = (45.2, 34.2)
SAHARA = 27.667
"""The parallel on which they draw the border between Morocco and Western Sahara."""
HOLES = {"ZA": ("LS",)}
"""Countries that lie within another one."""


class Window(NamedTuple):
    """A map: its middle, and what it shows around it, in kilometres (left, top, right, bottom)."""

    middle: Place
    frame: tuple[float, float, float, float]


WINDOWS = {
    "europe": Window((53.0, 15.0), (-2150, -2050, 2350, 2000)),
    "afrique": Window((2.0, 17.0), (-4100, -4200, 4300, 4250)),
    "amerique-du-sud": Window((-21.0, -60.0), (-3000, -3900, 3000, 3950)),
    "asie-du-sud-est": Window((15.0, 106.0), (-2000, -1800, 2200, 1700)),
    "europe-centrale": Window((49.5, 9.0), (-900, -700, 900, 750)),
    "caraibes": Window((16.0, -79.0), (-2000, -1150, 2100, 1150)),
    "france": Window((46.5, 2.5), (-620, -580, 700, 620)),
}


class World:
    """A TopoJSON file of countries: lines that neighbours share, and which of them go around what."""

    def __init__(self, file: Path) -> None:
        """Read the file, and give each country what the United Nations hold for its own."""
        plain = json.loads(file.read_text("utf-8"))
        (self._wide, self._high), (self._left, self._low) = (
            plain["transform"]["scale"],
            plain["transform"]["translate"],
        )
        self.arcs = [self._walk(arc) for arc in plain["arcs"]]
        self.parts: dict[str, list[list[int]]] = {}
        for country in plain["objects"]["countries"]["geometries"]:
            name = country["properties"]["name"]
            many = [country["arcs"]] if country["type"] == "Polygon" else country["arcs"]
            key = UNITED.get(name) or CODES.get(country.get("id"), name)
            self.parts.setdefault(key, []).extend(part[0] for part in many)
        self._move(CRIMEA, "RU", "UA")
        for key in ("UA", *UNITED.values()):
            self.parts[key] = self._unite(self.parts[key])
        self.parts["MA"], self.parts["EH"] = self._cut([*self.parts["MA"], *self.parts["EH"]], SAHARA)

    def _walk(self, arc: Sequence[Sequence[int]]) -> list[Place]:
        x, y, points = 0, 0, []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((y * self._high + self._low, x * self._wide + self._left))
        return points

    def _move(self, place: Place, owner: str, to: str) -> None:
        for part in self.parts[owner]:
            ring = [point for points in self.lines(part) for point in points[1:]]
            if is_within(place, ring):
                self.parts[owner].remove(part)
                self.parts[to].append(part)
                return
        raise LookupError(place)

    def _unite(self, parts: list[list[int]]) -> list[list[int]]:
        """Return the parts of a country without the lines between two of them."""
        every = {arc for part in parts for arc in part}
        shared = {arc for arc in every if ~arc in every}
        kept = [part for part in parts if shared.isdisjoint(part)]
        loose = [arc for part in parts if not shared.isdisjoint(part) for arc in part if arc not in shared]
        while loose:
            ring = [loose.pop()]
            while self.end(ring[-1]) != self.start(ring[0]):
                ring.append(
                    loose.pop(next(n for n, arc in enumerate(loose) if self.start(arc) == self.end(ring[-1])))
                )
            kept.append(ring)
        return kept

    def _cut(self, parts: list[list[int]], north: float) -> tuple[list[list[int]], list[list[int]]]:
        """Return what of neighbours lies north, and south, of a parallel that crosses their outline twice."""
        halves: list[list[list[int]]] = []
        for frame in ((north, -180, 90, 180), (-90, -180, north, 180)):
            halves.append([])
            for part in self._unite(parts):
                ring = clip([point for points in self.lines(part) for point in points[1:]], frame)
                if ring:
                    self.arcs.append([*ring, ring[0]])
                    halves[-1].append([len(self.arcs) - 1])
        return halves[0], halves[1]

    def start(self, arc: int) -> Place:
        """Return where a line begins; ~n is line n backwards."""
        return self.arcs[arc][0] if arc >= 0 else self.arcs[~arc][-1]

    def end(self, arc: int) -> Place:
        """Return where a line ends."""
        return self.start(~arc)

    def lines(self, part: Iterable[int]) -> Iterator[list[Place]]:
        """Yield the lines around a part in their order."""
        for arc in part:
            yield self.arcs[arc] if arc >= 0 else self.arcs[~arc][::-1]


def is_within(place: Point, ring: Sequence[Point]) -> bool:
    """Return whether a place lies within a ring."""
    (y, x), inside = place, False
    for (top, left), (low, right) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (top > y) != (low > y) and x < left + (y - top) / (low - top) * (right - left):
            inside = not inside
    return inside


def thin(points: Sequence[Point], slack: float) -> list[Point]:
    """Return a line without the points that are nearer than `slack` to what is left (Douglas and Peucker)."""
    first, last = points[0], points[-1]
    off = [_off(point, first, last) for point in points]
    far = max(range(len(points)), key=off.__getitem__)
    if off[far] <= slack or len(points) < 3:
        return [first, last]
    return thin(points[: far + 1], slack)[:-1] + thin(points[far:], slack)


def _off(point: Point, start: Point, end: Point) -> float:
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y)
    if not length:
        return dist(point, start)
    share = ((point[0] - x) * (to_x - x) + (point[1] - y) * (to_y - y)) / length**2
    share = min(1, max(0, share))
    return dist(point, (x + share * (to_x - x), y + share * (to_y - y)))


def size(ring: Sequence[Point]) -> float:
    """Return how much a ring encloses."""
    around = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum(x * low - right * y for (x, y), (right, low) in around)) / 2


def clip(ring: list[Point], frame: tuple[float, float, float, float]) -> list[Point]:
    """Return what of a ring lies within a frame (Sutherland and Hodgman)."""
    left, top, right, bottom = frame
    for axis, edge, sign in ((0, left, 1), (1, top, 1), (0, right, -1), (1, bottom, -1)):
        kept: list[Point] = []
        for start, end in pairwise([*ring[-1:], *ring]):
            inside, was = sign * (end[axis] - edge) >= 0, sign * (start[axis] - edge) >= 0
            if inside != was:
                share = (edge - start[axis]) / (end[axis] - start[axis])
                kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
            if inside:
                kept.append(end)
        ring = kept
    return ring


def draw(world: World, key: str, window: Window) -> list[list[Point]]:
    """Return the rings of a country on a map, in heights of the map from its upper left."""
    left, top, right, bottom = window.frame
    high, rings = bottom - top, []
    wide = ((left - right) / 20, (top - bottom) / 20)
    around = (left + wide[0], top + wide[1], right - wide[0], bottom - wide[1])
    for part in world.parts[key]:
        ring: list[Point] = []
        for line in world.lines(part):
            ring += thin([project(place, window.middle) for place in line], SLACK * high)[1:]
        # What lies on the other half of the globe would be drawn inside out.
        near = min(map(hypot, *zip(*ring, strict=True))) < HALF
        ring = clip(ring, around) if near else []
        if ring and size(ring) > SMALLEST * high**2:
            rings.append([((x - left) / high, (y - top) / high) for x, y in ring])
    return rings


def frame_of(world: World, key: str) -> tuple[Window, list[list[int]]]:
    """Return a map around the largest part of a country, and the parts that are near to it."""
    rings = {
        n: [p for line in world.lines(part) for p in line[1:]] for n, part in enumerate(world.parts[key])
    }
    first = max(rings, key=lambda n: size([project(p, rings[n][0]) for p in rings[n]]))
    norths, easts = zip(*rings[first], strict=True)
    middle = (round((min(norths) + max(norths)) / 2, 3), round((min(easts) + max(easts)) / 2, 3))
    flat = {n: [project(place, middle) for place in ring] for n, ring in rings.items()}
    most = size(flat[first])
    large = {n for n, ring in flat.items() if size(ring) > most / 20}
    near = [first]
    for n in near:
        if n in large:
            others = (m for m, ring in flat.items() if m not in near and size(ring) > most / 700)
            near += [m for m in list(others) if _gap(flat[m], flat[n]) < NEAR]
    across, down = zip(*(point for n in near for point in flat[n]), strict=True)
    edge = 0.06 * max(max(across) - min(across), max(down) - min(down))
    high = max(down) - min(down) + 2 * edge
    aside = max(edge, (NARROWEST * high - max(across) + min(across)) / 2)
    frame = (min(across) - aside, min(down) - edge, max(across) + aside, max(down) + edge)
    return Window(middle, frame), [world.parts[key][n] for n in near]


def _gap(ring: Sequence[Point], other: Sequence[Point]) -> float:
    return min(dist(one, two) for one in ring[::5] for two in other[::5])


def packed(window: Window, lands: dict[str, list[list[Point]]]) -> dict[str, Any]:
    """Return a sheet as it is written: each ring begins at a point and goes on by steps."""
    flat = {}
    for key, rings in lands.items():
        flat[key] = [_steps([(round(x * STEPS), round(y * STEPS)) for x, y in ring]) for ring in rings]
    return {"middle": window.middle, "frame": [round(edge, 1) for edge in window.frame], "lands": flat}


def _steps(ring: list[tuple[int, int]]) -> list[int]:
    ring = [point for n, point in enumerate(ring) if point != ring[n - 1]]
    steps = [*ring[0]]
    for (x, y), (to_x, to_y) in pairwise(ring):
        steps += (to_x - x, to_y - y)
    return steps


def main() -> None:
    """Write the file, and say how much is in it."""
    folder = Path(sys.argv[1])
    fine, coarse = World(folder / "countries-10m.json"), World(folder / "countries-50m.json")
    sheets = {}
    for key in sorted(SILHOUETTES.values()):
        window, near = frame_of(fine, key)
        fine.parts[key] = near
        sheets[key] = packed(window, {each: draw(fine, each, window) for each in (key, *HOLES.get(key, ()))})
    for name, window in WINDOWS.items():
        drawn = {key: draw(coarse if name != "france" else fine, key, window) for key in coarse.parts}
        sheets[name] = packed(window, {key: rings for key, rings in drawn.items() if rings})
    FILE.write_bytes(zlib.compress(json.dumps(sheets, separators=(",", ":")).encode(), 9))
    print(f"{len(sheets)} sheets, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
