"""The recap of a game of Défizz: a picture of everybody's chips over the turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from math import ceil, hypot

from babel.numbers import format_decimal
from PIL import Image, ImageDraw

from bot.tables.proof.record import Record
from bot.tables.proof.replay import Failure, play_again
from bot.texts import Texts
from bot.ui.pages.escape import label
from bot.ui.pages.lettering import shorten, writable, write
from bot.ui.pages.page import Sketch
from bot.ui.pages.sprites import RGB, webp
from engines.core.records import SeatName
from engines.defizz.model import Position
from engines.defizz.rounds import players_of
from engines.defizz.rules import Defizz

NAME = "defizz.webp"
_NAMED = 40
"""Characters of a name in the words of the picture."""


def sketch(history: History, t: Texts, names: Mapping[str, str]) -> Sketch:
    """The picture of everybody's chips as lines; `names` are plain texts by seat."""
    curves = tuple(
        Curve(writable(names[seat], f"#{place + 1}"), tuple(chips[place] for chips in history.chips))
        for place, seat in enumerate(history.seats)
    )
    said = _chips_in_words(history, t, names)
    return Sketch(NAME, said, RecapDrawing(curves, t("tours"), t("jetons")), said)


def _chips_in_words(history: History, t: Texts, names: Mapping[str, str]) -> str:
    """Everybody's chips at the start, at best and at the end."""
    turns = t.plural("Les jetons sur {n} tour.", "Les jetons sur {n} tours.", history.turns)
    said = [turns]
    for place, seat in enumerate(history.seats):
        own = [chips[place] for chips in history.chips]
        facts = {"name": label(names[seat], _NAMED)}
        numbers = {"start": own[0], "best": max(own), "end": own[-1]}
        facts |= {name: format_decimal(n, locale=t.locale) for name, n in numbers.items()}
        said.append(t("{name} : {start} au début, {best} au plus haut, {end} à la fin.", **facts))
    return " ".join(said)


# Painting the chips of a game of Défizz: a line for each player over the turns, with the name at its end.
#
# Each line has its own colour, dashes and marks, so that none is recognised by its colour alone.

WIDTH, HEIGHT = 800, 560
PAPER: RGB = (250, 246, 236)
_INK: RGB = (38, 32, 28)
_GRID: RGB = (214, 206, 190)
COLOURS: tuple[RGB, ...] = (
    (0, 84, 158),
    (178, 52, 0),
    (0, 106, 72),
    (132, 32, 132),
    (104, 72, 12),
    (30, 30, 34),
)
_DASHES: tuple[tuple[int, ...], ...] = ((), (14, 7), (4, 6), (18, 6, 4, 6))
"""Lengths in pixels, drawn and left out by turns; empty for a whole line."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 82, 186, 44, 58
_SMOOTH = 2
"""How many times larger the lines are drawn than shown."""
_LINE, _MARK = 4, 7
_MARKS = 10
"""About how many marks a line has."""
_NAME_SIZE, _NUMBER_SIZE, _ROW = 23, 20, 31


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's line: `name` as it is written, chips at the start and after each turn."""

    name: str
    chips: tuple[int, ...]

    @property
    def drawn(self) -> tuple[int, ...]:
        """The chips up to the turn in which the player lost the last ones."""
        last = max((place for place, chips in enumerate(self.chips) if chips), default=-1)
        return self.chips[: last + 2]


@dataclass(frozen=True, slots=True)
class RecapDrawing:
    """The whole game: a curve for each player; `across` and `upwards` are the axes' labels."""

    curves: tuple[Curve, ...]
    across: str
    upwards: str

    @property
    def turns(self) -> int:
        """How many turns the picture shows, at least 1."""
        return max(1, len(self.curves[0].chips) - 1)

    @property
    def most(self) -> int:
        """The chips at the upper edge."""
        return max(1, *(chips for curve in self.curves for chips in curve.chips))

    def paint(self) -> bytes:
        """Paint it: a WebP file of WIDTH x HEIGHT pixels."""
        picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        self._scale(picture)
        large = Image.new("RGBA", (WIDTH * _SMOOTH, HEIGHT * _SMOOTH), (*PAPER, 0))
        pen = ImageDraw.Draw(large)
        rows = label_rows([self._at(0, curve.chips[-1])[1] for curve in self.curves])
        for number, (curve, row) in enumerate(zip(self.curves, rows, strict=True)):
            self._draw(pen, number, curve, row)
        small = large.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        picture.paste(small, (0, 0), small)
        for curve, row in zip(self.curves, rows, strict=True):
            _write_name(picture, WIDTH - _RIGHT + 44, row, curve.name)
        return webp(picture)

    def _at(self, turn: float, chips: float) -> tuple[float, float]:
        """The point in pixels for this many chips after this turn."""
        wide, high = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
        return _LEFT + wide * turn / self.turns, _TOP + high * (1 - chips / self.most)

    def _scale(self, picture: Image.Image) -> None:
        """Draw the grid with its numbers."""
        pen = ImageDraw.Draw(picture)
        for chips in steps(self.most, 5, 100):
            (left, y), (right, _) = self._at(0, chips), self._at(self.turns, chips)
            pen.line((left, y, right, y), _GRID, 2)
            write(picture, left - 10, y, str(chips), _NUMBER_SIZE, _INK, anchor="rm", bold=False)
        for turn in steps(self.turns, 8, 1):
            x, y = self._at(turn, 0)
            pen.line((x, y, x, y + 6), _INK, 2)
            write(picture, x, y + 18, str(turn), _NUMBER_SIZE, _INK, bold=False)
        (left, bottom), (right, top) = self._at(0, 0), self._at(self.turns, self.most)
        pen.line((left, top, left, bottom, right, bottom), _INK, 2)
        write(picture, 12, 20, self.upwards, _NUMBER_SIZE, _INK, anchor="lm")
        write(picture, right, bottom + 42, self.across, _NUMBER_SIZE, _INK, anchor="rm")

    def _draw(self, pen: ImageDraw.ImageDraw, number: int, curve: Curve, row: float) -> None:
        """Draw a player's line with its marks, and a mark before the name."""
        colour, dashes, mark = look_of(number)
        points = [self._at(turn, chips) for turn, chips in enumerate(curve.drawn)]
        for piece in _cut_dashes(points, dashes):
            large = [(x * _SMOOTH, y * _SMOOTH) for x, y in piece]
            pen.line(large, colour, _LINE * _SMOOTH, joint="curve")
        apart = ceil(len(points) / _MARKS)
        for place, point in enumerate(points):
            if place % apart == number % apart or place == len(points) - 1:
                _mark(pen, mark, *point, colour)
        label = (WIDTH - _RIGHT + 30, row)
        if len(points) == len(curve.chips):
            (x, y), (end, _) = points[-1], label
            pen.line([(p * _SMOOTH) for p in (x, y, end, row)], colour, _SMOOTH)
        _mark(pen, mark, *label, colour)


def look_of(number: int) -> tuple[RGB, tuple[int, ...], int]:
    """The colour, the dashes and the mark (0 to 11) of a player's line; no two of twelve are alike."""
    again = number // len(COLOURS)
    return COLOURS[number % len(COLOURS)], _DASHES[(number + again) % len(_DASHES)], number % 12


def label_rows(wanted: Sequence[float]) -> list[float]:
    """The heights of the names in pixels: as near as possible to those wanted, without overlap."""
    order = sorted(range(len(wanted)), key=lambda place: (wanted[place], place))
    rows, lowest, highest = [0.0] * len(wanted), float(_TOP), float(HEIGHT - _BOTTOM)
    for place in order:
        rows[place] = lowest = max(wanted[place], lowest)
        lowest += _ROW
    for place in reversed(order):
        rows[place] = highest = min(rows[place], highest)
        highest -= _ROW
    return rows


def steps(most: int, parts: int, unit: int) -> range:
    """Round numbers from 0 to `most` for a scale of about `parts` parts, 1, 2, 5, 10... `unit` apart."""
    sizes = (unit * part * 10**power for power in count() for part in (1, 2, 5))
    size = next(size for size in sizes if most / size <= parts)
    return range(0, most + 1, size)


def _cut_dashes(
    points: Sequence[tuple[float, float]], dashes: tuple[int, ...]
) -> Iterator[list[tuple[float, float]]]:
    """Cut a line into the dashes that are drawn, each a list of points."""
    if not dashes:
        yield list(points)
        return
    place, left, on = 0, float(dashes[0]), True
    for (x, y), (to_x, to_y) in pairwise(points):
        length = hypot(to_x - x, to_y - y)
        done = 0.0
        while done < length:
            part = min(left, length - done)
            if on:
                ends = (done / length, (done + part) / length)
                yield [(x + (to_x - x) * share, y + (to_y - y) * share) for share in ends]
            done, left = done + part, left - part
            if left <= 0:
                place = (place + 1) % len(dashes)
                left, on = float(dashes[place]), not on


_SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1.3), (1.2, 0.9), (-1.2, 0.9)),
    ((0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)),
    ((0, 1.3), (1.2, -0.9), (-1.2, -0.9)),
    (
        *((-1.3, -0.5), (-0.5, -0.5), (-0.5, -1.3), (0.5, -1.3), (0.5, -0.5), (1.3, -0.5)),
        *((1.3, 0.5), (0.5, 0.5), (0.5, 1.3), (-0.5, 1.3), (-0.5, 0.5), (-1.3, 0.5)),
    ),
)
"""Square, triangle, diamond, triangle upside down, cross; the sixth mark is a disc."""


def _mark(pen: ImageDraw.ImageDraw, mark: int, x: float, y: float, colour: RGB) -> None:
    """Draw a mark: one of six shapes, filled, or hollow from the seventh mark on."""
    form, hollow = mark % 6, mark >= 6
    half, x, y = _MARK * _SMOOTH, x * _SMOOTH, y * _SMOOTH
    for size, fill in ((half, colour), (half * 0.5, PAPER))[: 2 if hollow else 1]:
        if form == 0:
            pen.ellipse((x - size, y - size, x + size, y + size), fill)
        else:
            pen.polygon([(x + dx * size, y + dy * size) for dx, dy in _SHAPES[form - 1]], fill)


def _write_name(picture: Image.Image, x: float, y: float, name: str) -> None:
    """Write as much of a name as there is room for."""
    write(picture, x, y, shorten(name, _NAME_SIZE, WIDTH - x - 10), _NAME_SIZE, _INK, anchor="lm")


# The history of a finished game, made from its record: everybody's chips by turn.

_GAME = Defizz()


@dataclass(frozen=True, slots=True)
class History:
    """A game from its first turn to its end, without a quizmaster, who never has chips (Z27).

    `chips` has everybody's chips in the order of `seats`: at the start, then after each turn. A turn that is
    played again counts as one.
    """

    seats: tuple[SeatName, ...]
    chips: tuple[tuple[int, ...], ...]

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return len(self.chips) - 1


def history_of(record: Record) -> History | None:
    """Make the history by replaying the record; None if no game began, it still runs, or the replay fails."""
    if record.setup is None:
        return None
    chips: dict[int, tuple[int, ...]] = {}
    turn = 0
    before: Position | None = None
    players: tuple[SeatName, ...] = ()
    try:
        for _, step in play_again(record, _GAME):
            position, players = step.state.position, players_of(step.state.setup)
            if before is not None and any(event.type == "settlement_undone" for event in step.events):
                turn = before.round
            before = position.before
            begun = any(event.type == "round_started" for event in step.events)
            if begun or position.phase == "over":
                chips[turn] = position.chips
            turn = position.round
    except Failure:
        return None
    if not chips:
        return None
    seats = tuple(seating.seat for seating in record.seats)
    kept = [seats.index(seat) for seat in seats if seat in players]
    rows = (tuple(chips[number][place] for place in kept) for number in sorted(chips))
    return History(tuple(seats[place] for place in kept), tuple(rows))
