"""Charts: their scales hold what they show, they are read without colours; pictures one after the other."""

from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from PIL import Image

from bot.ui.pages.charts import (
    HEIGHT,
    MOST,
    WIDTH,
    BarsDrawing,
    Course,
    CoursesDrawing,
    CurveDrawing,
    SharesDrawing,
    ticks,
)
from bot.ui.pages.emojis import png
from bot.ui.pages.reel import MOST as FRAMES
from bot.ui.pages.reel import SIZE_AT_MOST, TIMES, Reel


def painted(drawing: CurveDrawing | BarsDrawing | SharesDrawing) -> Image.Image:
    picture = Image.open(BytesIO(drawing.paint()))
    assert picture.format == "WEBP"
    assert picture.size == (WIDTH, HEIGHT)
    return picture


def curve(*numbers: int, steps: int = 9) -> CurveDrawing:
    return CurveDrawing(numbers, steps, "cote", "tables classées")


def ink(picture: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many dark pixels there are."""
    part = picture.convert("L").crop(box)
    return sum(count for count, shade in part.getcolors(256) or () if shade < 110)


@pytest.mark.parametrize(
    ("least", "most"),
    [(1500, 1500), (0, 0), (0, 1), (0, 7), (1499, 1501), (1320, 1711), (-40, 12), (0, 99_999)],
)
def test_a_scale_has_both_ends_and_few_round_numbers(least: int, most: int) -> None:
    scale = ticks(least, most)
    assert scale[0] <= least <= most <= scale[-1]
    assert 2 <= len(scale) <= 7
    assert str(scale.step).strip("0") in {"1", "2", "5"}
    assert all(number % scale.step == 0 for number in scale)


def test_a_line_that_rises_has_its_ink_below_on_the_left_and_above_on_the_right() -> None:
    picture = painted(curve(1500, 1550, 1600))
    left, right, middle = (100, 300), (450, 690), HEIGHT // 2
    low = [ink(picture, (*side[:1], middle, side[1], HEIGHT - 70)) for side in (left, right)]
    high = [ink(picture, (*side[:1], 40, side[1], middle)) for side in (left, right)]
    assert low[0] > low[1]
    assert high[1] > high[0]
    falling = painted(curve(1600, 1550, 1500))
    assert ink(falling, (100, 40, 300, middle)) > ink(falling, (450, 40, 690, middle))


@pytest.mark.parametrize(
    "drawing",
    [
        *(
            CurveDrawing(n, 10_000, "cote", "tables")
            for n in ((1500, 1500), (1500,), tuple(range(1000, 3000, 17)))
        ),
        *(BarsDrawing(tuple((str(n), n) for n in range(count)), "fois", "secondes") for count in (1, 2, 21)),
        *(
            SharesDrawing(tuple((str(n), one) for n, one in enumerate(numbers)), "part", "face", "égal")
            for numbers in ((1,), (0, 0), (10**7, 3, 10**7), (1, 2, 3, 4, 5, 6))
        ),
    ],
)
def test_any_numbers_can_be_drawn(drawing: CurveDrawing | BarsDrawing | SharesDrawing) -> None:
    painted(drawing)


def test_charts_have_one_ink_and_are_told_apart_by_it_in_grey() -> None:
    for drawing in (curve(1400, 1600, 1500), BarsDrawing((("0", 3), ("0,25", 1)), "fois", "secondes")):
        picture = painted(drawing)
        assert ink(picture, (100, 40, 700, HEIGHT - 70)) > 500


def test_a_longer_bar_stands_for_more() -> None:
    picture = painted(BarsDrawing((("0", 8), ("0,25", 0), ("0,5", 2)), "fois", "secondes"))
    wide = (WIDTH - 212) // 3
    columns = [ink(picture, (102 + wide * n, 47, 98 + wide * (n + 1), HEIGHT - 84)) for n in range(3)]
    assert columns[0] > 3 * columns[2] > 0
    assert columns[1] == 0


def test_shares_tell_even_faces_from_uneven_ones_and_count_nothing_as_nothing() -> None:
    def tops(*numbers: int) -> list[int]:
        """How high each bar is, in dark pixels, between the dashed line's dashes and the numbers."""
        bars = tuple((str(face), number) for face, number in enumerate(numbers, 1))
        picture = painted(SharesDrawing(bars, "part, en %", "face", "1 sur 6"))
        wide = (WIDTH - 212) / 6
        return [
            ink(picture, (round(100 + wide * n) + 8, 66, round(100 + wide * n) + 12, 298)) for n in range(6)
        ]

    even = tops(100, 100, 100, 100, 100, 100)
    assert max(even) - min(even) <= 4 * 8, "but for the dashes"
    uneven = tops(0, 100, 200, 100, 100, 100)
    assert uneven[0] < 60 < uneven[1] < uneven[2]


# -- several curves ----------------------------------------------------------------------------------------


RIGHT = WIDTH - 282
"""Where lines end, and names begin."""


def painted_courses(*courses: Course) -> Image.Image:
    picture = Image.open(BytesIO(CoursesDrawing(courses, 40, "cote", "tables classées").paint()))
    assert picture.format == "WEBP"
    assert picture.size == (WIDTH, HEIGHT)
    return picture


def test_lines_are_dashed_each_in_its_own_way() -> None:
    level = tuple(1510 + 40 * place for place in range(MOST))
    picture = painted_courses(*(Course(f"n{number}", (number,) * 9) for number in level))
    rows = [ink(picture, (110, y, RIGHT - 20, y + 1)) for y in range(60, 300)]
    peaks = [
        row for before, row, after in zip(rows, rows[1:], rows[2:], strict=False) if before < row >= after
    ]
    assert max(peaks) == RIGHT - 130, "one is drawn through"
    assert len({peak // 15 for peak in peaks if peak > 60}) >= MOST - 1


@pytest.mark.parametrize("spread", [0, 1, 200])
def test_names_have_room_between_them_wherever_lines_end(spread: int) -> None:
    picture = painted_courses(*(Course("HHHH", (1500, 1500 + place * spread)) for place in range(MOST)))
    dark = [ink(picture, (RIGHT + 44, y, WIDTH, y + 1)) > 0 for y in range(HEIGHT)]
    names = sum(now and not before for before, now in pairwise(dark))
    assert names == MOST
    assert not any(dark[-6:])


def test_a_line_that_begins_later_has_no_ink_before() -> None:
    picture = painted_courses(Course("a", (None, None, None, None, 1500, 1600, 1400, 1550, 1500)))
    middle = 100 + (RIGHT - 100) // 2
    assert ink(picture, (110, 60, middle - 6, 290)) == 0
    assert ink(picture, (middle + 10, 60, RIGHT - 10, 290)) > 200


@pytest.mark.parametrize("numbers", [(1500, 1500), (1000, 3000), tuple(range(-300, 300, 5))])
def test_any_courses_can_be_drawn(numbers: tuple[int, ...]) -> None:
    painted_courses(*(Course("Un nom qui est bien trop long", numbers) for _ in range(MOST)))


def test_it_has_one_ink() -> None:
    picture = painted_courses(*(Course(str(place), (1500, 1500 + 30 * place)) for place in range(MOST)))
    for _, shade in picture.convert("RGB").getcolors(WIDTH * HEIGHT) or ():
        assert isinstance(shade, tuple)
        assert max(shade) - min(shade) < 60


# -- pictures one after the other --------------------------------------------------------------------------


@dataclass(frozen=True)
class Plain:
    """A sheet of one grey with a dot."""

    grey: int
    width: int = 300
    height: int = 200

    def paint(self) -> bytes:
        sheet = Image.new("RGB", (self.width, self.height), (self.grey,) * 3)
        sheet.putpixel((self.width - 1, self.height - 1), (255, 0, 0))
        return png(sheet)


@dataclass(frozen=True)
class Noise:
    """A sheet that no file can make small."""

    seed: int

    def paint(self) -> bytes:
        return png(Image.frombytes("RGB", (300, 300), Random(self.seed).randbytes(300 * 300 * 3)))


def test_it_shows_each_picture_in_order_as_it_is() -> None:
    drawings = (Plain(10), Plain(90), Plain(200))
    film = Image.open(BytesIO(Reel(drawings).paint()))
    assert (film.n_frames, film.info["loop"]) == (3, TIMES)
    for number, drawing in enumerate(drawings):
        film.seek(number)
        alone = Image.open(BytesIO(drawing.paint()))
        assert film.convert("RGB").tobytes() == alone.convert("RGB").tobytes()


def test_smaller_pictures_stand_at_the_top_left_of_a_sheet_of_their_colour() -> None:
    film = Image.open(BytesIO(Reel((Plain(10, 100, 400), Plain(200))).paint()))
    assert film.size == (300, 400)
    assert film.convert("RGB").getpixel((299, 399)) == (10, 10, 10)
    film.seek(1)
    assert film.convert("RGB").getpixel((299, 199)) == (255, 0, 0)
    assert film.convert("RGB").getpixel((299, 399)) == (200, 200, 200)


def test_what_is_too_large_loses_its_beginning_never_its_end() -> None:
    data = Reel(tuple(map(Noise, range(FRAMES)))).paint()
    film = Image.open(BytesIO(data))
    assert len(data) <= SIZE_AT_MOST
    assert 1 <= film.n_frames < FRAMES
    film.seek(film.n_frames - 1)
    shown = film.convert("RGB").tobytes()

    def distance(number: int) -> int:
        wanted = Image.open(BytesIO(Noise(number).paint())).convert("RGB").tobytes()
        return sum(abs(one - other) for one, other in zip(shown[::7], wanted[::7], strict=True))

    assert min(range(FRAMES), key=distance) == FRAMES - 1
