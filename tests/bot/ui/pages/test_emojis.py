"""Emojis are uploaded once, and never missed when Discord does not answer."""

from __future__ import annotations

import json
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image

from bot.ui.pages.drawing import SIZE, die, png
from bot.ui.pages.emojis import EmojiBook, ensure_emojis
from cogs.tasse.sign import cup


class Facts:
    """The part of the store that keeps small facts."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def fact(self, key: str) -> str | None:
        return self.kept.get(key)

    async def set_fact(self, key: str, value: str) -> None:
        self.kept[key] = value


class Emoji:
    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number

    def __str__(self) -> str:
        return f"<:{self.name}:{self.number}>"


class Application:
    """Discord's application emojis."""

    def __init__(self) -> None:
        self.emojis: list[Emoji] = []
        self.uploads = 0
        self.down = False
        self.refuse_after: int | None = None

    async def fetch_application_emojis(self) -> Any:
        self._answer()
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        self._answer()
        if self.refuse_after is not None and self.uploads >= self.refuse_after:
            raise _error()
        assert 2 <= len(name) <= 32
        assert len(image) < 256 * 1024
        self.uploads += 1
        self.emojis.append(Emoji(name, self.uploads))
        return self.emojis[-1]

    def _answer(self) -> None:
        if self.down:
            raise _error()


def _error() -> discord.HTTPException:
    response: Any = SimpleNamespace(status=500, reason="down")
    return discord.HTTPException(response, "down")


async def make(application: Application, facts: Facts) -> EmojiBook:
    return await ensure_emojis(application, facts, {"tasse": cup})


async def test_they_are_uploaded_once() -> None:
    application, facts = Application(), Facts()
    first, second = await make(application, facts), await make(application, facts)
    assert application.uploads == 7
    assert first == second
    assert first.die(6).startswith("<:gobelet_de_6_")
    assert first.mark("tasse", "").startswith("<:gobelet_tasse_")


async def test_a_changed_drawing_is_uploaded_anew() -> None:
    application, facts = Application(), Facts()
    await make(application, facts)
    application.emojis[1].name = "gobelet_de_1_000000"
    book = await make(application, facts)
    assert application.uploads == 8
    assert book.die(1).endswith(":8>")


async def test_without_an_answer_the_known_ones_are_used() -> None:
    application, facts = Application(), Facts()
    known = await make(application, facts)
    application.down = True
    assert await make(application, facts) == known


async def test_without_any_the_words_stand_alone() -> None:
    application, facts = Application(), Facts()
    application.down = True
    book = await make(application, facts)
    assert book.dice("64") == "[6][4]"
    assert json.loads(facts.kept["emojis"]) == {}


async def test_an_upload_that_fails_half_way_goes_on_the_next_time() -> None:
    application, facts = Application(), Facts()
    application.refuse_after = 3
    half = await make(application, facts)
    assert len(half.marks) == 3
    application.refuse_after = None
    assert len((await make(application, facts)).marks) == 7
    assert application.uploads == 7


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips(value: int) -> None:
    """Counted on the picture: dark patches inside the ivory."""
    picture = die(value).crop((22, 22, SIZE - 22, SIZE - 22)).convert("L").point(lambda p: 255 * (p < 128))
    assert _patches(picture) == value


def test_pictures_are_small_transparent_pngs() -> None:
    for picture in (cup(), die(5)):
        read = Image.open(BytesIO(png(picture)))
        assert (read.format, read.mode, read.size) == ("PNG", "RGBA", (SIZE, SIZE))
        assert read.getpixel((0, 0)) == (0, 0, 0, 0)


def _patches(picture: Image.Image) -> int:
    dark = {(x, y) for x in range(picture.width) for y in range(picture.height) if picture.getpixel((x, y))}
    count = 0
    while dark:
        count, edge = count + 1, [dark.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & dark
            dark -= near
            edge.extend(near)
    return count
