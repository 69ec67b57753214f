"""The page of a ranking, and what a board says of its changes: places, numbers, one's own line."""

from dataclasses import replace

import pytest

from bot.insight.rating import LUCKY, Change, Courses
from bot.insight.standing import Board, Kind, Ladder, Line, Window
from bot.tables.model import Seat
from bot.tables.sight import Sight
from bot.texts import texts_for
from bot.ui.frame.ending import NAMED, changes_line, rated_line
from bot.ui.pages.charts import MOST, CoursesDrawing
from bot.ui.pages.escape import NAME_LENGTH
from bot.ui.pages.ids import parse
from bot.ui.pages.limits import check
from bot.ui.pages.page import Button, Page, Row, Select, Sketch
from cogs import GAMES
from cogs.rankings.ranking import SHOWN, Aim, Ranking, drawn_people, ranking_page, shown_lines
from engines.core.records import Place
from tests.support.plain_page import plain
from tests.support.results import DAY, ended
from tests.support.stored import new_table, seat

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
SPECS = tuple(face.spec for face in GAMES if face.spec.planned is None)
SEASON = Aim("tasse")
LINE = Line(1, 1, 1534, 62, sure=True, change=18, halves=25, tables=14)


def ranking(board: Board, aim: Aim = SEASON, viewer: int = 1, names: dict[int, str] | None = None) -> Ranking:
    known = names if names is not None else {line.user_id: f"Nom {line.user_id}" for line in board.lines}
    return Ranking(aim, SPECS[0], SPECS, board, known, viewer)


def board_of(*lines: Line) -> Board:
    return Board(90 * DAY, lines, {})


def rows(page: Page) -> list[str]:
    """The lines of the list."""
    return [line for line in plain(page).splitlines() if line.startswith("`") or line == "…"]


def board_after(tables: int, *people: int) -> Board:
    ladder = Ladder(LUCKY, {Window.QUARTER: None})
    ladder.add([ended(n, *people) for n in range(tables)])
    return ladder.board(Window.QUARTER, Kind.RATING)


def test_a_rating_has_its_margin_its_change_and_its_tables() -> None:
    board = board_of(LINE, Line(2, 2, 1490, 113, sure=False, change=-9, halves=3, tables=5))
    assert rows(ranking_page(ranking(board), FRENCH)) == [
        "` 1` **Nom 1 (vous)** · 1534 ± 62 · +18 · 14 tables",
        "` 2` **Nom 2** · 1490 ? · −9 · 5 tables",
    ]
    assert rows(ranking_page(ranking(board, viewer=2), ENGLISH)) == [
        "` 1` **Nom 1** · 1534 ± 62 · +18 · 14 tables",
        "` 2` **Nom 2 (you)** · 1490? · −9 · 5 tables",
    ]


def test_what_has_changed_since_the_beginning_is_left_out() -> None:
    aim = Aim("tasse", Window.ALWAYS)
    page = plain(ranking_page(ranking(Board(None, (LINE,), {}), aim), FRENCH))
    assert "1534 ± 62 · 14 tables" in page
    assert "Cote · Depuis toujours · 1 personne" in page
    assert "gagné ou perdu" not in page


@pytest.mark.parametrize(
    ("halves", "french", "english"),
    [
        (0, "0 point", "0 points"),
        (1, "0,5 point", "0.5 points"),
        (2, "1 point", "1 point"),
        (3, "1,5 point", "1.5 points"),
        (4, "2 points", "2 points"),
        (25, "12,5 points", "12.5 points"),
        (2469, "1234,5 points", "1234.5 points"),
    ],
)
def test_half_points_are_said_as_each_language_does(halves: int, french: str, english: str) -> None:
    shown = ranking(board_of(replace(LINE, halves=halves)), Aim("tasse", kind=Kind.POINTS))
    assert rows(ranking_page(shown, FRENCH)) == [f"` 1` **Nom 1 (vous)** · {french} · 14 tables"]
    assert rows(ranking_page(shown, ENGLISH)) == [f"` 1` **Nom 1 (you)** · {english} · 14 tables"]


def test_equals_keep_one_number_and_no_place_is_told_by_a_picture_alone() -> None:
    board = board_of(*(replace(LINE, place=min(n, 3), user_id=n) for n in range(1, 6)))
    lines = rows(ranking_page(ranking(board, viewer=9), FRENCH))
    assert [line[:4] for line in lines] == ["` 1`", "` 2`", "` 3`", "` 3`", "` 3`"]


def test_my_own_line_stands_below_the_first_ones_wherever_i_am() -> None:
    board = board_of(*(replace(LINE, place=n, user_id=n) for n in range(1, 41)))
    lines = rows(ranking_page(ranking(board, viewer=40), FRENCH))
    assert len(lines) == SHOWN + 2
    assert lines[-2] == "…"
    assert lines[-1].startswith("`40` **Nom 40 (vous)**")
    assert len(rows(ranking_page(ranking(board, viewer=3), FRENCH))) == SHOWN
    assert [line.user_id for line in shown_lines(board, 40)] == [*range(1, SHOWN + 1), 40]
    assert len(shown_lines(board, SHOWN)) == len(shown_lines(board, 99)) == SHOWN


@pytest.mark.parametrize(
    ("tables", "people", "missing"),
    [
        (0, (2, 3), "5 tables classées et 3 nouveaux adversaires"),
        (3, (1, 2, 3), "2 tables classées et 1 nouvel adversaire"),
        (4, (1, 2, 3, 4), "1 table classée"),
        (9, (1, 2), "2 nouveaux adversaires"),
    ],
)
def test_who_does_not_stand_there_is_told_what_they_still_need(
    tables: int, people: tuple[int, ...], missing: str
) -> None:
    page = plain(ranking_page(ranking(board_after(tables, *people)), FRENCH))
    assert f"**Vous** n’y figurez pas encore : il vous manque {missing}." in page


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=lambda t: t.locale)
@pytest.mark.parametrize("window", Window)
def test_where_nobody_stands_it_says_what_to_do(t: object, window: Window) -> None:
    page = check(ranking_page(ranking(board_of(), Aim("tasse", window)), t))
    longer = "Une période plus longue" in plain(page) or "A longer period" in plain(page)
    assert longer == (window is not Window.ALWAYS)
    assert "Ouvrez une table" in plain(page) or "Open a table" in plain(page)
    assert "games.open" in [b.verb for row in page.blocks if isinstance(row, Row) for b in row.buttons]


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=lambda t: t.locale)
@pytest.mark.parametrize("kind", Kind)
def test_the_longest_page_is_one_that_discord_takes(t: object, kind: Kind) -> None:
    lines = [Line(10_000 + n, n, 15_340, 123, True, -1534, 99_999, 99_999) for n in range(40)]
    names = dict.fromkeys(range(40), "*" * NAME_LENGTH)
    shown = ranking(Board(0, tuple(lines), {}), Aim("desfausse", Window.QUARTER, kind), 39, names)
    shown = replace(shown, courses=Courses(99_999, dict.fromkeys(range(MOST), (-1500, 15_340))))
    check(ranking_page(shown, t))


def test_each_button_and_each_entry_says_which_list_it_is() -> None:
    page = ranking_page(ranking(board_of(LINE)), FRENCH)
    games, windows = (block for block in page.blocks if isinstance(block, Select))
    assert [choice.value for choice in games.choices] == [f"{spec.name}.quarter.rating" for spec in SPECS]
    assert [choice.value for choice in windows.choices] == [f"tasse.{window}.rating" for window in Window]
    assert [choice.chosen for choice in windows.choices] == [False, False, True, False]
    other, _, mine = (b for row in page.blocks if isinstance(row, Row) for b in row.buttons)
    assert isinstance(other, Button)
    assert isinstance(mine, Button)
    assert (mine.verb, mine.arg) == ("profile.mine", "tasse")
    assert other.arg == "tasse.quarter.points"
    for choice in (*games.choices, *windows.choices):
        assert str(Aim.read(choice.value)) == choice.value
        assert parse(f"g:0:0:ranking.show:{choice.value}") is not None


@pytest.mark.parametrize(
    "text", ["", "tasse", "tasse.week", "tasse.day.rating", "tasse.week.luck", "a.b.c.d"]
)
def test_what_is_no_list_is_not_read(text: str) -> None:
    with pytest.raises(ValueError):
        Aim.read(text)


def test_names_are_shown_as_they_were_typed_and_who_has_none_is_anonymous() -> None:
    board = board_of(LINE, replace(LINE, user_id=2))
    first, second = rows(ranking_page(ranking(board, viewer=9, names={1: "**1. _gras_"}), FRENCH))
    assert first.startswith("` 1` **\\*\\*1. \\_gras\\_** · ")
    assert second.startswith("` 1` **Anonyme** · ")


def test_who_leads_is_drawn_and_the_picture_is_told_in_numbers() -> None:
    board = board_after(7, 1, 2, 3, 4, 5, 6, 7)
    assert drawn_people(board, SEASON) == tuple(line.user_id for line in board.lines[:MOST])
    assert drawn_people(board, replace(SEASON, kind=Kind.POINTS)) == ()
    courses = Courses(7, {1: (1500, 1511, 1534), 2: (None, 1500, 1490)})
    page = ranking_page(replace(ranking(board), courses=courses), ENGLISH)
    (sketch,) = [block for block in page.blocks if isinstance(block, Sketch)]
    assert sketch.alt == (
        "Ratings as curves over 7 rated tables: Nom 1, from 1500 to 1534; Nom 2, from 1500 to 1490."
    )
    assert isinstance(sketch.drawing, CoursesDrawing)
    assert [course.numbers for course in sketch.drawing.courses] == list(courses.numbers.values())
    check(page)
    few = ranking_page(replace(ranking(board), courses=Courses(2, courses.numbers)), ENGLISH)
    assert not [block for block in few.blocks if isinstance(block, Sketch)]


# -- on the board ------------------------------------------------------------------------------------------


SURE, NEW = Change(1534, 18, True), Change(1490, -9, False)


def seen(*places: tuple[str, ...], seats: tuple[Seat, ...]) -> Sight:
    """A table that is over, with these seats from first to last."""
    numbered = tuple(Place(number, names) for number, names in enumerate(places, 1))
    return Sight(new_table(seats=seats), None, None, None, (), (), 1, places=numbered)


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("fr", "-# Classée : nom 2 1534 (+18) · nom 1 1490 ? (−9)"),
        ("en", "-# Rated: nom 2 1534 (+18) · nom 1 1490? (−9)"),
    ],
)
def test_whoever_came_first_is_told_first(locale: str, said: str) -> None:
    sight = seen(("b",), ("a",), seats=(seat("a", 1), seat("b", 2)))
    assert changes_line(sight, {1: NEW, 2: SURE}, texts_for(locale)).replace("\u00a0", " ") == said


def test_people_of_a_team_and_equals_are_told_one_by_one() -> None:
    sight = seen(("a", "c"), ("b",), seats=(seat("a", 1, 4), seat("b", 2), seat("c", 3)))
    same = Change(1500, 0, False)
    line = changes_line(sight, {1: SURE, 2: NEW, 3: same, 4: NEW}, texts_for("en"))
    assert line == "-# Rated: nom 1 1534 (+18) · nom 4 1490? (−9) · nom 3 1500? (=) · nom 2 1490? (−9)"


def test_whoever_was_erased_or_is_left_out_is_not_named() -> None:
    erased = replace(seat("b", 2).people[0], user_id=None)
    seats = (seat("a", 1), replace(seat("b", 2), people=(erased,)), seat("c", 3))
    sight, t = seen(("a",), ("b",), ("c",), seats=seats), texts_for("en")
    assert changes_line(sight, {1: SURE}, t) == "-# Rated: nom 1 1534 (+18)"
    assert changes_line(sight, {}, t) == rated_line(None, t)


def test_a_name_has_no_effect() -> None:
    loud = replace(seat("a", 1).people[0], name="**@everyone**")
    sight = seen(("a",), seats=(replace(seat("a", 1), people=(loud,)),))
    line = changes_line(sight, {1: SURE}, texts_for("en"))
    assert "**@" not in line
    assert "@everyone" not in line


def test_of_many_people_the_first_are_told() -> None:
    seats = tuple(seat(str(n), n) for n in range(1, NAMED + 3))
    sight = seen(*((one.name,) for one in seats), seats=seats)
    line = changes_line(sight, dict.fromkeys(range(1, NAMED + 3), SURE), texts_for("en"))
    assert line.count("1534") == NAMED
    assert line.endswith(f"nom {NAMED} 1534 (+18) · and 2 others")
