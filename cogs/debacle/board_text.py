"""The dice on the board: as a picture, and in text for whoever would rather read."""

from __future__ import annotations

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.page import Block, Text
from cogs.debacle.words import COLOR_NAMES, letters, observed, side_of
from engines.debacle.board import COLORS, Color, Side, Square
from engines.debacle.drawing import draw
from engines.debacle.model import Observation

__all__ = ["board_words", "in_words", "shown"]


def shown(sight: Sight, t: Texts, selected: Square | None = None) -> Block:
    """The board as this sight's seat sees it, its camp below; from Red's side for the channel."""
    seen = observed(sight)
    return Text(board_words(seen, t, side_of(seen, sight.seat), selected))


def board_words(seen: Observation, t: Texts, side: Side, selected: Square | None = None) -> str:
    """The board as a drawing in letters and digits, with what the letters mean and the die chosen."""
    signs = letters(t)
    legend = ", ".join(
        t("{letter} = {color}", letter=letter, color=t(COLOR_NAMES[color]))
        for letter, color in zip(signs, COLORS, strict=True)
    )
    chosen = "" if selected is None else " · " + t("dé choisi : {at}", at=selected)
    return f"```\n{draw(seen.board, signs, side)}\n```\n-# {legend}{chosen}"


def in_words(sight: Sight, t: Texts) -> str:
    """The whole position for who cannot see a picture: the drawing, then every die by its cell."""
    seen = observed(sight)
    lists = [
        t("**{color}** : {dice}", color=t(COLOR_NAMES[color]), dice=_dice(seen, color, t)) for color in COLORS
    ]
    return "\n".join((board_words(seen, t, side_of(seen, sight.seat)), *lists))


def _dice(seen: Observation, color: Color, t: Texts) -> str:
    here = (
        t("{value} en {at}", at=at, value=value)
        for at, (owner, value) in seen.board.items()
        if owner == color
    )
    return t.list(list(here))
