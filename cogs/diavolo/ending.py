"""The end of a game of Diavolo in words: who has won, and the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.tables.model import Table
from bot.ui.frame.ending import Standing, list_places, no_winner_line
from cogs.diavolo.words import Voice
from engines.core.game import Place
from engines.diavolo.model import Observation

__all__ = ["outcome", "ranking"]


def outcome(table: Table, seen: Observation, voice: Voice) -> str:
    """A sentence on who has won, or why nobody has (D8)."""
    t = voice.t
    if table.end.winners:
        return t("🏆 {name} garde ses gemmes et gagne la partie !", name=voice.name(table.end.winners[0]))
    if seen.phase == "over" and table.end.why == "over":
        return t("Les dernières gemmes sont parties ensemble : personne ne gagne, chacun paie son verre.")
    return no_winner_line(table, t)


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    yield voice.gems(seen.gems[seat])
    if seat in seen.gone:
        yield voice.t("a quitté la table")
