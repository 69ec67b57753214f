"""The log: one line an event to standard error, as text or JSON, times in UTC, without secrets.

Lines of our own code and of the libraries (which use `logging`) are treated alike: no secret stays in any.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Literal, TextIO, TypeAlias

import structlog
from aiohttp import ClientError
from structlog.types import EventDict, Processor

from bot.redact import Redactor
from bot.tables.errors import is_passing

__all__ = ["Level", "configure", "set_level"]

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
