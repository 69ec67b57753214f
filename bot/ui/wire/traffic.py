"""Counts the requests to Discord by route and status, also those that discord.py makes again by itself."""

from __future__ import annotations

from typing import Any, Final

import aiohttp
from yarl import URL

from bot.meters import count

__all__ = ["WORDS", "count_requests", "route_of"]

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
