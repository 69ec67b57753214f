"""Interactions by HTTP: signed and posted to the bot's endpoint, instead of told over the gateway."""

import asyncio
import itertools
import json
import logging
from collections.abc import Sequence

import aiohttp

from playground.wire import Clock, Json

_log = logging.getLogger(__name__)
_SECONDS = 3.0
_PING: Json = {"type": 1, "version": 1}
_PONG = 1
_SIGNATURE = "X-Signature-Ed25519"


class EndpointError(Exception):
    """An address does not do what Discord asks of an endpoint; the message says what."""


class Endpoint:
    """Signs interactions with a key pair of its own, and posts each to the next of some addresses.

    Several addresses are what a load balancer makes of one: what cannot be connected to is left out. There is
    no second try. Needs the package PyNaCl.
    """

    def __init__(self, clock: Clock) -> None:
        from nacl.signing import SigningKey

        self._clock = clock
        self._key = SigningKey.generate()
        self._urls: itertools.cycle[str] | None = None
        self._count = 0
        self._session: aiohttp.ClientSession | None = None
        self._posting: set[asyncio.Task[None]] = set()
        self.statuses: list[int] = []

    @property
    def public_key(self) -> str:
        """The value for DISCORD_PUBLIC_KEY."""
        return bytes(self._key.verify_key).hex()

    @property
    def in_use(self) -> bool:
        """Whether interactions go this way."""
        return self._urls is not None

    async def use(self, urls: Sequence[str]) -> None:
        """Send interactions to these addresses from now on, after a check as Discord makes it.

        Without any, they go over the gateway again. Raises EndpointError if one of them does not answer a
        PING, or accepts a wrong signature.
        """
        for url in urls:
            try:
                await self._check(url)
            except (aiohttp.ClientError, TimeoutError) as error:
                raise EndpointError(f"{url} does not answer: {type(error).__name__}") from error
        self._urls, self._count = itertools.cycle(urls) if urls else None, len(urls)

    def deliver(self, payload: Json) -> None:
        """Post an interaction; its status goes to `statuses`."""
        task = asyncio.create_task(self._deliver(json.dumps(payload).encode()))
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def close(self) -> None:
        """Post nothing more."""
        for task in tuple(self._posting):
            task.cancel()
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _check(self, url: str) -> None:
        body = json.dumps(_PING).encode()
        status, answer = await self._post(url, body, self._sign(body))
        if status != 200 or answer.get("type") != _PONG:
            raise EndpointError(f"{url} answers a PING with status {status}")
        status, _ = await self._post(url, body, self._sign(body) | {_SIGNATURE: "0" * 128})
        if status != 401:
            raise EndpointError(f"{url} answers a wrong signature with status {status}")

    async def _deliver(self, body: bytes) -> None:
        assert self._urls is not None
        headers = self._sign(body)
        for url in itertools.islice(self._urls, self._count):
            try:
                status, _ = await self._post(url, body, headers)
            except aiohttp.ClientConnectorError:
                continue
            except (aiohttp.ClientError, TimeoutError) as error:
                _log.warning("an interaction was not taken: %s", type(error).__name__)
                return
            self.statuses.append(status)
            return

    async def _post(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[int, Json]:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(_SECONDS))
        async with self._session.post(url, data=body, headers=headers) as answer:
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else {}

    def _sign(self, body: bytes) -> dict[str, str]:
        at = str(int(self._clock().timestamp()))
        signature = self._key.sign(at.encode() + body).signature.hex()
        return {
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
            "X-Signature-Timestamp": at,
            _SIGNATURE: signature,
        }
