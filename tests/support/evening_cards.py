"""Evenings of DESfausse and Défizz in the browser: the real bot, and people who click as anybody would."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from playwright.async_api import FilePayload, Locator, expect

from tests.support.stage import Window

ANSWERS = ("Reims", "312")
"""What is right in the small deck: for the Chrono that each card asks first, and for the Cible after it."""
MINIMUM = re.compile("^(Au minimum|The minimum|Tout miser|All in) ")
CONFIRM = re.compile("^(Valider|Confirm)$")
SIMPLE = re.compile("^(Garder|Keep)$")
CHOOSING = re.compile("(choisit|choisissent) une question")


def small_deck() -> FilePayload:
    """A file with a deck of four cards, all with the same three questions."""
    right, number = ANSWERS[0], int(ANSWERS[1])
    questions = [
        {"mode": "chrono", "clue": "Le sacre", "text": "Dans quelle ville ?", "answers": [right]},
        {"mode": "cible", "clue": "La tour", "text": "Quelle hauteur ?", "number": number, "unit": "mètre"},
        {"mode": "chrono", "clue": "La rouille", "text": "Sur quel métal ?", "answers": ["fer"]},
    ]
    cards = [
        {"id": f"{pile}{n}", "pile": pile, "questions": questions}
        for pile in ("duel", "multi")
        for n in (1, 2)
    ]
    deck = {"format": 1, "name": "Essai", "language": "fr", "licence": "CC0-1.0", "cards": cards}
    return {
        "name": "petit paquet.json",
        "mimeType": "application/json",
        "buffer": json.dumps(deck, ensure_ascii=False).encode(),
    }


@dataclass
class DefizzEvening:
    """People at a table of Défizz; `teams`: who sits for a name on the board that is not a person's."""

    window: Window
    host: str
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def board(self, name: str = "") -> Locator:
        return self.window.message(name or self.host, re.compile("Défizz · tour|Classement"))

    async def told(self, pattern: str) -> str:
        """Wait for words on the board, and return what stands in their place."""
        await expect(self.board()).to_contain_text(re.compile(pattern))
        found = re.search(pattern, await self.board().inner_text())
        assert found is not None
        return self.teams.get(found[1], (found[1],))[0]

    async def rolls(self) -> str:
        """Whoever is active rolls."""
        active = await self.told(r"À (.+?) de lancer le dé")
        roll = self.board(active).get_by_role("button", name="Lancer")
        await self.window.insist(roll, self.board(active).filter(has_text=CHOOSING))
        return active

    async def chooses(self, name: str, question: int) -> None:
        """Choose a question; the only other one is challenged, for as little as may be."""
        shown = self.window.message(name, re.compile("Indice choisi|Chosen clue"))
        clue = self.board(name).get_by_role("button", name=re.compile(f"^{question} · "))
        await self.window.insist(clue, shown)
        await shown.get_by_role("button", name=MINIMUM).click()

    async def asks(self) -> tuple[str, str]:
        """Choose until there is a question to read (not a Chance); who is active, and who reads it."""
        while True:
            active = await self.rolls()
            reader = await self.told(r"Lecteur\s:\s(\w+)")
            await self.chooses(active, 1)
            await expect(self.board()).not_to_contain_text(CHOOSING)
            if "de lancer le dé" not in await self.board().inner_text():
                return active, reader

    async def says(self, name: str, text: str) -> None:
        """Answer in the form."""
        form = self.window.pane(name).get_by_role("dialog")
        await self.window.insist(self.board(name).get_by_role("button", name="Répondre"), form)
        await form.get_by_role("textbox").fill(text)
        await form.get_by_role("textbox").press("Enter")
        await expect(form).to_have_count(0)

    async def orders(self, name: str) -> None:
        """The host gives an order on the console, and confirms it."""
        console = self.window.message(self.host, re.compile(r"Défizz\s:\soutils de l’hôte"))
        await self.window.menu(self.host, self.board(), "Outils de l’hôte")
        await console.get_by_role("button", name=name, exact=True).click()
        asked = self.window.pane(self.host).locator("li.message").filter(has_text=name)
        await asked.get_by_role("button", name="Confirmer").last.click()
        await expect(console).to_contain_text("C’est fait")
        await console.get_by_role("button", name="Rejeter le message").click()
        await expect(console).to_have_count(0)


@dataclass
class DesfausseEvening:
    """People at a table of DESfausse. The host plays from the channel, the others by private message."""

    window: Window
    host: str

    @property
    def board(self) -> Locator:
        return self.window.message(self.host, re.compile("DESfausse · manche|Classement"))

    def hand(self, name: str) -> Locator:
        """The newest panel."""
        shown = self.window.pane(name).locator(".stream:not([hidden]) li.message")
        return shown.filter(has_text=re.compile(r"DESfausse · (?!manche)")).last

    async def opens(self, name: str) -> Locator:
        """Somebody's panel, which the host brings up anew each time."""
        if name == self.host:
            await self.window.dismiss(name)
            await self.board.get_by_role("button", name="Ma main").click()
        return self.hand(name)

    async def turn(self) -> None:
        """Everybody keeps what was rolled and discards what comes first in the lists, until the next turn."""
        (turn,) = await self._found(r"manche \d+, tour \d+")
        while await self._found(f"{turn}\\b"):
            (now,) = await self._found(r"encore, en secret|Appel des \d|\w+ doit donner|aura l’Ange")
            for name in await self._found(r"(?<=⏳ )\w+(?= ·)") or await self._found(r"(?<=👼 )\w+"):
                await self.decides(name)
            done = re.compile(rf"{turn}\b.*{now}", re.DOTALL)
            await expect(self.board).not_to_contain_text(done)

    async def decides(self, name: str) -> None:
        """Keep, or choose the first entry of each list until there is something to confirm."""
        hand = await self.opens(name)
        keep, lists = hand.get_by_role("button", name=SIMPLE), hand.locator(".select")
        await expect(keep.or_(lists)).to_be_visible()
        if await keep.count():
            return await keep.click()
        confirm = hand.get_by_role("button", name=CONFIRM)
        while not await confirm.count():
            told = await hand.locator(".text").all_inner_texts()
            await lists.click()
            await self.window.pane(name).get_by_role("listbox").last.get_by_role("option").first.click()
            await expect(hand.locator(".text")).not_to_have_text(told, use_inner_text=True)
        return await confirm.click()

    async def _found(self, pattern: str) -> list[str]:
        """What the board says of this kind; the calls' story below says it otherwise."""
        said = (await self.board.inner_text()).replace("\u202f", " ").replace("\xa0", " ")
        return re.findall(pattern, said)
