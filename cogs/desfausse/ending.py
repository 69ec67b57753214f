"""The order of arrival at the end of DESfausse (F10)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.model import Table
from bot.ui.frame.ending import Rank, places
from cogs.desfausse.words import Voice, count_of
from engines.desfausse.model import Observation

__all__ = ["ranking"]


def ranking(table: Table, seen: Observation, voice: Voice) -> str:
    """The players from first to last: by tokens, then by the fewest dice left; who left comes last."""

    def rank(seat: str) -> Rank:
        return (seat not in table.winners, seat in seen.gone, -seen.tokens[seat], len(seen.hands[seat]))

    return places(seen.seats, rank, voice.name, lambda seat: [*_notes(seat, seen, voice)], voice.t)


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    t = voice.t
    yield t.plural("{n} jeton", "{n} jetons", seen.tokens[seat])
    if seat in seen.gone:
        yield t("a quitté la table")
    elif seen.hands[seat]:
        yield t("{dice} en main", dice=count_of(len(seen.hands[seat]), t))
