"""Défizz and DESfausse in the browser, by clicks alone, with the real bot: a quiz night, a turn of dice."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.support.evening_cards import ANSWERS, DefizzEvening, DesfausseEvening, small_deck
from tests.support.evening_games import gather
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Window, staged

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)]
WIDTHS = (1280, 1600, 390)
PATIENCE = 20_000  # milliseconds
DECK = "Petit *paquet*"
KINGS = "Les *Rois*"


async def test_an_evening_of_defizz_and_desfausse(tmp_path: Path):
    async with staged(3.0, command=REAL, folder=tmp_path, patience=PATIENCE) as stage:
        window = await stage.window(1600, 900)
        await _everybody_comes(window)
        await _deck(window)
        await _teams(window, tmp_path)
        await _human_reader(window, tmp_path)
        await _desfausse(window, tmp_path)
        assert window.complaints == []
        assert {urlsplit(address).hostname for address in window.addresses} == {"127.0.0.1"}
        assert list(stage.server.unknown) == []


async def _everybody_comes(window: Window) -> None:
    await window.page.locator("#bar").get_by_role("button", name="Dylan").click()
    await window.page.locator("#add-person > summary").click()
    await window.page.get_by_label("Nom de la personne").fill("Chloé")
    await window.page.get_by_label("Nom de la personne").press("Enter")
    await expect(window.pane("Chloé")).to_be_visible()


async def _deck(window: Window) -> None:
    """A server's own deck is brought, listed and handed out again, to who may have it."""
    form = await window.begun("Alice", "/defizz paquet importer")
    await form.get_by_label("fichier").set_input_files(small_deck())
    await form.get_by_label("nom").fill(DECK)
    await form.get_by_role("button", name="Envoyer la commande").click()
    await expect(window.message("Alice", "est importé")).to_contain_text(f"{DECK} » est importé : 4 cartes")
    await window.command("Alice", "/defizz paquet lister")
    await expect(window.message("Alice", "Paquets de ce serveur")).to_contain_text("4 cartes · 0 déjà vue")
    await window.command("Alice", "/defizz paquet exporter", nom=DECK)
    handed = window.message("Alice", "avec toutes les réponses").get_by_role("link", name="paquet.json")
    await expect(handed).to_be_visible()
    await window.command("Bruno", "/defizz paquet exporter", nom=DECK)
    await expect(window.message("Bruno", "Gérer le serveur")).to_be_visible()


async def _teams(window: Window, place: Path) -> None:
    """Two a seat, the bot reads; the host pauses, voids, and ends the evening after the turn."""
    await window.command("Alice", "/defizz start", lecteur="le bot", rythme="détente", accessible="Oui")
    lobby = window.message("Alice", "la table est ouverte")
    await window.menu("Alice", lobby, "Options")
    options = window.message("Alice", "Les changements s’appliquent tout de suite")
    await window.picks("Alice", options, "Équipes", "par deux")
    await expect(lobby).to_contain_text("Équipes : par deux")
    await options.get_by_role("button", name="Page 2").click()
    await window.picks("Alice", options, "Paquet", DECK)
    await expect(lobby).to_contain_text(f"Paquet : {DECK}")
    for name, team in (("Bruno", "Avec Alice"), ("Dylan", "A new team"), ("Chloé", "Avec Dylan")):
        await window.message(name, "la table est ouverte").get_by_role("button", name="Rejoindre").click()
        await window.picks(
            name, window.message(name, re.compile("équipe jouez|team do you")), "hoose|hoisir", team
        )
        await expect(lobby).to_contain_text(name)
    await window.menu("Dylan", window.message("Dylan", "la table est ouverte"), "Nommer l’équipe")
    form = window.pane("Dylan").get_by_role("dialog")
    await form.get_by_role("textbox").fill(KINGS)
    await form.get_by_role("textbox").press("Enter")
    await expect(lobby).to_contain_text(f"{KINGS} : Dylan")
    await window.photographed(place, "defizz-lobby", WIDTHS)
    await lobby.get_by_role("button", name="Commencer", exact=True).click()
    teams = {"Équipe Alice": ("Bruno", "Alice"), KINGS: ("Chloé", "Dylan")}
    evening = DefizzEvening(window, "Alice", teams)
    await _first_turn(evening, place)
    await _last_turn(evening, place)


async def _first_turn(evening: DefizzEvening, place: Path) -> None:
    """Paused and gone on, a card taken back, and a Chrono that the challenged team wins."""
    board = evening.board()
    await evening.orders("Mettre en pause")
    await expect(board).to_contain_text("a mis la table en pause")
    await evening.orders("Reprendre")
    await evening.rolls()
    await evening.window.photographed(place, "defizz-clues", WIDTHS)
    await evening.orders("Annuler la carte")
    await expect(board).to_contain_text("La carte est annulée")
    active = await evening.rolls()
    await evening.chooses(active, 1)
    await expect(board).to_contain_text("Dans quelle ville ?")
    other = next(team[0] for team in evening.teams.values() if active not in team)
    await evening.says(other, ANSWERS[0].lower())
    await expect(evening.window.message(other, re.compile("Réponse notée|Answer noted"))).to_be_visible()
    await evening.says(active, "Rennes")
    await expect(board).to_contain_text(f"Bonne réponse : {ANSWERS[0]}")
    await expect(board).to_contain_text(re.compile(r"remporte(nt)? \d"))
    await evening.window.photographed(place, "defizz-result", WIDTHS)


async def _last_turn(evening: DefizzEvening, place: Path) -> None:
    """A Cible hit at once; the evening ends, with everybody's chips in a picture above the buttons."""
    await evening.orders("Finir après ce tour")
    await evening.chooses(await evening.rolls(), 2)
    await evening.says(await evening.told(r"À (.+?) de répondre"), ANSWERS[1])
    last = evening.board("Bruno")
    await expect(last).to_contain_text(re.compile("(gagne|gagnent) la partie"))
    for words in ("Les jetons sur 2 tours", "(Les .Rois.|Équipe Alice) gagne(nt)? la partie"):
        await expect(last.locator(".gallery").get_by_alt_text(re.compile(words))).to_be_visible()
    await expect(last).to_contain_text(re.compile("Les grands moments.*Revanche", re.DOTALL))
    await evening.window.photographed(place, "defizz-over", WIDTHS)


async def _human_reader(window: Window, place: Path) -> None:
    """A person reads and overrules the bot; who does not play may watch, and nothing else."""
    await window.page.reload()
    await gather(
        window,
        "/defizz start",
        "Alice",
        "Bruno",
        "Dylan",
        lecteur="une personne",
        accessible="Oui",
    )
    evening = DefizzEvening(window, "Alice")
    _, reader = await evening.asks()
    card = evening.board("Chloé").get_by_role("button", name="Ma carte")
    await window.insist(card, window.message("Chloé", "Vous n’êtes pas à cette table"))
    await window.pane(reader).get_by_role("tab", name="Gobelet").click()
    letter = window.message(reader, re.compile("vous lisez et jugez|you read and judge"))
    await expect(letter).to_be_visible()
    await window.photographed(place, "defizz-reader", WIDTHS)
    await window.pane(reader).get_by_role("tab", name="la-taverne").click()
    await window.command("Alice", "/defizz stop")
    await expect(evening.board("Bruno")).to_contain_text("Classement")


async def _desfausse(window: Window, place: Path) -> None:
    """Dice rolled anew, kept and discarded; what the pictures show is said."""
    await window.page.reload()
    await gather(window, "/desfausse start", "Alice", "Bruno", "Dylan", rythme="détente")
    evening = DesfausseEvening(window, "Alice")
    for name in ("Bruno", "Dylan"):
        await window.pane(name).get_by_role("tab", name="Gobelet").click()
    hand = evening.hand("Bruno")
    before = await hand.locator(".gallery img").get_attribute("alt")
    assert re.match(r"Votre main, 6 dés\. 1 : petit rouge", (before or "").replace("\xa0", " ")), before
    await hand.get_by_role("button", name="Choisir tous").click()
    await window.photographed(place, "desfausse-picked", WIDTHS)
    await hand.get_by_role("button", name=re.compile("^Relancer . dé")).click()
    await expect(hand).to_contain_text("il vous reste 1 relance")
    await evening.turn()
    await expect(evening.board).to_contain_text("Tour 1 fini")
    await expect(evening.board.locator(".gallery img")).to_have_attribute(
        "alt", re.compile("Alice.*Bruno.*Dylan")
    )
    await window.photographed(place, "desfausse-turn", WIDTHS)
    await window.pane("Bruno").get_by_role("tab", name="la-taverne").click()
    await window.command("Bruno", "/desfausse quitter")
    await expect(evening.board).to_contain_text("Bruno · a quitté la table")
    await window.command("Alice", "/desfausse stop")
    await expect(evening.board).to_contain_text("Classement")
    await expect(evening.board.get_by_role("button", name="Revanche")).to_be_visible()
