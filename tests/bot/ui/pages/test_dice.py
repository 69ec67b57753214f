"""Dice that can be read whatever their paint and angle, in all colours and in few; and emojis."""

import json
from io import BytesIO
from itertools import pairwise
from math import cos, radians, sin
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageStat

from bot.ui.pages import emojis, sprites
from bot.ui.pages.emojis import SIZE, EmojiBook, die, ensure_emojis
from bot.ui.pages.lettering import write
from bot.ui.pages.palette import Palette, Piece, png, webp
from bot.ui.pages.sprites import RGB, Paint, Pips, marked_die, shadow
from cogs.tasse.spec import cup
from tests.support.pictures import laid, luminance, near, opened, palette_of, sample
from tests.support.store import FreshStore

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
    picture = opened(sprites.webp(lying(marked_die(SIDE, paint, angle, Pips(value, paint)))))
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


# -- in few colours ----------------------------------------------------------------------------------------


TABLE, GLOW, INK, LINE = (214, 197, 163), (255, 246, 196), (36, 28, 24), (20, 60, 200)


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


def ground_of(ground: RGB = TABLE) -> Image.Image:
    return PALETTE.spread(300, 200, ground)


def check_alike(few: Image.Image, all_colours: Image.Image, mean: float = 2, most: int = 70) -> None:
    """Whether two pictures look the same: closely on the whole, and nowhere far off."""
    far = ImageStat.Stat(ImageChops.difference(few.convert("RGB"), all_colours))
    assert max(far.mean) < mean
    assert max(high for _, high in far.extrema) < most


@settings(max_examples=40, deadline=None)
@given(pieces, st.sampled_from((TABLE, GLOW)), st.integers(70, 230), st.integers(70, 130))
def test_a_die_in_few_colours_looks_like_one_in_all_colours(one: Piece, ground: RGB, x: int, y: int) -> None:
    few = ground_of(ground)
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
    few = ground_of(ground)
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
    picture = ground_of().convert("RGB")
    assert near(picture.getpixel((150, 100)), TABLE, 2)
    assert all(0.88 * a < b < 0.93 * a for a, b in zip(TABLE, picture.getpixel((0, 0)), strict=True))
    row = [picture.getpixel((x, 100)) for x in range(300)]
    assert all(near(one, other, 6) for one, other in pairwise(row))
    assert len(set(row)) > 8
    assert set(ground_of(GLOW).convert("RGB").get_flattened_data()) == {GLOW}


def test_dice_that_touch_throw_no_shadow_on_each_other() -> None:
    """So that it does not matter which of them is laid down first."""
    left, right = (
        (Piece(SIDE, paint, 0.0, Pips(4, paint)), x, 100) for paint, x in ((PAINTS[0], 110), (PAINTS[2], 190))
    )
    one, other, alone = ground_of(), ground_of(), ground_of()
    PALETTE.lay(one, left, right)
    PALETTE.lay(other, right, left)
    assert one.tobytes() == other.tobytes()
    PALETTE.lay(alone, right)
    body = (152, 62, 228, 138)
    assert one.crop(body).tobytes() == alone.crop(body).tobytes()


def test_shadows_lighten_nothing() -> None:
    """Neither the shadow of a neighbour nor a line that was drawn on the ground."""
    one = Piece(SIDE, PAINTS[0])
    bare, lined = ground_of(), ground_of()
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
    picture = ground_of()
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
    assert near(opened(webp(picture)).getpixel((100, 100)), (20, 200, 90), 6)
    assert opened(webp(picture)).tobytes() == opened(png(picture)).tobytes()


def test_no_veil_lies_around_letters() -> None:
    """Even if another colour is so near to the ground's that it may be taken for it."""
    palette = Palette({TABLE: 0.0}, (), 8, letters=((INK, TABLE),), inks=((214, 197, 158),))
    picture = palette.spread(200, 60, TABLE)
    palette.write(picture, 100, 30, "i" + " " * 12 + "i", 30, INK)
    seen = opened(png(picture))
    assert {seen.getpixel((x, 30)) for x in (2, 100, 198)} == {TABLE}
    assert len(seen.getcolors(1000) or ()) > 2, "the letters are there"


# -- emojis ------------------------------------------------------------------------------------------------


class Emoji:
    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number

    def __str__(self) -> str:
        return f"<:{self.name}:{self.number}>"


class Application:
    """Discord's application emojis."""

    def __init__(self) -> None:
        self.emojis: list[Emoji] = []
        self.uploads = 0
        self.down = False
        self.refuse_after: int | None = None

    async def fetch_application_emojis(self) -> Any:
        self._answer()
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        self._answer()
        if self.refuse_after is not None and self.uploads >= self.refuse_after:
            raise _error()
        assert 2 <= len(name) <= 32
        assert len(image) < 256 * 1024
        self.uploads += 1
        self.emojis.append(Emoji(name, self.uploads))
        return self.emojis[-1]

    def _answer(self) -> None:
        if self.down:
            raise _error()


def _error() -> discord.HTTPException:
    response: Any = SimpleNamespace(status=500, reason="down")
    return discord.HTTPException(response, "down")


async def ensure(application: Application, facts: FreshStore) -> EmojiBook:
    return await ensure_emojis(application, facts, {"tasse": cup})


async def test_they_are_uploaded_once() -> None:
    application, facts = Application(), FreshStore()
    first, second = await ensure(application, facts), await ensure(application, facts)
    assert application.uploads == 7
    assert first == second
    assert first.die(6).startswith("<:gobelet_de_6_")
    assert first.mark("tasse", "").startswith("<:gobelet_tasse_")


async def test_a_changed_drawing_is_uploaded_anew() -> None:
    application, facts = Application(), FreshStore()
    await ensure(application, facts)
    application.emojis[1].name = "gobelet_de_1_000000"
    book = await ensure(application, facts)
    assert application.uploads == 8
    assert book.die(1).endswith(":8>")


async def test_without_an_answer_the_known_ones_are_used_and_without_any_the_words_stand_alone() -> None:
    application, facts = Application(), FreshStore()
    known = await ensure(application, facts)
    application.down = True
    assert await ensure(application, facts) == known
    facts = FreshStore()
    assert (await ensure(application, facts)).dice("64") == "[6][4]"
    assert json.loads(await facts.fact("emojis")) == {}


async def test_an_upload_that_fails_half_way_goes_on_the_next_time() -> None:
    application, facts = Application(), FreshStore()
    application.refuse_after = 3
    half = await ensure(application, facts)
    assert len(half.marks) == 3
    application.refuse_after = None
    assert len((await ensure(application, facts)).marks) == 7
    assert application.uploads == 7


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips(value: int) -> None:
    """Counted on the picture: dark patches inside the ivory."""
    picture = die(value).crop((22, 22, SIZE - 22, SIZE - 22)).convert("L").point(lambda p: 255 * (p < 128))
    assert _patches(picture) == value


def test_pictures_are_small_transparent_pngs() -> None:
    for picture in (cup(), die(5)):
        read = Image.open(BytesIO(emojis.png(picture)))
        assert (read.format, read.mode, read.size) == ("PNG", "RGBA", (SIZE, SIZE))
        assert read.getpixel((0, 0)) == (0, 0, 0, 0)


def _patches(picture: Image.Image) -> int:
    dark = {(x, y) for x in range(picture.width) for y in range(picture.height) if picture.getpixel((x, y))}
    count = 0
    while dark:
        count, edge = count + 1, [dark.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & dark
            dark -= near
            edge.extend(near)
    return count
