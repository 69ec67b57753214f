"""The daily challenge on the page: ten cups with a killed bot in between, a line that is shared, a throw."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Window, staged

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)]
PATIENCE = 20_000  # milliseconds
ALICE, BRUNO = "Alice", "Bruno"


async def _begin(window: Window, name: str, game: str) -> Locator:
    """Open a discipline from the day's page, which is in sight, and begin; the message."""
    hub = window.pane(name).locator("li.ephemeral").last
    await hub.get_by_role("button", name=game).click()
    await expect(hub).to_contain_text("Une seule tentative")
    await hub.get_by_role("button", name="Commencer").click()
    return hub


async def test_a_challenge_survives_its_bot_and_is_shared(tmp_path: Path):
    async with staged(3.0, command=REAL, folder=tmp_path, patience=PATIENCE) as stage:
        window = await stage.window(1440, 900)
        await window.command(ALICE, "/defi-du-jour")
        cups = await _begin(window, ALICE, "La Tasse")
        for number in range(1, 11):
            await expect(cups).to_contain_text(f"Tasse {number} sur 10")
            if number == 4:
                await window.kill()
                await window.revive()
                await expect(window.page.get_by_text("Bot en marche")).to_be_visible()
            await cups.get_by_role("button", name="Douter").click()
        await expect(cups).to_contain_text("/10")
        await cups.get_by_role("button", name="Partager ici").click()
        shared = window.message(BRUNO, "Alice · Gobelet · La Tasse du")
        await shared.get_by_role("button", name="Jouer aussi").click()
        throws = await _begin(window, BRUNO, "Diavolo")
        await expect(throws.locator("img[alt*='Noir']")).to_be_visible()
        await throws.get_by_role("button", name="Gris").click()
        await expect(throws).to_contain_text("Lancer 2 sur 10")
        assert window.complaints == []
        assert list(stage.server.unknown) == []
