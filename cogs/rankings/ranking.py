"""The page that says who stands where in a game, and the lists from which another one is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from babel.numbers import format_decimal

from bot.insight.rating import Courses
from bot.insight.standing import OPPONENTS, TABLES, Board, Collected, Kind, Line, Window
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.ending import change_words
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.charts import MOST, Course, CoursesDrawing
from bot.ui.pages.escape import escape, tidy
from bot.ui.pages.lettering import writable
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Block, Button, Choice, Gap, Page, Row, Select, Sketch, Text

SHOWN: Final = 15
"""Lines on the page, besides one's own."""
_CURVES: Final = 3
"""Rated tables from which on curves are drawn."""
_PICTURE: Final = "cotes.webp"
_SHOW = "ranking.show"
WINDOWS: Final = {
    Window.WEEK: N_("Cette semaine"),
    Window.MONTH: N_("Ce mois-ci"),
    Window.QUARTER: N_("Cette saison (trimestre)"),
    Window.ALWAYS: N_("Depuis toujours"),
}
KINDS: Final = {Kind.RATING: N_("Cote"), Kind.POINTS: N_("Points")}


@dataclass(frozen=True, slots=True)
class Aim:
    """Which list is looked at; its text stands in buttons and lists."""

    game: str
    window: Window = Window.QUARTER
    kind: Kind = Kind.RATING

    def __str__(self) -> str:
        return f"{self.game}.{self.window}.{self.kind}"

    @classmethod
    def read(cls, text: str) -> Aim:
        """Read what a button or a list says. Raises ValueError for what is not one."""
        game, window, kind = text.split(".")
        return cls(game, Window(window), Kind(kind))


@dataclass(frozen=True, slots=True)
class Ranking:
    """A list as somebody looks at it: the games that there are, and names by user id."""

    aim: Aim
    spec: GameSpec
    games: Sequence[GameSpec]
    board: Board
    names: Mapping[int, str]
    viewer: int
    courses: Courses | None = None


def shown_lines(board: Board, viewer: int) -> tuple[Line, ...]:
    """The lines that are shown: the first ones, and that of who looks, wherever they stand."""
    own = board.find(viewer)
    first = board.lines[:SHOWN]
    return first if own is None or own in first else (*first, own)


def ranking_page(ranking: Ranking, t: Texts) -> Page:
    """The list, one's own place, how it is counted, and the ways to other lists."""
    spec = ranking.spec
    blocks: list[Block] = [Text(_heading(ranking, t)), Gap()]
    lines = [_line(ranking, line, t) for line in shown_lines(ranking.board, ranking.viewer)]
    if len(lines) > SHOWN:
        lines.insert(SHOWN, "…")
    blocks.append(Text(join_lines(*lines) or _nobody(ranking.aim.window, t)))
    own = _own_words(ranking, t)
    if own:
        blocks.append(Text(own))
    blocks += _curves(ranking, t)
    blocks += [Text(_legend(ranking.aim, t)), *_ways(ranking, t)]
    return Page(0, 0, tuple(blocks), spec.accent)


def drawn_people(board: Board, aim: Aim) -> tuple[int, ...]:
    """Those whose ratings are drawn: the first ones, where the list goes by ratings."""
    return tuple(line.user_id for line in board.lines[:MOST]) if aim.kind is Kind.RATING else ()


def _curves(ranking: Ranking, t: Texts) -> list[Block]:
    """The ratings of the first ones over the tables of the window, once there are some."""
    courses = ranking.courses
    if courses is None or not courses.numbers or courses.tables < _CURVES:
        return []
    named = {one: ranking.names.get(one, t("Anonyme")) for one in courses.numbers}
    drawn = tuple(Course(writable(named[one], "?"), numbers) for one, numbers in courses.numbers.items())
    drawing = CoursesDrawing(drawn, courses.tables, t("cote"), t("tables classées"))
    told = "; ".join(_course_words(named[one], numbers, t) for one, numbers in courses.numbers.items())
    said = t("Courbes des cotes sur {n} tables classées : {told}.", n=courses.tables, told=told)
    return [Sketch(_PICTURE, cut(said, ALT_TEXT), drawing, "")]


def _course_words(name: str, numbers: Sequence[int | None], t: Texts) -> str:
    known = [number for number in numbers if number is not None]
    return t("{name}, de {first} à {last}", name=tidy(name), first=known[0], last=known[-1])


def _heading(ranking: Ranking, t: Texts) -> str:
    aim, begin = ranking.aim, ranking.board.begin
    head = t("## 🏆 Classement : {game}", game=ranking.spec.title)
    kind, window = t(KINDS[aim.kind]), t(WINDOWS[aim.window])
    people = t.plural("{n} personne", "{n} personnes", len(ranking.board.lines))
    told = [kind, window if begin is None else t("{window}, depuis le {day}", window=window, day=_day(begin))]
    return join_lines(head, " · ".join((*told, people)))


def _day(moment: int) -> str:
    return f"<t:{moment // 1000}:D>"


def _line(ranking: Ranking, line: Line, t: Texts) -> str:
    """A line of the list: place, name, rating or points, tables."""
    name = escape(ranking.names.get(line.user_id, t("Anonyme")))
    if line.user_id == ranking.viewer:
        name = t("{name} (vous)", name=name)
    told = [f"`{line.place:>2}` **{name}**", *_numbers(ranking.aim, line, t)]
    told.append(t.plural("{n} table", "{n} tables", line.tables))
    return " · ".join(told)


def _numbers(aim: Aim, line: Line, t: Texts) -> list[str]:
    """What a list is ordered by, and with a rating how sure it is and how it has changed in the window."""
    if aim.kind is Kind.POINTS:
        return [points_words(line.halves, t)]
    rating = f"{line.rating} ± {line.margin}" if line.sure else t("{rating} ?", rating=line.rating)
    return [rating] if aim.window is Window.ALWAYS else [rating, change_words(line.change, t)]


def points_words(halves: int, t: Texts) -> str:
    """So many half points: "1,5 point", but "1.5 points" in English, which has a form for 1 alone."""
    points = format_decimal(halves / 2, format="0.#", locale=t.locale)
    form = 1 if halves == 2 else 0 if halves < 4 else 2
    return t.plural("{points} point", "{points} points", form, points=points)


def _nobody(window: Window, t: Texts) -> str:
    """What stands where nobody is listed, and what to do about it."""
    said = t(
        "Personne n’y figure encore. Ouvrez une table : elle compte si deux personnes au moins la jouent "
        "jusqu’au bout, sans ordinateur."
    )
    longer = t("Une période plus longue, ci-dessous, montre peut-être quelqu’un.")
    return said if window is Window.ALWAYS else f"{said} {longer}"


def _own_words(ranking: Ranking, t: Texts) -> str:
    """What whoever looks still needs to be listed; "" if they are."""
    if ranking.board.find(ranking.viewer) is not None:
        return ""
    if ranking.viewer in ranking.board.hidden:
        return t("**Vous** n’y figurez pas, comme vous l’avez voulu (`/mes-donnees visibilite`).")
    mine = ranking.board.waiting.get(ranking.viewer, Collected())
    missing = []
    if mine.tables < TABLES:
        missing.append(t.plural("{n} table classée", "{n} tables classées", TABLES - mine.tables))
    if mine.met < OPPONENTS:
        missing.append(t.plural("{n} nouvel adversaire", "{n} nouveaux adversaires", OPPONENTS - mine.met))
    return t("**Vous** n’y figurez pas encore : il vous manque {missing}.", missing=t.list(missing))


def _legend(aim: Aim, t: Texts) -> str:
    """How it is counted, in small letters."""
    listed = t(
        "-# Pour y figurer : au moins {tables} tables classées dans la période, "
        "contre {people} personnes différentes.",
        tables=TABLES,
        people=OPPONENTS,
    )
    if aim.kind is Kind.POINTS:
        counted = t("-# Un point par adversaire ou équipe qui finit derrière, un demi-point à égalité.")
        return join_lines(counted, listed)
    counted = t(
        "-# On part de 1500 ; qui a 200 de plus finit devant trois fois sur quatre. "
        "« ± » : la marge d’erreur, tenue neuf fois sur dix. « ? » : encore trop peu de tables pour le dire."
    )
    changed = "" if aim.window is Window.ALWAYS else t("-# « + » ou « − » : gagné ou perdu dans la période.")
    return join_lines(counted, changed, listed)


def _ways(ranking: Ranking, t: Texts) -> list[Block]:
    """The lists of games and windows, and buttons for the other order, a new table, and one's profile."""
    aim = ranking.aim
    games = tuple(
        Choice(
            str(Aim(game.name, aim.window, aim.kind)),
            game.title,
            emoji=game.emoji,
            chosen=game.name == aim.game,
        )
        for game in ranking.games
    )
    windows = tuple(
        Choice(str(Aim(aim.game, window, aim.kind)), t(said), chosen=window is aim.window)
        for window, said in WINDOWS.items()
    )
    other = Kind.POINTS if aim.kind is Kind.RATING else Kind.RATING
    said = t("Classer par points") if other is Kind.POINTS else t("Classer par cote")
    buttons = (
        Button(_SHOW, said, str(Aim(aim.game, aim.window, other))),
        Button("games.open", t("Ouvrir une table"), aim.game, "success"),
        Button("profile.mine", t("Mon profil"), aim.game),
    )
    return [
        Select(_SHOW, t("Jeu"), games, "games"),
        Select(_SHOW, t("Période"), windows, "windows"),
        Row(buttons),
    ]
