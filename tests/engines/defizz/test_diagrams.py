"""What diagrams show is what their questions say of them."""

from __future__ import annotations

from math import atan2, degrees

from engines.defizz.diagrams import INK, PAPER
from engines.defizz.drawings import DRAWINGS
from engines.defizz.shapes import Disc, Polygon
from tests.engines.defizz.french import TODAYS, number


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
