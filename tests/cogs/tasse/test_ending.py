"""How the end of a game of La Tasse tells who came where."""

from __future__ import annotations

from bot.texts import texts_for
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.limits import check
from cogs.tasse.face import TasseFace
from engines.tasse.model import Announce, Doubt, Roll
from tests.support.plain_page import plain
from tests.support.tasse_table import TasseTable

FACE = TasseFace(EmojiBook())
FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")


def tied() -> TasseTable:
    """Two of three have won a round each when the last one ends; the third went out first in it."""
    table = TasseTable(rounds=2).put(round=2, rounds_won=(1, 0, 0), in_play=("1", "2"), out=("3",))
    table.put(points=(9, 0, 12)).act("1", Roll(), 3, 2).act("1", Announce("21")).act("2", Doubt())
    assert table.held.table.end.winners == ("1", "2")
    return table


def test_T14_tied_winners_share_the_first_place_on_the_board_and_the_next_is_the_third() -> None:
    said = plain(check(FACE.board(tied().seen(), FRENCH)))
    assert "🏆 **Anne** et **Bob** gagnent la partie !" in said
    assert [line[:4] for line in said.splitlines() if line.startswith("`")] == ["` 1`", "` 1`", "` 3`"]
    assert "**Anne** and **Bob** win" in plain(check(FACE.board(tied().seen(), ENGLISH)))


def test_T14_everybody_is_told_the_own_place_and_that_it_is_shared() -> None:
    table = tied()
    told = [plain(check(FACE.panel(table.seen(seat), FRENCH, "La Taverne"))) for seat in ("1", "2", "3")]
    assert ["Votre place : 1 sur 3, à égalité." in text for text in told] == [True, True, False]
    assert "Votre place : 3 sur 3." in told[2]


def test_T18_the_board_lists_who_went_out_later_first() -> None:
    table = TasseTable().put(in_play=("1", "2"), out=("3",), points=(9, 0, 10))
    table.act("1", Roll(), 3, 2).act("1", Announce("21")).act("2", Doubt())
    said = plain(check(FACE.board(table.seen(), FRENCH)))
    listed = [line for line in said.splitlines() if line.startswith("`")]
    assert ["Bob" in listed[0], "Anne" in listed[1], "Chloé" in listed[2]] == [True, True, True]
