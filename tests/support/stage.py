"""The playground with a bot (the demonstration one, or the real one) and a Chromium, for the page's tests."""

import asyncio
import re
import shutil
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    async_playwright,
    expect,
)
from playwright.async_api import TimeoutError as BrowserTimeout

from playground.__main__ import bot_environment, fake_token
from playground.bots import Bots, Supervisor
from playground.pages import Pages
from playground.server import Server
from playground.stores import Stores
from playground.world import World

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NO_CHROMIUM = "there is no Chromium on this machine"
DEMO = (sys.executable, str(Path(__file__).with_name("demo_bot.py")))
REAL = (sys.executable, "-m", "bot")
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds until the browser gives an expectation up; all is well long before
_CUT = """() => [...document.querySelectorAll(".pane")].flatMap((pane) => {
  const edge = pane.getBoundingClientRect();
  const out = [...pane.querySelectorAll("li.message .button, li.message .select, li.message .figure")]
    .filter((it) => it.getBoundingClientRect().right > edge.right || it.scrollWidth > it.clientWidth + 1);
  const blown = [...pane.querySelectorAll("li.message .gallery img")]
    .filter((it) => it.complete && it.naturalWidth < it.clientWidth);
  return [...out, ...blown].map((it) => it.textContent || it.alt);
})"""
_WIDTH, _HEIGHT = 1280, 860
_MENU = "^(Plus|More)…"
_DISMISS = re.compile("^(Rejeter le message|Dismiss message)$")


@dataclass
class Window:
    """One window of the page, with all that it complained about and asked for."""

    page: Page
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)

    def pane(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    async def begun(self, name: str, words: str) -> Locator:
        """Type a slash command in somebody's pane; the form of its options."""
        pane = self.pane(name)
        await pane.get_by_role("combobox").first.fill(words)
        await pane.get_by_role("combobox").first.press("Enter")
        return pane.locator(".command-form")

    async def picks(self, name: str, place: Locator, named: str, option: str) -> None:
        """Open a list of a message by (a part of) its name, and choose an entry.

        A list closes where its message is drawn anew meanwhile; then it is opened once more, as people do.
        """
        entry = self.pane(name).get_by_role("listbox").last.get_by_role("option", name=option)
        for last in (False, False, True):
            await place.get_by_role("button", name=re.compile(named)).click()
            try:
                await entry.click(timeout=PATIENCE / 3)
                return
            except BrowserTimeout:
                if last or await entry.count():
                    raise

    async def menu(self, name: str, place: Locator, entry: str) -> None:
        """Choose from the list of a message in which all that is seldom needed stands."""
        await self.picks(name, place, _MENU, entry)

    async def command(self, name: str, words: str, **options: str) -> None:
        """Type a slash command in somebody's pane, fill in its options by label, and send it."""
        form = await self.begun(name, words)
        for label, value in options.items():
            control = form.get_by_label(label)
            if await control.evaluate("element => element.nodeName") == "SELECT":
                await control.select_option(label=value)
            else:
                await control.fill(value)
        await form.get_by_role("button", name="Envoyer la commande").click()

    async def insist(self, button: Locator, sign: Locator) -> None:
        """Press until this shows: what changes under one's finger has other buttons from then on."""
        for _ in range(3):
            await expect(button.or_(sign).first).to_be_visible()
            if await sign.count():
                break
            await button.click()
            with suppress(AssertionError):
                await expect(sign).to_be_visible(timeout=5_000)
        await expect(sign).to_be_visible()

    async def dismiss(self, name: str) -> None:
        """Put away all that only this person sees in the channel."""
        for button in reversed(await self.pane(name).get_by_role("button", name=_DISMISS).all()):
            await button.press("Enter")
        await expect(self.pane(name).locator("li.ephemeral")).to_have_count(0)

    async def table(self, name: str, title: str) -> None:
        """Open a demonstration table and wait until it is there in every open pane."""
        await self.command(name, "/demo table", nom=title)
        for pane in await self.page.locator(".pane").all():
            await expect(pane.get_by_text(f"Nom {title},")).to_be_visible()

    def message(self, name: str, text: str | re.Pattern[str]) -> Locator:
        """The last message of a pane that holds a text."""
        return self.pane(name).locator("li.message").filter(has_text=text).last

    async def drawer(self, sheet: str = "Bots et journal") -> Locator:
        """Open one of the sheets of the drawer in which the bot is put to the test."""
        place = self.page.get_by_role("complementary", name="Éprouver")
        if not await place.is_visible():
            await self.page.get_by_role("button", name="Éprouver").click()
        await place.get_by_role("tab", name=sheet).click()
        return place

    async def kill(self) -> None:
        """Kill the only bot, as one does by hand: from the drawer, which stays open."""
        await (await self.drawer()).get_by_role("button", name="Tuer le bot").click()

    async def revive(self) -> None:
        """Start the only bot again, from the drawer."""
        await (await self.drawer()).get_by_role("button", name="Démarrer le bot").click()

    async def cut_off(self) -> list[str]:
        """Buttons wider than their pane, and pictures larger than they were painted."""
        return list(await self.page.evaluate(_CUT))


@dataclass
class Stage:
    """All that a test of the page plays with."""

    world: World
    server: Server
    bots: Bots
    pages: Pages
    browser: Browser
    patience: int = PATIENCE
    _kept: Window | None = None

    @property
    def supervisor(self) -> Supervisor:
        """The first of the bots, or the only one."""
        return self.bots.supervisors[0]

    async def afresh(self) -> Window:
        """The one window that is kept open, as if it were new: another one takes four times as long."""
        if self._kept is None:
            self._kept = await self.window()
            return self._kept
        page = self._kept.page
        await page.evaluate("localStorage.clear()")
        await page.set_viewport_size({"width": _WIDTH, "height": _HEIGHT})
        await page.emulate_media(color_scheme="null")
        self._kept.complaints.clear()
        self._kept.addresses.clear()
        await page.goto(self.server.url)
        await expect(page.locator(".pane")).not_to_have_count(0)
        return self._kept

    async def window(
        self, width: int = _WIDTH, height: int = _HEIGHT, *, beside: Window | None = None
    ) -> Window:
        """Open a window; `beside` another one it shares what the browser remembers."""
        context = (
            beside.context
            if beside
            else await self.browser.new_context(viewport={"width": width, "height": height}, locale="fr-FR")
        )
        context.set_default_timeout(self.patience)
        window = Window(await context.new_page(), context)
        window.page.on("console", lambda message: _note(window, message.type, message.text))
        window.page.on("pageerror", lambda error: window.complaints.append(str(error)))
        window.page.on("request", lambda request: window.addresses.append(request.url))
        await window.page.goto(self.server.url)
        await expect(window.page.locator(".pane")).not_to_have_count(0)
        return window


def _note(window: Window, kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        window.complaints.append(text)


@asynccontextmanager
async def staged(
    ack_seconds: float = 2.5,
    *,
    command: Sequence[str] = DEMO,
    folder: Path | None = None,
    patience: int = PATIENCE,
) -> AsyncIterator[Stage]:
    """Raise the curtain: server, page, bot and browser; all of them end with the block.

    `folder` is where a bot that has tables keeps them; the demonstration bot has none.
    """
    expect.set_options(timeout=patience)
    world = World(ack_seconds=ack_seconds)
    world.identifies_at_once = 16
    world.add_channel("la-taverne")
    world.add_channel("le-grenier")
    for name, locale in (("Alice", "fr"), ("Bruno", "fr"), ("Dylan", "en-US")):
        world.add_person(name, locale=locale)
    server = Server(world)
    token = fake_token(world.bot.id)
    stores = None if folder is None else Stores(folder, command)
    bots = Bots(command, {}, stores, secrets=[token], folder=folder)
    pages = Pages(server, bots)
    await server.start()
    bots.environment |= bot_environment(server, token)
    try:
        await bots.open()
        await ready(server, bots.supervisors[0])
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
            yield Stage(world, server, bots, pages, browser, patience)
            await browser.close()
    finally:
        await bots.close()
        await server.stop()


async def ready(server: Server, supervisor: Supervisor) -> None:
    """Wait until the bot is at the gateway, which it joins once its commands are registered."""
    moved = asyncio.Event()
    forget = [feed.subscribe(lambda _: moved.set()) for feed in (server.world.changes, supervisor.changes)]
    async with asyncio.timeout(60):
        while not server.connected:
            assert supervisor.process.running, "\n".join(supervisor.log)
            await moved.wait()
            moved.clear()
    for unsubscribe in forget:
        unsubscribe()
