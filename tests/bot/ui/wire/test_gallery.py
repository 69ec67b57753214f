"""Edits upload only what has changed: other files stay in their message, by the ids that Discord gave."""

from collections.abc import AsyncIterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import orjson
import pytest
from discord.webhook.async_ import async_context

from bot.tables.tasks import Tasks
from bot.ui.pages.page import Attachment, Page, Picture, Text
from bot.ui.wire.courier import Courier, Undelivered
from bot.ui.wire.responder import Passes, Responder
from bot.ui.wire.studio import Gallery, Studio
from tests.support.store import FreshStore

CHANNEL = 5
POSTED = discord.utils.time_snowflake(discord.utils.utcnow() + timedelta(days=1))
"""A message that was not there before it was asked for."""
BAD_FORM, GONE = 50035, 10008


class Discord:
    """One message, whose files stay, come and go as Discord does it; both doors lead to it."""

    def __init__(self) -> None:
        self.files: dict[int, str] = {}
        self.uploads: list[list[str]] = []
        self.bodies: list[Any] = []
        self.refusals: list[tuple[int, int]] = []
        self._last_id = 900
        self.http = self
        self.proxy = self.proxy_auth = self._connection = self._HTTPClient__session = None
        async_context.set(self)

    async def request(self, route: discord.http.Route, _session: object = None, **sent: Any) -> Any:
        parts = sent.get("form") or sent.get("multipart")
        body = orjson.loads(parts[0]["value"]) if parts else sent.get("json") or sent["payload"]
        by_click = route.path.endswith("callback")
        self.bodies.append(body)
        if self.refusals:
            raise refusal(*self.refusals.pop(0))
        if by_click and "data" not in body:
            return ""
        names = [file.filename for file in sent.get("files", ())]
        message = self._write(body["data"] if by_click else body, names)
        if not by_click:
            return message
        return {"resource": {"message": message}} if sent["params"] else ""

    def _write(self, body: Any, names: list[str]) -> Any:
        kept = {int(each["id"]) for each in body["attachments"] if isinstance(each["id"], str)}
        files = {number: name for number, name in self.files.items() if number in kept}
        for name in names:
            self._last_id += 1
            files[self._last_id] = name
        ids = {f"attachment://{name}": str(number) for number, name in files.items()}
        (box,) = body["components"]
        for component in box["components"]:
            for media in (component.get("file"), *(item["media"] for item in component.get("items", ()))):
                if media is not None:
                    if media["url"] not in ids:
                        raise refusal(400, BAD_FORM)
                    media["attachment_id"] = ids[media["url"]]
        self.files = files
        self.uploads.append(names)
        now = discord.utils.utcnow().isoformat()
        return {
            "id": str(POSTED),
            "components": body["components"],
            "timestamp": now,
            "edited_timestamp": now,
        }


def refusal(status: int, code: int) -> discord.HTTPException:
    kind = discord.NotFound if status == 404 else discord.HTTPException
    return kind(SimpleNamespace(status=status, reason="no"), {"code": code, "message": "no"})


class House:
    """What shows pages: a courier, and a responder for each click."""

    def __init__(self, tasks: Tasks) -> None:
        self.there = Discord()
        self.studio, self.passes = Studio(tasks), Passes()
        self.courier = Courier(self.there, FreshStore(), self.studio, self.passes)

    async def edit(self, page: Page) -> list[str]:
        """Edit the message; the names of the files that were uploaded."""
        await self.courier.edit(CHANNEL, POSTED, page)
        return self.there.uploads[-1]

    async def click(self, page: Page) -> list[str]:
        """Answer a click on the message with this page; the names of the files that were uploaded."""
        asked = SimpleNamespace(client=self.there, id=1, application_id=2, token="token", locale="fr")
        asked.type = discord.InteractionType.component
        asked.data = {"custom_id": "g:1:2:roll:"}
        asked.message = SimpleNamespace(id=POSTED, flags=SimpleNamespace(ephemeral=False))
        async with Responder(asked, self.studio, self.passes) as responder:
            await responder.update(page)
        return self.there.uploads[-1]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    tasks = Tasks()
    yield House(tasks)
    await tasks.drain(5)


def picture(content: bytes = b"cup", name: str = "cup.png") -> Picture:
    return Picture(name, "a cup", content)


def page(*files: Picture | Attachment, words: str = "head") -> Page:
    return Page(1, 2, (Text(words), *files))


async def test_a_picture_that_is_the_same_is_uploaded_once(house: House) -> None:
    assert await house.edit(page(picture())) == ["cup.png"]
    first = dict(house.there.files)
    assert await house.edit(page(picture(), words="other words")) == []
    assert house.there.files == first
    (kept,) = house.there.bodies[-1]["attachments"]
    assert kept["id"] == str(next(iter(first)))


async def test_another_picture_takes_the_place_of_the_old_one(house: House) -> None:
    await house.edit(page(picture(b"closed")))
    assert await house.edit(page(picture(b"lifted"))) == ["cup.png"]
    assert len(house.there.files) == 1
    assert await house.edit(page(picture(b"closed"))) == ["cup.png"]


async def test_of_several_files_only_the_new_ones_are_uploaded(house: House) -> None:
    moves = Attachment("moves.txt", b"1. a1")
    await house.edit(page(picture(), moves))
    assert await house.edit(page(picture(), picture(b"x", "end.png"), moves)) == ["end.png"]
    assert sorted(house.there.files.values()) == ["cup.png", "end.png", "moves.txt"]
    assert await house.edit(page(moves, picture())) == []
    assert sorted(house.there.files.values()) == ["cup.png", "moves.txt"]


async def test_a_picture_that_was_taken_away_is_uploaded_again(house: House) -> None:
    await house.edit(page(picture(), picture(b"x", "end.png")))
    await house.click(page(picture()))
    assert await house.click(page(picture(), picture(b"x", "end.png"))) == ["end.png"]
    await house.edit(page())
    assert house.there.files == {}
    assert await house.edit(page(picture())) == ["cup.png"]
    assert len(house.there.bodies) == len(house.there.uploads)


async def test_clicks_and_the_bot_s_own_edits_know_of_one_another(house: House) -> None:
    assert await house.courier.post(CHANNEL, page(picture()), "purpose") == POSTED
    assert await house.click(page(picture(), words="clicked")) == []
    assert await house.click(page(picture(b"lifted"))) == ["cup.png"]
    assert await house.edit(page(picture(b"lifted"), words="edited")) == []


async def test_the_message_is_asked_for_only_where_a_click_uploads(house: House) -> None:
    """Its answer says the ids of new files; nothing else needs it."""
    wanted: list[Any] = []
    inner = house.there.request

    async def listen(route: discord.http.Route, session: object = None, **sent: Any) -> Any:
        wanted.append(sent.get("params"))
        return await inner(route, session, **sent)

    house.there.request = listen
    for words in ("one", "two"):
        await house.click(page(picture(), words=words))
    await house.click(page())
    assert wanted == [{"with_response": "1"}, None, None]


async def test_files_that_another_process_has_replaced_are_sent_again(house: House) -> None:
    await house.edit(page(picture()))
    house.there.files = {5000: "cup.png"}
    assert await house.edit(page(picture(), words="other words")) == ["cup.png"]
    assert await house.edit(page(picture())) == []


async def test_after_a_failure_nobody_believes_what_hangs_there(house: House) -> None:
    """It may have been done all the same."""
    await house.edit(page(picture()))
    house.there.refusals = [(404, GONE)]
    with pytest.raises(Undelivered):
        await house.edit(page(picture(), words="other words"))
    assert await house.edit(page(picture())) == ["cup.png"]


async def test_a_click_on_a_message_that_is_gone_is_acknowledged(house: House) -> None:
    house.there.refusals = [(404, GONE)]
    house.there.uploads = [[]]
    await house.click(page())
    assert [body["type"] for body in house.there.bodies] == [7, 6]


def test_only_so_many_messages_are_remembered() -> None:
    gallery, files = Gallery(keep=2), [picture()]
    for number in (1, 2, 3):
        shown = [{"type": 12, "items": [{"media": {"attachment_id": "9"}}]}]
        gallery.note({"id": str(number), "components": shown}, files)
    assert [gallery.find(number, files) for number in (1, 2, 3)] == [{}, {"cup.png": 9}, {"cup.png": 9}]
