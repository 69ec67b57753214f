"""The menu below a page: what is seldom needed stands in one list, and is pressed from there."""

from __future__ import annotations

import pytest

from bot.tables.model import Status
from bot.texts import texts_for
from bot.ui.frame.folding import append_link, fold, story_button, usual_buttons, words_button
from bot.ui.pages.ids import MENU, Target, entry, follow
from bot.ui.pages.limits import faults
from bot.ui.pages.page import Button, Link, Page, Row, Select, Sketch, Text
from tests.support.plain_page import menu, verbs
from tests.support.tasse_table import lobby_table

T = texts_for("fr")
ROLL, LINK = Button("roll", "Lancer"), Link("Source", "https://x")
RULES, GIVE = Button("game.rules", "Règles", rare=True), Button("a.give", "Donner", "2.x", rare=True)


class Blot:
    """Shows nothing."""

    def paint(self) -> bytes:
        return b""


def page(*blocks: Row | Text | Sketch) -> Page:
    return Page(12, 7, blocks)


def test_rare_buttons_of_all_rows_stand_in_one_list_at_the_end() -> None:
    folded = fold(page(Row((GIVE, ROLL)), Text("mot"), Row((RULES, LINK))), T)
    *rest, last = folded.blocks
    assert rest == [Row((ROLL,)), Text("mot"), Row((LINK,))]
    assert isinstance(last, Select)
    assert [(choice.value, choice.label) for choice in last.choices] == [
        ("a.give:2.x", "Donner"),
        ("game.rules:", "Règles"),
    ]
    assert faults(folded) == []


def test_a_row_that_is_empty_then_goes_away() -> None:
    folded = fold(page(Row((ROLL,)), Row((RULES, GIVE))), T)
    assert folded.blocks[:-1] == (Row((ROLL,)),)


def test_a_single_one_stays_a_button() -> None:
    alone = page(Row((ROLL, RULES)))
    assert fold(alone, T) == alone
    assert fold(page(Row((RULES,)), Row((RULES,))), T).blocks == (Row((RULES,)), Row((RULES,)))


def test_a_page_has_each_button_once() -> None:
    folded = fold(page(Row((GIVE, RULES)), Row((RULES,))), T)
    assert verbs(folded) == ["give", "rules"]


@pytest.mark.parametrize("button", [RULES, GIVE])
def test_what_is_chosen_from_the_menu_is_the_button(button: Button) -> None:
    target = Target("s", 12, 7, MENU)
    meant = Target("g", 12, 7, button.verb, button.arg)
    assert follow(target, (entry(button.verb, button.arg),)) == (meant, ())


def test_other_lists_are_what_they_were() -> None:
    target = Target("s", 12, 7, "say")
    assert follow(target, ("64",)) == (target, ("64",))


@pytest.mark.parametrize("values", [(), ("",), ("game.rules",), ("game.rules::x",), ("13:8:game.rules:",)])
def test_what_is_no_entry_of_ours_means_nothing(values: tuple[str, ...]) -> None:
    assert follow(Target("s", 12, 7, MENU), values) == (None, ())


def test_a_picture_is_put_in_words_once() -> None:
    table, sketch = lobby_table(status=Status.PLAYING), Sketch("x.png", "un as", Blot(), "as")
    usual = usual_buttons(table, (sketch,), False, T)
    assert [button.verb for button in usual] == ["game.words", "game.rules", "seat.away", "seat.resign"]
    assert verbs(fold(page(Row((words_button(T),)), Row(usual)), T)) == ["words", "rules", "away", "resign"]


def test_there_is_a_story_where_not_all_is_told_and_nobody_gives_up_afterwards() -> None:
    table = lobby_table(status=Status.CLOSED)
    assert [button.verb for button in usual_buttons(table, (), True, T)] == [
        "game.story",
        "game.rules",
        "table.dice",
    ]


def test_a_link_stands_beside_the_last_buttons_if_there_is_room() -> None:
    assert append_link(page(Row((ROLL,)), Text("mot")), LINK).blocks == (Row((ROLL, LINK)), Text("mot"))
    full = Row((ROLL,) * 5)
    assert append_link(page(full), LINK).blocks == (full, Row((LINK,)))
    assert append_link(page(Text("mot")), LINK).blocks == (Text("mot"), Row((LINK,)))


def test_both_languages_name_the_menu() -> None:
    rare = Row((words_button(T), story_button(T)))
    placeholders = [
        block.placeholder
        for texts in (T, texts_for("en"))
        for block in fold(page(rare), texts).blocks
        if isinstance(block, Select)
    ]
    assert placeholders == ["Plus…", "More…"]
    assert [each.label for each in menu(fold(page(rare), T))] == ["En texte", "Ce qui s’est passé"]
