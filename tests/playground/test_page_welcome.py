"""The empty page of the real bot: the games on their cards, and how few clicks lead into one."""

import re

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from bot.texts import texts_for
from cogs import GAMES
from tests.support.barriers import find_barriers
from tests.support.evening import HOST, ROLL, Evening
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Stage, Window, staged

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.asyncio(loop_scope="module"),
]
PATIENCE = 20_000  # milliseconds
SPECS = [game.spec for game in GAMES]
CLICKS_TO_PLAY = 4
"""From the empty page to a table in play: a card, the command, "Rejoindre", "Commencer"."""
CLICKS_A_DOUBT = 5
"""From one start from zero to the next, as measured: roll, announce, doubt, and what is opened for them."""
_COUNT = """() => {
  window.clicks = 0;
  addEventListener("click", (event) => event.isTrusted && window.clicks++, true);
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("welcome")
    async with staged(3.0, command=REAL, folder=folder, patience=PATIENCE) as built:
        yield built


@pytest_asyncio.fixture(loop_scope="module")
async def window(stage: Stage):
    opened = await stage.window()
    yield opened
    await opened.context.close()
    assert opened.complaints == []


def _card(window: Window, name: str, title: str) -> Locator:
    heading = window.page.get_by_role("heading", name=title, exact=True)
    return window.pane(name).get_by_role("listitem").filter(has=heading)


async def test_each_game_has_a_card_that_says_what_the_bot_says(window: Window):
    cards = window.pane("Alice").locator(".card")
    await expect(cards).to_have_count(len(SPECS))
    for spec in SPECS:
        card = _card(window, "Alice", spec.title)
        sentence = spec.pitch.partition(" : ")[2]
        await expect(card).to_contain_text(re.compile(re.escape(sentence), re.IGNORECASE))
        await expect(card.get_by_role("button")).to_have_text("Ouvrir une table")
        drawn = "image => image.decode().then(() => image.naturalWidth > 0)"
        assert await card.locator("img").evaluate(drawn)


async def test_the_cards_facts_are_those_of_the_rules(window: Window):
    facts = await window.page.evaluate("import('/page/cards.js').then((cards) => cards.FACTS)")
    assert facts == {
        spec.name: {"people": [spec.seats_min, spec.seats_max], "minutes": list(spec.minutes)}
        for spec in SPECS
    }
    shown = await window.pane("Alice").locator(".card h3").all_inner_texts()
    assert shown == [spec.title for spec in SPECS], "in the order of the bot's own shelf"
    await expect(_card(window, "Alice", "Débâcle")).to_contain_text("2 personnes · 20 à 40 min")


async def test_the_games_are_shown_once_and_the_other_panes_say_what_they_are_for(window: Window):
    bruno = window.pane("Bruno")
    await expect(bruno.get_by_role("button", name="Ouvrir une table")).to_have_count(0)
    await expect(bruno.get_by_text("Bruno joue ici")).to_be_visible()
    await window.pane("Alice").get_by_role("button", name="Fermer le volet").click()
    await expect(bruno.get_by_role("button", name="Ouvrir une table")).to_have_count(len(SPECS))
    await window.page.get_by_role("button", name="Dylan").click()
    await bruno.get_by_role("button", name="Fermer le volet").click()
    pitch = texts_for("en-US")(SPECS[0].pitch).partition(": ")[2]
    card = _card(window, "Dylan", SPECS[0].title)
    await expect(card).to_contain_text(re.compile(re.escape(pitch), re.IGNORECASE))
    await expect(card.get_by_role("button")).to_have_text("Open a table")


async def test_nothing_on_the_empty_page_is_loud(window: Window):
    await expect(window.pane("Alice").locator(".card")).to_have_count(len(SPECS))
    await expect(window.page.locator(".button.danger:visible, .button.alarm:visible")).to_have_count(0)
    assert await find_barriers(window.page) == []


async def test_the_journal_of_a_start_has_no_warnings(stage: Stage):
    lines = list(stage.supervisor.log)
    assert any(" ready " in line for line in lines)
    assert [line for line in lines if "[info" not in line] == []


async def test_a_card_leads_into_a_game_and_to_its_end_in_few_clicks(window: Window):
    evening = Evening(window)
    await window.page.evaluate(_COUNT)
    await _card(window, HOST, "La Tasse").get_by_role("button").click()
    form = window.pane(HOST).locator(".command-form")
    await expect(form).to_contain_text("/tasse start")
    await expect(form.get_by_role("button", name="Envoyer la commande")).to_be_focused()
    await form.get_by_label("seuil").fill("2")
    await form.get_by_role("button", name="Envoyer la commande").click()
    await evening.sit("Bruno")
    await evening.lobby_of(HOST).get_by_role("button", name="Commencer").click()
    await expect(evening.board.get_by_role("button", name=ROLL)).to_be_visible()
    assert await window.page.evaluate("window.clicks") <= CLICKS_TO_PLAY
    await expect(window.pane(HOST).locator(".card").first).to_be_hidden()
    doubts = 0
    while not await evening.over():
        bluffer = await evening.holder()
        await evening.roll(bluffer, afresh=doubts > 0)
        await evening.announce_highest(bluffer)
        await evening.doubt(await evening.holder())
        doubts += 1
    assert await window.page.evaluate("window.clicks") <= CLICKS_TO_PLAY + CLICKS_A_DOUBT * doubts
