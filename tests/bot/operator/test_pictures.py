"""`pictures`: how much room the pictures of decks take, in all and by server, and how much there is."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256

import pytest

from bot.tables.decks import DeckInfo
from bot.tables.pictures import NewPictures
from tests.bot.operator.conftest import Desk

KIB = 1024


def fill(desk: Desk, *decks: tuple[int, str, tuple[bytes, ...]]) -> None:
    """Let servers have decks with these pictures."""

    async def work() -> None:
        store = await desk.open()
        try:
            for guild_id, name, contents in decks:
                pictures = {sha256(content).hexdigest(): content for content in contents}
                await store.put_deck(
                    guild_id, DeckInfo(name, 2, 1), json.dumps(sorted(pictures)), NewPictures(pictures)
                )
        finally:
            await store.close()

    asyncio.run(work())


def test_an_empty_database_has_all_its_room(desk: Desk) -> None:
    told = desk.type("pictures")
    assert (told.status, told.wrong) == (0, "")
    assert told.text.startswith("0 pictures, 0.0 MiB; there may be 200 MiB in all, 25 MiB a server.")


def test_the_heaviest_server_comes_first(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTURES_MIB", "3")
    large, small = bytes(2 * KIB * KIB), bytes(512 * KIB)
    fill(desk, (10, "Quiz", (small,)), (11, "Quiz", (large, small)), (11, "Autre", (large,)))
    lines = desk.type("pictures").text.splitlines()
    assert lines[0].startswith("2 pictures, 2.5 MiB; there may be 3 MiB in all")
    assert lines[1:] == ["server 11 · 2 pictures, 2.5 MiB", "server 10 · 1 picture, 0.5 MiB"]
