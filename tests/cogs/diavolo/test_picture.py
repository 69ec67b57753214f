"""The picture shows the throw as it was drawn, to every kind of eyes; its words say it all."""

import re
from collections.abc import Mapping
from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.texts import texts_for
from bot.ui.pages.limits import ALT_TEXT
from bot.ui.pages.sprites import RGB, Paint, marked_die
from cogs.diavolo.picture import (
    APART,
    BORDER,
    CLEAR,
    CLEAR_MIDDLE,
    FORMS,
    HEIGHT,
    ORDER,
    ORDER_SIDE,
    PAINTS,
    PALETTE,
    SIDE,
    TABLE,
    WIDTH,
    Outline,
    Sign,
    ThrowDrawing,
    gap,
    middle_distance,
    scatter,
    sketch,
    throw_in_words,
)
from cogs.diavolo.words import ORDERS
from engines.diavolo.model import DieColor, Throw
from engines.diavolo.throw import DIE_COLORS, target
from tests.cogs.diavolo.table import NEAREST_THROWS, SEEDS, THROWS
from tests.support.pictures import LETTERS, SHAPES, contrast, eyes, opened, palette_of, sample

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
NAMES: Mapping[str, DieColor] = {"noir": "black", "blanc": "white", "rouge": "red"} | {
    c: c for c in DIE_COLORS
}
EXAMPLE = Throw((2, 3, 6), (1, 5, 6), (3, 5, 5), 1)
LOW, MID, HIGH = -0.24, 0.0, 0.24
GRID = [(x, y) for y in (LOW, MID, HIGH) for x in (LOW, MID, HIGH)]
FACES: Mapping[frozenset[tuple[float, float]], int] = {
    frozenset({(MID, MID)}): 1,
    frozenset({(LOW, HIGH), (HIGH, LOW)}): 2,
    frozenset({(LOW, HIGH), (MID, MID), (HIGH, LOW)}): 3,
    frozenset({(LOW, LOW), (LOW, HIGH), (HIGH, LOW), (HIGH, HIGH)}): 4,
    frozenset({(LOW, LOW), (LOW, HIGH), (HIGH, LOW), (HIGH, HIGH), (MID, MID)}): 5,
    frozenset({(LOW, LOW), (LOW, HIGH), (HIGH, LOW), (HIGH, HIGH), (LOW, MID), (HIGH, MID)}): 6,
}


# -- what is painted ---------------------------------------------------------------------------------------
POSES = st.tuples(st.integers(0, 400), st.integers(0, 400), st.integers(0, 359))


@settings(max_examples=10, deadline=None)
@given(THROWS, SEEDS)
def test_colours_and_pips_can_be_read_back_from_the_pixels_of_a_light_picture(throw, seed) -> None:
    data = ThrowDrawing(throw, seed).paint()
    assert len(data) <= 25_000
    assert palette_of(data) == list(PALETTE.colours), "no other colour was drawn with"
    picture = opened(data)
    assert picture.size == (WIDTH, HEIGHT)
    seen: dict[str, list[int]] = {color: [] for color in DIE_COLORS}
    for one in scatter(throw, seed).dice:
        color = _body(picture, one.outline)
        seen[color].append(_face(picture, one.outline, PAINTS[color]))
    for color in DIE_COLORS:
        assert tuple(seen[color]) == getattr(throw, color)


@settings(max_examples=10, deadline=None)
@given(THROWS, SEEDS)
def test_d10_the_order_die_alone_shows_nothing_of_the_others(throw: Throw, seed: int) -> None:
    other = Throw(throw.white, throw.red, throw.black, throw.order, throw.near and 1)
    alone = sketch(throw, FRENCH, seed, order_only=True)
    assert alone == sketch(other, FRENCH, seed, order_only=True)
    assert ORDERS[throw.order] in alone.alt
    assert not re.search(r"\d", alone.alt)
    picture = opened(alone.drawing.paint())
    order = scatter(throw, seed).order
    for x in range(20, WIDTH - 20, 24):
        for y in range(20, HEIGHT - 20, 24):
            if abs(x - order.x) > 110 or abs(y - order.y) > 110:
                assert contrast(picture.getpixel((x, y)), TABLE) < 1.2


def test_the_six_signs_are_six_shapes_on_the_biggest_die() -> None:
    """Even where a sign is seen small, more than a twentieth of its field differs from any other's."""
    fields = {order: _sign(order).resize((24, 24)).tobytes() for order in ORDERS}
    for one, other in combinations(ORDERS, 2):
        differing = sum(abs(a - b) > 80 for a, b in zip(fields[one], fields[other], strict=True))
        assert differing > 24 * 24 / 20, (one, other)
    assert ORDER_SIDE >= 1.3 * SIDE


# -- for every kind of eyes --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", eyes())
def test_dice_their_pips_and_signs_stand_out_for_every_eye(kind) -> None:
    """From the table by their body or, where that is as light as the table, by their rim."""
    seen = eyes()[kind]
    for paint in (*PAINTS.values(), ORDER):
        assert contrast(seen(paint.pip), seen(paint.body)) >= LETTERS
        assert max(contrast(seen(part), seen(TABLE)) for part in (paint.body, paint.rim)) >= SHAPES
    for one, other in combinations(PAINTS.values(), 2):
        light = contrast(seen(one.body), seen(other.body))
        assert light >= SHAPES or (light >= 1.5 and (one.inlay is None) != (other.inlay is None))


def test_the_three_colours_differ_in_body_and_pips_too() -> None:
    assert len({paint.shape for paint in PAINTS.values()}) == 3
    assert len({paint.pips for paint in PAINTS.values()}) == 3


# -- in words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
@settings(max_examples=50, deadline=None)
@given(throw=THROWS, near=NEAREST_THROWS, seed=SEEDS)
def test_d2_the_words_give_dice_and_order_and_the_way_to_the_nearest_die(t, throw, near, seed) -> None:
    for each in (throw, near):
        shown = sketch(each, t, seed)
        assert len(shown.alt) <= ALT_TEXT
        assert shown.words == shown.alt == throw_in_words(each, t, seed)
        dice, order, distances = _read(shown.alt)
        assert dice == {color: getattr(each, color) for color in DIE_COLORS}
        assert order == t(ORDERS[each.order])
        assert bool(distances) is (each.order == 6)
        if distances:
            lengths = [length for _, _, length in distances]
            assert lengths == sorted(lengths)
            named = sorted((NAMES[color], face) for color, face, _ in distances)
            assert named == sorted((color, face) for color in DIE_COLORS for face in dice[color])
            first = {NAMES[color] for color, _, length in distances if length == lengths[0]}
            assert (first.pop() if len(first) == 1 else "grey") == target(each)


def test_the_example_of_the_rules_reads_as_one_says_it() -> None:
    assert throw_in_words(EXAMPLE, FRENCH, 1) == (
        "Noir 2, 3, 6. Blanc 1, 5, 6. Rouge 3, 5, 5. Ordre : plus grande somme."
    )
    assert throw_in_words(EXAMPLE, ENGLISH, 1) == (
        "Black 2, 3, 6. White 1, 5, 6. Red 3, 5, 5. Order: largest sum."
    )


def _read(words: str) -> tuple[dict[str, tuple[int, ...]], str, list[tuple[str, int, float]]]:
    groups = re.findall(r"(\w+) ((?:\d, )+\d)\.", words)
    dice = {str(NAMES[name.lower()]): tuple(map(int, faces.split(", "))) for name, faces in groups}
    order = re.search(r"(?:Ordre :|Order:) ([^.]+)\.", words)
    assert order is not None
    places = re.findall(r"(\w+) (\d) \((\d+)[.,](\d)\u00a0cm\)", words)
    distances = [(name, int(face), float(f"{whole}.{tenth}")) for name, face, whole, tenth in places]
    return dice, order[1], distances


def _body(picture: Image.Image, where: Outline) -> DieColor:
    """The colour of a die, where no face has a pip."""
    seen = sample(picture, *where.at(0, HIGH * SIDE), reach=2)
    return min(PAINTS, key=lambda color: _distance(seen, PAINTS[color].body))


def _face(picture: Image.Image, where: Outline, paint: Paint) -> int:
    def has_pip(x: float, y: float) -> bool:
        seen = sample(picture, *where.at(x * SIDE, y * SIDE))
        return _distance(seen, paint.pip) < _distance(seen, paint.body)

    return FACES[frozenset(spot for spot in GRID if has_pip(*spot))]


def _distance(one: RGB, other: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _sign(order: int) -> Image.Image:
    field = Image.new("RGB", (120, 120))
    Sign(order, (255, 255, 255))(ImageDraw.Draw(field), 120.0)
    return field.convert("L")


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
def test_a_gap_lies_between_what_the_middles_allow(a, b, form, other_form) -> None:
    one = Outline(a[0], a[1], 80, a[2], form)
    other = Outline(b[0], b[1], 120, b[2], other_form)
    apart = middle_distance(one, other)
    width = gap(one, other)
    assert width <= apart - 40 - 60 + 1e-6
    if width > 0:
        assert width >= apart - one.reach - other.reach - 1e-6


# -- every throw -------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(THROWS, THROWS, SEEDS)
def test_all_dice_lie_there_as_they_were_drawn_apart_whole_and_the_same_each_time(
    throw, another, seed
) -> None:
    """D10: the order die stays in place when the others follow it."""
    lying = scatter(throw, seed)
    for color in DIE_COLORS:
        assert tuple(one.face for one in lying.dice if one.color == color) == getattr(throw, color)
    assert all(one.outline.form == FORMS[one.color] for one in lying.dice)
    outlines = [one.outline for one in lying.dice]
    assert min(gap(a, b) for a, b in combinations(outlines, 2)) >= APART
    tie = throw.near == len(outlines) + 1
    assert min(one.gap for one in lying.dice) >= (-1e-6 if tie else 0 if throw.order == 6 else APART)
    for outline in (*outlines, lying.order):
        for x, y in outline.core:
            assert BORDER <= x - outline.radius <= x + outline.radius <= WIDTH - BORDER
            assert BORDER <= y - outline.radius <= y + outline.radius <= HEIGHT - BORDER
    scatter.cache_clear()
    assert scatter(throw, seed) == lying
    alone = scatter(Throw((), (), (), throw.order), seed)
    assert alone.dice == ()
    assert alone.order == lying.order == scatter(another, seed).order
    drawing, same = ThrowDrawing(throw, seed), ThrowDrawing(throw, seed)
    assert (drawing, hash(drawing)) == (same, hash(same))
    assert drawing != ThrowDrawing(throw, seed ^ 1)


@settings(max_examples=20, deadline=None)
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
