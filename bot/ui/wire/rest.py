"""Requests that carry pages, through the two doors by which discord.py's own methods reach Discord.

Those methods take views and give messages back; making the ones and reading the others costs more than the
request itself. The doors take and give plain values. They wait for rate limits, try again where that helps,
and raise discord.HTTPException. A test says at once when another discord.py has other doors.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

import aiohttp
import discord
import orjson
from aiohttp import ClientSession
from discord.http import Route
from discord.webhook.async_ import async_context
from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

from bot.meters import count
from bot.ui.pages.layout import Body

_CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
_FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
_ANSWER = _FOLLOW_UP + "/messages/{message_id}"
_ORIGINAL = _FOLLOW_UP + "/messages/@original"
_MESSAGES = "/channels/{channel_id}/messages"
_ANSWERED = 40060
_Interaction = discord.Interaction[Any]
_Files = Sequence[discord.File]


class AnsweredElsewhere(Exception):
    """Somebody else has given the first answer to this interaction, which was delivered twice."""


class _Attempts:
    """The connections of discord.py, which asks again by itself where a server fails; `made` counts that."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session
        self.made = 0

    def request(self, *args: Any, **kwargs: Any) -> Any:
        """What is asked of the connections, counted."""
        self.made += 1
        return self._session.request(*args, **kwargs)


async def send_message(client: discord.Client, channel_id: int, body: Body, files: _Files) -> Body:
    """Send a message to a channel, and return it."""
    return await _request(client, Route("POST", _MESSAGES, channel_id=channel_id), body, files)


async def edit_message(
    client: discord.Client, channel_id: int, message_id: int, body: Body, files: _Files
) -> Body:
    """Edit a message of the bot's, and return it."""
    route = Route("PATCH", _MESSAGES + "/{message_id}", channel_id=channel_id, message_id=message_id)
    return await _request(client, route, body, files)


async def call_back(
    interaction: _Interaction,
    kind: discord.InteractionResponseType,
    data: Body | None = None,
    files: _Files = (),
    *,
    wants_message: bool = False,
) -> Body:
    """Give the first answer to an interaction. Returns the message that it made if it `wants_message`.

    Raises AnsweredElsewhere where that is certain: what Discord says was answered may, if it was asked more
    than once, have been answered by the request before, of which nothing was heard.
    """
    route = Route("POST", _CALLBACK, webhook_id=interaction.id, webhook_token=interaction.token)
    body: Body = {"type": kind.value} if data is None else {"type": kind.value, "data": data}
    params = {"with_response": "1"} if wants_message else None
    attempts = _Attempts(_connections(interaction.client))
    try:
        told = await _request_by_token(interaction.client, route, body, files, params, attempts)
    except discord.HTTPException as error:
        if error.code == _ANSWERED and attempts.made < 2:
            raise AnsweredElsewhere from error
        raise
    message: Body = told["resource"]["message"] if wants_message else {}
    return message


async def edit_by_token(
    client: discord.Client,
    application_id: int,
    token: str,
    body: Body,
    files: _Files,
    message_id: int | None = None,
) -> Body:
    """Edit the message that an interaction was answered with, or another of its answers, and return it."""
    path = _ORIGINAL if message_id is None else _ANSWER
    route = Route("PATCH", path, webhook_id=application_id, webhook_token=token, message_id=message_id)
    return await _request_by_token(client, route, body, files)


async def follow_up(interaction: _Interaction, body: Body, files: _Files) -> Body:
    """Send one more answer to an interaction that was answered, and return its message."""
    route = Route("POST", _FOLLOW_UP, webhook_id=interaction.application_id, webhook_token=interaction.token)
    return await _request_by_token(interaction.client, route, body, files)


async def delete_by_token(
    client: discord.Client, application_id: int, token: str, message_id: int | None = None
) -> None:
    """Delete the message that an interaction was answered with, or another of its answers."""
    path = _ORIGINAL if message_id is None else _ANSWER
    route = Route("DELETE", path, webhook_id=application_id, webhook_token=token, message_id=message_id)
    await _request_by_token(client, route)


async def _request(client: discord.Client, route: Route, body: Body, files: _Files) -> Body:
    """Pass through the door of all that counts in the bot's own limits."""
    sent: dict[str, Any] = {"files": files, "form": _make_parts(body, files)} if files else {"json": body}
    answer: Body = await client.http.request(route, **sent)
    return answer


async def _request_by_token(
    client: discord.Client,
    route: Route,
    body: Body | None = None,
    files: _Files = (),
    params: dict[str, Any] | None = None,
    attempts: _Attempts | None = None,
) -> Body:
    """Pass through the door of all that an interaction's token allows; each token has limits of its own."""
    session = _connections(client) if attempts is None else cast("ClientSession", attempts)
    sent: dict[str, Any] = {"payload": body}
    if files and body is not None:
        sent = {"files": files, "multipart": _make_parts(body, files)}
    http = client.http
    answer: Body = await async_context.get().request(
        route, session, params=params, proxy=http.proxy, proxy_auth=http.proxy_auth, **sent
    )
    return answer


def _connections(client: discord.Client) -> ClientSession:
    """What discord.py itself uses here: a partial webhook is the documented way to it."""
    return discord.Webhook.partial(0, "", client=client).session


def _make_parts(body: Body, files: _Files) -> list[dict[str, Any]]:
    """The parts of a request with files: the body, then the files in its order."""
    parts: list[dict[str, Any]] = [{"name": "payload_json", "value": orjson.dumps(body).decode()}]
    for number, file in enumerate(files):
        about = {"filename": file.filename, "content_type": "application/octet-stream"}
        parts.append({"name": f"files[{number}]", "value": file.fp, **about})
    return parts


# Counts the requests to Discord by route and status, also those that discord.py makes again by itself.

WORDS: Final = frozenset(
    [
        *("@me", "@original", "api", "applications", "bot", "callback", "channels", "commands", "emojis"),
        *(
            "gateway",
            "guilds",
            "interactions",
            "members",
            "messages",
            "oauth2",
            "threads",
            "users",
            "webhooks",
        ),
    ]
)
"""The words of Discord's routes. All else in a path is an id or a token, and is not counted by."""
_ID: Final = "{}"
_LONGEST: Final = 6


def count_requests() -> aiohttp.TraceConfig:
    """What discord.py wants in order to have its requests counted (`http_trace`)."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_note_answer)
    trace.on_request_exception.append(_note_failure)
    return trace


def route_of(method: str, url: URL) -> str:
    """The route of a request, without ids and tokens: "PATCH /channels/{}/messages/{}"."""
    parts = [part if part in WORDS else _ID for part in url.path.split("/") if part]
    while parts and parts[0] in ("api", _ID):  # where the API begins, and its version
        del parts[0]
    return f"{method} /{'/'.join(parts[:_LONGEST])}"


async def _note_answer(_session: Any, _context: Any, end: aiohttp.TraceRequestEndParams) -> None:
    count("rest", route_of(end.method, end.url), str(end.response.status))


async def _note_failure(_session: Any, _context: Any, end: aiohttp.TraceRequestExceptionParams) -> None:
    count("rest", route_of(end.method, end.url), "none")


# Rate limits of a proxy between the bot and Discord (DISCORD_API_URL): it keeps the limits of all
# processes.
#
# What Discord refuses for a while (429) has a header "Via", by which discord.py knows that waiting helps;
# without it, it takes a refusal for a ban and gives up. Proxies leave the header out of refusals of their
# own (nirn-proxy does). They are JSON, as Discord's are; a ban is a page of text.

_TOO_MANY: Final = 429
_VIA: Final = "1.1 proxy"


def make_connector() -> aiohttp.TCPConnector:
    """Make what has a client (`connector`) wait and try again when a proxy tells it to; in a running loop."""
    return _Connector(limit=0)  # as discord.py's own


class _Connector(aiohttp.TCPConnector):
    """Connections whose answers are of our own kind. Watching requests (`http_trace`) would cost far more."""

    async def connect(self, req: aiohttp.ClientRequest, *given: Any, **more: Any) -> Any:
        """Get a connection for a request."""
        req.response_class = _Answer
        return await super().connect(req, *given, **more)


class _Answer(aiohttp.ClientResponse):
    """An answer that gives a proxy's own refusal the header that discord.py looks for."""

    async def start(self, connection: Any) -> aiohttp.ClientResponse:
        """Read status and headers. A test says when they are kept elsewhere."""
        await super().start(connection)
        is_marked = self.status != _TOO_MANY or "Via" in self.headers
        if not is_marked and self.content_type == "application/json":
            marked = CIMultiDictProxy(CIMultiDict([*self.headers.items(), ("Via", _VIA)]))
            self._headers = self._cache["headers"] = marked
        return self
