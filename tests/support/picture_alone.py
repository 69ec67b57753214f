"""Take the README's picture of one person against the computer: `python -m tests.support.picture_alone`.

Not part of the tests, and needs what `tests.support.picture` needs. The dice are real ones: no two pictures
are the same.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import expect

from tests.support.evening import HOST, Evening
from tests.support.picture import PATIENCE, PICTURE, keep
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, staged

SIZE = (640, 1200)


async def photograph() -> None:
    """Answer the first roll with the truth, and ask what to do once the computer has announced."""
    with tempfile.TemporaryDirectory() as place:
        async with staged(3.0, command=REAL, folder=Path(place), patience=PATIENCE) as stage:
            evening = Evening(await stage.window(*SIZE))
            page = evening.window.page
            await evening.window.pane("Bruno").get_by_role("button", name="Fermer le volet").click()
            await evening.window.command(HOST, "/tasse essai")
            answer = evening.board.get_by_role("button", name="Douter")
            while not await answer.count():
                await evening.roll(HOST)
                await evening.announce_highest(HOST)
                await expect(evening.board).to_contain_text("Basile a la tasse")
                await expect(evening.board).to_contain_text("Alice a la tasse")
            await evening.board.get_by_role("button", name="Conseil").click()
            await expect(page.locator("li.ephemeral", has_text="Un lancer fait ce score")).to_be_visible()
            await page.wait_for_timeout(500)  # for the eye alone: scrolling settles
            keep(await page.screenshot(), PICTURE.with_name("alone.png"))


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit(NO_CHROMIUM)
    asyncio.run(photograph())
