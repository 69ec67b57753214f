"""Takes secrets out of what is about to be logged: by name in structured values, by shape in free text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

__all__ = ["HIDDEN", "SECRET_NAMES", "Redactor", "list_passwords"]

HIDDEN = "[hidden]"
SECRET_NAMES = frozenset({"seed", "secret", "dice", "position", "state", "token", "draws", "authorization"})

_WORDS = re.compile(r"[a-z]+")
# name=value, "name": value and Name(value), as records and JSON show themselves in messages and tracebacks;
# `input_value` is how pydantic quotes what it refused.
_NAMED = re.compile(
    rf"""(?i)(?<![a-z0-9])(?:{"|".join(sorted(SECRET_NAMES))}|input_value)(?:\\*["']?\s*[=:]\s*|(?=\())"""
)
_PLAIN_TEXT = re.compile(r"""b?'(?:[^'\\]|\\.)*'|b?"(?:[^"\\]|\\.)*\"""")
_ESCAPED_TEXT = re.compile(r"""(?s)(\\+["']).*?\1""")
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = (
    # Whoever has the token of an interaction can write in its place for 15 minutes; a webhook's, for ever.
    (re.compile(r"(webhooks/\d+/|interactions/\d+/)[^/?#\s'\"]+"), rf"\1{HIDDEN}"),
    # The same token alone, as rate-limit buckets carry it: base64 of "interaction:".
    (re.compile(r"\baW50ZXJhY3Rpb246[\w=+/-]+"), HIDDEN),
    # Any bot's token: its id, a time and a signature, in base64.
    (re.compile(r"\b[\w-]{20,}\.[\w-]{5,8}\.[\w-]{25,}"), HIDDEN),
    (re.compile(r"(?i)\b(Bot|Bearer) [\w.-]{20,}"), rf"\1 {HIDDEN}"),
    # 32 bytes in hex are a seed (or its commitment, which nobody misses in a log), also after a \x.
    (re.compile(r"(?i)(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"), HIDDEN),
)


class Redactor:
    """Replaces secrets: those of this process (its token), and whatever looks like a secret."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._known = sorted((secret for secret in secrets if secret), key=len, reverse=True)

    def hide_in_text(self, text: str) -> str:
        """Replace every secret in a text by "[hidden]"."""
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return _hide_named_values(text)

    def hide(self, value: Any) -> Any:
        """Replace secret entries and texts in a structured value, at any depth, by "[hidden]"."""
        match value:
            case None | bool() | int() | float():
                return value
            case str():
                return self.hide_in_text(value)
            case Mapping():
                return {
                    self.hide_in_text(str(name)): HIDDEN if _is_secret(name) else self.hide(part)
                    for name, part in value.items()
                }
            case list() | tuple() | set() | frozenset():
                return [self.hide(part) for part in value]
            case bytes():
                return f"{len(value)} bytes"
            case _:
                return self.hide_in_text(repr(value))


def _is_secret(name: object) -> bool:
    return not SECRET_NAMES.isdisjoint(_WORDS.findall(str(name).lower()))


def _hide_named_values(text: str) -> str:
    kept: list[str] = []
    at = 0
    while (named := _NAMED.search(text, at)) is not None:
        kept += (text[at : named.end()], HIDDEN)
        at = _end_of_value(text, named.end())
    return "".join(kept) + text[at:]


def _end_of_value(text: str, start: int) -> int:
    """Where the value that begins at `start` ends: a quoted text, a word, or up to the closing bracket."""
    quoted = _PLAIN_TEXT.match(text, start) or _ESCAPED_TEXT.match(text, start)
    if quoted is not None:
        return quoted.end()
    depth = 0
    for i in range(start, len(text)):
        letter = text[i]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            if depth <= 1:
                return i + depth
            depth -= 1
        elif depth == 0 and letter in " ,;\n\t\"'":
            return i
    return len(text)


def list_passwords(url: str) -> list[str]:
    """The passwords in a database's address, before its host or among its parameters, as they may show."""
    parts = urlsplit(url)
    given = (each.partition("=") for each in parts.query.split("&"))
    named = (value for name, _, value in given if name in ("password", "sslpassword"))
    written = [each for each in (parts.password, *named) if each]
    return [*map(unquote, written), *written]
