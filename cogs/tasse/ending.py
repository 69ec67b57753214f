"""The order of arrival at the end of La Tasse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.ui.frame.ending import Standing, list_places
from cogs.tasse.words import Voice
from engines.core.game import Place
from engines.tasse.model import Observation

__all__ = ["ranking"]


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    t = voice.t
    yield t.plural("{n} point", "{n} points", seen.points[seat])
    if seen.rounds_won[seat] and seen.rounds > 1:
        yield t.plural("{n} manche gagnée", "{n} manches gagnées", seen.rounds_won[seat])
    if seat == seen.first_out:
        yield t("face de nul")
    if seat in seen.gone:
        yield t("a quitté la table")
