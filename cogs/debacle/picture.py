"""The board of Débâcle as a picture, and in words for people who do not see pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.page import Sketch
from bot.ui.pages.palette import Palette, Piece, png
from bot.ui.pages.sprites import RGB, Paint, Pips
from cogs.debacle.controls import sort_actions
from cogs.debacle.story import last_ways
from cogs.debacle.words import COLOR_NAMES, letters, observation_of, values, view_of
from engines.debacle.actions import CAPTURED_TO_END, POINTS_TO_WIN
from engines.debacle.board import (
    BLACK,
    CELL,
    COLORS,
    EMPTY,
    OWN,
    RED,
    SIZE,
    SQUARES,
    VALUE,
    Color,
    Square,
    board_with,
    draw,
)
from engines.debacle.model import Observation

NAME = "debacle.png"


def sketch(
    observation: Observation,
    t: Texts,
    view: Color = "red",
    last: tuple[tuple[Square, ...], ...] = (),
    selected: Square | None = None,
    draft: bool = False,
) -> Sketch:
    """The picture with its alternative text; for the arguments, see `drawing_of`."""
    label = t("Brouillon") if draft else ""
    drawing = drawing_of(observation, view, last, selected, label)
    said = alt_text(observation, t, view, last, selected, draft)
    return Sketch(NAME, said, drawing, board_in_letters(observation, t, view))


def drawing_of(
    observation: Observation,
    view: Color = "red",
    last: tuple[tuple[Square, ...], ...] = (),
    selected: Square | None = None,
    draft: str = "",
) -> BoardDrawing:
    """What the picture shows, with the camp of `view` at the bottom.

    `last` are the ways of the dice in the last turn (see `story.last_ways`); `selected` is the cell of the
    chosen die; `draft` is the label of a turn that is not ended yet.
    """
    seats = {color: seat for seat, color in observation.colors.items()}
    current = observation.current
    return BoardDrawing(
        board=board_with(observation.board).decode(),
        view=view,
        captured=(tuple(observation.captured["red"]), tuple(observation.captured["black"])),
        points=(observation.points[seats["red"]], observation.points[seats["black"]]),
        current=None if current is None else observation.colors[current],
        can_act=tuple(observation.can_act),
        selected=selected,
        last=tuple(last),
        draft=draft,
    )


def alt_text(
    observation: Observation,
    t: Texts,
    view: Color = "red",
    last: tuple[tuple[Square, ...], ...] = (),
    selected: Square | None = None,
    draft: bool = False,
) -> str:
    """The whole position in words, about 500 characters at most."""
    said = [t("Plateau de Débâcle, le camp de {color} en bas.", color=t(COLOR_NAMES[view]))]
    if draft:
        said.append(t("Brouillon : ce tour n’est pas terminé."))
    said += [_dice(observation, color, t) for color in COLORS]
    said += [_holding(observation, seat, t) for seat in observation.seats]
    if observation.current is not None:
        said.append(t("Au tour de {color}.", color=t(COLOR_NAMES[observation.colors[observation.current]])))
    if observation.can_act:
        said.append(t("Peuvent jouer : {cells}.", cells=", ".join(observation.can_act)))
    if selected is not None:
        said.append(t("Dé choisi : {cell}.", cell=selected))
    if last:
        said.append(t("Dernier tour : {cells}.", cells=", ".join("→".join(way) for way in last)))
    return " ".join(said)


def board_in_letters(observation: Observation, t: Texts, view: Color = "red") -> str:
    """The board drawn in letters and digits, and what the letters mean; Discord markdown."""
    signs = letters(t)
    legend = ", ".join(
        t("{letter} = {color}", letter=letter, color=t(COLOR_NAMES[color]))
        for letter, color in zip(signs, COLORS, strict=True)
    )
    side = RED if view == "red" else BLACK
    return f"```\n{draw(observation.board, signs, side)}\n```\n-# {legend}"


def _dice(observation: Observation, color: Color, t: Texts) -> str:
    """Where the dice of a colour lie: "Rouge, 2 dés : a1=1, b1=2."."""
    dice = [f"{square}={value}" for square, (whose, value) in observation.board.items() if whose == color]
    name = t(COLOR_NAMES[color])
    if not dice:
        return t("{color} n’a plus de dé sur le plateau.", color=name)
    return t.plural(
        "{color}, {n} dé : {dice}.", "{color}, {n} dés : {dice}.", len(dice), color=name, dice=", ".join(dice)
    )


def _holding(observation: Observation, seat: str, t: Texts) -> str:
    """What a seat has won: "Rouge a pris 3, 5 (somme 8) et a 12 points."."""
    color = observation.colors[seat]
    name, held, n = t(COLOR_NAMES[color]), observation.captured[color], observation.points[seat]
    if not held:
        return t.plural(
            "{color} n’a rien capturé et a {n} point.",
            "{color} n’a rien capturé et a {n} points.",
            n,
            color=name,
        )
    return t.plural(
        "{color} a capturé {dice} (somme {sum}) et a {n} point.",
        "{color} a capturé {dice} (somme {sum}) et a {n} points.",
        n,
        color=name,
        dice=values(held),
        sum=sum(held),
    )


# Painting the board of Débâcle: what the picture shows, where things are, and how they look.
#
# Red dice are round with round pips, black ones have cut corners, diamonds for pips and an inlaid line;
# every mark has its own form too. The picture needs no language but for the label of a draft.

WIDTH, HEIGHT = 768, 608
CELL_SIDE = 92
_LEFT, _TOP = 42, 16
_EDGE = CELL_SIDE * SIZE
_DIE, _HELD_DIE = 66, 44
_TRAY_LEFT, _TRAY_WIDTH, _TRAY_HEIGHT = 608, 144, 272

PAINTS: tuple[Paint, Paint] = (
    Paint(body=(180, 24, 36), pip=(255, 255, 255), rim=(104, 10, 18)),
    Paint((34, 34, 38), (250, 244, 228), (8, 8, 10), shape="cut", pips="diamond", inlay=(206, 190, 150)),
)
"""How dice look: Red's, Black's."""
_HELD = (PAINTS[0], replace(PAINTS[1], inlay=None))
"""How captured dice look: they are small, so plainer."""
WOOD: RGB = (228, 209, 172)
_CAMP: RGB = (218, 197, 156)
_GRAIN: RGB = (150, 122, 84)
_FRAME: RGB = (66, 46, 34)
_IVORY: RGB = (246, 236, 212)
_INK: RGB = (38, 28, 22)
_ACT: RGB = (0, 88, 96)
_LAST: RGB = (58, 44, 150)
_CHOSEN: RGB = (255, 246, 196)
_AMBER: RGB = (250, 190, 60)
PALETTE = Palette(
    grounds={WOOD: 0.04, _FRAME: 0.18, _CAMP: 0.0, _CHOSEN: 0.0},
    pieces=[
        Piece(side, paint, mark=Pips(value, paint))
        for side, paints, value in ((_DIE, PAINTS, 5), (_HELD_DIE, _HELD, 4))
        for paint in paints
    ],
    learned=40,
    letters=((_INK, WOOD), (_IVORY, _FRAME), (_INK, _AMBER), *((_IVORY, paint.body) for paint in PAINTS)),
    inks=(_GRAIN, _ACT, _LAST),
)
"""What the pictures are painted with."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """What a picture of the board shows.

    `board` has one character for each cell, as in `engines.debacle.board`. `view` is the colour whose camp is
    at the bottom. `captured` and `points` have Red's part first. `last` are the ways of the dice in the last
    turn, each of a cell or of two. `draft` is the label of a turn that is not ended yet, else "".
    """

    board: str
    view: Color
    captured: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int]
    current: Color | None = None
    can_act: tuple[Square, ...] = ()
    selected: Square | None = None
    last: tuple[tuple[Square, ...], ...] = ()
    draft: str = ""

    def paint(self) -> bytes:
        """Paint it: a PNG file of WIDTH x HEIGHT pixels."""
        picture = _table(self.view).copy()
        pen = ImageDraw.Draw(picture)
        if self.draft:
            _hatch(picture, self.draft)
        if self.selected is not None:
            _choose(pen, *middle(self.selected, self.view))
        for square in {square for way in self.last for square in way}:
            _bracket(pen, *middle(square, self.view), hollow=not self._holds(square))
        dice = (
            (_face(shown & VALUE, _DIE, PAINTS[shown & OWN[1] != 0]), *middle(square, self.view))
            for square, shown in zip(SQUARES, self.board.encode(), strict=True)
            if shown != EMPTY
        )
        PALETTE.lay(picture, *dice)
        for square in set(self.can_act) - {self.selected}:
            _underline(pen, *middle(square, self.view))
        self._trace(pen)
        for side in COLORS:
            self._fill_tray(picture, pen, side)
        return png(picture)

    def _holds(self, square: Square) -> bool:
        return self.board[CELL[square]] != chr(EMPTY)

    def _trace(self, pen: ImageDraw.ImageDraw) -> None:
        """Draw an arrow along each way of the last turn."""
        for way in self.last:
            for origin, target in pairwise(way):
                _arrow(pen, middle(origin, self.view), middle(target, self.view))

    def _fill_tray(self, picture: Image.Image, pen: ImageDraw.ImageDraw, color: Color) -> None:
        """Paint a side's points, its captured dice with their sum, and a place for each that is missing."""
        side = COLORS.index(color)
        held, top = self.captured[side], _tray_top(color, self.view)
        if color == self.current:
            tray = (_TRAY_LEFT + 3, top + 3, _TRAY_LEFT + _TRAY_WIDTH - 4, top + _TRAY_HEIGHT - 4)
            pen.rounded_rectangle(tray, 9, outline=_ACT, width=5)
            x, y = _TRAY_LEFT + 13, top + 38
            pen.polygon(((x, y - 11), (x, y + 11), (x + 13, y)), fill=_ACT)
        right = _TRAY_LEFT + _TRAY_WIDTH - 16
        PALETTE.write(picture, right, top + 32, str(self.points[side]), 36, _INK, anchor="rm")
        PALETTE.write(picture, right, top + 60, f"/ {POINTS_TO_WIN}", 19, _INK, anchor="rm")
        taken = (_face(value, _HELD_DIE, _HELD[1 - side]) for value in held)
        PALETTE.lay(picture, *((die, *slot(color, index, self.view)) for index, die in enumerate(taken)))
        for index in range(len(held), CAPTURED_TO_END):
            _place(pen, *slot(color, index, self.view))
        if held:
            text = f"+ {sum(held)}"
            PALETTE.write(picture, _TRAY_LEFT + _TRAY_WIDTH / 2, top + _TRAY_HEIGHT - 22, text, 26, _INK)


def middle(square: Square, view: Color) -> tuple[float, float]:
    """The middle of a cell in pixels, with the camp of `view` at the bottom."""
    column, row = CELL[square] % SIZE, CELL[square] // SIZE
    if view == "black":
        column, row = SIZE - 1 - column, SIZE - 1 - row
    return _LEFT + (column + 0.5) * CELL_SIDE, _TOP + (SIZE - row - 0.5) * CELL_SIDE


def slot(holder: Color, index: int, view: Color) -> tuple[float, float]:
    """The middle in pixels of a captured die in the tray of its holder; `index` from 0."""
    x = _TRAY_LEFT + _TRAY_WIDTH / 2 + (index % 2 - 0.5) * 56
    return x, _tray_top(holder, view) + 102 + index // 2 * 52


def _face(value: int, side: int, paint: Paint) -> Piece:
    return Piece(side, paint, mark=Pips(value, paint))


def _tray_top(color: Color, view: Color) -> int:
    return _TOP + _EDGE - _TRAY_HEIGHT if color == view else _TOP


@lru_cache(maxsize=2)
def _table(view: Color) -> Image.Image:
    """Paint what never changes: the frame with its letters and numbers, the cells, the camps, the trays."""
    picture = PALETTE.spread(WIDTH, HEIGHT, _FRAME)
    pen = ImageDraw.Draw(picture)
    picture.paste(PALETTE.spread(_EDGE, _EDGE, WOOD), (_LEFT, _TOP))
    for color in COLORS:
        _camp(picture, pen, color, view)
        _tray(picture, pen, color, view)
    for line in range(SIZE + 1):
        at = line * CELL_SIDE
        pen.line((_LEFT, _TOP + at, _LEFT + _EDGE, _TOP + at), _GRAIN, 2)
        pen.line((_LEFT + at, _TOP, _LEFT + at, _TOP + _EDGE), _GRAIN, 2)
    for name in SQUARES[:SIZE]:
        PALETTE.write(picture, middle(name, view)[0], _TOP + _EDGE + 18, name[0], 26, _IVORY)
    for name in SQUARES[::SIZE]:
        PALETTE.write(picture, _LEFT / 2 + 2, middle(name, view)[1], name[1], 26, _IVORY)
    return picture


def _camp(picture: Image.Image, pen: ImageDraw.ImageDraw, color: Color, view: Color) -> None:
    """Paint a camp: its row darker, and a die of its side under the row's number."""
    y = _TOP + _EDGE - CELL_SIDE if color == view else _TOP
    pen.rectangle((_LEFT, y, _LEFT + _EDGE, y + CELL_SIDE), fill=_CAMP)
    PALETTE.lay(picture, (Piece(32, PAINTS[COLORS.index(color)]), _LEFT / 2 + 2, y + CELL_SIDE / 2))


def _tray(picture: Image.Image, pen: ImageDraw.ImageDraw, color: Color, view: Color) -> None:
    """Paint a side's tray, with a die of its side."""
    top = _tray_top(color, view)
    pen.rounded_rectangle(
        (_TRAY_LEFT, top, _TRAY_LEFT + _TRAY_WIDTH - 1, top + _TRAY_HEIGHT - 1), 12, WOOD, _GRAIN, 2
    )
    PALETTE.lay(picture, (Piece(38, _HELD[COLORS.index(color)]), _TRAY_LEFT + 52, top + 38))


def _place(pen: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """Draw an empty place for a captured die."""
    half = _HELD_DIE / 2
    pen.rounded_rectangle((x - half, y - half, x + half, y + half), 9, outline=_GRAIN, width=2)


def _choose(pen: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """Light and frame the cell of the chosen die."""
    half = CELL_SIDE / 2 - 2
    pen.rectangle((x - half, y - half, x + half, y + half), _CHOSEN, _ACT, 6)


def _bracket(pen: ImageDraw.ImageDraw, x: float, y: float, *, hollow: bool) -> None:
    """Draw corners around a cell of the last turn; with `hollow`, a ring as well, as no die lies there."""
    half, arm = CELL_SIDE / 2 - 4, 18
    for dx in (-1, 1):
        for dy in (-1, 1):
            corner = (x + dx * half, y + dy * half)
            pen.line((corner[0] - dx * arm, corner[1], *corner), _LAST, 5)
            pen.line((corner[0], corner[1] - dy * arm, *corner), _LAST, 5)
    if hollow:
        pen.ellipse((x - 12, y - 12, x + 12, y + 12), outline=_LAST, width=5)


def _underline(pen: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """Draw a bar below a die that can act."""
    y += CELL_SIDE / 2 - 7
    pen.rounded_rectangle((x - 24, y - 3.5, x + 24, y + 3.5), 3, _ACT)


def _arrow(pen: ImageDraw.ImageDraw, origin: tuple[float, float], target: tuple[float, float]) -> None:
    """Draw an arrow across the edge between two neighbouring cells; nothing for other cells."""
    dx, dy = (target[0] - origin[0]) / CELL_SIDE, (target[1] - origin[1]) / CELL_SIDE
    if abs(dx) + abs(dy) != 1:
        return
    x, y = (origin[0] + target[0]) / 2, (origin[1] + target[1]) / 2
    tip, back = (x + dx * 11, y + dy * 11), (x - dx * 11, y - dy * 11)
    pen.polygon((tip, (back[0] - dy * 14, back[1] + dx * 14), (back[0] + dy * 14, back[1] - dx * 14)), _LAST)


def _hatch(picture: Image.Image, label: str) -> None:
    """Paint a striped border with a label: this turn is not ended yet."""
    picture.paste(PALETTE.number(_AMBER), mask=_stripes())
    x, y = _TRAY_LEFT + _TRAY_WIDTH / 2, _TOP + _EDGE + 17
    plate = (_TRAY_LEFT, y - 13, _TRAY_LEFT + _TRAY_WIDTH - 1, y + 12)
    ImageDraw.Draw(picture).rounded_rectangle(plate, 6, _AMBER)
    PALETTE.write(picture, x, y, label.upper(), 19, _INK)


@lru_cache(maxsize=1)
def _stripes() -> Image.Image:
    """The mask of slanting stripes along the outer edge."""
    mask = Image.new("L", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(mask)
    for x in range(-HEIGHT, WIDTH, 48):
        pen.line((x, HEIGHT, x + HEIGHT, 0), 255, 17)
    pen.rectangle((8, 8, WIDTH - 9, HEIGHT - 9), 0)
    return mask


# The dice on the board of a table: as a picture, and in words.


def sketch_board(sight: Sight, t: Texts, selected: Square | None = None) -> Sketch:
    """The picture of the board with the camp of the sight's seat below; for the channel, Red's camp.

    It marks all that was done in the last turn, or in the one that is drafted, and the dice that may move;
    `selected` is the cell of the chosen die.
    """
    seen = observation_of(sight)
    drafted = [[event for events in sight.drafted for event in events]]
    last = last_ways(drafted if sight.drafted else (scene.events for scene in sight.scenes))
    able = replace(seen, can_act=tuple(sort_actions(sight.choices).moves))
    return sketch(able, t, view_of(seen, sight.seat), last, selected, draft=bool(sight.drafted))


def position_in_words(sight: Sight, t: Texts) -> str:
    """The whole position in words: the board drawn in letters, then each die by its cell."""
    seen = observation_of(sight)
    lists = [
        t("**{color}** : {dice}", color=t(COLOR_NAMES[color]), dice=_dice_held(seen, color, t))
        for color in COLORS
    ]
    return "\n".join((board_in_letters(seen, t, view_of(seen, sight.seat)), *lists))


def _dice_held(seen: Observation, color: Color, t: Texts) -> str:
    here = [
        t("{value} en {at}", at=at, value=value)
        for at, (owner, value) in seen.board.items()
        if owner == color
    ]
    return t.list(here)
