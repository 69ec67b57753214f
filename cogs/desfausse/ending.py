"""The order of arrival at the end of DESfausse (F10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.ui.frame.ending import Standing, list_places
from cogs.desfausse.words import Voice, count_of
from engines.core.game import Place
from engines.desfausse.model import Observation

__all__ = ["ranking"]


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    t = voice.t
    yield t.plural("{n} jeton", "{n} jetons", seen.tokens[seat])
    if seat in seen.gone:
        yield t("a quitté la table")
    elif seen.hands[seat]:
        yield t("{dice} en main", dice=count_of(len(seen.hands[seat]), t))
