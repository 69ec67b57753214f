"""Painting the standings of an evening: a bar for each team, cut into its rounds, with its points."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.ui.pages.lettering import font, shorten, write
from bot.ui.pages.sprites import RGB, webp

__all__ = ["ROW", "WIDTH", "Bar", "StandingsDrawing"]

WIDTH = 800
ROW, _TOP, _BOTTOM = 54, 76, 30
_PAPER: RGB = (247, 244, 252)
_INK: RGB = (34, 28, 48)
_PALE: RGB = (221, 213, 238)
_LATEST: RGB = (206, 44, 98)
_ROUNDS: tuple[RGB, ...] = ((90, 74, 160), (128, 113, 190))
"""The colours of the rounds before, by turns; the latest one has its own."""
_NAMED, _LEFT, _RIGHT = 70, 292, 92
_GAP = 14
_WIDEST = 440
"""Where the bars begin at the latest: long names of teams take room from them, until there is no more."""
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
    """The standings after a round: a bar for each team, the best first; `title` says after which.

    `latest`: how many rounds are over; what a correction brought since then is drawn as an earlier round.
    """

    title: str
    bars: tuple[Bar, ...]
    latest: int

    def paint(self) -> bytes:
        """Paint it: a WebP file WIDTH pixels wide, and as high as its teams need."""
        height = _TOP + ROW * len(self.bars) + _BOTTOM
        picture = Image.new("RGB", (WIDTH, height), _PAPER)
        write(picture, 30, 38, shorten(self.title, _TITLE, WIDTH - 60), _TITLE, _INK, anchor="lm")
        most = max(1, *(bar.points for bar in self.bars))
        left = self._find_left()
        for number, bar in enumerate(self.bars):
            y = _TOP + ROW * number + ROW / 2
            write(picture, 58, y, f"{bar.place}.", _NUMBER, _INK, anchor="rm", bold=False)
            name = shorten(bar.name, _NAME, left - _GAP - _NAMED)
            write(picture, _NAMED, y, name, _NAME, _INK, anchor="lm")
            self._draw(picture, bar, left, y, most)
        return webp(picture)

    def _find_left(self) -> float:
        """Where the bars begin: behind the longest name, as far as that leaves room for them."""
        longest = max((font(_NAME).getlength(bar.name) for bar in self.bars), default=0)
        return min(max(_LEFT, _NAMED + longest + _GAP), _WIDEST)

    def _draw(self, picture: Image.Image, bar: Bar, left: float, y: float, most: int) -> None:
        """Draw a team's bar, and its points behind it."""
        pen = ImageDraw.Draw(picture)
        wide = WIDTH - left - _RIGHT
        pen.rounded_rectangle((left, y - 15, left + wide, y + 15), 8, _PALE)
        start, total = 0, max(1, sum(points for points in bar.rounds if points > 0))
        for number, points in enumerate(bar.rounds, 1):
            if points <= 0 or bar.points <= 0:
                continue
            share = wide * bar.points / most / total
            colour = _LATEST if number == self.latest else _ROUNDS[number % len(_ROUNDS)]
            x, end = left + share * start, left + share * (start + points)
            pen.rectangle((x, y - 15, max(x + 1, end - 2), y + 15), colour)
            start += points
        write(picture, WIDTH - _RIGHT + 16, y, str(bar.points), _NUMBER, _INK, anchor="lm")
