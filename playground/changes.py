"""Feeds: all listeners are told at once, and one that fails disturbs no other."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

_log = logging.getLogger(__name__)
T = TypeVar("T")

ChangeKind = Literal[
    "message", "channel", "person", "interaction", "commands", "emojis", "unknown", "gateway", "faults"
]


@dataclass(frozen=True, slots=True)
class Change:
    """A notice for the page: what kind of thing changed, where, and who may see it (None: all)."""

    kind: ChangeKind
    channel_id: int | None = None
    message_id: int | None = None
    audience: int | None = None


class Feed(Generic[T]):
    """A list of callbacks that get every item, in the order of publishing."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def subscribe(self, listener: Callable[[T], None]) -> Callable[[], None]:
        """Add a listener; return a function that removes it again, and may be called twice."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def publish(self, item: T) -> None:
        """Tell every listener; log the error of one that raises, and go on."""
        for listener in tuple(self._listeners):
            try:
                listener(item)
            except Exception:
                _log.exception("a listener of the playground failed")
