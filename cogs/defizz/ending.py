"""The order of arrival at the end of Défizz (Z15)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ui.frame.ending import Standing, list_places
from cogs.defizz.words import Voice
from engines.core.game import Place
from engines.defizz.seen import Observation

__all__ = ["ranking"]


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: [_note(seat, seen, voice)])


def _note(seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if seat in seen.gone:
        return t("a quitté la table")
    if seat in seen.out:
        return t("sans jetons")
    return t("{n} 🪙", n=voice.chips(seen.chips[seat]))
