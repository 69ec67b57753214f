"""The picture of the cup, and the same in words for people who do not see pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import copysign, cos, pi, sin
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.tables.model import Scene, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.names import plain_name, seat_name
from bot.ui.pages.lettering import font, shorten, writable
from bot.ui.pages.limits import cut
from bot.ui.pages.page import Sketch
from bot.ui.pages.palette import Palette, Piece, png
from bot.ui.pages.sprites import RGB, Paint, Pips
from cogs.tasse.words import dice_in_words, observation_of, score_name, special_reason
from engines.tasse.events import (
    Announced,
    Doubted,
    Duelled,
    Fell,
    JokerPlayed,
    Misannounced,
    RoundStarted,
    Scored,
    Shown,
    Skipped,
)
from engines.tasse.model import Observation
from engines.tasse.scores import LOWEST, NORMAL, Score, Special
from engines.tasse.scores import place as place_of

NAME = "tasse.png"
_Name = Callable[[str], str]
"""How a seat is called: as the font can write it, in plain text, or in markdown."""
_SIGNS: dict[Special, str] = {"seven": "➔", "double_five": "☠", "thirty_one": "↶", "nine": "⑨"}
_SHORT = 15
"""Characters of a name in a line with other words: they have to be read, too."""
_TRUE, _FALSE, _JOKER, _SWORDS, _LATE = "✓", "✗", "★", "⚔", "⚠"


def sketch(sight: Sight, t: Texts) -> Sketch | None:
    """The picture with its words; None where nobody has the cup and no dice have been shown.

    `sight` is the channel's: what lies under a closed cup is not in it.
    """
    seen, reveal = observation_of(sight), last_reveal(sight.scenes)
    if seen.current is None and reveal is None:
        return None
    plain = partial(plain_name, sight.table, t=t)
    said = alt_text(seen, reveal, t, plain)
    words = alt_text(seen, reveal, t, partial(seat_name, sight.table, t=t))
    return Sketch(NAME, said, drawing_of(seen, reveal, t, sight.table), words)


def drawing_of(seen: Observation, reveal: Reveal | None, t: Texts, table: Table) -> CupDrawing:
    """What the picture shows of a game."""

    def name(seat: str) -> str:
        return writable(plain_name(table, seat, t), f"#{seat}")

    def short_name(seat: str) -> str:
        return cut(name(seat), _SHORT)

    standing = seen.announcement
    claim = t("Aucune annonce : on part de zéro") if standing is None else score_name(standing.score, t)
    return CupDrawing(
        holder="" if seen.current is None else name(seen.current),
        task="" if seen.current is None else t("a la tasse"),
        standing=None if standing is None else standing.score,
        claim=claim,
        by="" if standing is None else t("par {name}", name=name(standing.seat)),
        twist=None if reveal is None else _twist(reveal, t, short_name, _holder_line(seen, t, short_name)),
    )


def alt_text(seen: Observation, reveal: Reveal | None, t: Texts, name: _Name) -> str:
    """All that the picture shows, in sentences."""
    if reveal is None:
        said = [_cup_words(None, t)]
    else:
        twist = _twist(reveal, t, name)
        said = [_cup_words(twist.dice, t), twist.title]
        said += [f"{line}." for line in twist.lines]
    if holder := _holder_line(seen, t, name):
        said.append(f"{holder}.")
    if seen.announcement is not None:
        score = score_name(seen.announcement.score, t)
        by = name(seen.announcement.seat)
        said.append(t("À égaler ou à battre : {score}, annoncé par {name}.", score=score, name=by))
    elif reveal is None:
        said.append(t("Aucune annonce : on part de zéro") + ".")
    return " ".join(said)


def _cup_words(dice: Score | None, t: Texts) -> str:
    """Whether the cup is closed, or what all see under it."""
    if dice is None:
        return t("La tasse est fermée.")
    return t("La tasse est levée : {dice}.", dice=dice_in_words(dice, t))


def _holder_line(seen: Observation, t: Texts, name: _Name) -> str:
    return "" if seen.current is None else t("{name} a la tasse", name=name(seen.current))


def _twist(reveal: Reveal, t: Texts, name: _Name, *more: str) -> Twist:
    """What happened: the dice if all see them, a title, why, who pays, and `more` lines."""
    event = reveal.event
    dice = None if isinstance(event, Closed) else event.dice
    title, sign, against = _title(event, t)
    lines = (_reason(event, t, name), *_consequences(reveal, t, name), *filter(None, more))
    return Twist(dice, title, sign, lines, against)


def _title(event: Opened | Closed, t: Texts) -> tuple[str, str, bool]:
    """The title, its sign, and whether whoever had the dice loses by them."""
    match event:
        case Doubted(truth=True):
            return t("VRAI !"), _TRUE, False
        case Doubted():
            return t("BLUFF !"), _FALSE, True
        case Shown():
            return _special_title(event.special, t), _SIGNS[event.special], event.on_21
        case JokerPlayed(dice=dice) if dice == LOWEST:
            return t("32 SUR 32 !"), _SWORDS, True
        case JokerPlayed(won=won):
            return t("JOKER RÉUSSI !") if won else t("JOKER RATÉ !"), _JOKER, not won
        case Misannounced():
            return t("FAUX PAS !"), _FALSE, True
        case Fell():
            return t("TROP TARD !"), _LATE, True
        case Duelled(won=won):
            return t("DUEL GAGNÉ !") if won else t("DUEL PERDU !"), _SWORDS, not won


def _special_title(special: Special, t: Texts) -> str:
    titles = {
        "seven": t("SEPT !"),
        "double_five": t("DOUBLE 5 !"),
        "thirty_one": t("TRENTE ET UN !"),
        "nine": t("NEUF !"),
    }
    return titles[special]


def _reason(event: Opened | Closed, t: Texts, name: _Name) -> str:
    """What was announced, why the dice are special, or what they had to beat."""
    match event:
        case Misannounced():
            return t("mauvaise annonce")
        case Fell():
            return t("la tasse tombe")
        case Doubted():
            score = score_name(event.announced, t)
            return t("Annonce : {score}, par {name}", score=score, name=name(event.announcer))
        case Shown():
            return special_reason(event.dice, t)
        case JokerPlayed(to_beat=other) | Duelled(score=other):
            facts = {"dice": score_name(event.dice, t), "score": score_name(other, t)}
            return t("{dice} bat {score}", **facts) if event.won else t("{dice} ne bat pas {score}", **facts)


def _consequences(reveal: Reveal, t: Texts, name: _Name) -> Iterator[str]:
    """Who takes points, and what else follows."""
    for scored in reveal.scored:
        points = t.plural("{n} point", "{n} points", scored.points)
        yield t("{name} prend {points}", name=name(scored.seat), points=points)
    if reveal.skipped is not None:
        yield t("{name} passe son tour", name=name(reveal.skipped))
    if isinstance(reveal.event, Shown) and reveal.event.special == "thirty_one":
        yield t("Le sens tourne")


# The leather cup of La Tasse as pictures show it: upside down on the table, or lifted off the dice.

LEATHER: RGB = (158, 88, 44)
_LIGHT: RGB = (196, 122, 70)
_DARK: RGB = (104, 54, 26)
_INSIDE: RGB = (34, 22, 18)
_SEAM: RGB = (244, 208, 150)
RIM: RGB = (250, 232, 200)
COLOURS = (LEATHER, _LIGHT, _DARK, _INSIDE, _SEAM, RIM)
"""What the cup is drawn with; its rim and its seams stand out from any table."""

CLOSED, LIFTED = (190, 196), (236, 236)
"""Width and height of the two pictures in pixels."""
_SCALE = 4
_TILT = 34
"""How far the lifted cup is turned, in degrees counterclockwise."""


@lru_cache(maxsize=1)
def closed_cup() -> Image.Image:
    """The cup upside down, with what is under it out of sight: CLOSED pixels on a transparent ground."""
    sheet = Image.new("RGBA", (CLOSED[0] * _SCALE, CLOSED[1] * _SCALE))
    _draw_cup(ImageDraw.Draw(sheet), 95, 98, open_mouth=False)
    return sheet.resize(CLOSED, Image.Resampling.BOX)


@lru_cache(maxsize=1)
def lifted_cup() -> Image.Image:
    """The same cup in the air, its mouth to the lower right: LIFTED pixels on a transparent ground."""
    sheet = Image.new("RGBA", (LIFTED[0] * _SCALE, LIFTED[1] * _SCALE))
    _draw_cup(ImageDraw.Draw(sheet), LIFTED[0] / 2, LIFTED[1] / 2, open_mouth=True)
    return sheet.rotate(_TILT, Image.Resampling.BICUBIC).resize(LIFTED, Image.Resampling.BOX)


def _draw_cup(pen: ImageDraw.ImageDraw, x: float, y: float, *, open_mouth: bool) -> None:
    """Draw the cup with its middle at (x, y), in pixels of the finished picture."""
    for grow, colour in ((4.0, RIM), (0.0, _DARK)):
        _body(pen, x, y, grow, colour)
    _body(pen, x, y, -4.0, LEATHER)
    _stripe(pen, x, y, -0.62, -0.34, _LIGHT)
    _ellipse(pen, x, y - 68, 52, 15, _LIGHT)
    _ellipse(pen, x, y - 68, 44, 11, LEATHER)
    for down in (-38.0, 46.0):
        wide = _half_width(down) - 4
        pen.arc(_box(x, y + down, wide, wide * 0.24), 20, 160, _SEAM, 3 * _SCALE)
    if open_mouth:
        _ellipse(pen, x, y + 62, 82, 24, RIM)
        _ellipse(pen, x, y + 62, 77, 20, _INSIDE)


def _half_width(down: float) -> float:
    """Half the cup's width at this height below its middle: it is wider at its mouth."""
    return 56 + (down + 68) / 130 * 24


def _body(pen: ImageDraw.ImageDraw, x: float, y: float, grow: float, colour: RGB) -> None:
    top, bottom = _half_width(-68) + grow, _half_width(62) + grow
    corners = ((x - top, y - 68), (x + top, y - 68), (x + bottom, y + 62), (x - bottom, y + 62))
    pen.polygon([(_SCALE * across, _SCALE * down) for across, down in corners], colour)
    _ellipse(pen, x, y - 68, top, 16 + grow, colour)
    _ellipse(pen, x, y + 62, bottom, 22 + grow, colour)


def _stripe(pen: ImageDraw.ImageDraw, x: float, y: float, left: float, right: float, colour: RGB) -> None:
    """Draw a strip of light down the cup; its sides are shares of the cup's half width."""
    top, bottom = _half_width(-56), _half_width(66)
    corners = (
        (x + left * top, y - 56),
        (x + right * top, y - 54),
        (x + right * bottom, y + 78),
        (x + left * bottom, y + 74),
    )
    pen.polygon([(_SCALE * across, _SCALE * down) for across, down in corners], colour)


def _ellipse(pen: ImageDraw.ImageDraw, x: float, y: float, across: float, down: float, colour: RGB) -> None:
    pen.ellipse(_box(x, y, across, down), colour)


def _box(x: float, y: float, across: float, down: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = x - across, y - down, x + across, y + down
    return _SCALE * left, _SCALE * top, _SCALE * right, _SCALE * bottom


# Painting the cup: closed before its holder, or lifted off two dice; below it the ladder of announcements.
#
# What is said stands in the picture in words and in forms: a bluff has a jagged plate and a cross, the
# truth a smooth one and a tick, each special its own sign. Nothing is recognised by its colour alone.

WIDTH, HEIGHT = 768, 312
FELT: RGB = (24, 78, 60)
SHADE = 0.1
"""How much darker the table is at its edges."""
IVORY: RGB = (250, 244, 228)
INK: RGB = (28, 24, 22)
PLATE: RGB = (250, 244, 228)
AMBER: RGB = (250, 196, 70)
_DEEP: RGB = (12, 46, 36)
HOLLOW: RGB = (140, 178, 160)
DIE = Paint((252, 249, 240), (24, 20, 20), (60, 52, 44), "round", "disc")
DIE_SIDE = 104
ANGLES = (8, -10)
PALETTE = Palette(
    grounds={FELT: SHADE, PLATE: 0.0, AMBER: 0.0},
    pieces=[Piece(DIE_SIDE, DIE, angle, Pips(value, DIE)) for angle in ANGLES for value in (5, 6)],
    learned=32,
    letters=(
        (IVORY, FELT),
        (AMBER, FELT),
        (INK, PLATE),
        (INK, AMBER),
        *((colour, FELT) for colour in COLOURS),
        *((colour, COLOURS[0]) for colour in COLOURS[1:]),
    ),
    inks=(_DEEP, HOLLOW),
)
"""What the pictures are painted with."""

_CUP_AT = (128, 122)
_LIFTED_AT = (116, 104)
_WORDS_LEFT, _WORDS_RIGHT = 262, WIDTH - 20
_SAID_LEFT, _PLATE_WIDE = 468, 330
_FEW, _MANY = (4, 126, 31, 24), (5, 119, 25, 22)
"""How many lines a turn of fortune may have, where the first one is, how far apart, and how large."""
_STEP, _STEP_GAP, _STEP_HIGH, _STEPS_TOP = 46, 3, 42, 256
_LADDER_TOP = 234
"""Where the part of the picture begins that has the ladder, and nothing else."""


@dataclass(frozen=True, slots=True)
class Twist:
    """A turn of fortune: two dice as a score, or None below a closed cup; a title with its sign, and lines.

    `against` says that whoever had the dice loses by it: the title's plate is jagged then.
    """

    dice: Score | None
    title: str
    sign: str
    lines: tuple[str, ...]
    against: bool = False


@dataclass(frozen=True, slots=True)
class CupDrawing:
    """What a picture shows. `holder` and `task` say who has the cup; `standing` is the score to match.

    `claim` and `by` are the words for that: the score and who announced it, or that there is none. With a
    `twist` they are left to the ladder, and it is told instead.
    """

    holder: str
    task: str
    standing: Score | None
    claim: str
    by: str = ""
    twist: Twist | None = None

    def paint(self) -> bytes:
        """Paint it: a PNG file of WIDTH x HEIGHT pixels."""
        lifted = self.twist is not None and self.twist.dice is not None
        picture = _table(lifted).copy()
        pen = ImageDraw.Draw(picture)
        if self.twist is None:
            self._tell_closed(picture, pen)
        else:
            _tell_twist(picture, pen, self.twist)
        picture.paste(_ladder(self.standing), (0, _LADDER_TOP))
        return png(picture, effort=3)

    def _tell_closed(self, picture: Image.Image, pen: ImageDraw.ImageDraw) -> None:
        """Write who has the cup, and what is to be matched, in a speech bubble if anybody has said it."""
        x, room = _WORDS_LEFT, _WORDS_RIGHT - _WORDS_LEFT
        PALETTE.write(picture, x, 44, shorten(self.holder, 36, room), 36, IVORY, "lm")
        PALETTE.write(picture, x, 84, shorten(self.task, 24, room), 24, IVORY, "lm")
        if self.standing is None:
            PALETTE.write(picture, x, 172, shorten(self.claim, 26, room), 26, AMBER, "lm")
            return
        wide = font(66).getlength(self.claim) + 48
        pen.rounded_rectangle((x, 124, x + wide, 214), 18, PLATE)
        pen.polygon(((x + 10, 150), (x - 26, 172), (x + 10, 186)), PLATE)
        PALETTE.write(picture, round(x + wide / 2), 168, self.claim, 66, INK)
        left = round(x + wide + 20)
        PALETTE.write(picture, left, 170, shorten(self.by, 24, _WORDS_RIGHT - left), 24, IVORY, "lm")


def die_at(number: int) -> tuple[float, float]:
    """The middle of the first or second die (0 or 1) in pixels."""
    return (250, 168) if number == 0 else (386, 148)


def step_at(score: Score) -> tuple[float, float]:
    """The middle in pixels of a score's step on the ladder."""
    left = (WIDTH - len(NORMAL) * (_STEP + _STEP_GAP) + _STEP_GAP) / 2
    return left + place_of(score) * (_STEP + _STEP_GAP) + _STEP / 2, _STEPS_TOP + _STEP_HIGH / 2


def _tell_twist(picture: Image.Image, pen: ImageDraw.ImageDraw, twist: Twist) -> None:
    """Lay the dice, if they are shown, and write beside them what they mean."""
    for number, digit in enumerate(twist.dice or ""):
        piece = Piece(DIE_SIDE, DIE, ANGLES[number], Pips(int(digit), DIE))
        PALETTE.lay(picture, (piece, *die_at(number)))
    x = _WORDS_LEFT if twist.dice is None else _SAID_LEFT
    room = _WORDS_RIGHT - x
    plate = min(room, _PLATE_WIDE)
    middle = x + plate / 2
    _plate(pen, middle, 56, plate, jagged=twist.against)
    size = _fitting(twist.title, 40, plate - 96)
    wide = font(size).getlength(twist.title)
    PALETTE.write(picture, round(middle - wide / 2) - 4, 56, twist.sign, 46, INK)
    PALETTE.write(picture, middle + 26, 56, twist.title, size, INK)
    most, y, apart, largest = _FEW if len(twist.lines) <= _FEW[0] else _MANY
    for number, line in enumerate(twist.lines[:most]):
        size = _fitting(line, largest, room)
        PALETTE.write(picture, x, y + apart * number, shorten(line, size, room), size, IVORY, "lm")


def _fitting(text: str, size: int, room: float, least: int = 17) -> int:
    """The largest size up to `size`, and at least `least`, in which a text has room."""
    while size > least and font(size).getlength(text) > room:
        size -= 1
    return size


def _plate(pen: ImageDraw.ImageDraw, x: float, y: float, width: float, *, jagged: bool) -> None:
    """Draw the plate below a title: smooth, or with a jagged edge."""
    half, high = width / 2, 38
    if not jagged:
        pen.rounded_rectangle((x - half, y - high, x + half, y + high), high, PLATE)
        return
    points, teeth = [], 22
    for number in range(2 * teeth):
        angle, reach = pi * number / teeth, 1.06 if number % 2 else 0.9
        across, down = cos(angle), sin(angle)
        points.append((x + _square(across) * half * reach, y + _square(down) * high * 1.2 * reach))
    pen.polygon(points, PLATE)


def _square(part: float) -> float:
    """Push a circle's coordinate outwards, so that the circle becomes a rounded square."""
    return copysign(abs(part) ** 0.55, part)


@lru_cache(maxsize=len(NORMAL) + 1)
def _ladder(standing: Score | None) -> Image.Image:
    """Draw the ladder: hollow steps that are too low now, an arrow at the standing one, full ones above."""
    picture = _table(False).copy()
    pen = ImageDraw.Draw(picture)
    low = -1 if standing is None else place_of(standing)
    for place, score in enumerate(NORMAL):
        x, y = step_at(score)
        box = (x - _STEP / 2, y - _STEP_HIGH / 2, x + _STEP / 2, y + _STEP_HIGH / 2)
        if place < low:
            pen.rounded_rectangle(box, 8, outline=HOLLOW, width=2)
            PALETTE.write(picture, x, y, score, 22, IVORY)
        elif place == low:
            pen.rounded_rectangle((box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), 9, AMBER, INK, 4)
            pen.polygon(((x - 11, box[1] - 18), (x + 11, box[1] - 18), (x, box[1] - 5)), AMBER)
            PALETTE.write(picture, x, y, score, 24, INK)
        else:
            pen.rounded_rectangle(box, 8, PLATE)
            PALETTE.write(picture, x, y, score, 22, INK)
    return picture.crop((0, _LADDER_TOP, WIDTH, HEIGHT))


@lru_cache(maxsize=2)
def _table(lifted: bool) -> Image.Image:
    """Paint what is the same in all pictures: the table, and the cup on it or in the air."""
    picture = PALETTE.spread(WIDTH, HEIGHT, FELT)
    pen = ImageDraw.Draw(picture)
    if lifted:
        PALETTE.stamp(picture, *_LIFTED_AT, lifted_cup())
    else:
        x, y = _CUP_AT
        pen.ellipse((x - 92, y + 60, x + 104, y + 100), _DEEP)
        PALETTE.stamp(picture, x, y, closed_cup())
    return picture


# The last turn of fortune that all have seen: dice that came to light, a slip, a fall of the cup.

Opened: TypeAlias = Doubted | Shown | JokerPlayed | Duelled
"""Events by which all see dice."""
Closed: TypeAlias = Misannounced | Fell
"""Events that cost points while the cup stays closed."""
_OVER = Announced | RoundStarted
"""Events after which people talk of something else."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """What happened, who took points for it, and who passes a turn then."""

    event: Opened | Closed
    scored: tuple[Scored, ...]
    skipped: str | None = None


def last_reveal(scenes: Sequence[Scene]) -> Reveal | None:
    """Find what last cost points; None if a score has been announced since, or nothing is told of it."""
    for scene in reversed(scenes):
        for event in reversed(scene.events):
            if isinstance(event, _OVER):
                return None
            if isinstance(event, Opened | Closed):
                return _reveal(event, scene)
    return None


def _reveal(event: Opened | Closed, scene: Scene) -> Reveal:
    scored = tuple(each for each in scene.events if isinstance(each, Scored))
    skipped = [each.seat for each in scene.events if isinstance(each, Skipped)]
    return Reveal(event, scored, skipped[0] if skipped else None)
