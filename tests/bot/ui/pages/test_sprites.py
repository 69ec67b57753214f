"""Dice that can be read whatever their paint and angle, and what lies around them."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.ui.pages.sprites import Paint, Pips, marked_die, shadow, webp
from tests.support.pictures import laid, near, opened, sample

GREEN = (40, 110, 80)
PAINTS = (
    Paint((180, 24, 36), (255, 255, 255), (96, 8, 16)),
    Paint((34, 34, 38), (250, 244, 228), (8, 8, 10), shape="cut", pips="diamond", inlay=(206, 190, 150)),
    Paint((248, 244, 234), (20, 20, 24), (120, 112, 100), shape="square", pips="square"),
)
paints = st.sampled_from(PAINTS)
SIDE = 80


def lying(sprite: Image.Image) -> Image.Image:
    return laid(sprite, GREEN, 220)


def at(angle: float, x: float, y: float) -> tuple[float, float]:
    """A place on a face (in sides, from the upper left) on a picture where it lies in the middle, turned."""
    x, y, turn = (x - 0.5) * SIDE, (y - 0.5) * SIDE, radians(angle)
    return 110 + x * cos(turn) + y * sin(turn), 110 - x * sin(turn) + y * cos(turn)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 6), paints, st.integers(0, 359))
def test_a_die_shows_its_value_at_any_angle(value: int, paint: Paint, angle: int) -> None:
    picture = opened(webp(lying(marked_die(SIDE, paint, angle, Pips(value, paint)))))
    spots = {spot for each in range(1, 7) for spot in Pips(each, paint).spots}
    shown = {spot for spot in spots if near(sample(picture, *at(angle, *spot)), paint.pip, 60)}
    assert shown == set(Pips(value, paint).spots)
    assert len(shown) == value
    for x, y in ((0.5, 0.17), (0.5, 0.83)):
        assert near(sample(picture, *at(angle, x, y)), paint.body, 45)


@settings(max_examples=30, deadline=None)
@given(paints, st.integers(0, 359))
def test_a_die_is_as_wide_as_it_is_asked_to_be_and_lies_in_the_middle(paint: Paint, angle: int) -> None:
    picture = lying(marked_die(SIDE, paint, angle))
    for x, y in ((0, 0.5), (1, 0.5), (0.5, 0), (0.5, 1)):
        inside = at(angle, 0.5 + (x - 0.5) * 0.94, 0.5 + (y - 0.5) * 0.94)
        assert not near(sample(picture, *inside, 0), GREEN), "the body reaches its edge"
        beyond = at(angle, 0.5 + (x - 0.5) * 1.4, 0.5 + (y - 0.5) * 1.4)
        assert near(sample(picture, *beyond, 0), GREEN), "and not further"


@pytest.mark.parametrize("paint", PAINTS, ids=lambda paint: paint.shape)
def test_a_turned_die_keeps_its_area(paint: Paint) -> None:
    def area(angle: float) -> int:
        alpha = marked_die(SIDE, paint, angle).getchannel("A").tobytes()
        return sum(alpha) // 255

    for angle in (17, 45, 90, 203.5):
        assert area(angle) == pytest.approx(area(0), rel=0.02)


def test_shadows_fall_the_same_way_at_every_angle() -> None:
    for angle in (0, 45, 90, 180, 270):
        picture = lying(marked_die(SIDE, PAINTS[0], angle))
        below = max(y for y in range(110, 220) if not near(sample(picture, 110, y, 0), GREEN, 25))
        above = min(y for y in range(110) if not near(sample(picture, 110, y, 0), GREEN, 25))
        assert below - 110 > 110 - above
        alone = shadow(SIDE, PAINTS[0].shape, angle)
        left, top, right, bottom = alone.getbbox() or (0, 0, 0, 0)
        assert alone.height < top + bottom
        assert alone.width < left + right


def test_a_shadow_alone_is_that_of_the_die() -> None:
    """Where nothing of the die is, the whole sprite is as dark as its shadow."""
    for paint in PAINTS:
        for angle in (0, 30):
            whole, alone = marked_die(SIDE, paint, angle).getchannel("A"), shadow(SIDE, paint.shape, angle)
            assert whole.size == alone.size
            outside = [(a, b) for a, b in zip(whole.tobytes(), alone.tobytes(), strict=True) if a < 100]
            assert outside
            assert all(b <= a for a, b in outside)
            assert sum(a == b for a, b in outside) > 0.95 * len(outside)
            assert 60 < max(alone.tobytes()) < 140
