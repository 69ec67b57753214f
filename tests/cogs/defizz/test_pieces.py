"""A Chrono question in pieces: how it is cut, when each piece appears, and who sees how much of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.countdown import openings
from bot.tables.model import Manners
from bot.tables.sight import Sight
from bot.texts import texts_for
from bot.ui.frame.options import read_choice
from bot.ui.pages.page import Form
from bot.ui.showing.boards import EDITS, _share
from cogs.defizz.pieces import MOMENTS, pieces, readable_part
from engines.defizz.deck import Chrono, built_in_deck
from tests.cogs.defizz.company import playing
from tests.cogs.defizz.table import FACE, MULTI_100, DefizzTable
from tests.engines.defizz.decks import chrono, cible, deck
from tests.support.plain_page import buttons, plain

T = texts_for("fr")
CHRONOS = tuple(q.text for card in built_in_deck().cards for q in card.questions if isinstance(q, Chrono))
LONG = "Dans quelle ville de la Marne les rois de France étaient-ils sacrés, de Louis VIII à Charles X ?"


@given(st.text(max_size=300))
def test_z9_the_pieces_make_the_text(text: str) -> None:
    cut = pieces(text)
    assert "".join(cut) == text
    assert 1 <= len(cut) <= len(MOMENTS)
    assert all(piece[-1].isspace() for piece in cut[:-1]), "no word is torn"


@given(st.text(max_size=300), st.integers(-60_000, 60_000))
def test_z9_more_and_more_can_be_read(text: str, elapsed: int) -> None:
    now, later = readable_part(text, elapsed), readable_part(text, elapsed + 2_000)
    if now != text:
        assert text.startswith(now.removesuffix("…").rstrip())
        assert len(later.removesuffix(" …")) >= len(now.removesuffix(" …"))
    assert readable_part(text, MOMENTS[-1]) == text


def test_z9_of_the_decks_questions_every_piece_says_something() -> None:
    for text in CHRONOS:
        cut = pieces(text)
        assert (
            all(len(piece.split()) >= 1 and len(piece) < 0.75 * len(text) for piece in cut) or len(cut) == 1
        )
    assert sum(len(pieces(text)) >= 2 for text in CHRONOS) > 0.9 * len(CHRONOS)


def table(manners: Manners | None = None) -> DefizzTable:
    cards = deck(chrono("Reims"), cible(3), cible(4))
    for card in cards["cards"]:
        card["questions"][0]["text"] = LONG
    made = DefizzTable(deck=cards, manners=manners or Manners(), reader="bot")
    return made.roll(MULTI_100).choose(0, None, 100)


def after(made: DefizzTable, ms: int, seat: str | None = None) -> Sight:
    return replace(made.seen(seat), now=made.seen().now + ms)


@pytest.mark.parametrize("seat", [None, "1", "4"])
def test_z9_board_panel_and_form_show_as_much(seat: str | None) -> None:
    made = table()
    for ms, whole in ((0, False), (1_999, False), (2_000, False), (3_999, False), (4_000, True)):
        sight = after(made, ms, seat)
        page = FACE.board(sight, T) if seat is None else FACE.panel(sight, T)
        assert ("Charles X" in plain(page)) is whole
        assert "Dans quelle ville" in plain(page)
        if seat is not None:
            form = FACE.form_or_page("answer", "", sight, T)
            assert isinstance(form, Form)
            assert ("Charles X" in form.words + form.fields[0].hint) is whole
    assert plain(FACE.board(after(made, 1_999), T)) != plain(FACE.board(after(made, 2_000), T))


def test_z9_who_plays_reads_nothing_before_the_board_shows_it() -> None:
    """The board may have to wait for an edit of its channel; private messages and pages do not."""
    made = table()
    alarm = made.held.table.alarm
    assert alarm is not None
    made.table(alarm=replace(alarm, unseen=True))
    panel = FACE.panel(after(made, 3_000, "1"), T)
    assert "Dans quelle ville" not in plain(panel)
    assert not [button for button in buttons(panel) if button.verb in ("answer", "pass")]
    board = FACE.board(after(made, 3_000), T)
    assert readable_part(LONG, 0) in plain(board), "it begins with its first piece, however late"
    assert any(button.verb == "answer" for button in buttons(board))
    assert _share(replace(alarm, unseen=True), alarm.opened_at) == EDITS


def test_a_table_can_have_it_whole_at_once() -> None:
    made = table(Manners(at_once=True))
    assert made.held.table.alarm is not None
    assert openings(made.held.table.alarm) == ()
    assert "Charles X" in plain(FACE.board(after(made, 0), T))
    assert read_choice((), "at_once", ["true"]) == ("at_once", True)


async def test_z9_it_appears_on_the_board_and_can_be_answered_before() -> None:
    async with playing("Anne", "Bob", "Chloé", lecteur="bot") as company:
        await company.comes_to("chrono")
        first = str(company.board)
        assert " …" in first
        assert "Réponse notée" in await company.says(company.awaited[0], "rien de tel")
        await company.world.passes(2)
        second = str(company.board)
        assert second != first
        await company.world.restarts()
        await company.world.passes(4)
        assert " …" not in company.board
        assert company.question is not None


def test_z9_each_piece_finds_an_edit_of_the_channel_left() -> None:
    """Before a piece came out, others may use up no more than what leaves it one of the edits in a window."""
    alarm = table().held.table.alarm
    assert alarm is not None
    shares = [_share(alarm, alarm.opened_at + moment) for moment in MOMENTS]
    assert shares == [1, 2, 3]
    assert shares[-1] < EDITS, "one is left for how it ends"
    assert _share(replace(alarm, looks=()), alarm.opened_at) < EDITS
