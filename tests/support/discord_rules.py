"""Both judges at once for what a test recorded: our rules, and Discord's description where at hand."""

import json
import re
from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any

from playground import rules
from playground.calls import Request
from playground.rules.components import walk
from playground.rules.messages import COMPONENTS_V2
from tests.support import openapi

_ONLY_V2 = range(9, 18)
_Judge = Callable[[Any, Collection[str]], list[rules.Problem]]


def _edit(body: Any, files: Collection[str]) -> list[rules.Problem]:
    """An edit without the message it edits: what it refers to may have come with an earlier one."""
    v2 = any(part.get("type") in _ONLY_V2 for _, part in walk((body or {}).get("components")))
    found = rules.check_message(body, files, flags=COMPONENTS_V2 if v2 else 0, editing=True)
    return [each for each in found if each.code != "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"]


def _callback(body: Any, files: Collection[str]) -> list[rules.Problem]:
    if isinstance(body, dict) and body.get("type") == 7:
        return _edit(body.get("data"), files)
    return rules.check_callback(body, files)


@cache
def _commands(body: str) -> list[rules.Problem]:
    """Most bots of the tests send the same commands."""
    return rules.check_commands(json.loads(body))


_JUDGES: tuple[tuple[str, str, _Judge], ...] = (
    ("POST", r"/channels/\d+/messages", rules.check_message),
    ("POST", r"/webhooks/\d+/[^/]+", rules.check_message),
    ("PATCH", r"/channels/\d+/messages/\d+", _edit),
    ("PATCH", r"/webhooks/\d+/[^/]+/messages/[^/]+", _edit),
    ("POST", r"/interactions/\d+/[^/]+/callback", _callback),
    ("PUT", r"/applications/\d+(/guilds/\d+)?/commands", lambda body, _files: _commands(json.dumps(body))),
    ("POST", r"/applications/\d+(/guilds/\d+)?/commands", lambda body, _files: rules.check_command(body)),
)


def problems(method: str, path: str, body: Any, files: Collection[str] = ()) -> list[str]:
    """Everything that is wrong with one request of the bot, in sentences."""
    found = openapi.problems(method, path, body) if openapi.FILE.exists() else []
    for known, expression, judge in _JUDGES:
        if known == method and re.fullmatch(expression, path):
            found += [str(problem) for problem in judge(body, files)]
    return found


def judge_all(requests: Iterable[Request]) -> list[str]:
    """Everything that is wrong with recorded requests, each named by its route."""
    return [
        f"{request.method} {request.path}: {problem}"
        for request in requests
        for problem in problems(request.method, request.path, request.body, request.files)
    ]
