"""Where somebody is new to the game, all may try a throw before the first one: it costs nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.learning import Learning
from bot.tables.model import Manners
from bot.texts import texts_for
from bot.ui.pages.limits import check
from bot.ui.pages.page import Page, Sketch
from cogs.diavolo.face import DiavoloFace
from engines.diavolo.pawns import COLORS
from tests.cogs.diavolo.table import DiavoloTable
from tests.support.plain_page import buttons, plain, verbs

T = texts_for("fr")
FACE = DiavoloFace()
NEW = Learning({"2": 3})


def begun(learning: Learning = NEW, **options: object) -> DiavoloTable:
    made = DiavoloTable(**options)
    made.held = replace(made.held, table=replace(made.held.table, learning=learning))
    return made


def opened(table: DiavoloTable, arg: str, seat: str = "1") -> Page:
    page = FACE.form_or_page("practice", arg, table.seen(seat), T)
    assert isinstance(page, Page)
    return check(page)


def test_the_button_stands_beside_the_first_throw_of_a_table_with_a_newcomer() -> None:
    assert verbs(FACE.board(begun().seen(), T))[:2] == ["roll", "practice"]
    assert "practice" not in verbs(FACE.board(begun(Learning()).seen(), T))
    thrown = begun().roll(1, 2, 3, 4, 5, 6, 1, 2, 3, 1)
    assert "practice" not in verbs(FACE.board(thrown.seen(), T))
    assert FACE.form_or_page("practice", "", thrown.seen("1"), T) is None


@pytest.mark.parametrize("options", [{}, {"children": True}])
@pytest.mark.parametrize("number", range(12))
def test_exactly_one_colour_is_right_and_the_reason_is_told(number: int, options: dict[str, bool]) -> None:
    table = begun(**options)
    asked = opened(table, str(number) if number else "")
    assert sum(isinstance(block, Sketch) for block in asked.blocks) == 1
    assert sorted(button.arg for button in buttons(asked)) == sorted(f"{number}.{c}" for c in COLORS)
    told = [plain(opened(table, f"{number}.{color}")) for color in COLORS]
    assert sum("c’était la bonne couleur" in text for text in told) == 1
    assert sum("Il fallait prendre" in text for text in told) == 3
    assert len({text.splitlines()[-1] for text in told}) == 1
    assert [button.arg for button in buttons(opened(table, f"{number}.red"))] == [str(number + 1)]


def test_each_seat_and_each_try_has_other_dice() -> None:
    table = begun()
    shown = {plain(opened(table, arg, seat)) for arg in ("0", "1", "2") for seat in ("1", "2")}
    assert len(shown) == 6


def test_the_table_is_not_touched() -> None:
    table = begun()
    before = table.held
    opened(table, "0.red")
    assert table.held is before


def test_the_buttons_stand_as_in_the_first_round() -> None:
    table = begun(manners=Manners())
    asked = [button.arg.partition(".")[2] for button in buttons(opened(table, ""))]
    table.roll(1, 2, 3, 4, 5, 6, 1, 2, 3, 1)
    grabs = [button.arg for button in buttons(FACE.board(table.seen(), T)) if button.verb == "grab"]
    assert asked == grabs
