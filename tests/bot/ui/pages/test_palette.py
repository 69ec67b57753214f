"""Pictures in few colours look like those in all colours, and their shadows fall where shadows fall."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageStat

from bot.ui.pages.lettering import write
from bot.ui.pages.palette import Palette, Piece, png, webp
from bot.ui.pages.sprites import RGB, Paint, Pips, marked_die
from tests.support.pictures import luminance, near, opened, palette_of

TABLE, GLOW, INK, LINE = (214, 197, 163), (255, 246, 196), (36, 28, 24), (20, 60, 200)
PAINTS = (
    Paint((180, 24, 36), (255, 255, 255), (96, 8, 16)),
    Paint((34, 34, 38), (250, 244, 228), (8, 8, 10), shape="cut", pips="diamond", inlay=(206, 190, 150)),
    Paint((248, 244, 234), (20, 20, 24), (120, 112, 100), shape="square", pips="square"),
)
SIDE = 80


def make(learned: int = 40) -> Palette:
    pieces = [Piece(SIDE, paint, angle, Pips(5, paint)) for paint in PAINTS for angle in (0, 20)]
    return Palette(
        {TABLE: 0.1, GLOW: 0.0}, pieces, learned, letters=((INK, TABLE), (INK, GLOW)), inks=(LINE,)
    )


PALETTE = make()
pieces = st.builds(
    lambda value, paint, angle: Piece(SIDE, paint, angle, Pips(value, paint)),
    st.integers(1, 6),
    st.sampled_from(PAINTS),
    st.integers(0, 359),
)


def spread(ground: RGB = TABLE) -> Image.Image:
    return PALETTE.spread(300, 200, ground)


def check_alike(few: Image.Image, all_colours: Image.Image, mean: float = 2, most: int = 70) -> None:
    """Whether two pictures look the same: closely on the whole, and nowhere far off."""
    far = ImageStat.Stat(ImageChops.difference(few.convert("RGB"), all_colours))
    assert max(far.mean) < mean
    assert max(high for _, high in far.extrema) < most


@settings(max_examples=40, deadline=None)
@given(pieces, st.sampled_from((TABLE, GLOW)), st.integers(70, 230), st.integers(70, 130))
def test_a_die_in_few_colours_looks_like_one_in_all_colours(one: Piece, ground: RGB, x: int, y: int) -> None:
    few = spread(ground)
    whole = few.convert("RGB")
    PALETTE.lay(few, (one, x, y))
    sprite = marked_die(one.side, one.paint, one.angle, one.mark)
    whole.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), sprite)
    check_alike(few, whole)


@pytest.mark.parametrize("ground", [TABLE, GLOW])
@pytest.mark.parametrize("anchor", ["lm", "mm", "rm"])
@pytest.mark.parametrize("place", [(150.0, 100.0), (150.6, 20.25)], ids=["middle", "edge"])
def test_letters_in_few_colours_look_like_those_in_all_colours(
    ground: RGB, anchor: str, place: tuple[float, float]
) -> None:
    few = spread(ground)
    whole = few.convert("RGB")
    PALETTE.write(few, *place, "Débâcle", 26, INK, anchor)
    box = ImageChops.difference(few.convert("RGB"), whole).getbbox()
    write(whole, *place, "Débâcle", 26, INK, anchor=anchor)
    check_alike(few, whole, 0.2, 25)
    assert box is not None
    written = few.convert("RGB").crop(box).get_flattened_data()
    assert sum(near(colour, INK, 10) for colour in written) > 0.2 * len(written)
    assert sum(near(colour, ground, 25) for colour in written) > 0.2 * len(written)


def test_a_ground_is_darker_towards_its_edges_in_steps_that_nobody_sees() -> None:
    picture = spread().convert("RGB")
    assert near(picture.getpixel((150, 100)), TABLE, 2)
    assert all(0.88 * a < b < 0.93 * a for a, b in zip(TABLE, picture.getpixel((0, 0)), strict=True))
    row = [picture.getpixel((x, 100)) for x in range(300)]
    assert all(near(one, other, 6) for one, other in pairwise(row))
    assert len(set(row)) > 8
    assert set(spread(GLOW).convert("RGB").get_flattened_data()) == {GLOW}


def test_dice_that_touch_throw_no_shadow_on_each_other() -> None:
    """So that it does not matter which of them is laid down first."""
    left, right = (
        (Piece(SIDE, paint, 0.0, Pips(4, paint)), x, 100) for paint, x in ((PAINTS[0], 110), (PAINTS[2], 190))
    )
    one, other, alone = spread(), spread(), spread()
    PALETTE.lay(one, left, right)
    PALETTE.lay(other, right, left)
    assert one.tobytes() == other.tobytes()
    PALETTE.lay(alone, right)
    body = (152, 62, 228, 138)
    assert one.crop(body).tobytes() == alone.crop(body).tobytes()


def test_shadows_lighten_nothing() -> None:
    """Neither the shadow of a neighbour nor a line that was drawn on the ground."""
    one = Piece(SIDE, PAINTS[0])
    bare, lined = spread(), spread()
    ImageDraw.Draw(lined).line((0, 143, 300, 143), LINE, 2)  # through the shadow, just below the die
    for picture in (bare, lined):
        PALETTE.lay(picture, (one, 150, 100))
    assert luminance(bare.convert("RGB").getpixel((150, 142))) < 0.8 * luminance(TABLE)
    assert {lined.convert("RGB").getpixel((x, 143)) for x in range(300)} <= {LINE} | {
        colour for colour in PALETTE.colours if luminance(colour) <= luminance(LINE)
    }


def test_colours_are_numbered_from_light_to_dark_and_what_was_named_is_exact() -> None:
    light = [0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue in PALETTE.colours]
    assert light == sorted(light, reverse=True)
    for colour in (TABLE, GLOW, INK, LINE):
        assert PALETTE.colours[PALETTE.number(colour)] == colour


def test_a_palette_has_no_more_colours_than_a_byte_has_numbers() -> None:
    assert len(PALETTE.colours) < 120
    with pytest.raises(ValueError, match="256"):
        _ = make(256).colours


def test_a_png_file_holds_the_picture_and_its_palette() -> None:
    picture = spread()
    PALETTE.lay(picture, (Piece(SIDE, PAINTS[1]), 150, 100))
    data = png(picture)
    assert data.startswith(b"\x89PNG")
    assert palette_of(data) == list(PALETTE.colours)
    assert opened(data).tobytes() == picture.convert("RGB").tobytes()


def test_sprites_are_learned_as_dice_are_and_nothing_casts_a_shadow_where_no_die_lies() -> None:
    sprite = Image.new("RGBA", (SIDE, SIDE), (20, 200, 90, 255))
    palette = Palette({TABLE: 0.0}, (), 8, sprites=[sprite], letters=((INK, TABLE),))
    assert any(near(colour, (20, 200, 90), 6) for colour in palette.colours)
    assert len(palette.colours) < 14
    assert len(Palette({TABLE: 0.0}, (), 8).colours) == 1
    picture = palette.spread(200, 200, TABLE)
    palette.stamp(picture, 100, 100, sprite)
    assert near(opened(webp(picture)).getpixel((100, 100)), (20, 200, 90), 6)  # type: ignore[arg-type]
    assert opened(webp(picture)).tobytes() == opened(png(picture)).tobytes()


def test_no_veil_lies_around_letters() -> None:
    """Even if another colour is so near to the ground's that it may be taken for it."""
    palette = Palette({TABLE: 0.0}, (), 8, letters=((INK, TABLE),), inks=((214, 197, 158),))
    picture = palette.spread(200, 60, TABLE)
    palette.write(picture, 100, 30, "i" + " " * 12 + "i", 30, INK)
    seen = opened(png(picture))
    assert {seen.getpixel((x, 30)) for x in (2, 100, 198)} == {TABLE}
    assert len(seen.getcolors(1000) or ()) > 2, "the letters are there"
