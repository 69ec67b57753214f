"""Evenings of Diavolo and Débâcle in the browser: the real bot, and people who click as anybody would."""

import re
from dataclasses import dataclass

from playwright.async_api import Locator, expect

from tests.support.sim_diavolo import color_asked_for
from tests.support.stage import Window

NAMES = {"black": "Noir", "white": "Blanc", "red": "Rouge", "grey": "Gris"}
JOIN, BEGIN, ROLL = "Rejoindre", "Commencer", "Lancer"


async def gather(window: Window, command: str, host: str, *others: str, **options: str) -> None:
    """A lobby, in which people sit down from their panes, and which the host ends."""

    def lobby(name: str) -> Locator:
        return window.message(name, "la table est ouverte")

    await window.command(host, command, **options)
    for name in others:
        # a message that is moved down at this moment swallows a click
        await window.insist(lobby(name).get_by_role("button", name=JOIN), lobby(host).filter(has_text=name))
    await lobby(host).get_by_role("button", name=BEGIN).click()


@dataclass
class DiavoloEvening:
    """People at a table of Diavolo. `reader` finds the right colour in the picture's words, others miss."""

    window: Window
    reader: str
    others: tuple[str, ...]

    def board(self, name: str) -> Locator:
        return self.window.message(name, re.compile("Diavolo · manche|Classement"))

    def colors(self, name: str) -> Locator:
        return self.board(name).get_by_role("button", name=re.compile(r"\(\d\)$"))

    async def over(self) -> bool:
        return await self.window.message(self.reader, "Classement").count() > 0

    async def roll(self) -> None:
        """Wait until the button opens by itself, and let the roller press it."""
        button = self.board(self.reader).get_by_role("button", name=ROLL)
        await expect(button).not_to_have_attribute("aria-disabled", "true")
        said = re.search(r"À (\w+) de lancer les dés", await self.board(self.reader).inner_text())
        assert said is not None
        await self.board(said[1]).get_by_role("button", name=ROLL).click()
        await expect(self.colors(self.reader)).to_have_count(4)

    async def right(self) -> str:
        """The name of the right colour."""
        said = await self.board(self.reader).locator(".gallery img").get_attribute("alt")
        assert said is not None
        return NAMES[color_asked_for(said.replace("\u00a0", " ").replace("\u202f", " "))]

    async def grab(self, name: str, color: str) -> None:
        await self.colors(name).filter(has_text=color).click()

    async def round(self) -> None:
        """A throw; the others grab what is wrong, the reader what is right."""
        await self.roll()
        right = await self.right()
        for name, wrong in zip(self.others, [each for each in NAMES.values() if each != right], strict=False):
            await self.grab(name, wrong)
        await self.grab(self.reader, right)
        await self.settled()

    async def settled(self) -> None:
        await expect(self.colors(self.reader)).to_have_count(0)


@dataclass
class DebacleEvening:
    """Two people at a table of Débâcle; the board is read in the pane of who waits."""

    window: Window
    people: tuple[str, str]

    def board(self, name: str) -> Locator:
        return self.window.message(name, re.compile("Débâcle · manche"))

    async def mover(self) -> str:
        """Whose turn it is."""
        said = re.search(r"C’est à \W*(\w+) \((Rouge|Noir)\)", await self.board(self.people[0]).inner_text())
        assert said is not None
        return said[1]

    async def waiting(self) -> str:
        mover = await self.mover()
        return next(name for name in self.people if name != mover)

    async def letter(self, name: str) -> Locator:
        """Turn to the private messages, to the newest one."""
        await self.window.pane(name).get_by_role("tab", name="Gobelet").click()
        await expect(self.window.message(name, "À vous de jouer")).to_be_visible()
        return self.window.pane(name).locator("li.message").last

    async def channel(self, name: str) -> Locator:
        """Turn to the channel, to the board."""
        await self.window.pane(name).get_by_role("tab", name="la-taverne").click()
        return self.board(name)

    async def choose(self, name: str, place: Locator, die: str) -> None:
        """Choose a die from the list of a message."""
        await place.get_by_role("button", name="Choisir un dé…").click()
        options = self.window.pane(name).get_by_role("listbox").last.get_by_role("option")
        await options.filter(has_text=f"en {die}").click()

    async def plays(self, name: str, words: str) -> None:
        """Do by private message what these words of the notation say."""
        letter = await self.letter(name)
        for word in words.split():
            if word != ",":
                await self.choose(name, letter, word[:2])
            button = letter.get_by_role("button", name=re.compile(f"^{_label(word)}"))
            await button.click()
            await expect(button).to_have_count(0)


def _label(word: str) -> str:
    """What the button of an action begins with."""
    if word == ",":
        return "Renoncer au rebond"
    die, to = word[:2], word[3:]
    return {"-": f"Rouler {die}→{to}", "x": f"Capturer {to}", "!": f"Flipper {die}"}[word[2]]
