"""The pages of a game's rules, each with the way to the others."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.pages.page import Button, Page, Row, Text

__all__ = ["rulebook"]


def rulebook(game: str, head: str, accent: int, chapters: Sequence[tuple[str, str]]) -> tuple[Page, ...]:
    """One page a chapter (title, markdown); `head` is the game's sign and name, `game` its registry key.

    At most five chapters: their titles are the buttons of one row.
    """
    titles = [title for title, _ in chapters]
    return tuple(
        Page(0, 0, (Text(f"## {head} · {title}\n{text}"), _way(game, titles, number)), accent)
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
