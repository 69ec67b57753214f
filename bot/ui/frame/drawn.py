"""What a game gives to the frame: its own parts of the board, of its end, and of the private panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ui.pages.page import Block, Button, Gap, Link, Text

__all__ = ["Board", "Ended", "Panel", "paragraphs"]


@dataclass(frozen=True, slots=True)
class Board:
    """What all see of a running or paused game. The frame adds the title, the time that is left, the colour.

    `where` follows the title: the round, the turn. `now` are the lines on who is awaited and for what (empty
    ones are left out); while the table is paused, the frame's own line replaces them. `timed` adds the time
    that is left, `notes` are lines below it. `above` stands between title and `now`, except in a pause.
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

    `outcome` says who has won; if it is "", the frame says so in a sentence that all games share. `ranking`
    is the list of places. `links` stand beside the button for a rematch.
    """

    outcome: str = ""
    ranking: str = ""
    blocks: Sequence[Block] = ()
    links: Sequence[Button | Link] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """What one person sees alone. The frame adds a heading with game, channel and server.

    `headed`: there is a heading. `placed`: it names the server, if the panel is a private message. `where`
    are lines below it. `now` are the lines on what is awaited: in the heading's paragraph if `joined`, else
    in one of their own. While the table is paused or closed, a sentence of the frame replaces `now` and
    `blocks`; at the end of a game `epilogue` follows it.

    `linked`: a private message ends with a link to the table. `lasting`: without buttons the panel names no
    turn, so that it is not sent again when the next turn begins.
    """

    where: Sequence[str] = ()
    now: Sequence[str] = ()
    blocks: Sequence[Block] = ()
    epilogue: str = ""
    headed: bool = True
    placed: bool = True
    joined: bool = False
    linked: bool = True
    lasting: bool = False


def paragraphs(*texts: str) -> list[Block]:
    """A block for each text that is not empty, with a thin line above each."""
    return [block for text in texts if text for block in (Gap(), Text(text))]
