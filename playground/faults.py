"""Faults to order: what can go wrong between Discord and a bot, made to go wrong on request."""

import asyncio
import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from playground.dispatches import Dispatch
from playground.gateway import Gateway

When = Literal["before", "after"]
_chance = secrets.SystemRandom()


@dataclass(slots=True)
class RestFault:
    """What happens to the next matching requests, before the server acts on them or after it has.

    `status` is answered instead of the real answer; None lets the real one through (a mere delay).
    `code` is Discord's, in the answer's body. `cut` drops the connection without any answer. `uploads` spares
    requests that bring no files. `served` counts the requests it has struck.
    """

    method: str
    path: re.Pattern[str]
    times: int
    status: int | None = None
    when: When = "before"
    delay: float = 0.0
    cut: bool = False
    retry_after: float = 0.1
    is_global: bool = False
    via: bool = True
    code: int = 0
    uploads: bool = False
    served: int = 0
    struck: asyncio.Event = field(default_factory=asyncio.Event)


class Faults:
    """Orders for REST requests, for the delivery of interactions, and for the gateway's sockets."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._rest: list[RestFault] = []
        self._duplicates = 0
        self._held: list[Dispatch] | None = None
        self.rest_latency: Callable[[], float] | None = None
        self.delivery_latency: Callable[[], float] | None = None

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int | None = None,
        times: int = 1,
        when: When = "before",
        delay: float = 0.0,
        cut: bool = False,
        retry_after: float = 0.1,
        is_global: bool = False,
        via: bool = True,
        code: int = 0,
        uploads: bool = False,
    ) -> RestFault:
        """Let the next `times` requests of this method ("*" any) whose path matches `path` (a regex) fail.

        The path is the one below /api/v10. A 429 has `retry_after`, `is_global` and (`via`) the header by
        which discord.py knows Discord. `delay` in seconds; with neither status nor cut, only that. With
        `uploads`, only requests that bring files fail.
        """
        fault = RestFault(
            method,
            re.compile(path),
            times,
            status,
            when,
            delay,
            cut,
            retry_after,
            is_global,
            via,
            code,
            uploads,
        )
        self._rest.append(fault)
        return fault

    def cancel(self, fault: RestFault) -> None:
        """Take an order back."""
        if fault in self._rest:
            self._rest.remove(fault)

    def strike(self, method: str, path: str, when: When, files: int = 0) -> RestFault | None:
        """The order that this request (with so many files) meets now, counted; None when it meets none."""
        for fault in self._rest:
            if fault.uploads and not files:
                continue
            if fault.when == when and fault.method in ("*", method) and fault.path.search(path):
                fault.served += 1
                fault.struck.set()
                if fault.served >= fault.times:
                    self._rest.remove(fault)
                return fault
        return None

    def duplicate(self, times: int = 1) -> None:
        """Deliver each of the next `times` interactions twice, with the same id and token."""
        self._duplicates += times

    def hold(self) -> None:
        """Keep all interactions back until `release`."""
        self._held = self._held if self._held is not None else []

    @property
    def held(self) -> int:
        """How many interactions are kept back."""
        return len(self._held or ())

    def release(self, order: Iterable[int] | None = None) -> None:
        """Deliver what was held, all in the same instant, in the given order of indices (None: as made)."""
        held, self._held = self._held or [], None
        for index in range(len(held)) if order is None else order:
            self._gateway.dispatch(held[index])

    def deliver(self, dispatch: Dispatch) -> None:
        """Send an interaction on its way: held, late, twice or at once, as ordered."""
        copies = 1
        if self._duplicates:
            self._duplicates -= 1
            copies = 2
        for _ in range(copies):
            if self._held is not None:
                self._held.append(dispatch)
            elif self.delivery_latency is not None:
                asyncio.get_running_loop().call_later(
                    self.delivery_latency(), self._gateway.dispatch, dispatch
                )
            else:
                self._gateway.dispatch(dispatch)

    def drop_gateway(self, *, resumable: bool = True, abrupt: bool = False) -> int:
        """Cut every bot's socket; `abrupt` without a closing frame. Returns how many were cut."""
        return self._gateway.drop(resumable=resumable, abrupt=abrupt)


def uniform(low: float, high: float) -> Callable[[], float]:
    """Latencies between two bounds, in seconds, all as likely."""
    return lambda: _chance.uniform(low, high)


def lognormal(median: float, sigma: float) -> Callable[[], float]:
    """Latencies as networks have them: mostly near the median (seconds), now and then far above."""
    return lambda: median * _chance.lognormvariate(0.0, sigma)
