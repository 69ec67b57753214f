"""Take the README's pictures of DESfausse and Défizz: `python -m tests.support.picture_cards` writes both.

Not part of the tests, and needs what `tests.support.picture` needs. Dice and cards are real ones: no two
pictures are the same.
"""

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from playwright.async_api import expect

from tests.support.evening_cards import DefizzEvening, DesfausseEvening
from tests.support.evening_games import gather
from tests.support.picture import PATIENCE, PICTURE, keep
from tests.support.picture_dice import still
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Window, staged

DESFAUSSE, DEFIZZ = (1280, 980), (1280, 820)


async def photograph() -> None:
    """A question that is being answered; then a turn of dice with some picked, after the story of another."""
    for name, size, play in (("defizz", DEFIZZ, _defizz), ("desfausse", DESFAUSSE, _desfausse)):
        with tempfile.TemporaryDirectory() as place:
            async with staged(3.0, command=REAL, folder=Path(place), patience=PATIENCE) as stage:
                window = await stage.window(*size)
                await play(window)
                keep(await still(window), PICTURE.with_name(f"{name}.png"))


async def _desfausse(window: Window) -> None:
    """Turns are played until one had a discard in it; Bruno picks dice by private message."""
    await window.page.locator("#bar").get_by_role("button", name="Dylan").click()
    await gather(window, "/desfausse start", "Alice", "Bruno", "Dylan", rythme="détente")
    evening = DesfausseEvening(window, "Alice")
    for name in ("Bruno", "Dylan"):
        await window.pane(name).get_by_role("tab", name="Gobelet").click()
    await evening.turn()
    while not await evening.board.get_by_text("📣").count():
        await evening.turn()
    await window.page.locator("#bar").get_by_role("button", name="Dylan").click()
    await window.dismiss("Alice")
    hand = evening.hand("Bruno")
    for place in (0, -1):
        free = hand.get_by_role("button", name=re.compile(r"^\d · "))
        told = await hand.inner_text()
        await free.nth(place).click()
        await expect(hand).not_to_have_text(told, use_inner_text=True)


async def _defizz(window: Window) -> None:
    """A question is asked: one pane shows the board, the other the reader's card."""
    await window.page.locator("#bar").get_by_role("button", name="Dylan").click()
    await gather(window, "/defizz start", "Alice", "Bruno", "Dylan", accessible="Oui")
    evening = DefizzEvening(window, "Alice")
    active, reader = await evening.asks()
    await expect(evening.board()).to_contain_text("❓")
    await expect(evening.board()).not_to_contain_text(re.compile("❓.*…"))
    await window.pane(reader).get_by_role("tab", name="Gobelet").click()
    (third,) = {"Alice", "Bruno", "Dylan"} - {active, reader}
    await window.page.locator("#bar").get_by_role("button", name=third).click()
    await window.dismiss(active)


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit(NO_CHROMIUM)
    asyncio.run(photograph())
