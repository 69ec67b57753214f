"""Nobody is kept out: every state of the page is audited for names, roles and contrast."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.barriers import find_barriers
from tests.support.stage import CHROMIUM, NO_CHROMIUM, Stage, Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.asyncio(loop_scope="session"),
]


@pytest_asyncio.fixture(loop_scope="session")
async def window(stage: Stage):
    opened = await stage.afresh()
    yield opened
    assert await find_barriers(opened.page) == []
    assert opened.complaints == []


async def test_the_empty_page(window: Window):
    await expect(window.page.locator(".pane")).to_have_count(2)


async def test_a_message_with_everything_and_what_only_one_sees(window: Window):
    await window.table("Alice", "Bure")
    message = window.message("Bruno", "Nom Bure,")
    await message.get_by_label("Description de l’image").click()
    await message.get_by_role("button", name="Secret").click()
    await expect(window.message("Bruno", "Votre dé")).to_be_visible()
    await message.get_by_role("button", name="Muet").click()
    await expect(message.get_by_role("alert")).to_be_visible()


@pytest.mark.long
async def test_private_messages_with_their_mark(window: Window):
    await window.table("Alice", "Lot")
    await window.message("Alice", "Nom Lot,").get_by_role("button", name="Message privé").click()
    await expect(window.pane("Alice").get_by_role("tab", name="Gobelet")).to_contain_text("non lus")


@pytest.mark.long
async def test_the_list_of_commands(window: Window):
    await window.pane("Alice").get_by_role("combobox").first.press_sequentially("/demo")
    await expect(window.pane("Alice").get_by_role("listbox").get_by_role("option")).to_have_count(4)


@pytest.mark.long
async def test_the_form_of_a_command(window: Window):
    form = await window.begun("Alice", "/demo table")
    await expect(form).to_be_visible()


async def test_an_open_list_and_a_modal(window: Window):
    await window.table("Alice", "Lac")
    await window.message("Alice", "Nom Lac,").get_by_role("button", name="Fiche").click()
    dialog = window.pane("Alice").get_by_role("dialog", name="Fiche")
    await dialog.get_by_label("Épice").click()
    await expect(window.page.get_by_role("option", name="Cumin")).to_be_visible()


@pytest.mark.long
async def test_somebodys_settings_and_a_new_person(window: Window):
    await window.pane("Alice").get_by_label("Réglages : Alice").click()
    await expect(window.pane("Alice").get_by_role("switch", name="Modérateur")).to_be_visible()
    await window.page.locator("#add-person > summary").click()
    await expect(window.page.get_by_label("Nom de la personne")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("sheet", ["Bots et journal", "Pannes", "Routes inconnues"])
async def test_the_drawer(window: Window, sheet: str):
    await window.drawer(sheet)
    await expect(window.page.get_by_role("tabpanel", name=sheet)).to_be_visible()


async def test_a_narrow_page(window: Window):
    await window.page.set_viewport_size({"width": 390, "height": 844})
    await window.drawer("Pannes")
    assert await window.page.evaluate("document.documentElement.scrollWidth") <= 390
