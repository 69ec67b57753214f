"""Board and panel say for whom the time is doubled."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.learning import NOBODY_LEARNS, Learning
from bot.tables.model import Status
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.learning import learning_line
from bot.ui.pages.limits import check
from cogs.tasse.face import TasseFace
from tests.support.plain_page import plain
from tests.support.tasse_table import TasseTable

T = texts_for("fr")
FACE: Face = TasseFace()
NEW = Learning({"1": 2, "2": 2}, ("1",))


def table(learning: Learning) -> TasseTable:
    made = TasseTable()
    made.held = replace(made.held, table=replace(made.held.table, learning=learning))
    return made


def test_the_board_names_who_is_new_and_the_panel_says_you() -> None:
    made = table(NEW)
    assert made.seen().to_act == ("1",)
    assert "🌱 Premières décisions, deux fois plus de temps : **Anne**." in plain(
        check(FACE.board(made.seen(), T))
    )
    own = plain(check(FACE.panel(made.seen("1"), T)))
    assert "🌱 Premières décisions : vous avez deux fois plus de temps." in own
    assert "🌱" not in plain(FACE.panel(made.seen("2"), T))


def test_nothing_is_said_where_nobody_awaited_is_new() -> None:
    for learning in (NOBODY_LEARNS, Learning({"1": 2}), Learning({}, ("2",))):
        assert learning_line(table(learning).seen(), T) == ""


def test_nothing_is_said_where_no_clock_runs() -> None:
    sight = table(NEW).seen()
    assert learning_line(replace(sight, table=replace(sight.table, alarm=None)), T) == ""
    assert learning_line(replace(sight, table=replace(sight.table, status=Status.PAUSED)), T) == ""
