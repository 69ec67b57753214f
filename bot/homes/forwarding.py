"""Sends an interaction on to the process that is home to its table, by a POST to its private address.

Only a home that says so has taken it. Whatever else happens (no answer soon enough, another answer, nobody
there), whoever has heard the interaction acts on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
import structlog
from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector

from bot import meters
from bot.homes.seal import Seal

__all__ = ["PATH", "PATIENCE", "SEALED", "TAKEN", "Forwarder", "Payload"]

_log = structlog.get_logger(__name__)
PATH = "/interactions"
SEALED = "X-Gobelet-Seal"
TAKEN, NOT_HOME = 202, 409
PATIENCE = 0.4
"""Seconds that a home has to take an interaction. Discord waits 3 for its answer, whoever gives it."""
Payload = Mapping[str, Any]
"""An interaction as Discord has sent it."""


class Forwarder:
    """Sends interactions on. Its connections are kept open; `patience` is in seconds."""

    def __init__(self, seal: Seal, patience: float = PATIENCE) -> None:
        self._seal = seal
        self._timeout = ClientTimeout(total=patience)
        self._connections: ClientSession | None = None
        self._closed = False

    async def send(self, address: str, payload: Payload) -> bool:
        """Send an interaction to the home at this address ("host:port"). Whether it was taken there."""
        result = await self._send(address, orjson.dumps(payload))
        meters.count("forwarded", result)
        return result == "taken"

    async def close(self) -> None:
        """Close all connections. From now on nothing is taken anywhere else."""
        self._closed = True
        if self._connections is not None:
            await self._connections.close()

    async def _send(self, address: str, body: bytes) -> str:
        """Send it, and say in a word what came of it."""
        if self._closed:
            return "failed"
        if self._connections is None:  # not before: only a running loop can have them
            # A home that has stopped would hold up those that go elsewhere if connections were counted.
            self._connections = ClientSession(connector=TCPConnector(limit=0), timeout=self._timeout)
        headers = {SEALED: self._seal.make(body), "Content-Type": "application/json"}
        try:
            async with self._connections.post(
                f"http://{address}{PATH}", data=body, headers=headers, allow_redirects=False
            ) as answer:
                status = answer.status
        except TimeoutError:
            return "late"
        except (ClientError, OSError, ValueError) as error:
            _log.info("home not reached", error=type(error).__name__)
            return "failed"
        if status in (TAKEN, NOT_HOME):
            return "taken" if status == TAKEN else "not_home"
        _log.warning("home did not understand", status=status)
        return "failed"
