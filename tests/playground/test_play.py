"""The headline: the real bot in the browser, played by clicks to a winner, and killed in between."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.support.evening import DOUBT, HOST, Evening
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Stage, staged

pytestmark = [pytest.mark.long, pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)]
WIDE = 1600
PATIENCE = 20_000  # milliseconds; a real bot starts in one or two seconds, more where many tests run at once


async def test_an_evening_from_the_lobby_to_the_rematch(tmp_path: Path):
    async with staged(10.0, command=REAL, folder=tmp_path, patience=PATIENCE) as stage:
        window = await stage.window(WIDE, 900)
        evening = Evening(window, private={"Bruno", "Dylan"})
        await _everybody_comes(evening)
        await _gather(evening)
        await _first_turns(evening)
        await _crash(evening, stage)
        await evening.play_on()
        await _last_page(evening)
        await _rematch(evening)
        assert window.complaints == []
        assert {urlsplit(address).hostname for address in window.addresses} == {"127.0.0.1"}
        assert list(stage.server.unknown) == []


async def _everybody_comes(evening: Evening) -> None:
    """Dylan's pane is opened, Chloé is added, and closes her private messages."""
    page = evening.window.page
    await page.locator("#bar").get_by_role("button", name="Dylan").click()
    await page.locator("#add-person > summary").click()
    await page.get_by_label("Nom de la personne").fill("Chloé")
    await page.get_by_label("Nom de la personne").press("Enter")
    settings = evening.window.pane("Chloé").get_by_label("Réglages : Chloé")
    await settings.click()
    await evening.window.pane("Chloé").get_by_role("switch", name="Messages privés fermés").check()
    await settings.press("Escape")
    await expect(evening.window.pane("Chloé").get_by_text("MP fermés", exact=True)).to_be_visible()


async def _gather(evening: Evening) -> None:
    """A lobby with an option of the command and one of the panel; three people join from their panes."""
    lobby = evening.lobby_of(HOST)
    await evening.window.command(HOST, "/tasse start", seuil="1")
    await expect(lobby).to_contain_text("Élimination : à 1 point")
    for name in ("Bruno", "Chloé", "Dylan"):
        await evening.sit(name)
        await expect(lobby).to_contain_text(f"{name} {'🖱️' if name == 'Chloé' else '🔔'}")
    await evening.window.menu(HOST, lobby, "Options")
    options = evening.window.message(HOST, "Les changements s’appliquent tout de suite")
    await options.get_by_role("button", name="Qui commence").click()
    await evening.window.pane(HOST).get_by_role("option", name="Bruno").click()
    await expect(lobby).to_contain_text("Qui commence : Bruno")
    await options.get_by_role("button", name="Rejeter le message").click()
    await lobby.get_by_role("button", name="Commencer", exact=True).click()
    await expect(evening.board).to_contain_text("Bruno a la tasse : choisir le sens, puis lancer")


async def _first_turns(evening: Evening) -> None:
    """Bruno by private message and in words; Chloé, who gets none, by "Mes dés" and the list."""
    tab = evening.window.pane("Bruno").get_by_role("tab", name="Gobelet")
    await expect(tab).to_contain_text("non lus : 1")
    await evening.roll("Bruno")
    await expect(tab).not_to_contain_text("non lus")
    await expect(evening.panel("Bruno")).to_contain_text("Vos dés :")
    await expect(evening.panel("Bruno").locator("img[alt*=gobelet_de_]")).to_have_count(2)
    await evening.announce_in_words("Bruno", "soixante-cinq", "65")
    await expect(evening.board).to_contain_text("Chloé a la tasse : y croire et lancer, ou douter ?")
    await evening.roll("Chloé")
    await expect(evening.panel("Chloé")).to_contain_text("Personne d’autre ne voit ce message")
    await evening.announce_highest("Chloé")


async def _crash(evening: Evening, stage: Stage) -> None:
    """The process is killed with an announcement standing; the same button goes on afterwards."""
    page = evening.window.page
    doubt = evening.board_of("Dylan").get_by_role("button", name=DOUBT)
    await evening.window.kill()
    await expect(page.locator("#bar .bot-state")).to_contain_text("Bot arrêté")
    await doubt.click()
    await expect(evening.board_of("Dylan")).to_contain_text("The application did not respond")
    await expect(evening.board).to_contain_text("À égaler ou à battre : 21, annoncé par Chloé")
    await evening.window.revive()
    await expect(page.locator("#bar .bot-state")).to_contain_text("Bot en marche")
    assert stage.supervisor.process.starts == 2
    await evening.insist("Dylan", doubt)
    await evening.lifted()
    await page.reload()
    await expect(page.locator(".pane")).to_have_count(4)
    await evening.lifted()


async def _last_page(evening: Evening) -> None:
    """All see who has won; the dice are checked."""
    window = evening.window
    last = window.message(HOST, "Classement")
    await expect(last).to_contain_text(re.compile(r"🏆 \S+ gagne la partie"))
    await window.command(HOST, "/des verifier")
    verdict = window.message(HOST, "Dés vérifiés")
    await expect(verdict).to_contain_text("chaque dé vient du secret choisi à l’ouverture")
    await expect(verdict.get_by_role("link", name="gobelet-table-1.json")).to_be_visible()


async def _rematch(evening: Evening) -> None:
    """A new lobby with the same options; the others' seats wait for them."""
    await evening.window.message(HOST, "Classement").get_by_role("button", name="Revanche").click()
    lobby = evening.lobby_of(HOST)
    await expect(lobby).to_contain_text("Élimination : à 1 point")
    await expect(lobby).to_contain_text("Chloé · place réservée")
    await evening.sit("Chloé")
    await expect(lobby).to_contain_text("Chloé 🖱️")
