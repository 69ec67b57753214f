"""The page's two sets of colours, dark and light: every word stands out, 4.5 to 1 (WCAG AA)."""

import pytest
from playwright.async_api import Page, expect

from tests.support.stage import CHROMIUM, NO_CHROMIUM, Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.asyncio(loop_scope="session"),
]
_FAINT = """() => {
  const parts = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((one, n) => one * a + below[n] * (1 - a));
  const ground = (element) => {
    const layers = [];
    for (let it = element; it; it = it.parentElement) {
      layers.unshift(parts(getComputedStyle(it).backgroundColor));
    }
    return layers.reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const light = (colour) => colour
    .map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, n) => sum + one * [0.2126, 0.7152, 0.0722][n], 0);
  const hidden = "[aria-disabled], [disabled], [hidden], .unseen";
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  let read = 0;
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const element = node.parentElement;
    if (!/\\p{L}|\\d/u.test(node.data) || element.closest(hidden) || !element.checkVisibility()) continue;
    const back = ground(element);
    const [a, b] = [light(over(parts(getComputedStyle(element).color), back)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    read += 1;
    if (ratio < 4.5) found.push(`${node.data.trim()} (${element.className}): ${ratio.toFixed(2)}`);
  }
  return { read, found };
}"""
"""How many texts there are to read, and those that do not stand out from what lies behind them."""


async def faint(page: Page) -> list[str]:
    told = await page.evaluate(_FAINT)
    assert told["read"] > 20
    return list(told["found"])


async def _plays(window: Window, name: str) -> None:
    """Bring up messages of all sorts, the drawer, and what opens above them."""
    box = window.pane("Alice").get_by_role("combobox").first
    for words in (
        "**gras** `code` ||caché|| <t:1790708400:R> [lien](https://example.org)",
        "> cité\n-# petit",
    ):
        await box.fill(words)
        await box.press("Enter")
    await window.table("Alice", name)
    await window.message("Bruno", f"Nom {name},").get_by_role("button", name="Présent").click()
    await expect(window.message("Alice", f"Nom {name},")).to_contain_text("Présents : Bruno")
    await window.drawer()


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_every_word_stands_out_in_both_sets_of_colours(window: Window, scheme: str) -> None:
    await window.page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    paper = await window.page.locator(".pane").first.evaluate("it => getComputedStyle(it).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") is (scheme == "light")
    await _plays(window, f"Contraste {scheme}")
    assert await faint(window.page) == []
    await window.page.keyboard.press("Escape")
    await window.pane("Alice").get_by_label("Réglages : Alice").click()
    await window.pane("Bruno").get_by_role("combobox").first.fill("/")
    await expect(window.pane("Bruno").get_by_role("listbox")).to_be_visible()
    assert await faint(window.page) == []
