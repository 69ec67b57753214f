"""Wishes of people, as the Discord side makes them of interactions."""

from typing import Any

from bot.tables.asks import Ask, ByPerson
from engines.core.clicks import moment_of


def ask_of(user_id: int, name: str, click: int, drawn: int | None = None, **rights: Any) -> Ask:
    """What this user wishes by this interaction, whose number is its moment, too."""
    return Ask(ByPerson(user_id, name), moment_of(click), click, click, drawn, **rights)
