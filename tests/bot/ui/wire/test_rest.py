"""The doors to Discord: our requests are those of discord.py's own methods, and fail as theirs do.

Whoever takes another version of discord.py finds out here whether its doors are still the same.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord
import orjson
import pytest
from aiohttp import web
from discord import InteractionResponseType as Kind
from discord import ui

from bot.ui.pages.layout import Body, body_of, files_of, form_body
from bot.ui.pages.page import Button, Field, Form, Page, Picture, Row, Text
from bot.ui.wire import rest
from bot.ui.wire.submitted import SentFile
from tests.support.tables import why_denied

PAGE = Page(3, 7, (Text("**Anne** lance"), Row((Button("roll", "Lancer"),))))
PICTURE = Page(3, 7, (Picture("a.webp", "un dé", b"RIFF" * 5000),))
FORM = Form(3, 7, "speak", "Annoncer", (Field("text", "Votre annonce"),))
USER = {"id": "77", "username": "u", "discriminator": "0", "avatar": None}
STAMP = "2026-01-01T00:00:00.123000+00:00"
MESSAGE = {
    "id": "5",
    "channel_id": "3",
    "author": USER,
    "content": "",
    "timestamp": STAMP,
    "edited_timestamp": STAMP,
    "mentions": [],
    "mention_roles": [],
    "mention_everyone": False,
    "attachments": [],
    "embeds": [],
    "type": 0,
    "flags": 1 << 15,
    "components": [],
}
INTERACTION = {
    "id": "11",
    "type": 3,
    "token": "a+b/c",
    "version": 1,
    "application_id": "1",
    "attachment_size_limit": 1,
    "channel": {"id": "3", "type": 1},
    "user": USER,
    "message": MESSAGE,
    "data": {"custom_id": "g:3:7:roll:", "component_type": 2},
}


@dataclass
class Asked:
    """One request as it arrived: its files by name, with the content."""

    method: str
    path: str
    body: Any
    files: dict[str, tuple[str | None, bytes]]
    authorised: bool


class Far:
    """The other end: keeps what is asked of it, and answers with a message unless told otherwise."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.failures: list[tuple[int, Body]] = []

    async def answer(self, request: web.Request) -> web.Response:
        files, body = {}, None
        if request.content_type == "multipart/form-data":
            for name, part in (await request.post()).items():
                if isinstance(part, web.FileField):
                    files[name] = (part.filename, part.file.read())
                else:
                    body = orjson.loads(str(part))
        elif text := await request.text():
            body = orjson.loads(text)
        authorised = "Authorization" in request.headers
        self.asked.append(Asked(request.method, request.raw_path.partition("?")[0], body, files, authorised))
        if self.failures:
            status, failure = self.failures.pop(0)
            return _json(failure, status)
        if request.path.endswith("/callback"):
            if "with_response" not in request.query:
                return web.Response(status=204)
            told = {"interaction": {"id": "11", "type": 3}, "resource": {"type": 4, "message": MESSAGE}}
            return _json(told)
        return _json(USER if request.path.endswith("/@me") else MESSAGE)


def _json(body: Any, status: int = 200) -> web.Response:
    """An answer as Discord writes it: discord.py reads no other content type."""
    headers = {"Via": "1.1 test", "Content-Type": "application/json"}
    return web.Response(body=orjson.dumps(body), status=status, headers=headers)


@dataclass
class Line:
    """A client of discord.py, and what is at its other end."""

    client: discord.Client
    far: Far

    def click(self) -> discord.Interaction[Any]:
        return discord.Interaction(data=INTERACTION, state=self.client._connection)

    async def requests_of(self, *work: Callable[[], Awaitable[Any]]) -> list[Asked]:
        for each in work:
            await each()
        return self.far.asked[-len(work) :]


@pytest.fixture
async def line(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Line]:
    far, app = Far(), web.Application()
    app.router.add_route("*", "/{path:.*}", far.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10")
    client = discord.Client(intents=discord.Intents.none(), allowed_mentions=discord.AllowedMentions.none())
    client.http.use_clock = True
    await client.http.static_login("token")
    yield Line(client, far)
    await client.close()
    await runner.cleanup()


def theirs(page: Page) -> dict[str, Any]:
    """The same page for discord.py's own methods."""
    if page is PICTURE:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media="attachment://a.webp", description="un dé")
        file = discord.File(BytesIO(b"RIFF" * 5000), filename="a.webp", description="un dé")
        parts: list[Any] = [gallery]
        files = [file]
    else:
        button: ui.Button[Any] = ui.Button(label="Lancer", custom_id="g:3:7:roll:")
        parts, files = [ui.TextDisplay("**Anne** lance"), ui.ActionRow(button)], []
    return {"view": ui.LayoutView(timeout=None).add_item(ui.Container(*parts)), "files": files}


def edited(page: Page) -> dict[str, Any]:
    made = theirs(page)
    return {"view": made["view"], "attachments": made["files"]}


def same(ours: Asked, discord_py: Asked) -> bool:
    """Whether both are one request; ours leaves out what says nothing."""
    body = discord_py.body
    for part in (body, body.get("data") or {}):
        assert not part.pop("tts", False)
        assert part.pop("content", None) is None
    return ours == discord_py


@pytest.mark.parametrize("page", [PAGE, PICTURE], ids=["words", "picture"])
async def test_messages_are_sent_and_edited_as_discord_py_does(line: Line, page: Page) -> None:
    client, nobody = line.client, discord.AllowedMentions.none()
    channel = client.get_partial_messageable(3)
    once = {"nonce": "n", "enforce_nonce": True}
    sent, own_sent, changed, own_changed = await line.requests_of(
        lambda: rest.send_message(client, 3, body_of(page) | once, files_of(page)),
        lambda: channel.send(**theirs(page), nonce="n", allowed_mentions=nobody),
        lambda: rest.edit_message(client, 3, 5, body_of(page), files_of(page)),
        lambda: channel.get_partial_message(5).edit(**edited(page), allowed_mentions=nobody),
    )
    assert same(sent, own_sent)
    assert same(changed, own_changed)
    assert sent.authorised
    assert len(sent.files) == len(files_of(page))


@pytest.mark.parametrize("page", [PAGE, PICTURE], ids=["words", "picture"])
async def test_clicks_are_answered_as_discord_py_does(line: Line, page: Page) -> None:
    ephemeral = body_of(page) | {"flags": 1 << 15 | 64}
    first, second = line.click(), line.click()
    ours = await line.requests_of(
        lambda: rest.call_back(first, Kind.message_update, body_of(page), files_of(page)),
        lambda: rest.call_back(first, Kind.channel_message, ephemeral, files_of(page)),
        lambda: rest.edit_by_token(line.client, 1, first.token, body_of(page), files_of(page)),
        lambda: rest.follow_up(first, ephemeral, files_of(page)),
    )
    own = await line.requests_of(
        lambda: line.click().response.edit_message(**edited(page)),
        lambda: second.response.send_message(**theirs(page), ephemeral=True),
        lambda: second.edit_original_response(**edited(page)),
        lambda: second.followup.send(**theirs(page), ephemeral=True),
    )
    assert [same(*pair) for pair in zip(ours, own, strict=True)] == [True] * 4
    assert not any(asked.authorised for asked in ours)


async def test_the_other_answers_are_those_of_discord_py(line: Line) -> None:
    click = line.click()
    command = discord.Interaction(data=INTERACTION | {"type": 2}, state=line.client._connection)
    ours = await line.requests_of(
        lambda: rest.call_back(click, Kind.deferred_message_update),
        lambda: rest.call_back(command, Kind.deferred_channel_message, {"flags": 64}),
        lambda: rest.delete_by_token(line.client, click.application_id, click.token),
    )
    own = await line.requests_of(
        click.response.defer, lambda: command.response.defer(ephemeral=True), click.delete_original_response
    )
    assert ours == own
    (opened,) = await line.requests_of(lambda: rest.call_back(click, Kind.modal, form_body(FORM)))
    assert opened.body == {"type": 9, "data": form_body(FORM)}


async def test_a_posted_answer_is_told_and_no_other(line: Line) -> None:
    click = line.click()
    told = await rest.call_back(click, Kind.channel_message, body_of(PAGE), wants_message=True)
    assert told["id"] == "5"
    assert await rest.call_back(click, Kind.message_update, body_of(PAGE)) == {}
    edits = [rest.edit_message(line.client, 3, 5, body_of(PAGE), ())]
    edits.append(rest.edit_by_token(line.client, 1, "token", body_of(PAGE), ()))
    assert [(await edit)["edited_timestamp"] for edit in edits] == [STAMP, STAMP]


@pytest.mark.parametrize("page", [PAGE, PICTURE], ids=["words", "picture"])
async def test_what_is_limited_is_sent_again_whole(line: Line, page: Page) -> None:
    limited = (429, {"message": "slower", "retry_after": 0.01, "global": False})
    for send in (
        lambda: rest.edit_message(line.client, 3, 5, body_of(page), files_of(page)),
        lambda: rest.edit_by_token(line.client, 1, "token", body_of(page), files_of(page)),
    ):
        line.far.failures = [limited]
        await send()
        first, second = line.far.asked[-2:]
        assert first == second


async def test_refusals_are_raised_with_their_code(line: Line) -> None:
    for status, kind in ((404, discord.NotFound), (403, discord.Forbidden), (401, discord.HTTPException)):
        for send in (
            lambda: rest.send_message(line.client, 3, body_of(PAGE), ()),
            lambda: rest.call_back(line.click(), Kind.message_update, body_of(PAGE)),
        ):
            line.far.failures = [(status, {"code": 50027, "message": "no"})]
            with pytest.raises(kind) as refused:
                await send()
            assert refused.value.code == 50027


async def test_an_answer_that_came_after_another_s_is_told_from_one_of_ours(line: Line) -> None:
    """Discord says the same of both; but ours has been asked for once more."""
    answered, failed = (400, {"code": 40060, "message": "no"}), (500, {"message": "no"})
    line.far.failures = [answered]
    with pytest.raises(rest.AnsweredElsewhere):
        await rest.call_back(line.click(), Kind.message_update, body_of(PAGE))
    line.far.failures = [failed, answered]
    with pytest.raises(discord.HTTPException) as refused:
        await rest.call_back(line.click(), Kind.message_update, body_of(PAGE))
    assert refused.value.code == 40060


@pytest.mark.parametrize(
    ("status", "reason"),
    [(403, "file_gone"), (404, "file_gone"), (429, "file_later"), (500, "file_later"), (503, "file_later")],
)
async def test_a_file_that_is_gone_is_told_from_one_that_is_out_of_reach(
    line: Line, status: int, reason: str
) -> None:
    sent = SentFile("a.png", 3, f"{discord.http.Route.BASE}/a.png")
    assert await sent.read(line.client)
    line.far.failures = [(status, {})]
    assert await why_denied(sent.read(line.client)) == reason


async def test_a_file_whose_keeper_hangs_up_is_out_of_reach(line: Line) -> None:
    assert (
        await why_denied(SentFile("a.png", 3, "http://127.0.0.1:1/a.png").read(line.client)) == "file_later"
    )
