"""Whether this process can serve people at this moment, part by part."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import structlog

__all__ = ["Check", "Health", "Probe", "Report", "Troubled"]

_log = structlog.get_logger(__name__)
PATIENCE = 1.0
"""Seconds within which a part must answer."""
KEPT = 5.0
"""Seconds for which the answer of a `Probe` holds."""

Check: TypeAlias = Callable[[], Awaitable[None]]
"""Asks a part how it is; raises `Troubled`, or any other error, if it is not well."""


class Troubled(Exception):
    """A part is not well. The message says what is wrong in a few words, and holds no secret."""


@dataclass(frozen=True, slots=True)
class Report:
    """What each part has said: "ok", or what is wrong."""

    parts: Mapping[str, str]

    @property
    def ready(self) -> bool:
        """Whether all parts are well."""
        return all(word == "ok" for word in self.parts.values())


class Health:
    """Asks all parts at once, each within `PATIENCE`. From `stopping` on, nothing is ready any more."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = dict(checks)
        self.stopping = False

    def add(self, part: str, check: Check) -> None:
        """Ask one more part from now on."""
        self._checks[part] = check

    async def examine(self) -> Report:
        """Ask how it is. Raises nothing."""
        words = await asyncio.gather(*(_ask(part, check) for part, check in self._checks.items()))
        parts = dict(zip(self._checks, words, strict=True))
        return Report({"process": "stopping", **parts} if self.stopping else parts)


class Probe:
    """A check that costs something: its answer holds for `KEPT` seconds, however many ask."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._asking: asyncio.Task[None] | None = None
        self._asked_at = 0.0

    async def __call__(self) -> None:
        """Give the answer, asking only where the last one is too old."""
        now = asyncio.get_running_loop().time()
        if self._asking is None or (self._asking.done() and now - self._asked_at >= KEPT):
            self._asked_at = now
            self._asking = asyncio.create_task(self._ask(), name="probe")
        await asyncio.shield(self._asking)

    async def _ask(self) -> None:
        await self._check()


async def _ask(part: str, check: Check) -> str:
    try:
        async with asyncio.timeout(PATIENCE):
            await check()
    except Troubled as trouble:
        return str(trouble)
    except TimeoutError:
        return f"no answer within {PATIENCE:.0f} s"
    except Exception as error:  # whatever it is, it is not well
        _log.warning("part not well", part=part, exc_info=error)
        return str(getattr(error, "code", type(error).__name__))
    return "ok"
