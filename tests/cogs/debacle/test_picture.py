"""The board's picture holds what the observation says, whoever looks and however they see colours."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.texts import texts_for
from bot.ui.pages.limits import ALT_TEXT, faults
from bot.ui.pages.page import Page
from bot.ui.pages.sprites import RGB, Paint, Pips, marked_die
from cogs.debacle.picture import (
    _ACT,
    _AMBER,
    _CAMP,
    _CHOSEN,
    _DIE,
    _FRAME,
    _HELD_DIE,
    _INK,
    _IVORY,
    _LAST,
    CELL_SIDE,
    HEIGHT,
    PAINTS,
    PALETTE,
    WIDTH,
    WOOD,
    BoardDrawing,
    alt_text,
    board_in_letters,
    drawing_of,
    middle,
    sketch,
    slot,
)
from engines.debacle.board import COLORS, SQUARES, Color, board_with, read
from engines.debacle.model import Observation
from tests.engines.debacle.match import GAME
from tests.engines.debacle.playing import random_states
from tests.support.pictures import LETTERS, SHAPES, contrast, eyes, laid, near, opened, palette_of, sample

FR, EN = texts_for("fr"), texts_for("en")
START = GAME.observe(next(random_states(0)), None)
PLAIN = drawing_of(START)
observations = st.builds(
    lambda seed, n: list(random_states(seed, n + 1))[-1], st.integers(0, 10**6), st.integers(0, 120)
).map(lambda state: GAME.observe(state, None))
views = st.sampled_from(COLORS)


def die_at(picture: Image.Image, x: float, y: float, side: float) -> tuple[Color, int] | None:
    """Read a die with its middle at a point: its colour by its body, its value by where its pips are."""
    bodies = [sample(picture, x, y + side * dy) for dy in (-0.33, 0.33)]
    for color, paint in zip(COLORS, PAINTS, strict=True):
        if all(near(body, paint.body, 45) for body in bodies):
            faces = {value: set(Pips(value, paint).spots) for value in range(1, 7)}
            shown = {
                (dx, dy)
                for dx, dy in set().union(*faces.values())
                if near(sample(picture, x + (dx - 0.5) * side, y + (dy - 0.5) * side), paint.pip, 60)
            }
            (value,) = (value for value, spots in faces.items() if spots == shown)
            return color, value
    return None


def dice_of(picture: Image.Image, view: Color) -> dict[str, tuple[Color, int]]:
    found = {square: die_at(picture, *middle(square, view), _DIE) for square in SQUARES}
    return {square: die for square, die in found.items() if die is not None}


def held_of(picture: Image.Image, holder: Color, view: Color) -> tuple[int, ...]:
    dice = [die_at(picture, *slot(holder, index, view), _HELD_DIE) for index in range(6)]
    return tuple(die[1] for die in dice if die is not None and die[0] != holder)


def marked(picture: Image.Image, x: float, y: float, colour: RGB, most: int = 50) -> bool:
    return near(sample(picture, x, y, 0), colour, most)


@settings(max_examples=25, deadline=None)
@given(observations, views)
def test_the_dice_can_be_read_from_the_picture(seen: Observation, view: Color) -> None:
    picture = opened(drawing_of(seen, view).paint())
    assert picture.size == (WIDTH, HEIGHT)
    assert dice_of(picture, view) == dict(seen.board)
    for holder in COLORS:
        assert held_of(picture, holder, view) == tuple(seen.captured[holder])


@settings(max_examples=15, deadline=None)
@given(observations, views, st.randoms(use_true_random=False))
def test_marks_stand_where_they_should_and_nowhere_else(seen, view, chance) -> None:
    last = tuple(chance.sample(SQUARES, 2))
    selected = chance.choice(seen.can_act) if seen.can_act else None
    picture = opened(drawing_of(seen, view, (last[:1], last[1:]), selected).paint())
    half = CELL_SIDE / 2
    for square in SQUARES:
        x, y = middle(square, view)  # arrows may cross the middles of edges
        bar = marked(picture, x + 20, y + half - 7, _ACT)
        assert bar == (square in seen.can_act), square
        corner = marked(picture, x - half + 4, y - half + 12, _LAST)
        assert corner == (square in last), square
        framed = marked(picture, x - half + 5, y + 20, _ACT)
        lit = marked(picture, x - half + 10, y - half + 10, _CHOSEN, 22)
        assert (framed, lit) == (square == selected,) * 2, square


def test_each_side_sees_its_own_camp_below() -> None:
    for view, camp in (("red", "1"), ("black", "6")):
        below = [middle(f"{column}{camp}", view) for column in "abcdef"]
        assert {y for _, y in below} == {max(middle(square, view)[1] for square in SQUARES)}
    assert middle("a1", "red") == middle("f6", "black")
    assert slot("red", 0, "red") == slot("black", 0, "black")


def test_a_draft_changes_the_border_and_a_turn_the_tray() -> None:
    plain, draft = opened(PLAIN.paint()), opened(replace(PLAIN, draft="Brouillon").paint())
    edge = [(x, 4) for x in range(WIDTH)]
    assert not any(near(plain.getpixel(at), _AMBER) for at in edge)
    striped = [near(draft.getpixel(at), _AMBER) for at in edge]
    assert 0.2 < sum(striped) / len(edge) < 0.8
    assert dice_of(draft, "red") == dice_of(plain, "red")
    others = [replace(PLAIN, current=color) for color in (*COLORS, None)]
    assert len({drawing.paint() for drawing in others}) == 3


def test_the_way_of_a_die_is_an_arrow_and_doubles_are_none() -> None:
    """Cells that are emptied together may be neighbours, but nothing went from one to the other."""
    x, y = middle("a2", "red")
    edge = (x, y + CELL_SIDE / 2)
    went = replace(PLAIN, board=board_with({"a2": ("red", 2)}).decode(), last=(("a1", "a2"),))
    assert marked(opened(went.paint()), *edge, _LAST)
    taken = replace(went, board=board_with({"f6": ("red", 2)}).decode(), last=(("a1",), ("a2",)))
    assert not marked(opened(taken.paint()), *edge, _LAST)
    back = replace(PLAIN, board=board_with({"a1": ("red", 2)}).decode(), last=(("a6", "a1"),))
    back.paint()
    on = replace(went, board=board_with({"b2": ("red", 2)}).decode(), last=(("a1", "a2"), ("a2", "b2")))
    assert marked(opened(on.paint()), *edge, _LAST), "a way that goes on is there, too"


@pytest.mark.parametrize("seeing", eyes())
def test_everything_stands_out_for_every_eye(seeing: str) -> None:
    eye = eyes()[seeing]

    def apart(one: RGB, other: RGB) -> float:
        return contrast(eye(one), eye(other))

    for paint in PAINTS:
        assert apart(paint.pip, paint.body) >= LETTERS
        for wood in (WOOD, _CAMP):
            assert apart(paint.body, wood) >= SHAPES
    for mark in (_ACT, _LAST):
        assert apart(mark, WOOD) >= SHAPES
        assert apart(mark, _CAMP) >= SHAPES
    assert apart(_ACT, _CHOSEN) >= SHAPES
    assert apart(_AMBER, _FRAME) >= SHAPES
    for ink, ground in ((_INK, WOOD), (_INK, _AMBER)):
        assert apart(ink, ground) >= LETTERS
    assert apart(_IVORY, _FRAME) >= LETTERS
    for paint in PAINTS:  # the numbers of the camps stand on blank dice
        assert apart(_IVORY, paint.body) >= LETTERS


def test_red_and_black_dice_differ_by_more_than_colour() -> None:
    """As drawn, in grey and of one brightness: by the corners of the body and by the form of the pips."""
    red, black = PAINTS
    one_ink = [
        replace(paint, body=(60, 60, 60), pip=(255,) * 3, rim=(60,) * 3, inlay=None) for paint in PAINTS
    ]
    faces = [_grey_die(paint) for paint in one_ink]
    differing = sum(abs(a - b) > 60 for a, b in zip(*faces, strict=True))
    assert differing / len(faces[0]) > 0.05
    assert (red.shape, red.pips) != (black.shape, black.pips)
    assert (red.inlay is None) != (black.inlay is None)


def _grey_die(paint: Paint) -> list[int]:
    return list(laid(marked_die(60, paint, 0.0, Pips(4, paint)), WOOD, 90).convert("L").tobytes())


@settings(max_examples=60, deadline=None)
@given(observations, views, st.booleans(), st.sampled_from((FR, EN)))
def test_the_words_say_the_whole_position(seen: Observation, view: Color, draft: bool, t) -> None:
    selected = seen.can_act[0] if seen.can_act else None
    last = (tuple(seen.board)[:2], tuple(seen.board)[2:3])
    said = alt_text(seen, t, view, last, selected, draft)
    assert len(said) <= ALT_TEXT
    names = {"red": t("Rouge"), "black": t("Noir")}
    dice = {}
    for color, name in names.items():
        (listed,) = re.findall(rf"{name}, \d+ (?:dés?|die|dice) ?: ([^.]+)\.", said)
        dice |= {square: (color, int(value)) for square, value in re.findall(r"(\w\d)=(\d)", listed)}
    assert dice == dict(seen.board)
    for seat, color in seen.colors.items():
        (holding,) = re.findall(rf"{names[color]} (?:a|n’a|has) (?:rien |nothing |)[^.]+points?\.", said)
        numbers = [int(n) for n in re.findall(r"\d+", holding)]
        held = seen.captured[color]
        assert numbers == [*held, *([sum(held)] if held else []), seen.points[seat]]
    cells = ", ".join(seen.can_act)
    assert (f": {cells}." in said) == bool(cells)
    assert (t("Brouillon : ce tour n’est pas terminé.") in said) == draft
    if seen.current is not None:
        assert t("Au tour de {color}.", color=names[seen.colors[seen.current]]) in said
    text = board_in_letters(seen, t, view)
    drawn, legend = text.removeprefix("```\n").split("\n```\n")
    assert read(drawn, t("Rouge")[0] + t("Noir")[0]) == dict(seen.board)
    assert drawn.startswith("6" if view == "red" else "1")
    assert all(name in legend for name in (t("Rouge"), t("Noir")))


@settings(max_examples=40, deadline=None)
@given(observations, views)
def test_a_sketch_is_within_the_limits_and_equal_positions_are_equal_drawings(seen, view) -> None:
    block = sketch(seen, FR, view)
    assert faults(Page(1, 1, (block,))) == []
    assert hash(block.drawing) == hash(drawing_of(seen, view))
    assert block.drawing == drawing_of(replace(seen, seat=seen.seats[1]), view)


def test_a_picture_is_light_and_keeps_to_its_palette() -> None:
    whole = BoardDrawing(
        "12.4.....3.1..5f.....b......c..a.fed",
        "red",
        ((2, 5, 6), (3,)),
        (12, 7),
        "red",
        ("a1", "b1", "d1"),
        "b1",
        (("d3", "d2"), ("d2", "c2"), ("a1",)),
        "Brouillon",
    )
    for drawing in (whole, PLAIN):
        data = drawing.paint()
        assert len(data) <= 25_000
        assert palette_of(data) == list(PALETTE.colours), "no other colour was drawn with"
