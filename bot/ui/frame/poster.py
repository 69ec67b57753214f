"""The poster of a game that is over: what it shows, in letters that the font has, and the same in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import Badge
from bot.ui.frame.ending import Standing, winners_line
from bot.ui.frame.names import spoken_names, with_written_names
from bot.ui.pages.escape import read_plain
from bot.ui.pages.lettering import writable
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Sketch
from bot.ui.pages.poster import MOST_LINES, Caption, Line, PosterDrawing
from bot.ui.pages.typography import set_spaces

__all__ = ["Tell", "sketch_poster"]

NAME = "gobelet.webp"
Tell = Callable[[Sight], tuple[Sequence[Standing], Sequence[str]]]
"""What a game tells of its end: the places, and its moments, a line each; both in markdown."""
_NAME_LENGTH = 20
"""Characters of a name: a poster has room, and weight, for so many."""
_CAPTIONS = 2
"""How many moments a poster has."""
_SIGNS = re.compile(r"^[^\w«*\\<]+")
"""What stands before the first word of a line of markdown, or before a name in bold."""


def sketch_poster(badge: Badge, sign: bytes, tell: Tell, sight: Sight, t: Texts) -> Sketch | None:
    """The poster; None for a game that did not come to its end.

    `sight` is the channel's. Where the poster cannot be painted nothing stands in its place: the page says
    the same in words anyway.
    """
    ranking, moments = tell(sight)
    if sight.table.end.why != "over" or not ranking:
        return None
    alt = " ".join(_sentences(badge, sight, ranking, moments, t))
    return Sketch(NAME, cut(alt, ALT_TEXT), _drawing(badge, sign, tell, sight, t), "")


def _drawing(badge: Badge, sign: bytes, tell: Tell, sight: Sight, t: Texts) -> PosterDrawing:
    """What is painted: names are brought to the font's letters before anything is told of them."""
    written = replace(sight, table=with_written_names(sight.table, _NAME_LENGTH))
    ranking, moments = tell(written)
    shown = ranking if len(ranking) <= MOST_LINES else ranking[: MOST_LINES - 1]
    others = len(ranking) - len(shown)
    return PosterDrawing(
        title=_written(badge.title),
        accent=badge.accent,
        headline=_written(_headline(written, t)),
        lines=tuple(_line(one, sight.table.end.winners) for one in shown),
        captions=tuple(Caption(_written(title), _written(told)) for title, told in _captions(moments)),
        rest=t.plural("et {n} autre", "et {n} autres", others) if others else "",
        sign=sign,
    )


def _line(one: Standing, winners: Iterable[str]) -> Line:
    name = writable(_words(one.name), f"#{one.seat}")
    return Line(one.number, name, _written(_score(one)), one.seat in winners)


def _sentences(
    badge: Badge, sight: Sight, ranking: Iterable[Standing], moments: Sequence[str], t: Texts
) -> Iterator[str]:
    """All that the poster shows, a sentence each, with names as people wrote them."""
    yield f"{badge.title}."
    yield _headline(sight, t)
    for one in ranking:
        yield f"{one.number}. {_words(one.name)}, {_score(one)}."
    for moment in moments[:_CAPTIONS]:
        yield _words(moment)


def _headline(sight: Sight, t: Texts) -> str:
    return _words(winners_line(sight.table, lambda seats: spoken_names(sight.table, seats, t), t))


def _captions(moments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The first moments, each parted into what is remarkable about it and what happened."""
    for moment in moments[:_CAPTIONS]:
        title, colon, told = moment.partition(":")
        yield (_words(title).strip(), _words(told)) if colon else ("", _words(moment))


def _score(one: Standing) -> str:
    return one.notes[0] if one.notes else ""


def _words(markdown: str) -> str:
    """A line as plain text, without the signs before its first word."""
    return read_plain(_SIGNS.sub("", markdown))


def _written(text: str) -> str:
    """A text in letters that the font has."""
    return set_spaces(writable(text, ""))
