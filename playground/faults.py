"""Faults to order: makes go wrong what can go wrong between Discord and a bot."""

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from playground.dispatches import Dispatch
from playground.gateway import Gateway

When = Literal["before", "after"]


@dataclass(slots=True)
class RestFault:
    """A fault for the next matching requests, before the server acts on them or afterwards.

    `status` is answered instead of the real answer; None lets the real one through (a mere delay). `code` is
    Discord's, in the answer's body. `cut` drops the connection without an answer. With `uploads`, only
    requests that bring files are struck. `served` counts the requests struck so far.
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
    """The faults that are ordered: for REST requests, the delivery of interactions, and gateway sockets.

    `send` delivers an interaction that nothing is wrong with.
    """

    def __init__(self, gateway: Gateway, send: Callable[[Dispatch], None]) -> None:
        self._gateway = gateway
        self._send = send
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
        """Let the next `times` requests of this method ("*": any) whose path matches `path` (a regex) fail.

        The path is without /api/v10. A 429 has `retry_after` (seconds), `is_global` and, with `via`, the
        header by which discord.py knows Discord. `delay` is in seconds; with neither `status` nor `cut`,
        requests are only late. With `uploads`, only requests that bring files fail.
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
        """Cancel a fault that was ordered."""
        if fault in self._rest:
            self._rest.remove(fault)

    def strike(self, method: str, path: str, when: When, files: int = 0) -> RestFault | None:
        """Return the fault that strikes a request with so many files, and count it; None for no fault."""
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

    @property
    def holding(self) -> bool:
        """Whether interactions are kept back now."""
        return self._held is not None

    @property
    def left(self) -> int:
        """How many interactions and requests will still be struck by what was ordered."""
        return self._duplicates + sum(fault.times - fault.served for fault in self._rest)

    def release(self, order: Iterable[int] | None = None) -> None:
        """Deliver all that was held at the same instant, in this order of indices (None: as they came)."""
        held, self._held = self._held or [], None
        for index in range(len(held)) if order is None else order:
            self._send(held[index])

    def deliver(self, dispatch: Dispatch) -> None:
        """Deliver an interaction as ordered: at once, late, twice, or held back."""
        copies = 1
        if self._duplicates:
            self._duplicates -= 1
            copies = 2
        for _ in range(copies):
            if self._held is not None:
                self._held.append(dispatch)
            elif self.delivery_latency is not None:
                asyncio.get_running_loop().call_later(self.delivery_latency(), self._send, dispatch)
            else:
                self._send(dispatch)

    def drop_gateway(self, *, resumable: bool = True, abrupt: bool = False) -> int:
        """Cut every bot's socket, if `abrupt` without a closing frame; return how many were cut."""
        return self._gateway.drop(resumable=resumable, abrupt=abrupt)


def uniform(chance: Random, low: float, high: float) -> Callable[[], float]:
    """Return a function that makes latencies between two bounds, in seconds, all equally likely."""
    return lambda: chance.uniform(low, high)


def lognormal(chance: Random, median: float, sigma: float) -> Callable[[], float]:
    """Return a function that makes latencies as networks have: most near the median, in seconds."""
    return lambda: median * chance.lognormvariate(0.0, sigma)
