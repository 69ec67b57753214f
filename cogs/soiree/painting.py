"""Painting the standings of an evening: a bar for each team, cut into its rounds, with its points."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.ui.pages.lettering import shorten, write
from bot.ui.pages.sprites import RGB, webp

__all__ = ["ROW", "WIDTH", "Bar", "StandingsDrawing"]

WIDTH = 800
ROW, _TOP, _BOTTOM = 54, 76, 30
_PAPER: RGB = (247, 244, 252)
_INK: RGB = (34, 28, 48)
_PALE: RGB = (221, 213, 238)
_LATEST: RGB = (206, 44, 98)
_ROUNDS: tuple[RGB, ...] = ((90, 74, 160), (128, 113, 190))
"""The colours of the rounds before, by turns; the latest one has its own, and its points are written."""
_LEFT, _RIGHT = 292, 92
_NAME, _NUMBER, _TITLE = 25, 25, 30


@dataclass(frozen=True, slots=True)
class Bar:
    """A team's bar: its place, its name as it is written, its points by round (none below nothing)."""

    place: int
    name: str
    points: int
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StandingsDrawing:
    """The standings after a round: a bar for each team, the best first; `title` says after which."""

    title: str
    bars: tuple[Bar, ...]

    def paint(self) -> bytes:
        """Paint it: a WebP file WIDTH pixels wide, and as high as its teams need."""
        height = _TOP + ROW * len(self.bars) + _BOTTOM
        picture = Image.new("RGB", (WIDTH, height), _PAPER)
        write(picture, 30, 38, shorten(self.title, _TITLE, WIDTH - 60), _TITLE, _INK, anchor="lm")
        most = max(1, *(bar.points for bar in self.bars))
        for number, bar in enumerate(self.bars):
            self._draw(picture, bar, _TOP + ROW * number + ROW / 2, most)
        return webp(picture)

    @staticmethod
    def _draw(picture: Image.Image, bar: Bar, y: float, most: int) -> None:
        pen = ImageDraw.Draw(picture)
        write(picture, 58, y, f"{bar.place}.", _NUMBER, _INK, anchor="rm", bold=False)
        write(picture, 70, y, shorten(bar.name, _NAME, _LEFT - 84), _NAME, _INK, anchor="lm")
        wide = WIDTH - _LEFT - _RIGHT
        pen.rounded_rectangle((_LEFT, y - 15, _LEFT + wide, y + 15), 8, _PALE)
        start, total = 0, max(1, sum(points for points in bar.rounds if points > 0))
        for number, points in enumerate(bar.rounds):
            if points <= 0:
                continue
            share = wide * bar.points / most / total
            latest = number == len(bar.rounds) - 1
            colour = _LATEST if latest else _ROUNDS[number % len(_ROUNDS)]
            x, end = _LEFT + share * start, _LEFT + share * (start + points)
            pen.rectangle((x, y - 15, max(x + 1, end - 2), y + 15), colour)
            start += points
        write(picture, WIDTH - _RIGHT + 16, y, str(bar.points), _NUMBER, _INK, anchor="lm")
