"""Take the README's pictures of Diavolo and Débâcle: `python -m tests.support.picture_dice` writes both.

Not part of the tests, and needs what `tests.support.picture` needs. The dice of Diavolo are real ones: no two
pictures are the same.
"""

import asyncio
import re
import sys
import tempfile
from itertools import cycle
from pathlib import Path

from playwright.async_api import expect

from tests.support.evening_games import DebacleEvening, DiavoloEvening, gather
from tests.support.picture import PATIENCE, PICTURE, keep
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Window, staged

DIAVOLO, DEBACLE = (1280, 1080), (1280, 1060)
TURNS = (
    *("f1! e1-e2", "c6-c5 f6-f5", "c1-c2 d1-d2", "f5-f4 b6-b5", "f1-f2 c2-c3", "f4-f3 f3xf2 ,"),
    *("e2xf2 , a1-a2", "e6-e5 d6-d5", "c3-c4"),
)
"""As if Red began; the last one is not ended."""


async def photograph() -> None:
    """A throw with a pawn taken already; then a board after some turns, with a draft."""
    with tempfile.TemporaryDirectory() as place:
        async with staged(3.0, command=REAL, folder=Path(place), patience=PATIENCE) as stage:
            window = await stage.window(*DIAVOLO)
            await _diavolo(window)
            keep(await still(window), PICTURE.with_name("diavolo.png"))
            await window.command("Alice", "/diavolo stop")
            await window.page.set_viewport_size({"width": DEBACLE[0], "height": DEBACLE[1]})
            await _debacle(window)
            keep(await still(window), PICTURE.with_name("debacle.png"))


async def _diavolo(window: Window) -> None:
    await window.page.locator("#bar").get_by_role("button", name="Dylan").click()
    await gather(window, "/diavolo start", "Alice", "Bruno", "Dylan")
    evening = DiavoloEvening(window, "Alice", ("Bruno", "Dylan"))
    await evening.round()
    await expect(window.page.locator("li.ephemeral")).to_have_count(0)
    await evening.roll()
    right = await evening.right()
    await window.page.wait_for_timeout(1200)  # no human being is faster
    await evening.grab("Bruno", "Noir" if right == "Gris" else right)
    await expect(window.message("Bruno", "Diablotin")).to_be_visible()


async def _debacle(window: Window) -> None:
    """Both play by private message; at the end who moves sees it there, the other the channel."""
    await window.page.locator("#bar").get_by_role("button", name="Dylan").click()
    await gather(window, "/debacle start", "Alice", "Bruno")
    evening = DebacleEvening(window, ("Alice", "Bruno"))
    await expect(evening.board("Alice")).to_contain_text("C’est à")
    turns = (
        TURNS
        if await evening.board("Alice").get_by_text(re.compile(r"C’est à [^.(]*\(Rouge\)")).count()
        else map(_turned, TURNS)
    )
    names = [await evening.mover(), await evening.waiting()]
    for name, words in zip(cycle(names), turns, strict=False):
        await evening.channel(names[name == names[0]])
        await evening.plays(name, words)
    await expect(evening.board(names[name == names[0]])).to_contain_text("Brouillon")


def _turned(words: str) -> str:
    """The same, where Black begins: the board is turned by half."""
    return re.sub("[a-f][1-6]", lambda at: "fedcba"["abcdef".index(at[0][0])] + str(7 - int(at[0][1])), words)


async def still(window: Window) -> bytes:
    """The page at rest, with the mouse out of the way."""
    width = (window.page.viewport_size or {"width": 0})["width"]
    await window.page.mouse.move(width / 2, 20)
    await window.page.evaluate("document.activeElement.blur()")
    await window.page.wait_for_timeout(500)  # for the eye alone: scrolling settles
    return await window.page.screenshot()


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit(NO_CHROMIUM)
    asyncio.run(photograph())
