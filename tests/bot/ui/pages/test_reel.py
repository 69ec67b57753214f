"""Pictures one after the other in one file."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from random import Random

from PIL import Image

from bot.ui.pages.drawing import png
from bot.ui.pages.reel import MOST, SIZE_AT_MOST, TIMES, Reel


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
    data = Reel(tuple(map(Noise, range(MOST)))).paint()
    film = Image.open(BytesIO(data))
    assert len(data) <= SIZE_AT_MOST
    assert 1 <= film.n_frames < MOST
    film.seek(film.n_frames - 1)
    shown = film.convert("RGB").tobytes()

    def distance(number: int) -> int:
        wanted = Image.open(BytesIO(Noise(number).paint())).convert("RGB").tobytes()
        return sum(abs(one - other) for one, other in zip(shown[::7], wanted[::7], strict=True))

    assert min(range(MOST), key=distance) == MOST - 1
