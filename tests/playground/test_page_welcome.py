"""The empty page of the real bot: the games on their cards, and how few clicks lead into one, and to its end.

The one game that is played in a browser in every run: each click waits for bot, page and picture.
"""

import re

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from bot.texts import texts_for
from cogs import GAMES
from tests.support.barriers import find_barriers
from tests.support.evening import AFRESH, DOUBT, HOST, LIST, ROLL, Evening
from tests.support.evening_cards import small_deck
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Stage, Window, staged

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.asyncio(loop_scope="session"),
]
SPECS = [game.spec for game in GAMES]
CLICKS_TO_PLAY = 4
"""From the empty page to the first throw, of all together: a card, "Rejoindre", "Commencer", "Lancer"."""
CLICKS_A_DOUBT = 4
"""From one start from zero to the next, as measured: roll, open the list, choose a score, doubt.

Each costs somebody a point: a short game of two takes five as a rule, 19 clicks after the first throw, and
more where a 21 was true, or the lead is of one point (T13).
"""
_COUNT = """() => {
  window.clicks = 0;
  addEventListener("click", (event) => event.isTrusted && window.clicks++, true);
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stage(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("welcome")
    async with staged(10.0, command=REAL, folder=folder) as built:
        yield built


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
        await expect(card.get_by_role("button")).to_have_text(["Partie d’essai", "Ouvrir une table"])
        drawn = "image => image.decode().then(() => image.naturalWidth > 0)"
        assert await card.locator("img").evaluate(drawn)


async def test_the_cards_facts_are_those_of_the_rules(window: Window):
    facts = await window.page.evaluate("import('/page/games.js').then((games) => games.FACTS)")
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
    await expect(card.get_by_role("button")).to_have_text(["Trial game", "Open a table"])


async def test_private_messages_are_there_before_anybody_wrote_and_open_games_too(window: Window):
    bruno = window.pane("Bruno")
    await bruno.get_by_role("tab", name="Gobelet").click()
    await expect(bruno.get_by_text("Personne d’autre ne voit ces messages")).to_be_visible()
    cards = bruno.get_by_role("listitem")
    await expect(cards).to_have_count(len(SPECS))
    await cards.nth(0).get_by_role("button", name="Ouvrir une table").click()
    await expect(window.message("Bruno", "la table est ouverte")).to_contain_text("🤖")
    await expect(window.message("Alice", "la table est ouverte")).to_have_count(0)
    assert await find_barriers(window.page) == []
    await window.message("Bruno", "la table est ouverte").get_by_role("button", name="Quitter").click()
    await expect(window.message("Bruno", "table fermée")).to_be_visible()


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
    await _card(window, HOST, "La Tasse").get_by_role("button", name="Ouvrir").click()
    await expect(window.pane(HOST).get_by_role("log")).to_be_focused()
    await evening.sit("Bruno")
    before = await _clicks(window)
    await _choose_the_short_game(evening)
    chosen = await _clicks(window) - before
    await evening.lobby_of(HOST).get_by_role("button", name="Commencer", exact=True).click()
    await expect(evening.board.get_by_role("button", name=ROLL)).to_be_visible()
    await expect(window.pane(HOST).locator(".card").first).to_be_hidden()
    await _roll(evening)
    assert await _clicks(window) - chosen <= CLICKS_TO_PLAY
    begun, doubts = await _clicks(window), 0
    while not await evening.over():
        if doubts:
            await _roll(evening, AFRESH)
        await _bluff_and_doubt(evening)
        doubts += 1
    places = await window.message(HOST, "Classement").inner_text()
    assert doubts == sum(
        int(points) for points in re.findall(r"^\W*\d \w+ · (\d+) point", places, re.MULTILINE)
    )
    assert await _clicks(window) - begun <= CLICKS_A_DOUBT * doubts - 1
    assert await find_barriers(window.page) == []


async def test_a_deck_is_brought_in_the_form_of_a_command(window: Window):
    form = await window.begun(HOST, "/defizz paquet importer")
    await form.get_by_label("fichier").set_input_files(small_deck())
    await form.get_by_label("nom").fill("Essai")
    await form.get_by_role("button", name="Envoyer la commande").click()
    await expect(window.message(HOST, "est importé")).to_contain_text("4 cartes")


async def test_a_card_pressed_twice_opens_one_table(window: Window):
    host = window.pane(HOST)
    await host.get_by_role("tab", name="le-grenier").click()
    button = _card(window, HOST, "Diavolo").get_by_role("button", name="Ouvrir")
    await button.evaluate("button => { button.click(); button.click(); }")
    await expect(window.message(HOST, "la table est ouverte")).to_be_visible()
    await window.command(HOST, "/diavolo regles")
    await expect(window.message(HOST, "a utilisé /diavolo regles")).to_be_visible()
    await expect(host.locator(".stream:not([hidden]) li.message")).to_have_count(2)


async def _clicks(window: Window) -> int:
    clicks: int = await window.page.evaluate("window.clicks")
    return clicks


async def _choose_the_short_game(evening: Evening) -> None:
    """A preset of the lobby; who is content with the usual game leaves this out."""
    window, lobby = evening.window, evening.lobby_of(HOST)
    await window.menu(HOST, lobby, "Options")
    options = window.message(HOST, "Les changements s’appliquent tout de suite")
    await window.picks(HOST, options, "^Format", "éclair")
    await expect(lobby).to_contain_text("éclair")


async def _roll(evening: Evening, sign: re.Pattern[str] | None = None) -> None:
    """Whoever has the cup rolls by the button of the board, once that shows this sign."""
    holder = await evening.holder()
    board = evening.board_of(holder)
    if sign:
        await expect(board).to_contain_text(sign)
    await board.get_by_role("button", name=ROLL).click()
    await expect(evening.panel(holder)).to_contain_text("Vos dés")


async def _bluff_and_doubt(evening: Evening) -> None:
    """The best score is chosen where the roll was answered; the other one doubts on the board."""
    holder = await evening.holder()
    await evening.window.picks(holder, evening.panel(holder), LIST.pattern, "21")
    await expect(evening.board).to_contain_text(f"À égaler ou à battre : 21, annoncé par {holder}")
    await evening.board_of(await evening.holder()).get_by_role("button", name=DOUBT).click()
    await evening.lifted()
