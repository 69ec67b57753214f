"""Diavolo and Débâcle in the browser, by clicks alone, with the real bot, which is killed in between."""

import asyncio
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from engines.debacle.notation import read_game, write_game
from tests.support.evening_games import DebacleEvening, DiavoloEvening, gather
from tests.support.stage import CHROMIUM, NO_CHROMIUM, REAL, Stage, Window, staged

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)]
WIDTHS = (1280, 1600, 390)
PATIENCE = 20_000  # milliseconds


async def test_an_evening_of_diavolo_and_debacle(tmp_path: Path):
    async with staged(3.0, command=REAL, folder=tmp_path, patience=PATIENCE) as stage:
        window = await stage.window(1600, 900)
        await _diavolo(stage, window, tmp_path)
        await _debacle(window, tmp_path)
        assert window.complaints == []
        assert {urlsplit(address).hostname for address in window.addresses} == {"127.0.0.1"}
        assert list(stage.server.unknown) == []


async def _diavolo(stage: Stage, window: Window, place: Path) -> None:
    """Alice reads what the pictures say, and wins; the process dies while pawns are grabbed."""
    await window.page.locator("#bar").get_by_role("button", name="Dylan").click()
    await gather(window, "/diavolo start", "Alice", "Bruno", "Dylan")
    evening = DiavoloEvening(window, "Alice", ("Bruno", "Dylan"))
    await evening.round()
    told = evening.board("Alice")
    await expect(told).to_contain_text("✅ Alice")
    await expect(told).to_contain_text("❌ Bruno")
    await evening.roll()
    await window.photographed(place, "diavolo-thrown", WIDTHS)
    right = await evening.right()
    await evening.grab("Dylan", "Blanc" if right != "Blanc" else "Noir")
    await expect(window.message("Dylan", "You grabbed an imp")).to_be_visible()
    await _killed_and_started(stage, window)
    await evening.grab("Alice", right)
    if right != "Gris":
        await evening.grab("Bruno", right)
    await evening.settled()
    while not await evening.over():
        await evening.round()
    last = evening.board("Bruno")
    await expect(last).to_contain_text("🏆 Alice garde ses gemmes et gagne la partie")
    await expect(last.get_by_role("button", name="Revanche")).to_be_visible()
    await expect(last.locator(".gallery").get_by_alt_text(re.compile("Ordre : "))).to_have_count(0)
    await expect(last).to_contain_text(re.compile("Les grands moments.*Revanche", re.DOTALL))
    await window.photographed(place, "diavolo-over", WIDTHS)


async def _killed_and_started(stage: Stage, window: Window) -> None:
    page, starts = window.page, stage.supervisor.process.starts
    await window.kill()
    await expect(page.locator("#bar .bot-state")).to_contain_text("Bot arrêté")
    await window.revive()
    await expect(page.locator("#bar .bot-state")).to_contain_text("Bot en marche")
    assert stage.supervisor.process.starts == starts + 1


async def _debacle(window: Window, place: Path) -> None:
    """A turn by private message, one from the channel, the board in text, and the moves to take home."""
    await window.page.locator("#bar").get_by_role("button", name="Dylan").click()
    await gather(window, "/debacle start", "Alice", "Bruno")
    evening = DebacleEvening(window, ("Alice", "Bruno"))
    await expect(evening.board("Alice")).to_contain_text("C’est à")
    first, second = await evening.mover(), await evening.waiting()
    await _turn_by_letter(evening, first, second)
    await window.photographed(place, "debacle-turn", WIDTHS)
    await _turn_in_the_channel(evening, second)
    await expect(evening.board("Alice")).to_contain_text(f"{first} (")
    await _resigns(evening, first)
    await window.photographed(place, "debacle-over", WIDTHS)


async def _turn_by_letter(evening: DebacleEvening, name: str, other: str) -> None:
    die, to = (
        ("a1", "a2")
        if await evening.board(name).get_by_text(re.compile(r"C’est à [^.(]*\(Rouge\)")).count()
        else ("a6", "a5")
    )
    await evening.plays(name, f"{die}-{to}")
    await expect(evening.board(other)).to_contain_text(re.compile(f"{_draft(name)}, pas encore joué"))
    await (await evening.letter(name)).get_by_role("button", name="Annuler").click()
    await expect(evening.board(other)).not_to_contain_text("Brouillon")
    await evening.plays(name, f"{die}-{to} {to}!")
    await expect(evening.board(other)).to_contain_text(f"{name} roule {die}→{to}")


async def _turn_in_the_channel(evening: DebacleEvening, name: str) -> None:
    board, window = await evening.channel(name), evening.window
    row = "6" if await board.get_by_text(re.compile(r"C’est à [^.(]*\(Noir\)")).count() else "1"
    for die, told in ((f"b{row}", _draft(name)), (f"c{row}", f"{name} flippe b{row}")):
        await evening.choose(name, board, die)
        await window.message(name, "que fait-il ?").get_by_role("button", name=f"Flipper {die}").click()
        await expect(board).to_contain_text(re.compile(told))
    await window.menu(name, board, "En texte")
    said = window.message(name, "R = Rouge, N = Noir")
    await expect(said.locator("pre")).to_contain_text(re.compile("a +b +c +d +e +f|f +e +d +c +b +a"))


def _draft(name: str) -> str:
    """A pattern for the words by which the board tells somebody's draft."""
    return f"Brouillon (de |d’){name}"


async def _resigns(evening: DebacleEvening, name: str) -> None:
    board, window = await evening.channel(name), evening.window
    await evening.window.menu(name, board, "Abandonner")
    asked = window.message(name, "Abandonner la partie ?")
    await asked.get_by_role("button", name="Oui, j’abandonne").click()
    over = window.message("Alice", "a quitté la partie")
    await expect(over).to_contain_text("gagne la partie")
    link = over.get_by_role("link", name=re.compile(r"debacle-\d+\.txt"))
    await expect(link).to_be_visible()
    async with window.page.expect_download() as download:
        await link.click()
    moves = await asyncio.to_thread((await (await download.value).path()).read_text)
    assert "a1-a2 a2!" in moves or "a6-a5 a5!" in moves
    assert "b6! c6!" in moves or "b1! c1!" in moves
    assert "over" in write_game(read_game(moves))
