"""What must hold of everything that the bot ever sent, printed or showed, whatever the test was about."""

import asyncio
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playground.calls import Request
from tests.support import openapi
from tests.support.wire import TOKEN, Play
from tests.support.wire_players import Gathering
from tests.support.wire_process import ROOT, run_python
from tests.support.wire_reading import text_of

_REFUSED = (10062, 40060, 50035, 50109)
"""Too late, answered twice, a body that Discord would not take, no JSON."""
_OWN_DICE = re.compile(r"Vos dés : |Your dice: |vos dés : <|your dice: <")
"""How a panel shows dice that are still secret."""


def judge(play: Play) -> None:
    """Hold the whole run against the rules of the house."""
    assert not play.server.unknown, [(r.method, r.path) for r in play.server.unknown]
    for request in play.server.requests:
        code = (request.error or {}).get("code")
        assert code not in _REFUSED or code in play.provoked or _was_sent_whole(play, request), (
            request.method,
            request.path,
            request.error,
            request.body,
        )
        _mentions_nobody(play, request)
        _shows_no_dice(play, request)
        _takes_back_its_own(play, request)
    _discord_would_take(play)
    _tells_no_secret(play)


def _was_sent_whole(play: Play, request: Request) -> bool:
    """Whether a message whose files another process had replaced was sent again with all its files."""
    if "REFERENCED_ATTACHMENT_NOT_FOUND" not in json.dumps(request.error):
        return False
    later = play.server.requests[play.server.requests.index(request) + 1 :]
    same = (each for each in later if (each.method, each.path) == (request.method, request.path))
    return any(each.status < 400 and each.files for each in same)


def _mentions_nobody(play: Play, request: Request) -> None:
    body = request.body.get("data", request.body) if isinstance(request.body, dict) else None
    if not isinstance(body, dict) or ("allowed_mentions" not in body and not _is_message(request)):
        return
    allowed = body.get("allowed_mentions")
    if allowed is None:
        assert not ({"content", "components", "embeds"} & body.keys()), f"anybody may be mentioned: {request}"
        return
    assert allowed.get("parse", []) == [], request
    assert not allowed.get("roles"), request
    users = allowed.get("users", ())
    assert len(users) <= 1 or _calls_players(request, users), request


def _calls_players(request: Request, users: Iterable[str]) -> bool:
    """A new message in a channel may call several: whoever played, or is awaited for a rematch."""
    posts = request.method == "POST" and re.fullmatch(r"/channels/\d+/messages", request.path) is not None
    said = json.dumps(request.body, ensure_ascii=False)
    called = ("Merci d’avoir joué", "Une place vous est gardée", "Thanks for playing", "A seat is kept")
    return posts and any(words in said for words in called) and all(f"<@{user}>" in said for user in users)


def _is_message(request: Request) -> bool:
    if request.path.endswith("/callback"):
        return bool(request.body.get("type") in (4, 7))
    sends = re.fullmatch(r"/channels/\d+/messages(/\d+)?|/webhooks/\d+/[^/]+(/messages/[^/]+)?", request.path)
    return sends is not None and request.method in ("POST", "PATCH")


def _shows_no_dice(play: Play, request: Request) -> None:
    """Secret dice go to a private channel, or into what one person alone is shown."""
    text = json.dumps(request.body, ensure_ascii=False) if request.body else ""
    if not _OWN_DICE.search(text):
        return
    channel = re.match(r"/channels/(\d+)/", request.path)
    if channel is not None:
        found = play.world.channels.get(int(channel[1]))
        assert found is None or found.kind == "dm", f"dice for all: {request}"
        return
    asked = _asked(play, request)
    private = asked.channel_id in {c.id for c in play.world.channels.values() if c.kind == "dm"}
    alone = asked.message is not None and asked.message.ephemeral
    flags = (request.body.get("data") or request.body).get("flags", 0)
    assert private or alone or flags & 64, f"dice for all: {request}"


def _takes_back_its_own(play: Play, request: Request) -> None:
    """By a click's token what the clicker alone has seen may go away, and nothing that others see."""
    if request.method != "DELETE" or not request.path.endswith("/@original"):
        return
    original = _asked(play, request).original
    home = None if original is None else play.world.channels.get(original.channel_id)
    if original is not None and home is not None and home.kind != "dm":
        assert original.ephemeral, f"taken from everybody: {text_of(original)}"


def _asked(play: Play, request: Request) -> Any:
    token = request.path.split("/")[3]
    return next(each for each in play.asked if each.token == token)


def _discord_would_take(play: Play) -> None:
    """Discord's own description, where it is at hand (the playground's rules have judged already)."""
    if not openapi.FILE.exists():
        return
    for request in play.server.requests:
        problems = openapi.problems(request.method, request.path, request.body)
        assert not problems, (request.method, request.path, problems, request.body)


def _tells_no_secret(play: Play) -> None:
    printed = play.printed()
    assert not any(secret in printed for secret in play.secrets)
    lines = printed.splitlines()
    printed = "\n".join(line for line in lines if not any(words in line for words in play.mourned))
    assert "Traceback" not in printed, printed[-4000:]
    assert "incident" not in printed, printed[-4000:]
    if not play.stored:
        return
    seeds = {bytes(seed).hex(): table for seed, table in play.rows("SELECT seed, table_id FROM positions")}
    ended = dict(play.rows("SELECT id, changed_at FROM tables WHERE status = 'closed'"))
    for seed in seeds:
        assert seed not in printed.lower()
    for request in play.server.requests:
        text = json.dumps(request.body) if request.body else ""
        assert TOKEN not in text
        for seed in re.findall(r"[0-9a-f]{64}", text):
            told_at = ended.get(seeds[seed]) if seed in seeds else 0
            assert told_at is not None, f"the seed of a running table: {request}"


async def record_of(table: Gathering, folder: Path) -> Path:
    """A finished game's dice are sound, the bot says; the record that it hands out."""
    told = await table.play.command(table.people[-1], table.channel, "des verifier")
    assert told is not None
    assert "Dés vérifiés" in text_of(told)
    assert told.audience == table.people[-1].id
    record = folder / f"{table.channel.name}.json"
    await asyncio.to_thread(record.write_bytes, told.attachments[0].content)
    return record


async def check_dice(table: Gathering, folder: Path) -> Path:
    """The same by the script that needs nothing but Python."""
    record = await record_of(table, folder)
    status, printed = await run_python(folder, str(ROOT / "scripts" / "verify_dice.py"), str(record))
    assert (status, "PASS" in printed) == (0, True), printed
    return record


def command_line(pid: int) -> str:
    """How the process list shows the bot."""
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
