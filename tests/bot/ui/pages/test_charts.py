"""Charts: their scales hold what they show, they are read without colours, and are quick to paint."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.ui.pages.charts import HEIGHT, WIDTH, BarsDrawing, CurveDrawing, SharesDrawing, ticks


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


@pytest.mark.parametrize("numbers", [(1500, 1500), (1500,), tuple(range(1000, 3000, 17))])
def test_any_numbers_can_be_drawn(numbers: tuple[int, ...]) -> None:
    painted(CurveDrawing(numbers, 10_000, "cote", "tables classées"))


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


@pytest.mark.parametrize("count", [1, 2, 21])
def test_any_number_of_bars_can_be_drawn(count: int) -> None:
    painted(BarsDrawing(tuple((str(n), n) for n in range(count)), "fois", "secondes"))


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


@pytest.mark.parametrize("numbers", [(1,), (0, 0), (10**7, 3, 10**7), (1, 2, 3, 4, 5, 6)])
def test_shares_of_any_numbers_can_be_drawn(numbers: tuple[int, ...]) -> None:
    painted(SharesDrawing(tuple((str(n), one) for n, one in enumerate(numbers)), "part", "face", "égal"))
