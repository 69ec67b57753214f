"""The order of arrival at the end of an evening (S22); who has led stands in no ranking (S2)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ui.frame.ending import Standing, list_places
from cogs.soiree.words import Voice, points_words
from engines.core.game import Place
from engines.soiree.model import Observation

__all__ = ["ranking"]


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The teams from first to last, each with its points."""
    listed = list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))
    return tuple(one for one in listed if one.seat in seen.teams)


def _notes(seat: str, seen: Observation, voice: Voice) -> list[str]:
    t = voice.t
    notes = [points_words(seen.points[seat], t)]
    return [*notes, t("a quitté la soirée")] if seat in seen.gone else notes
