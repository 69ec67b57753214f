"""Who hears of what happens at the tables: lists of listeners, told in the order in which they came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import structlog

from bot.tables.model import Table

__all__ = ["Committed", "Subscribers"]

_log = structlog.get_logger(__name__)
NewsT = TypeVar("NewsT")


@dataclass(frozen=True, slots=True)
class Committed:
    """What everybody may know of a change that is durable: the table after it, nothing secret.

    `kinds` are those of the log lines that were written, in order (see `ports.Entry`); none for a change that
    the log does not tell, such as how somebody gets their private messages.
    """

    table: Table
    kinds: tuple[str, ...] = ()


class Subscribers(Generic[NewsT]):
    """Listeners to one kind of news. A listener must not block: it notes something, or starts a task.

    One that raises is logged, and the others hear the news all the same.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._listeners: list[Callable[[NewsT], object]] = []

    def add(self, listener: Callable[[NewsT], object]) -> None:
        """From now on this one is told, too, after those who came before."""
        self._listeners.append(listener)

    def tell(self, news: NewsT) -> None:
        """Tell everybody; never raises."""
        for listener in tuple(self._listeners):
            try:
                listener(news)
            except Exception:  # what is committed stays so, whoever cannot cope with it
                _log.exception("listener failed", news=self._name)
