"""Each way in which a table can end without a winner has words of its own, before the game and in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.model import End, Status
from bot.texts import texts_for
from bot.ui.frame.ending import no_winner_line
from bot.ui.frame.lobby import lobby_page
from cogs.tasse.face import TasseFace
from tests.support.stored import new_table


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_every_ending_has_words_of_its_own(locale: str) -> None:
    t, face = texts_for(locale), TasseFace()
    table = replace(new_table(), status=Status.CLOSED)
    endings = ("idle", "empty", "stopped", "operator", "restored")
    lobbies = {str(lobby_page(replace(table, end=End(ending)), face, t).blocks) for ending in endings}
    games = {no_winner_line(replace(table, end=End(ending)), t) for ending in (*endings[2:], "over")}
    assert (len(lobbies), len(games)) == (5, 4)
