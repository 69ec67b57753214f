"""What stands on the faces of dice: pips, and the signs of devil and angel."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import ImageDraw

from bot.ui.pages.lettering import font
from bot.ui.pages.sprites import RGB, Mark, Paint, Pips
from engines.desfausse.dice import ANGEL, DEVIL
from engines.desfausse.model import DieFace

__all__ = ["AngelMark", "DevilMark", "sign"]


def sign(face: DieFace | None, paint: Paint) -> Mark | None:
    """What stands on this face of a die with this paint; None if the face is hidden."""
    if face is None:
        return None
    if face == DEVIL:
        return DevilMark(paint.pip, paint.body)
    return AngelMark(paint.pip) if face == ANGEL else Pips(face, paint)


@dataclass(frozen=True, slots=True)
class DevilMark:
    """A head with horns, slanting eyes and a grin."""

    colour: RGB
    holes: RGB

    def __call__(self, pen: ImageDraw.ImageDraw, side: float) -> None:
        """Draw it; `side` is the face's side in pixels."""

        def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
            return [(x * side, y * side) for x, y in points]

        pen.ellipse((0.26 * side, 0.32 * side, 0.74 * side, 0.82 * side), fill=self.colour)
        for flip in (1, -1):
            horn = ((-0.24, -0.02), (-0.27, -0.33), (-0.05, -0.16))
            pen.polygon(at(*((0.5 + flip * x, 0.52 + y) for x, y in horn)), fill=self.colour)
            eye = ((-0.16, -0.04), (-0.04, 0.03), (-0.13, 0.06))
            pen.polygon(at(*((0.5 + flip * x, 0.52 + y) for x, y in eye)), fill=self.holes)
        mouth = (0.37 * side, 0.5 * side, 0.63 * side, 0.74 * side)
        pen.chord(mouth, 20, 160, fill=self.holes)


@dataclass(frozen=True, slots=True)
class AngelMark:
    """The letter A below a halo."""

    colour: RGB

    def __call__(self, pen: ImageDraw.ImageDraw, side: float) -> None:
        """Draw it; `side` is the face's side in pixels."""
        halo = (0.3 * side, 0.13 * side, 0.7 * side, 0.29 * side)
        pen.ellipse(halo, outline=self.colour, width=max(1, round(0.045 * side)))
        middle = (0.5 * side, 0.58 * side)
        pen.text(
            middle, "A", self.colour, font(0.52 * side), anchor="mm", stroke_width=max(1, round(0.02 * side))
        )
