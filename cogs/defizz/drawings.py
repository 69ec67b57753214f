"""The picture of a question: painted from its shapes, without a word that would tell the answer."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.texts import Texts
from bot.ui.pages.page import Sketch, Stored
from bot.ui.pages.sprites import webp
from cogs.defizz.words import quote
from engines.defizz.deck import Picture
from engines.defizz.drawings import DRAWINGS_BY_KEY, is_brought
from engines.defizz.observe import AskedQuestion
from engines.defizz.shapes import Disc, Drawing, Line

NAME = "question.webp"
HEIGHT = 260
_SMOOTH = 3
_EDGE = 12
_PAPER, _RIM = (228, 226, 222), (120, 116, 110)
_ALT = 300


@dataclass(frozen=True, slots=True)
class HouseDrawing:
    """A drawing of the house, by its key (see `engines.defizz.drawings.key_of`)."""

    key: str

    def paint(self) -> bytes:
        """Paint it on grey with a thin rim, so that white parts end somewhere: a WebP file, HEIGHT high."""
        drawing = DRAWINGS_BY_KEY[self.key]
        high = (HEIGHT - 2 * _EDGE) * _SMOOTH
        sheet = Image.new("RGB", (round(high * drawing.ratio), high), _PAPER)
        _draw(drawing, ImageDraw.Draw(sheet), high)
        size = (round((HEIGHT - 2 * _EDGE) * drawing.ratio), HEIGHT - 2 * _EDGE)
        picture = Image.new("RGB", (size[0] + 2 * _EDGE, HEIGHT), _PAPER)
        rim = (_EDGE - 1, _EDGE - 1, _EDGE + size[0], _EDGE + size[1])
        ImageDraw.Draw(picture).rectangle(rim, outline=_RIM)
        picture.paste(sheet.resize(size, Image.Resampling.LANCZOS), (_EDGE, _EDGE))
        return webp(picture)


def question_picture(asked: AskedQuestion | None, t: Texts) -> Sketch | None:
    """The picture that belongs to the question that is asked; None if it has none."""
    return None if asked is None or asked.picture is None else sketch_picture(asked.picture, t)


def sketch_picture(picture: Picture, t: Texts) -> Sketch:
    """A picture of the house, or of its deck, by its key; with the words for who does not see it (Z26)."""
    words = t("🖼️ Image : {alt}", alt=quote(picture.alt, _ALT))
    drawing = Stored(picture.name) if is_brought(picture.name) else HouseDrawing(picture.name)
    return Sketch(NAME, picture.alt, drawing, words)


def _draw(drawing: Drawing, pen: ImageDraw.ImageDraw, high: int) -> None:
    for shape in drawing.shapes:
        if isinstance(shape, Disc):
            x, y, reach = shape.x * high, shape.y * high, shape.radius * high
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=shape.colour)
        elif isinstance(shape, Line):
            points = [(x * high, y * high) for x, y in shape.points]
            pen.line(points, shape.colour, round(shape.breadth * high), joint="curve")
        else:
            pen.polygon([(x * high, y * high) for x, y in shape.corners], fill=shape.colour)
