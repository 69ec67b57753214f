"""Pictures one after the other in one file: an animated WebP, small enough to be sent anywhere."""

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image

from bot.ui.pages.page import Drawing

MOST: Final = 25
"""Pictures of a reel."""
SIZE_AT_MOST: Final = 500_000
"""Bytes of the file: what is larger is kept less exactly and, if need be, without its earlier half."""
TIMES: Final = 2
"""How often it is played: what moves for ever keeps people from reading."""
_MS, _LAST_MS = 900, 3000
"""How long each picture stands, and the last one."""


@dataclass(frozen=True, slots=True)
class Reel:
    """Pictures in the order in which they are shown."""

    drawings: tuple[Drawing, ...]

    def paint(self) -> bytes:
        """Paint them all: a WebP file in which each picture is as large as the largest, at its top left."""
        pictures = [Image.open(BytesIO(drawing.paint())).convert("RGB") for drawing in self.drawings]
        width = max(picture.width for picture in pictures)
        height = max(picture.height for picture in pictures)
        sheets = [_spread(picture, width, height) for picture in pictures]
        data = _encode(sheets, exactly=True)
        while len(data) > SIZE_AT_MOST and sheets:
            data = _encode(sheets, exactly=False)
            sheets = sheets[(len(sheets) + 1) // 2 :]
        return data


def _spread(picture: Image.Image, width: int, height: int) -> Image.Image:
    """The picture on a sheet of this size, in the colour of its corner."""
    if picture.size == (width, height):
        return picture
    corner: tuple[int, int, int] = picture.getpixel((0, 0))  # type: ignore[assignment]  # it is RGB
    sheet = Image.new("RGB", (width, height), corner)
    sheet.paste(picture, (0, 0))
    return sheet


def _encode(sheets: list[Image.Image], *, exactly: bool) -> bytes:
    file = BytesIO()
    times = [_MS] * (len(sheets) - 1) + [_LAST_MS]
    sheets[0].save(
        file,
        "WEBP",
        save_all=True,
        append_images=sheets[1:],
        duration=times,
        loop=TIMES,
        lossless=exactly,
        quality=50,
        method=1,
    )
    return file.getvalue()
