"""Trials: what the page can make go wrong, to see how the bot takes it."""

from collections.abc import Callable, Mapping

from playground.changes import Change
from playground.faults import uniform
from playground.server import Server
from playground.wire import Json

_DOUBLES = 3
_FAILURES = 3
_WAIT_SECONDS = 2.0
_SLOW_SECONDS = (0.7, 1.3)


class Trials:
    """Orders faults by the names that the page has for them: some strike once, some last."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._once: Mapping[str, Callable[[], object]] = {
            "cut": lambda: server.faults.drop_gateway(abrupt=True),
            "forget": lambda: server.faults.drop_gateway(resumable=False),
            "double": lambda: server.faults.duplicate(_DOUBLES),
            "fail": lambda: server.faults.fail("*", "", status=500, times=_FAILURES),
            "limit": lambda: server.faults.fail(
                "*", "", status=429, times=_FAILURES, retry_after=_WAIT_SECONDS
            ),
        }
        self._lasting: Mapping[str, Callable[[bool], None]] = {"slow": self._slow, "hold": self._hold}

    def order(self, name: str, *, on: bool = True) -> None:
        """Carry out a trial by its name; `on` is for those that last. Raises KeyError for another name."""
        if name in self._lasting:
            self._lasting[name](on)
        else:
            self._once[name]()
        self._server.world.changes.publish(Change("faults"))

    def describe(self) -> Json:
        """What the page shows: the trials that are on, and how many strikes are still to come."""
        faults = self._server.faults
        return {"slow": faults.rest_latency is not None, "hold": faults.holding, "left": faults.left}

    def _slow(self, on: bool) -> None:
        self._server.faults.rest_latency = uniform(self._server.world.chance, *_SLOW_SECONDS) if on else None

    def _hold(self, on: bool) -> None:
        if on:
            self._server.faults.hold()
        else:
            self._server.faults.release()
