"""What a game hands to the frame: the parts of a page that are its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ui.pages.page import Block, Button, Gap, Link, Text

__all__ = ["Board", "Ended", "Panel", "paragraphs"]


@dataclass(frozen=True, slots=True)
class Board:
    """What all see of a running or paused game. The frame adds title, pause, end of the time and colour.

    `where` follows the title: the round, the turn. `now` are lines on who is awaited and for what; empty ones
    are left out, and in a pause the frame says that instead. `notes` are lines below the time that is left,
    which is said if `timed`. `above` stands between title and `now`, except in a pause.
    """

    where: str = ""
    now: Sequence[str] = ()
    blocks: Sequence[Block] = ()
    above: Sequence[Block] = ()
    notes: Sequence[str] = ()
    timed: bool = True


@dataclass(frozen=True, slots=True)
class Ended:
    """What all see of a game that is over. The frame adds title, proof of the dice, rematch and rules.

    `outcome` says who has won; "" for the sentence that all games share. `ranking` is the list of places.
    `links` stand beside the rematch.
    """

    outcome: str = ""
    ranking: str = ""
    blocks: Sequence[Block] = ()
    links: Sequence[Button | Link] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """What one person sees alone. The frame adds game, channel, server, and why nothing goes on.

    `where` are lines below that heading, which is left out unless `headed`, and names the server if `placed`.
    `now` are lines on what is awaited, in a paragraph of their own or, if `joined`, in that of the heading.
    While the table is paused or closed, the frame's sentence stands for `now` and `blocks`, followed at the
    end of a game by `epilogue`.

    `linked`: in a private message the way to the table stands below. `farewell` is what stays of it, below
    the heading, once nothing is left to press. `lasting`: without buttons it names no turn, so that it is not
    sent again whenever one begins.
    """

    where: Sequence[str] = ()
    now: Sequence[str] = ()
    blocks: Sequence[Block] = ()
    epilogue: str = ""
    farewell: str = ""
    headed: bool = True
    placed: bool = True
    joined: bool = False
    linked: bool = True
    lasting: bool = False


def paragraphs(*texts: str) -> list[Block]:
    """The texts that say something, each below a thin line."""
    return [block for text in texts if text for block in (Gap(), Text(text))]
