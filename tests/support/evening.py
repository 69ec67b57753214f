"""An evening of La Tasse in the browser: the real bot, and people who click as anybody would."""

import re
from dataclasses import dataclass, field

from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as Late

from tests.support.stage import Window

HOST = "Alice"
ROLL = re.compile("^(Lancer|Roll|Croire et lancer|Believe and roll)$")
DOUBT = re.compile("^(Douter|Doubt)$")
LIST = re.compile("^(Annoncer un score…|Claim a score…)")
WORDS = re.compile("^(Taper l’annonce…|Type your claim…)$")
BOARD = re.compile("Points · on sort à")
JOIN, HAND = "Rejoindre", "Mes dés"  # below the board all speak the server's language
AFRESH = re.compile("rien à égaler|nothing to match")
NOTHING_TO_BEAT = re.compile("sans rien à égaler|gagne la partie")
_SAID = """(pane) => {
  const copy = pane.cloneNode(true);
  for (const clock of copy.querySelectorAll(".timestamp")) clock.remove();
  return copy.textContent;
}"""


@dataclass
class Evening:
    """One window with everybody in it. The host's pane stays on the channel: the board is read there."""

    window: Window
    private: set[str] = field(default_factory=set)  # who plays by private messages

    @property
    def board(self) -> Locator:
        """The public message of the running game, as the host sees it."""
        return self.board_of(HOST)

    def board_of(self, name: str) -> Locator:
        return self.window.message(name, BOARD)

    def lobby_of(self, name: str) -> Locator:
        return self.window.message(name, "la table est ouverte")

    def panel(self, name: str) -> Locator:
        """The newest private panel, by private message or for that person's eyes only in the channel."""
        return self.window.message(name, re.compile("Vous avez|You have"))

    async def holder(self) -> str:
        """Who has the cup, by the board."""
        said = re.search(r"(\w+) a la tasse", await self.board.inner_text())
        assert said is not None
        return said.group(1)

    async def over(self) -> bool:
        return await self.window.message(HOST, "Classement").count() > 0

    async def sit(self, name: str) -> None:
        await self.lobby_of(name).get_by_role("button", name=JOIN).click()

    async def whisper(self, name: str) -> None:
        """Turn to the private messages of the bot."""
        await self.window.pane(name).get_by_role("tab", name="Gobelet").click()

    async def open_panel(self, name: str) -> Locator:
        """Bring up the panel of who has the cup: by private message, or for one's own eyes in the channel."""
        if name in self.private:
            await self.whisper(name)
        else:
            await self.board_of(name).get_by_role("button", name=HAND, exact=True).click()
        panel = self.panel(name)
        await expect(panel).to_contain_text(re.compile("À vous|Your turn"))
        return panel

    async def roll(self, name: str, afresh: bool = False) -> None:
        """Roll by the board or the own panel; `afresh` waits until that one shows that nothing stands."""
        place = self.board if name == HOST else await self.open_panel(name)
        if afresh:
            await expect(place).to_contain_text(AFRESH)
        await place.get_by_role("button", name=ROLL).click()
        await expect(self.board).to_contain_text(f"{name} a la tasse et regarde ses dés")

    async def dice(self, name: str) -> Locator:
        """The panel that answered the roll, with the dice."""
        panel = self.panel(name)
        await expect(panel).to_contain_text(re.compile("Vos dés|Your dice"))
        return panel

    async def announce_highest(self, name: str) -> None:
        """Choose the last of the list, a 21, with the keyboard."""
        panel = await self.dice(name)
        await panel.get_by_role("button", name=LIST).click()
        await expect(self.window.pane(name).get_by_role("listbox").last).to_be_focused()
        await self.window.page.keyboard.press("End")
        await self.window.page.keyboard.press("Enter")
        await expect(self.board).to_contain_text(f"À égaler ou à battre : 21, annoncé par {name}")

    async def announce_in_words(self, name: str, words: str, score: str) -> None:
        """Say it in the form that opens, where people may trip."""
        panel = await self.dice(name)
        await panel.get_by_role("button", name=WORDS).click()
        form = self.window.pane(name).get_by_role("dialog")
        await form.get_by_role("textbox").fill(words)
        await form.get_by_role("textbox").press("Enter")
        await expect(form).to_have_count(0)
        await expect(self.board).to_contain_text(f"À égaler ou à battre : {score}, annoncé par {name}")

    async def doubt(self, name: str) -> None:
        place = self.board if name == HOST else await self.open_panel(name)
        await place.get_by_role("button", name=DOUBT).click()
        await self.lifted()

    async def insist(self, name: str, button: Locator) -> None:
        """Press what goes away when it has worked; once more if for some seconds nothing whatever happens."""
        pane = await self.window.pane(name).element_handle()
        before = await self.window.page.evaluate(f"pane => ({_SAID})(pane)", pane)
        await button.click()
        try:
            changed = f"([pane, before]) => ({_SAID})(pane) !== before"
            await self.window.page.wait_for_function(changed, arg=[pane, before], timeout=5_000)
        except Late:
            await button.click()
        try:
            await expect(button).to_have_count(0)
        except AssertionError as error:
            raise AssertionError(f"{name} sees:\n{await self.window.pane(name).inner_text()}") from error

    async def lifted(self) -> None:
        """Wait until the doubt is told and somebody starts from zero, or has won."""
        settled = self.window.message(HOST, re.compile(f"{BOARD.pattern}|Classement"))
        await expect(settled).to_contain_text(NOTHING_TO_BEAT)

    async def play_on(self) -> None:
        """Whoever starts from zero bluffs with a 21, and the next one doubts, until somebody has won."""
        while not await self.over():
            bluffer = await self.holder()
            await self.roll(bluffer, afresh=True)
            await self.announce_highest(bluffer)
            await self.doubt(await self.holder())
