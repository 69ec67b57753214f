"""The log: one line an event to standard error, as text or JSON, times in UTC, without secrets.

Lines of our own code and of the libraries (which use `logging`) are treated alike: no secret stays in any.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Literal, TextIO, TypeAlias
from urllib.parse import unquote, urlsplit

import structlog
from aiohttp import ClientError
from structlog.types import EventDict, Processor

from bot.tables.model import is_passing

Level: TypeAlias = Literal["debug", "info", "warning", "error"]
# At their debug level these log what goes over the wire or into the database: private messages with dice,
# positions, seeds. No level of ours may bring that up.
_TALKATIVE = ("discord", "aiosqlite", "aiohttp", "asyncio", "PIL")
_CONNECTING = ("discord.shard", "discord.gateway")
"""What discord.py's lines about its connections are named by; each try that fails comes with its error."""


def configure(
    level: Level = "info",
    form: Literal["text", "json"] = "text",
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Set up logging for the whole process; `secrets` are texts that must never come out (the token).

    Calling it again replaces what was set before. Uncaught exceptions go to the log as well.
    """
    redactor = Redactor(secrets)
    handler = _Handler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_first_processors(),
            processors=_last_processors(redactor, form),
            keep_exc_info=False,
        )
    )
    logging.getLogger().handlers = [handler]
    set_level(level)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_first_processors(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    sys.excepthook = _log_uncaught


def set_level(level: Level) -> bool:
    """From now on, log what is of this level and above. Returns whether that is a change."""
    root = logging.getLogger()
    before = root.level
    root.setLevel(level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))
    return root.level != before


class _Handler(logging.StreamHandler[TextIO]):
    """A handler that never shows the arguments of a line that cannot be written: they may be secrets."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Say which line of code could not log, and nothing of its arguments."""
        sys.stderr.write(f"a line of the log could not be written: {record.name}, line {record.lineno}\n")


def _first_processors() -> list[Processor]:
    """The processors that run where an event happens."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _last_processors(redactor: Redactor, form: Literal["text", "json"]) -> list[Processor]:
    """The processors before an event is written. Tracebacks become text first, to be redacted, too."""

    def redact(_logger: object, _method: str, event: EventDict) -> EventDict:
        hidden: EventDict = redactor.hide(event)
        return hidden

    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback, pad_event_to=0
        )
    )
    return [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.StackInfoRenderer(),
        _shorten,
        structlog.processors.format_exc_info,
        redact,
        renderer,
    ]


def _shorten(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Say of an error that passes by itself what it is, but not where: while a line is cut, all fails."""
    given = event.get("exc_info")
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    passing = is_passing(error) or (event.get("logger") in _CONNECTING and _is_of_a_line(error))
    if isinstance(error, BaseException) and passing:
        del event["exc_info"]
        event["error"] = str(error) or type(error).__name__
    return event


def _is_of_a_line(error: object) -> bool:
    """Whether a connection failed or ended, by the network's errors or by those of discord.py itself."""
    return isinstance(error, OSError | ClientError) or type(error).__module__.startswith("discord.")


def _log_uncaught(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logging.getLogger("bot").critical("uncaught", exc_info=(kind, error, traceback))


# Takes secrets out of what is about to be logged: by name in structured values, by shape in free text.

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
