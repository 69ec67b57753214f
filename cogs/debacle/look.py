"""The dice on the board of a table: as a picture, and in words."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.page import Sketch
from cogs.debacle.choices import sort_actions
from cogs.debacle.picture import board_in_letters, sketch
from cogs.debacle.story import last_ways
from cogs.debacle.words import COLOR_NAMES, observation_of, view_of
from engines.debacle.board import COLORS, Color, Square
from engines.debacle.model import Observation

__all__ = ["position_in_words", "sketch_board"]


def sketch_board(sight: Sight, t: Texts, selected: Square | None = None) -> Sketch:
    """The picture of the board with the camp of the sight's seat below; for the channel, Red's camp.

    It marks all that was done in the last turn, or in the one that is drafted, and the dice that may move;
    `selected` is the cell of the chosen die.
    """
    seen = observation_of(sight)
    drafted = [[event for events in sight.drafted for event in events]]
    last = last_ways(drafted if sight.drafted else (scene.events for scene in sight.scenes))
    able = replace(seen, can_act=tuple(sort_actions(sight.choices).moves))
    return sketch(able, t, view_of(seen, sight.seat), last, selected, draft=bool(sight.drafted))


def position_in_words(sight: Sight, t: Texts) -> str:
    """The whole position in words: the board drawn in letters, then each die by its cell."""
    seen = observation_of(sight)
    lists = [
        t("**{color}** : {dice}", color=t(COLOR_NAMES[color]), dice=_dice(seen, color, t)) for color in COLORS
    ]
    return "\n".join((board_in_letters(seen, t, view_of(seen, sight.seat)), *lists))


def _dice(seen: Observation, color: Color, t: Texts) -> str:
    here = [
        t("{value} en {at}", at=at, value=value)
        for at, (owner, value) in seen.board.items()
        if owner == color
    ]
    return t.list(here)
