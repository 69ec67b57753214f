"""The dice lie free, whole and true: no picture hides a die, and none lies about distances."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter

from bot.ui.pages.sprites import marked_die
from cogs.diavolo.outline import Form, Outline, gap, middle_distance
from cogs.diavolo.picture import ORDER, PAINTS
from cogs.diavolo.scatter import (
    APART,
    BORDER,
    CLEAR,
    CLEAR_MIDDLE,
    FORMS,
    HEIGHT,
    ORDER_SIDE,
    SIDE,
    WIDTH,
    scatter,
)
from engines.diavolo.model import Throw
from engines.diavolo.throw import DIE_COLORS, target
from tests.cogs.diavolo.throws import NEAREST_THROWS, SEEDS, THROWS

POSES = st.tuples(st.integers(0, 400), st.integers(0, 400), st.integers(0, 359))


# -- the geometry itself -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Outline(0, 0, 80, 0, "square"), Outline(100, 0, 80, 0, "square"), 20),
        (Outline(0, 0, 80, 0, "round"), Outline(100, 0, 80, 0, "cut"), 20),
        (Outline(0, 0, 80, 0, "cut"), Outline(80, 0, 80, 0, "square"), 0),
        (Outline(0, 0, 80, 0, "cut"), Outline(70, 0, 80, 0, "square"), -10),
        # Corner to corner: what the corners have lost comes twice on top of the squares' own distance.
        (
            Outline(0, 0, 100, 0, "round"),
            Outline(150, 150, 100, 0, "round"),
            50 * 2**0.5 + 2 * 23 * (2**0.5 - 1),
        ),
        (
            Outline(0, 0, 100, 45, "cut"),
            Outline(200, 0, 100, 45, "cut"),
            200 - 2 * (100 / 2**0.5 - 25 / 2**0.5),
        ),
    ],
)
def test_gaps_that_one_can_work_out(one: Outline, other: Outline, expected: float) -> None:
    assert gap(one, other) == pytest.approx(expected)
    assert gap(other, one) == pytest.approx(expected)


@settings(deadline=None)
@given(POSES, POSES, st.sampled_from(("round", "cut", "square")), st.sampled_from(("round", "cut", "square")))
def test_a_gap_lies_between_what_the_middles_allow(
    a: tuple[int, int, int], b: tuple[int, int, int], form: Form, other_form: Form
) -> None:
    one = Outline(a[0], a[1], 80, a[2], form)
    other = Outline(b[0], b[1], 120, b[2], other_form)
    apart = middle_distance(one, other)
    width = gap(one, other)
    assert width <= apart - 40 - 60 + 1e-6
    if width > 0:
        assert width >= apart - one.reach - other.reach - 1e-6


# -- every throw -------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(THROWS, SEEDS)
def test_all_dice_lie_there_as_they_were_drawn(throw: Throw, seed: int) -> None:
    lying = scatter(throw, seed)
    for color in DIE_COLORS:
        assert tuple(one.face for one in lying.dice if one.color == color) == getattr(throw, color)
    assert all(one.outline.form == FORMS[one.color] for one in lying.dice)


@settings(deadline=None)
@given(THROWS, SEEDS)
def test_nothing_overlaps_and_nothing_leaves_the_picture(throw: Throw, seed: int) -> None:
    lying = scatter(throw, seed)
    outlines = [one.outline for one in lying.dice]
    assert min(gap(a, b) for a, b in combinations(outlines, 2)) >= APART
    tie = throw.near == len(outlines) + 1
    assert min(one.gap for one in lying.dice) >= (-1e-6 if tie else 0 if throw.order == 6 else APART)
    for outline in (*outlines, lying.order):
        for x, y in outline.core:
            assert BORDER <= x - outline.radius <= x + outline.radius <= WIDTH - BORDER
            assert BORDER <= y - outline.radius <= y + outline.radius <= HEIGHT - BORDER


@settings(deadline=None)
@given(THROWS, SEEDS)
def test_the_same_throw_lies_the_same_way(throw: Throw, seed: int) -> None:
    first = scatter(throw, seed)
    scatter.cache_clear()
    assert scatter(throw, seed) == first


@settings(deadline=None)
@given(THROWS, THROWS, SEEDS)
def test_d10_the_order_die_stays_in_place_when_the_others_follow(one: Throw, other: Throw, seed: int) -> None:
    alone = scatter(Throw((), (), (), one.order), seed)
    assert alone.dice == ()
    assert alone.order == scatter(one, seed).order == scatter(other, seed).order


@settings(deadline=None)
@given(THROWS)
def test_other_seeds_scatter_otherwise(throw: Throw) -> None:
    assert len({scatter(throw, seed).dice[0].outline for seed in range(8)}) > 1


# -- order 6 -------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(NEAREST_THROWS, SEEDS)
def test_d2_the_drawn_die_is_nearest_by_a_clear_margin(throw: Throw, seed: int) -> None:
    lying = scatter(throw, seed)
    assert throw.near is not None
    if throw.near > len(lying.dice):
        return
    drawn = lying.dice[throw.near - 1]
    others = [one for one in lying.dice if one is not drawn]
    assert drawn.gap > 2, "a single die never touches the Order die"
    assert min(one.gap for one in others) >= drawn.gap + CLEAR
    farther = min(middle_distance(lying.order, one.outline) for one in others)
    assert farther >= middle_distance(lying.order, drawn.outline) + CLEAR_MIDDLE
    assert drawn.color == target(throw)


@settings(deadline=None)
@given(NEAREST_THROWS, SEEDS)
def test_d2_in_a_tie_two_colours_touch_the_order_die_equally(throw: Throw, seed: int) -> None:
    throw = Throw(throw.black, throw.white, throw.red, 6, 3 * len(throw.black) + 1)
    lying = scatter(throw, seed)
    one, other, *rest = sorted(lying.dice, key=lambda die: die.gap)
    assert one.color != other.color
    assert abs(one.gap) < 0.5
    assert abs(other.gap) < 0.5
    assert middle_distance(lying.order, one.outline) == pytest.approx(
        middle_distance(lying.order, other.outline), abs=0.5
    )
    assert min(die.gap for die in rest) >= CLEAR
    assert target(throw) == "grey"


@pytest.mark.parametrize("near", range(1, 11))
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_d2_any_die_can_be_the_nearest(near: int, seed: int) -> None:
    throw = Throw((1, 2, 3), (4, 5, 6), (1, 3, 5), 6, near)
    lying = scatter(throw, seed)
    nearest = min(lying.dice, key=lambda die: die.gap)
    assert near == 10 or lying.dice.index(nearest) == near - 1


@settings(max_examples=6, deadline=None)
@given(NEAREST_THROWS, SEEDS)
def test_d2_what_is_measured_is_what_is_painted(throw: Throw, seed: int) -> None:
    """The gap between the pixels of the sprites themselves, for the nearest three dice."""
    lying = scatter(throw, seed)
    order = _edge(marked_die(ORDER_SIDE, ORDER, lying.order.angle), lying.order)
    for one in sorted(lying.dice, key=lambda die: die.gap)[:3]:
        pixels = _edge(marked_die(SIDE, PAINTS[one.color], one.outline.angle), one.outline)
        painted = min(hypot(x - u, y - v) for x, y in pixels for u, v in order)
        assert painted == pytest.approx(max(one.gap, 0), abs=2.5)


def _edge(sprite: Image.Image, where: Outline) -> list[tuple[float, float]]:
    """The pixels of the picture on the edge of a die; shadows are half transparent at most."""
    solid = sprite.getchannel("A").point(lambda alpha: 255 * (alpha > 190))
    edge = ImageChops.subtract(solid, solid.filter(ImageFilter.MinFilter(3))).tobytes()
    left, top = round(where.x - sprite.width / 2), round(where.y - sprite.height / 2)
    return [(left + at % sprite.width, top + at // sprite.width) for at, on in enumerate(edge) if on]
