"""The standings of an evening: as a picture after each round, and as a file at its end."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.tables.proof.record import Record
from bot.tables.proof.replay import Failure, play_again
from bot.ui.frame.names import raw_name
from bot.ui.pages.escape import label
from bot.ui.pages.lettering import font, shorten, writable, write
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Attachment, Sketch
from bot.ui.pages.sprites import RGB, webp
from cogs.defizz.words import Voice
from cogs.soiree.words import round_name
from engines.core.game import order_of_arrival
from engines.soiree.model import Observation, Round
from engines.soiree.rules import Soiree

PICTURE = "soiree.webp"
_GAME = Soiree()
_NAMED = 40
_BETWEEN = {"fr": ";", "en": ","}
"""What stands between two cells, by language: where a comma begins decimals, it separates nothing."""


def sketch_standings(seen: Observation, voice: Voice) -> Sketch | None:
    """The picture of the standings once a round is over; None before."""
    over = _rounds_over(seen)
    if not over or not seen.teams:
        return None
    t = voice.t
    arrived = _arrived(seen)
    title = (
        t("Classement final")
        if seen.phase == "over"
        else t.plural("Classement après {n} manche", "Classement après {n} manches", over)
    )
    bars = tuple(
        Bar(
            place,
            writable(voice.plain_name(seat), f"#{seat}"),
            seen.points[seat],
            seen.by_round[seat],
        )
        for place, seat in arrived
    )
    named = (
        t(
            "{place}. {name} : {points}",
            place=bar.place,
            name=label(voice.plain_name(seat), _NAMED),
            points=bar.points,
        )
        for (_, seat), bar in zip(arrived, bars, strict=True)
    )
    alt = f"{title}. " + " ; ".join(named)
    return Sketch(PICTURE, cut(alt, ALT_TEXT), StandingsDrawing(title, bars, over), cut(alt, ALT_TEXT))


def results_file(record: Record, voice: Voice) -> Attachment | None:
    """The results as a sheet: place, team, people, points by round, total; None where no round was over."""
    seen = last_seen(record)
    if seen is None or not _rounds_over(seen):
        return None
    return Attachment(voice.t("resultats.csv"), results_sheet(seen, voice).encode("utf-8-sig"))


def results_sheet(seen: Observation, voice: Voice) -> str:
    """The results as text, with semicolons as French spreadsheets read it, or with commas as English ones."""
    t, table = voice.t, voice.table
    sheet = io.StringIO(newline="")
    rounds = [f"{n + 1}. {_plain(round_name(played, t))}" for n, played in enumerate(_played(seen))]
    rows: list[Sequence[object]] = [(t("place"), t("équipe"), t("joueurs"), *rounds, t("total"))]
    for place, seat in _arrived(seen):
        people = ", ".join(person.name for person in table.seat(seat).people if person.name)
        rows.append(
            (
                place,
                raw_name(table.seat(seat), t),
                people,
                *seen.by_round[seat],
                seen.points[seat],
            )
        )
    writer = csv.writer(sheet, delimiter=_BETWEEN[t.locale], lineterminator="\r\n")
    writer.writerows([[_harmless(cell) for cell in row] for row in rows])
    return sheet.getvalue()


def last_seen(record: Record) -> Observation | None:
    """What everybody saw at the end of a recorded evening; None if none began, or the replay fails."""
    if record.setup is None:
        return None
    last = None
    try:
        for _, step in play_again(record, _GAME):
            last = step.state
    except Failure:
        return None
    return None if last is None else _GAME.observe(last, None)


def _rounds_over(seen: Observation) -> int:
    """How many rounds have brought their points: while one is announced, all before it."""
    begun = seen.round + 1
    return begun - 1 if seen.phase == "break" else begun


def _played(seen: Observation) -> Sequence[Round]:
    return seen.programme[: seen.round + 1]


def _arrived(seen: Observation) -> list[tuple[int, str]]:
    """The teams from first to last, each with the number of its place, as the rules place them (S22)."""
    places = order_of_arrival(seen.teams, seen.winners or (), seen.gone, lambda seat: (-seen.points[seat],))
    return [(place.number, seat) for place in places for seat in place.seats]


def _plain(markdown: str) -> str:
    return markdown.replace("\\", "")


def _harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula, whatever people called themselves."""
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


# Painting the standings of an evening: a bar for each team, cut into its rounds, with its points.

WIDTH = 800
ROW, _TOP, _BOTTOM = 54, 76, 30
_PAPER: RGB = (247, 244, 252)
_INK: RGB = (34, 28, 48)
_PALE: RGB = (221, 213, 238)
_LATEST: RGB = (206, 44, 98)
_ROUNDS: tuple[RGB, ...] = ((90, 74, 160), (128, 113, 190))
"""The colours of the rounds before, by turns; the latest one has its own."""
_NAMES_AT, _LEFT, _RIGHT = 70, 292, 92
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
            name = shorten(bar.name, _NAME, left - _GAP - _NAMES_AT)
            write(picture, _NAMES_AT, y, name, _NAME, _INK, anchor="lm")
            self._draw(picture, bar, left, y, most)
        return webp(picture)

    def _find_left(self) -> float:
        """Where the bars begin: behind the longest name, as far as that leaves room for them."""
        longest = max((font(_NAME).getlength(bar.name) for bar in self.bars), default=0)
        return min(max(_LEFT, _NAMES_AT + longest + _GAP), _WIDEST)

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
