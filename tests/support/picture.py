"""Take the README's pictures into docs: `python -m tests.support.picture tasse` (or alone, dice, cards).

Not part of the tests. It needs a Chromium and a font with colour emojis (Debian: chromium,
fonts-noto-color-emoji). Dice and cards are real ones, so that no two pictures are the same.
"""

import asyncio
import io
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import expect

from tests.support.evening import HOST, Evening
from tests.support.evening_cards import DefizzEvening, DesfausseEvening
from tests.support.evening_games import DebacleEvening, DiavoloEvening, gather
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Window, staged

DOCS = Path(__file__).parents[2] / "docs"
PATIENCE = 20_000  # milliseconds
TASSE, ALONE, DIAVOLO, DEBACLE = (1280, 940), (640, 1200), (1280, 1080), (1280, 1060)
DESFAUSSE, DEFIZZ = (1280, 980), (1280, 820)
SAYINGS = (("53", "53"), ("soixante-deux", "62"), ("64", "64"), ("double as", "double 1"))
SHOWN = "Bruno"  # whose private messages the picture shows
TURNS = (
    *("f1! e1-e2", "c6-c5 f6-f5", "c1-c2 d1-d2", "f5-f4 b6-b5", "f1-f2 c2-c3", "f4-f3 f3xf2 ,"),
    *("e2xf2 , a1-a2", "e6-e5 d6-d5", "c3-c4"),
)
"""As if Red began; the last one is not ended."""


@asynccontextmanager
async def window(size: tuple[int, int]) -> AsyncIterator[Window]:
    """A window of this size on a bot that has just been started."""
    with TemporaryDirectory() as place:
        async with staged(3.0, command=REAL, folder=Path(place), patience=PATIENCE) as stage:
            yield await stage.window(*size)


def keep(shot: bytes, name: str) -> None:
    """Write a screenshot with few colours, so that it is small."""
    picture = Image.open(io.BytesIO(shot)).convert("RGB").quantize(256, kmeans=2, dither=Image.Dither.NONE)
    picture.save(DOCS / f"{name}.png", optimize=True)


async def still(window: Window) -> bytes:
    """The page at rest, with the mouse out of the way."""
    width = (window.page.viewport_size or {"width": 0})["width"]
    await window.page.mouse.move(width / 2, 20)
    await window.page.evaluate("document.activeElement.blur()")
    await window.page.wait_for_timeout(500)  # for the eye alone: scrolling settles
    return await window.page.screenshot()


# -- La Tasse ------------------------------------------------------------------------------------------


async def tasse() -> None:
    """Play until Bruno has dice in hand and an announcement to match, and keep what the page shows."""
    async with window(TASSE) as shown:
        evening = Evening(shown, private={SHOWN})
        await _gather(evening)
        await _play(evening)
        await _tidy(evening)
        keep(await shown.page.screenshot(), "table")


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
    keep(await evening.board.locator(".container").screenshot(), "reveal")
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
    await page.mouse.move(TASSE[0] / 2, 20)
    await page.evaluate("document.activeElement.blur()")
    await page.wait_for_timeout(500)  # for the eye alone: scrolling settles


async def alone() -> None:
    """Answer the first roll with the truth, and ask what to do once the computer has announced."""
    async with window(ALONE) as shown:
        evening = Evening(shown)
        await shown.pane("Bruno").get_by_role("button", name="Fermer le volet").click()
        await shown.command(HOST, "/tasse essai")
        answer = evening.board.get_by_role("button", name="Douter")
        while not await answer.count():
            await evening.roll(HOST)
            await evening.announce_highest(HOST)
            await expect(evening.board).to_contain_text("Basile a la tasse")
            await expect(evening.board).to_contain_text("Alice a la tasse")
        await evening.board.get_by_role("button", name="Conseil").click()
        await expect(shown.page.locator("li.ephemeral", has_text="Un lancer fait ce score")).to_be_visible()
        await shown.page.wait_for_timeout(500)  # for the eye alone: scrolling settles
        keep(await shown.page.screenshot(), "alone")


# -- Diavolo and Débâcle -------------------------------------------------------------------------------


async def dice() -> None:
    """A throw with a pawn taken already; then a board after some turns, with a draft."""
    async with window(DIAVOLO) as shown:
        await _diavolo(shown)
        keep(await still(shown), "diavolo")
        await shown.command("Alice", "/diavolo stop")
        await shown.page.set_viewport_size({"width": DEBACLE[0], "height": DEBACLE[1]})
        await _debacle(shown)
        keep(await still(shown), "debacle")


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


# -- DESfausse and Défizz ------------------------------------------------------------------------------


async def cards() -> None:
    """A question that is being answered; then a turn of dice with some picked, after the story of another."""
    for name, size, play in (("defizz", DEFIZZ, _defizz), ("desfausse", DESFAUSSE, _desfausse)):
        async with window(size) as shown:
            await play(shown)
            keep(await still(shown), name)


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
    taken = {"tasse": tasse, "alone": alone, "dice": dice, "cards": cards}
    for name in sys.argv[1:] or taken:
        asyncio.run(taken[name]())
