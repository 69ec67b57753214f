"""From an empty channel to the first throw, by the clicks that it takes."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.evening import HOST, ROLL, Evening
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Window, staged

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)]
PATIENCE = 20_000  # milliseconds
MOST_CLICKS = 4
_COUNT = """() => {
  window.clicks = {};
  const note = (event) => {
    const name = event.target.closest(".pane")?.getAttribute("aria-label") ?? "";
    window.clicks[name] = (window.clicks[name] ?? 0) + 1;
  };
  document.addEventListener("click", note, true);
}"""


async def test_four_clicks_lead_to_the_first_throw(tmp_path: Path):
    async with staged(3.0, command=REAL, folder=tmp_path, patience=PATIENCE) as stage:
        window = await stage.window(1440, 900)
        await window.page.evaluate(_COUNT)
        await window.command(HOST, "/jouer")
        shelf = window.message(HOST, "À quoi joue-t-on")
        await expect(shelf.locator(".container")).to_have_count(7)
        await expect(window.message("Bruno", "À quoi joue-t-on")).to_have_count(0)
        await _all_pictures_are_there(window)
        card = shelf.locator(".container").filter(has_text="La Tasse").first
        await card.get_by_role("button", name="Ouvrir une table").click()
        evening = Evening(window)
        await evening.sit("Bruno")
        lobby = evening.lobby_of(HOST)
        await expect(lobby).to_contain_text("Bruno 🔔")
        await lobby.get_by_role("button", name="Commencer", exact=True).click()
        await expect(evening.board).to_contain_text("a la tasse")
        holder = await evening.holder()
        await evening.board_of(holder).get_by_role("button", name=ROLL).click()
        await expect(evening.board).to_contain_text("regarde ses dés")
        clicks = await window.page.evaluate("window.clicks")
        assert 1 < clicks[HOST] <= MOST_CLICKS, clicks
        assert window.complaints == []


async def test_one_click_on_the_empty_page_is_a_game_against_the_computer(tmp_path: Path):
    async with staged(3.0, command=REAL, folder=tmp_path, patience=PATIENCE) as stage:
        window = await stage.window(1440, 900)
        await window.page.evaluate(_COUNT)
        card = window.pane(HOST).locator(".card").filter(has_text="Débâcle")
        await card.get_by_role("button", name="Partie d’essai").click()
        board = window.message(HOST, "Débâcle")
        await expect(board).to_contain_text("🤖 Basile, moyen")
        await expect(board).not_to_contain_text("la table est ouverte")
        assert await window.page.evaluate("window.clicks") == {HOST: 1}
        assert window.complaints == []


async def _all_pictures_are_there(window: Window) -> None:
    """Every picture of a card has come, from this very machine."""
    widths = await window.page.evaluate(
        "Promise.all([...document.querySelectorAll('img.thumbnail')]"
        ".map((image) => image.decode().then(() => image.naturalWidth)))"
    )
    assert widths == [128] * 5
