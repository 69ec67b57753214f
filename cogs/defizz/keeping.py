"""Decks that a server keeps: what the store refuses of them, in the words of a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import structlog

from bot import meters
from bot.tables.decks import Full
from bot.tables.errors import Denied
from bot.tables.pictures import Crowded, Scope

__all__ = ["refused_by_store"]

_log = structlog.get_logger(__name__)
_REASONS: Final[Mapping[tuple[Scope, bool], str]] = {
    ("deck", False): "deck_pictures_full",
    ("deck", True): "deck_pictures_heavy",
    ("server", False): "pictures_full",
    ("server", True): "pictures_heavy",
    ("all", True): "pictures_full_everywhere",
}


@contextmanager
def refused_by_store(guild_id: int) -> Iterator[None]:
    """Raise Denied where the store has no room for a deck, or for its pictures."""
    try:
        yield
    except Crowded as crowded:
        meters.count("pictures_refused", crowded.scope)
        if crowded.scope == "all":
            _log.warning("no room for pictures", guild=guild_id, most_mib=crowded.most)
        raise Denied(_REASONS[crowded.scope, crowded.heavy], n=crowded.most) from None
    except Full as full:
        raise Denied("decks_full", n=full.most) from None
