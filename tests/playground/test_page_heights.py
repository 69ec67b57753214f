"""How high a message of a game stands on a phone: what can be decided is seen without scrolling."""

import base64
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import ViewportSize

from bot.tables.sight import Sight
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.pages.layout import body_of
from bot.ui.pages.page import Page, Picture, Sketch
from cogs.defizz.face import DefizzFace
from cogs.desfausse.face import DesfausseFace
from cogs.diavolo.face import DiavoloFace
from cogs.tasse.face import TasseFace
from engines.tasse.model import Announce, Doubt, Roll
from tests.cogs.debacle.table import FACE as DEBACLE
from tests.cogs.debacle.table import DebacleTable
from tests.cogs.defizz.table import DUEL_100, DefizzTable
from tests.cogs.desfausse.table import DesfausseTable
from tests.cogs.diavolo.table import EXAMPLE, DiavoloTable
from tests.support.stage import CHROMIUM, NO_CHROMIUM, Stage, Window
from tests.support.tasse_table import TasseTable

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.asyncio(loop_scope="session"),
]
PHONE, MOST = ViewportSize(width=390, height=844), 700
"""Pixels: the window, and how high a message may be in it."""
T = texts_for("fr")
Seen = tuple[str, Face, Sight, str | None]
"""What is seen of a table in the middle of a game: a name for it, and whose panel it is (None: the board)."""


def tasse() -> Iterator[Seen]:
    table = TasseTable().act("1", Roll(), 6, 4)
    yield "tasse, rolled", TasseFace(), table.seen(), None
    yield "tasse, own dice", TasseFace(), table.seen("1"), "1"
    table.act("1", Announce("64"))
    yield "tasse, announced", TasseFace(), table.seen(), None
    yield "tasse, doubted", TasseFace(), table.act("2", Doubt()).seen(), None


def diavolo() -> Iterator[Seen]:
    table = DiavoloTable(("Anne", "Bob", "Chloé", "Dario", "Élise", "Farid")).roll(*EXAMPLE, 3)
    yield "diavolo, six people grab", DiavoloFace(), table.seen(), None
    table.grab("1", "red", 500).grab("2", "white", 700).expire()
    yield "diavolo, six people have grabbed", DiavoloFace(), table.seen(), None


def debacle() -> Iterator[Seen]:
    table = DebacleTable()
    yield "debacle, at first", DEBACLE, table.seen(), None
    table.play("a1-a2 b1!")
    yield "debacle, a turn is played", DEBACLE, table.seen(), None
    yield "debacle, own turn", DEBACLE, table.seen("2"), "2"


def desfausse() -> Iterator[Seen]:
    table = DesfausseTable("2 2 2 2 3 D", "4 D 4 4 5 5", "1 2 3 4 5 D")
    yield "desfausse, own hand", DesfausseFace(), table.seen("1"), "1"
    table.stop()
    yield "desfausse, a call", DesfausseFace(), table.seen(), None
    while table.state.position.turn == 1:
        table.skip(table.to_act[0])
    yield "desfausse, a turn is over", DesfausseFace(), table.seen(), None


def defizz() -> Iterator[Seen]:
    table = DefizzTable().roll(DUEL_100)
    yield "defizz, a card", DefizzFace(), table.seen(), None
    table.choose(0, "2", 100)
    yield "defizz, a question", DefizzFace(), table.seen(), None
    yield "defizz, the reader's card", DefizzFace(), table.seen("4"), "4"


@pytest.mark.parametrize("game", [tasse, diavolo, debacle, desfausse, defizz], ids=lambda game: game.__name__)
async def test_boards_and_panels_fit_a_phone(stage: Stage, window: Window, game: Any):
    world = stage.world
    await window.page.set_viewport_size(PHONE)
    (channel, *_) = [each for each in world.channels.values() if each.person_id is None]
    heights = {}
    for name, face, sight, seat in game():
        page = face.board(sight, T) if seat is None else face.panel(sight, T, "La Taverne")
        posted = world.messages.post(channel, world.bot, as_shown(page))
        shown = window.pane("Alice").locator(f'li.message[data-message="{posted.id}"]')
        for picture in await shown.locator(".gallery img").all():
            await picture.evaluate("image => image.decode()")
        heights[name] = await shown.evaluate("element => element.getBoundingClientRect().height")
    assert await window.cut_off() == []
    assert not {name: height for name, height in heights.items() if not 100 < height <= MOST}


def as_shown(page: Page) -> dict[str, Any]:
    """The body of a page with its pictures in it, so that nothing has to be uploaded."""
    pictures = {
        block.name: Picture(block.name, block.alt, block.drawing.paint())
        for block in page.blocks
        if isinstance(block, Sketch)
    }
    blocks = (pictures[block.name] if isinstance(block, Sketch) else block for block in page.blocks)
    body = body_of(replace(page, blocks=tuple(blocks)))
    for container in body["components"]:
        for gallery in container["components"]:
            for item in gallery.get("items", ()):
                data = pictures[item["media"]["url"].removeprefix("attachment://")].data
                item["media"] = {"url": f"data:image;base64,{base64.b64encode(data).decode()}"}
    return body | {"attachments": []}
