"""Two bots over one store, by the switch in the drawer: either is killed, and the game goes on."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import pytest_asyncio
from playwright.async_api import expect

from playground.stores import Stores
from tests.support.evening import DOUBT, HOST, NOTHING_TO_BEAT, ROLL, Evening
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Stage, staged

pytestmark = [
    pytest.mark.long,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.skipif(Stores(Path("/"), REAL).why_not() is not None, reason="no PostgreSQL on this machine"),
]
PATIENCE = 30_000  # milliseconds


@pytest_asyncio.fixture
async def stage() -> AsyncIterator[Stage]:
    with TemporaryDirectory(prefix="gobelet-") as folder:
        async with staged(10.0, command=REAL, folder=Path(folder), patience=PATIENCE) as built:
            yield built


async def test_either_of_two_bots_dies_and_the_game_goes_on(stage: Stage):
    window = await stage.window(1600, 1000)
    evening = Evening(window, private={"Bruno"})
    page, state = window.page, window.page.locator("#bar .bot-state")
    await window.command(HOST, "/tasse start", seuil="9")
    await evening.sit("Bruno")
    await expect(evening.lobby_of(HOST)).to_contain_text("Bruno 🔔")
    await evening.lobby_of(HOST).get_by_role("button", name="Commencer", exact=True).click()
    await _round(evening)

    await window.drawer()
    two = page.get_by_role("switch", name="Deux bots, une base")
    await two.focus()
    await page.keyboard.press("Space")
    await expect(state).to_have_text("2 bots en marche")
    await expect(two).to_be_checked()
    await expect(two).to_have_accessible_description(re.compile("l’autre reprend les siennes"))
    assert stage.bots.two
    await _round(evening)

    for bot in ("Bot 1", "Bot 2"):
        place = page.get_by_role("region", name=bot)
        await place.get_by_role("button", name="Tuer").click()
        await expect(place.get_by_role("status")).to_have_text("arrêté · signal 9")
        await _round(evening)
        await place.get_by_role("button", name="Démarrer").click()
        await expect(place.get_by_role("status")).to_contain_text("en marche")

    await two.click()
    await expect(state).to_contain_text("Bot en marche · pid")
    assert not stage.bots.two
    await _round(evening)
    token = stage.supervisor.environment["DISCORD_TOKEN"]
    assert not any(token in line for bot in stage.bots.supervisors for line in bot.log)
    assert window.complaints == []


async def _round(evening: Evening) -> None:
    """One bluffs, the other doubts; who is not answered presses again, as people do."""
    name = await evening.holder()
    place = evening.board if name == HOST else await evening.open_panel(name)
    looks = evening.window.message(HOST, f"{name} a la tasse et regarde ses dés")
    await evening.window.insist(place.get_by_role("button", name=ROLL), looks)
    await evening.announce_highest(name)
    other = await evening.holder()
    place = evening.board if other == HOST else await evening.open_panel(other)
    await evening.window.insist(
        place.get_by_role("button", name=DOUBT), evening.window.message(HOST, NOTHING_TO_BEAT)
    )
