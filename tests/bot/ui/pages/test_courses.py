"""Several curves on one chart: told apart without colours, and each named where it ends."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from bot.ui.pages.charts import HEIGHT, WIDTH
from bot.ui.pages.courses import MOST, Course, CoursesDrawing

RIGHT = WIDTH - 282
"""Where lines end, and names begin."""


def painted(*courses: Course) -> Image.Image:
    picture = Image.open(BytesIO(CoursesDrawing(courses, 40, "cote", "tables classées").paint()))
    assert picture.format == "WEBP"
    assert picture.size == (WIDTH, HEIGHT)
    return picture


def ink(picture: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many dark pixels there are."""
    part = picture.convert("L").crop(box)
    return sum(count for count, shade in part.getcolors(256) or () if shade < 110)


def test_lines_are_dashed_each_in_its_own_way() -> None:
    level = tuple(1510 + 40 * place for place in range(MOST))
    picture = painted(*(Course(f"n{number}", (number,) * 9) for number in level))
    rows = [ink(picture, (110, y, RIGHT - 20, y + 1)) for y in range(60, 300)]
    peaks = [
        row for before, row, after in zip(rows, rows[1:], rows[2:], strict=False) if before < row >= after
    ]
    assert max(peaks) == RIGHT - 130, "one is drawn through"
    assert len({peak // 15 for peak in peaks if peak > 60}) >= MOST - 1


@pytest.mark.parametrize("spread", [0, 1, 200])
def test_names_have_room_between_them_wherever_lines_end(spread: int) -> None:
    picture = painted(*(Course("HHHH", (1500, 1500 + place * spread)) for place in range(MOST)))
    dark = [ink(picture, (RIGHT + 44, y, WIDTH, y + 1)) > 0 for y in range(HEIGHT)]
    names = sum(now and not before for before, now in pairwise(dark))
    assert names == MOST
    assert not any(dark[-6:])


def test_a_line_that_begins_later_has_no_ink_before() -> None:
    picture = painted(Course("a", (None, None, None, None, 1500, 1600, 1400, 1550, 1500)))
    middle = 100 + (RIGHT - 100) // 2
    assert ink(picture, (110, 60, middle - 6, 290)) == 0
    assert ink(picture, (middle + 10, 60, RIGHT - 10, 290)) > 200


@pytest.mark.parametrize("numbers", [(1500, 1500), (1000, 3000), tuple(range(-300, 300, 5))])
def test_any_numbers_can_be_drawn(numbers: tuple[int, ...]) -> None:
    painted(*(Course("Un nom qui est bien trop long", numbers) for _ in range(MOST)))


def test_it_has_one_ink() -> None:
    picture = painted(*(Course(str(place), (1500, 1500 + 30 * place)) for place in range(MOST)))
    for _, shade in picture.convert("RGB").getcolors(WIDTH * HEIGHT) or ():
        assert isinstance(shade, tuple)
        assert max(shade) - min(shade) < 60
