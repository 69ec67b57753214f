"""The pages of a game's rules, each with buttons to the others."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import Texts
from bot.ui.frame.lesson import lesson_button
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Button, Page, Row, Text

__all__ = ["rulebook"]


def rulebook(spec: GameSpec, t: Texts) -> tuple[Page, ...]:
    """A page for each chapter; a row of buttons leads to the others. The pages belong to no table (id 0)."""
    head, chapters = spec.rules_head or f"{spec.emoji} {spec.title}", spec.chapters(t)
    titles = [title for title, _ in chapters]
    lesson = lesson_button(spec, t)
    below = (Row(lesson),) if lesson else ()
    return tuple(
        Page(
            0,
            0,
            (Text(f"## {head} · {title}\n{text}"), _way(spec.name, titles, number), *below),
            spec.accent,
        )
        for number, (title, text) in enumerate(chapters)
    )


def _way(game: str, titles: Sequence[str], here: int) -> Row:
    return Row(
        tuple(
            Button(
                "game.rules",
                title,
                f"{game}.{number}",
                "primary" if number == here else "secondary",
                disabled=number == here,
            )
            for number, title in enumerate(titles)
        )
    )
