"""What the board says of where a challenge stands: who is still in, who decides, and everybody's chips."""

from __future__ import annotations

from bot.tables.model import Manners
from bot.texts import texts_for
from bot.ui.pages.limits import check
from engines.defizz.model import Name
from tests.cogs.defizz.table import FACE, MULTI_100, DefizzTable
from tests.engines.defizz.decks import chance, deck, pingpong
from tests.support.plain_page import plain

T = texts_for("fr")


def board(table: DefizzTable) -> str:
    return plain(check(FACE.board(table.seen(), T))).replace("\u202f", " ")


def panel(table: DefizzTable, seat: str) -> str:
    return plain(check(FACE.panel(table.seen(seat), T))).replace("\u202f", " ")


def test_z11_the_board_names_who_is_still_in() -> None:
    table = DefizzTable(deck=deck(pingpong("do", "ré", "mi")), reader="bot").roll(MULTI_100)
    table.choose(0, None, 100).answer("1", "do")
    assert "Participent : **Anne**, **Bob**, **Chloé** et **Dario**" in board(table)
    table.answer("2", "Reims")
    assert "Encore en lice : **Anne**, **Chloé** et **Dario**" in board(table)
    assert "Encore en lice : **Anne**, **Chloé** et **Dario**" in panel(table, "1")
    assert "Participent" not in board(table)


def test_z12_a_draw_of_the_bot_in_the_readers_place_is_told() -> None:
    table = DefizzTable(deck=deck(chance("reader")), reader="bot").roll(MULTI_100).choose(0, None, 100, 2)
    assert "🏆 **Bob** remporte 400 🪙." in board(table)
    assert "🎲 Le bot lit, et il a tiré au sort." in board(table)
    table = DefizzTable(deck=deck(chance("reader"))).roll(MULTI_100).choose(0, None, 100)
    assert "Les propositions s’écrivent dans le salon" in board(table)
    table.act("4", Name("2"))
    assert "🏆 **Bob** remporte 300 🪙." in board(table)
    assert "tiré au sort" not in board(table)


def test_an_accessible_table_has_no_bars_to_be_read_out() -> None:
    table = DefizzTable()
    assert "▰" in board(table)
    spoken = board(DefizzTable(manners=Manners(accessible=True)))
    assert "▰" not in spoken
    assert "▱" not in spoken
    assert "**Anne** · **1 900**" in spoken
