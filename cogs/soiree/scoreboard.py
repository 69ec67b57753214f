"""The standings of an evening: as a picture after each round, and as a file at its end."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from bot.tables.proof.record import Record
from bot.tables.proof.replay import Failure, play_again
from bot.ui.frame.names import raw_name
from bot.ui.pages.escape import label
from bot.ui.pages.lettering import writable
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Attachment, Sketch
from cogs.soiree.painting import Bar, StandingsDrawing
from cogs.soiree.words import Voice, round_name
from engines.core.places import order_of_arrival
from engines.soiree.model import Observation, Round
from engines.soiree.rules import Soiree

__all__ = ["last_seen", "results_file", "results_sheet", "sketch_standings"]

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
