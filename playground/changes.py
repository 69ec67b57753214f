"""Feeds: who wants to know is told at once, and a listener's failure is its own."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

_log = logging.getLogger(__name__)
T = TypeVar("T")

ChangeKind = Literal[
    "message", "channel", "person", "interaction", "commands", "emojis", "unknown", "gateway"
]


@dataclass(frozen=True, slots=True)
class Change:
    """One notice for the page: what kind of thing changed, where, and who may see it (None = all)."""

    kind: ChangeKind
    channel_id: int | None = None
    message_id: int | None = None
    audience: int | None = None


class Feed(Generic[T]):
    """A list of callbacks that hear every item in the order of publishing."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def subscribe(self, listener: Callable[[T], None]) -> Callable[[], None]:
        """Add a listener; the returned call takes it away again (calling it twice is harmless)."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def publish(self, item: T) -> None:
        """Tell every listener; a listener that raises is logged and harms nobody else."""
        for listener in tuple(self._listeners):
            try:
                listener(item)
            except Exception:
                _log.exception("a listener of the playground failed")
