"""What meets the eye and the ear: fonts, contrast, names of controls, and what stays in sight."""

import base64
from importlib.resources import files

import pytest
from playwright.async_api import expect

from tests.support.stage import CHROMIUM, NO_CHROMIUM, Stage, Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.asyncio(loop_scope="session"),
]
_EMOJIS = files("simcord") / "preview/static/fonts/noto-color-emoji-v2.051.ttf"
_POORLY_EQUIPPED = """async (font) => {
  const bytes = Uint8Array.from(atob(font), (sign) => sign.charCodeAt(0));
  const add = async (name, more) => document.fonts.add(await new FontFace(name, bytes, more).load());
  await add("Noto Color Emoji", {});
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  for (const { style } of rules.filter((each) => each instanceof CSSFontFaceRule)) {
    await add(style.fontFamily.replaceAll('"', ""), { unicodeRange: style.unicodeRange });
  }
  const stack = getComputedStyle(document.documentElement).fontFamily.split(/, */);
  const named = stack.filter((name) => /emoji|^sans-serif$/i.test(name));
  document.documentElement.style.fontFamily = named.join(", ");
}"""
"""Leaves of the page's fonts what every machine has (the one by kind), and an emoji font beside it."""

_ON_TOP = """(element) => {
  const at = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2));
}"""


async def _fonts(window: Window, selector: str) -> set[str]:
    """The names of the fonts by which the text of an element is really drawn."""
    line = await window.context.new_cdp_session(window.page)
    await line.send("DOM.enable")
    await line.send("CSS.enable")
    root = (await line.send("DOM.getDocument"))["root"]["nodeId"]
    node = (await line.send("DOM.querySelector", {"nodeId": root, "selector": selector}))["nodeId"]
    used = await line.send("CSS.getPlatformFontsForNode", {"nodeId": node})
    return {font["familyName"] for font in used["fonts"]}


async def test_digits_and_signs_are_told_apart_where_only_one_font_and_emojis_are_installed(window: Window):
    await window.page.evaluate(_POORLY_EQUIPPED, base64.b64encode(_EMOJIS.read_bytes()).decode())
    box = window.pane("Alice").get_by_role("combobox").first
    for text, with_emojis in (("0123456789 # * : 64", False), ("🎲⚪⚫◽", True)):
        await box.fill(text)
        await box.press("Enter")
        said = window.message("Alice", text).locator(".text p")
        await said.evaluate("(element, text) => { element.id = text }", f"said-{with_emojis}")
        fonts = await _fonts(window, f"#said-{with_emojis}")
        assert {"Emoji" in font for font in fonts} == {with_emojis}, fonts


@pytest.mark.long
async def test_four_panes_keep_the_unread_private_messages_in_sight(stage: Stage, window: Window):
    stage.world.add_channel("salle-des-fêtes")
    stage.world.add_person("Chloé")
    await window.page.set_viewport_size({"width": 1440, "height": 900})
    for name in ("Dylan", "Chloé"):
        await window.page.get_by_role("button", name=name, exact=True).click()
    await window.table("Alice", "Cire")
    for name in ("Alice", "Bruno", "Chloé"):
        button = window.message(name, "Nom Cire,").get_by_role("button", name="Message privé")
        await button.press("Enter")
        badge = window.pane(name).get_by_role("tab", name="Gobelet").locator(".badge")
        await expect(badge).to_be_visible()
        pane, mark = await window.pane(name).bounding_box(), await badge.bounding_box()
        assert pane
        assert mark
        assert pane["x"] <= mark["x"]
        assert mark["x"] + mark["width"] <= pane["x"] + pane["width"]
        assert await badge.evaluate(_ON_TOP), "no other tab covers it"


@pytest.mark.long
async def test_a_long_moment_stays_within_a_narrow_pane(window: Window):
    await window.page.set_viewport_size({"width": 320, "height": 700})
    box = window.pane("Alice").get_by_role("combobox").first
    await box.fill("<t:1790708400:F>")
    await box.press("Enter")
    moment = window.pane("Alice").locator(".timestamp").last
    await moment.evaluate("(element) => { element.parentElement.style.width = '120px' }")
    pane, told = await moment.locator("..").bounding_box(), await moment.bounding_box()
    assert pane
    assert told
    assert told["x"] + told["width"] <= pane["x"] + pane["width"]
