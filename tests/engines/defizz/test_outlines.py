"""Outlines, maps and diagrams against data that others keep, and what their questions say of them."""

from itertools import pairwise
from math import atan2, cos, degrees, dist, radians, sin

import pytest
from countryinfo import CountryInfo
from hypothesis import given
from hypothesis import strategies as st

from engines.defizz.atlas.maps import (
    MAPS,
    SILHOUETTES,
    Place,
    Ring,
    Sheet,
    draw_map,
    draw_silhouette,
    find_sheet,
    project,
)
from engines.defizz.diagrams import INK, PAPER
from engines.defizz.drawings import DRAWINGS
from engines.defizz.shapes import Disc, Line, Polygon
from tests.engines.defizz.french import TODAYS, number

SHEETS = sorted({marked.sheet for marked in MAPS.values()})
WITHOUT_FAR_PARTS = {"CL": 0.9, "FR": 0.85, "PH": 0.85, "US": 0.82}
"""How much of a country is on its sheet, where much of it lies overseas or in small islands."""
WITH_WATER = {"CA": 0.93, "NL": 0.88, "NO": 0.94}
"""How much of what the other source counts is land."""
NO_CAPITAL = {"EH", "Kosovo", "ME", "PS", "SS"}
"""The other source knows no capital of these."""
ON_AN_ISLET = {"BS", "GQ"}
"""The islands with these capitals are too small for a map."""
COAST = 0.012
"""So far from the land a town by the sea may be drawn: three pixels of a picture."""
EARTH = 6371.0088


def size(ring: Ring) -> float:
    around = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum(x * below - right * y for (x, y), (right, below) in around)) / 2


def is_within(point: tuple[float, float], ring: Ring) -> bool:
    (x, y), inside = point, False
    for (left, top), (right, low) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (top > y) != (low > y) and x < left + (y - top) / (low - top) * (right - left):
            inside = not inside
    return inside


def is_near(point: tuple[float, float], ring: Ring) -> bool:
    """Whether a point lies within a ring or about on it."""
    sides = pairwise((*ring, ring[0]))
    on = (
        (start[0] + (end[0] - start[0]) * n / 20, start[1] + (end[1] - start[1]) * n / 20)
        for start, end in sides
        for n in range(20)
    )
    return is_within(point, ring) or min(dist(point, one) for one in on) < COAST


def lands_at(sheet: Sheet, place: Place) -> set[str]:
    """The countries on whose land a place is drawn."""
    point = sheet.find(place)
    return {code for code, rings in sheet.lands.items() if any(is_within(point, ring) for ring in rings)}


def lands_along(name: str) -> set[str]:
    """The countries through which the line of a map runs."""
    marked = MAPS[name]
    steps = (
        (north + (to_north - north) * n / 40, east + (to_east - east) * n / 40)
        for (north, east), (to_north, to_east) in pairwise(marked.line)
        for n in range(40)
    )
    return {code for place in steps for code in lands_at(find_sheet(marked.sheet), place)}


def test_a_country_is_drawn_as_large_as_it_is() -> None:
    for name, code in SILHOUETTES.items():
        sheet = find_sheet(code)
        sizes = {owner: sum(map(size, rings)) for owner, rings in sheet.lands.items()}
        drawn = (2 * sizes[code] - sum(sizes.values())) * sheet.height**2
        wanted = CountryInfo(code).area() * WITHOUT_FAR_PARTS.get(code, 1) * WITH_WATER.get(code, 1)
        assert drawn == pytest.approx(wanted, rel=0.05), name


def test_a_capital_lies_on_the_land_of_its_country() -> None:
    for name, code in SILHOUETTES.items():
        sheet = find_sheet(code)
        north, east = CountryInfo(code).capital_latlng()
        assert any(is_near(sheet.find((north, east)), ring) for ring in sheet.lands[code]), name


@pytest.mark.parametrize("name", SHEETS)
def test_capitals_on_maps_lie_in_their_countries(name: str) -> None:
    sheet = find_sheet(name)
    looked_at = 0
    for code, rings in sheet.lands.items():
        if code not in NO_CAPITAL | ON_AN_ISLET:
            north, east = CountryInfo(code).capital_latlng()
            x, y = sheet.find((north, east))
            if 0 < x < sheet.ratio and 0 < y < 1:
                looked_at += 1
                assert any(is_near((x, y), ring) for ring in rings), code
    assert looked_at >= 5


@pytest.mark.parametrize(
    ("name", "place", "land"),
    [
        ("europe", (45.2, 34.2), "UA"),
        ("europe", (35.3, 33.3), "CY"),
        ("afrique", (9.6, 44.1), "SO"),
        ("afrique", (24.0, -14.0), "EH"),
        ("afrique", (29.0, -9.5), "MA"),
    ],
)
def test_land_that_is_held_by_others_belongs_to_whom_the_united_nations_say(
    name: str, place: Place, land: str
) -> None:
    assert lands_at(find_sheet(name), place) == {land}


def test_nothing_of_a_small_country_within_another_is_covered() -> None:
    shapes = draw_silhouette("ZA").shapes
    assert isinstance(shapes[0], Polygon)
    assert isinstance(shapes[-1], Polygon)
    assert shapes[-1].colour == shapes[0].colour
    assert is_within(find_sheet("ZA").find((-29.5, 28.2)), shapes[-1].corners)


@pytest.mark.parametrize("name", MAPS)
def test_what_is_marked_is_seen_on_its_map(name: str) -> None:
    marked, plain = MAPS[name], draw_map(type(MAPS[name])(MAPS[name].sheet)).shapes
    added = [shape for shape in draw_map(marked).shapes if shape not in plain]
    sheet = find_sheet(marked.sheet)
    if marked.land:
        assert sum(size(shape.corners) for shape in added if isinstance(shape, Polygon)) > 0.001
    for place in marked.places:
        x, y = sheet.find(place)
        assert any(isinstance(shape, Disc) and (shape.x, shape.y) == (x, y) for shape in added)
        assert 0.02 < y < 0.98
        assert 0.02 < x < sheet.ratio - 0.02
    assert bool(marked.line) == any(isinstance(shape, Line) for shape in added)
    assert bool(marked.land) + bool(marked.places) + bool(marked.line) == 1


@pytest.mark.parametrize(
    ("name", "lands", "borders", "mouth"),
    [
        ("carte/niger", {"GN", "ML", "NE", "NG"}, {"BJ"}, "NG"),
        ("carte/rhin", {"CH", "DE", "NL"}, {"AT", "FR", "LI"}, "NL"),
        ("carte/mekong", {"CN", "MM", "LA", "TH", "KH", "VN"}, set(), "VN"),
    ],
)
def test_a_river_runs_through_its_countries(
    name: str, lands: set[str], borders: set[str], mouth: str
) -> None:
    """Where it is a border itself, a coarse line may run on either side."""
    assert lands <= lands_along(name) <= lands | borders
    sheet = find_sheet(MAPS[name].sheet)
    assert any(is_near(sheet.find(MAPS[name].line[-1]), ring) for ring in sheet.lands[mouth])


@given(st.floats(-70, 70), st.floats(-170, 170), st.floats(-40, 40), st.floats(-40, 40))
def test_the_projection_keeps_sizes(north: float, east: float, up: float, aside: float) -> None:
    """A small square keeps its size wherever it lies around the middle."""
    side = 0.01
    low, left = max(-85, min(85, north + up)), east + aside
    corners = [(low, left), (low, left + side), (low + side, left + side), (low + side, left)]
    flat = tuple(project(corner, (north, east)) for corner in corners)
    true = EARTH**2 * radians(side) * (sin(radians(low + side)) - sin(radians(low)))
    assert size(flat) == pytest.approx(true, rel=1e-3)
    assert true == pytest.approx(EARTH**2 * radians(side) ** 2 * cos(radians(low + side / 2)), rel=1e-6)


@given(st.floats(-85, 85), st.floats(-180, 180))
def test_the_middle_is_in_the_middle_and_north_is_up(north: float, east: float) -> None:
    assert project((north, east), (north, east)) == pytest.approx((0, 0), abs=1e-3)
    x, y = project((north + 1, east), (north, east))
    assert (x, y) == (pytest.approx(0, abs=1e-6), pytest.approx(-radians(1) * EARTH, rel=1e-3))
    assert project((north, east + 1), (north, east))[0] > 0


def test_the_name_of_a_drawing_is_known_without_drawing_it() -> None:
    find_sheet.cache_clear()
    assert "carte/niger" in DRAWINGS
    assert "carte/atlantide" not in DRAWINGS
    assert find_sheet.cache_info().misses == 0


def polygons(name: str) -> list[Polygon]:
    """The filled shapes of a drawing, without its sheet."""
    return [shape for shape in DRAWINGS[name].shapes[1:] if isinstance(shape, Polygon)]


def discs(name: str) -> list[Disc]:
    return [shape for shape in DRAWINGS[name].shapes if isinstance(shape, Disc)]


def area(shape: Polygon) -> float:
    around = zip(shape.corners, (*shape.corners[1:], shape.corners[0]), strict=True)
    return abs(sum(x * below - right * y for (x, y), (right, below) in around)) / 2


def test_the_snowflake_has_as_many_sides_as_its_question_says() -> None:
    (flake,) = polygons("figure/flocon-de-koch")
    assert len(set(flake.corners)) == number("ce flocon", TODAYS)


def test_the_hands_stand_as_far_apart_as_the_question_says() -> None:
    turns = []
    for hand in polygons("horloge/3h30")[-2:]:
        (x, y), (far_x, far_y) = hand.corners[:2]
        turns.append(degrees(atan2(far_y - y, far_x - x)))
    assert round(abs(turns[0] - turns[1]), 6) == number("trois heures et demie", TODAYS)


def test_the_dice_hide_what_the_question_says() -> None:
    shown = len(discs("jeu/des-6-4-1"))
    assert 3 * 7 - shown == number("faces de dessous", TODAYS)


def test_the_signs_of_the_mayas_are_the_number_asked_for() -> None:
    dots, bars = len(discs("nombre/maya-19")), len(polygons("nombre/maya-19"))
    assert dots + 5 * bars == number("les Mayas", TODAYS)


def test_the_seven_pieces_fill_their_square_without_overlapping() -> None:
    pieces = polygons("jeu/tangram")
    assert len(pieces) == len({piece.colour for piece in pieces}) == 7
    corners = [corner for piece in pieces for corner in piece.corners]
    side = max(x for x, _ in corners) - min(x for x, _ in corners)
    assert round(sum(map(area, pieces)), 9) == round(side**2, 9)


def test_the_squares_on_the_short_sides_are_together_that_on_the_long_one() -> None:
    *squares, triangle = polygons("figure/pythagore")
    short, middle, long = sorted(map(area, squares))
    assert triangle.colour == INK
    assert round(short + middle, 9) == round(long, 9)


def test_the_give_way_sign_stands_on_its_point() -> None:
    for triangle in polygons("route/cedez-le-passage"):
        low = sorted(y for _, y in triangle.corners)
        assert round(low[0], 9) == round(low[1], 9) < low[2]
    assert polygons("route/cedez-le-passage")[-1].colour == PAPER
