"""Take the README's pictures of La Tasse: `python -m tests.support.picture` plays a few turns.

It writes docs/table.png and docs/reveal.png.

Not part of the tests. It needs a Chromium and a font with colour emojis (Debian: chromium,
fonts-noto-color-emoji). The dice are real ones, so that no two pictures are the same.
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import expect

from tests.support.evening import HOST, Evening
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, staged

PICTURE = Path(__file__).parents[2] / "docs" / "table.png"
REVEAL = PICTURE.with_name("reveal.png")
SIZE = (1280, 940)
PATIENCE = 20_000  # milliseconds
SAYINGS = (("53", "53"), ("soixante-deux", "62"), ("64", "64"), ("double as", "double 1"))
SHOWN = "Bruno"  # whose private messages the picture shows


async def photograph() -> None:
    """Play until Bruno has dice in hand and an announcement to match, and keep what the page shows."""
    with tempfile.TemporaryDirectory() as place:
        async with staged(3.0, command=REAL, folder=Path(place), patience=PATIENCE) as stage:
            evening = Evening(await stage.window(*SIZE), private={SHOWN})
            await _gather(evening)
            await _play(evening)
            await _tidy(evening)
            shot = await evening.window.page.screenshot()
    keep(shot, PICTURE)


def keep(shot: bytes, place: Path) -> None:
    """Write a screenshot with few colours, so that it is small."""
    picture = Image.open(io.BytesIO(shot)).convert("RGB").quantize(256, kmeans=2, dither=Image.Dither.NONE)
    place.parent.mkdir(exist_ok=True)
    picture.save(place, optimize=True)


async def _gather(evening: Evening) -> None:
    page = evening.window.page
    await page.locator("#add-person > summary").click()
    await page.get_by_label("Nom de la personne").fill("Chloé")
    await page.get_by_label("Nom de la personne").press("Enter")
    await evening.window.command(HOST, "/tasse start")
    for name in (SHOWN, "Chloé"):
        await evening.sit(name)
        await expect(evening.lobby_of(HOST)).to_contain_text(f"{name} 🔔")
    await evening.lobby_of(HOST).get_by_role("button", name="Commencer", exact=True).click()
    await expect(evening.board).to_contain_text("a la tasse")


async def _play(evening: Evening) -> None:
    """One bluff is called, so that points are on the board; then the cup goes round to Bruno."""
    lifted = evening.board.locator(".gallery img[alt*='levée']")
    while not await lifted.and_(evening.window.page.get_by_alt_text("BLUFF")).count():
        bluffer = await evening.holder()
        await evening.roll(bluffer)
        await evening.announce_highest(bluffer)
        await evening.doubt(await evening.holder())
        await expect(lifted).to_be_visible()
    keep(await evening.board.locator(".container").screenshot(), REVEAL)
    for words, score in SAYINGS:
        name = await evening.holder()
        await evening.roll(name)
        if name == SHOWN and score != SAYINGS[0][1]:
            break
        await evening.announce_in_words(name, words, score)


async def _tidy(evening: Evening) -> None:
    """Close the third pane and what only the host sees; bring Bruno's newest message into sight."""
    page = evening.window.page
    await evening.window.pane("Chloé").get_by_role("button", name="Fermer le volet").click()
    for dismiss in await evening.window.pane(HOST).get_by_role("button", name="Rejeter le message").all():
        await dismiss.press("Enter")
    await expect(evening.window.pane(HOST).locator("li.ephemeral")).to_have_count(0)
    await evening.whisper(SHOWN)
    await expect(evening.panel(SHOWN)).to_contain_text("Vos dés")
    await evening.panel(SHOWN).scroll_into_view_if_needed()
    await page.mouse.move(SIZE[0] / 2, 20)
    await page.evaluate("document.activeElement.blur()")
    await page.wait_for_timeout(500)  # for the eye alone: scrolling settles


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit(NO_CHROMIUM)
    asyncio.run(photograph())
