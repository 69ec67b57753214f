"""Pictures that people send for the questions of their decks, painted anew before anything keeps them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chores.backroom import Do
from bot.chores.pictures import REFUSED, join, repaint, split
from engines.defizz.editing import Faulty
from engines.defizz.files import Complaint

__all__ = ["repaint_all"]


async def repaint_all(do: Do, pictures: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Paint pictures (their names, and their bytes as they came) anew in the backroom that `do` is of.

    Returns WebP files in the same order. Raises Faulty with what is wrong with each that cannot be taken, and
    Denied as the backroom does.
    """
    made = split(await do(repaint, join([data for _, data in pictures])))
    refused = [
        Complaint(None, name, one.decode())
        for (name, _), one in zip(pictures, made, strict=True)
        if one in REFUSED
    ]
    if refused:
        raise Faulty(refused)
    return made
