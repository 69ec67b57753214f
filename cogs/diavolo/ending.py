"""Who has won a game of Diavolo, and in which order the others come."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.model import Table
from bot.ui.frame.ending import Rank, nobody_wins, places
from cogs.diavolo.words import Voice
from engines.diavolo.model import Observation

__all__ = ["outcome", "ranking"]


def outcome(table: Table, seen: Observation, voice: Voice) -> str:
    """Who has won, or why nobody has (D8)."""
    t = voice.t
    if table.winners:
        return t("🏆 {name} garde ses gemmes et gagne la partie !", name=voice.name(table.winners[0]))
    if seen.phase == "over" and table.ending == "over":
        return t("Les dernières gemmes sont parties ensemble : personne ne gagne, chacun paie son verre.")
    return nobody_wins(table, t)


def ranking(table: Table, seen: Observation, voice: Voice) -> str:
    """The players from first to last: by gems, then who held out longer; who left comes last."""

    def rank(seat: str) -> Rank:
        # Those who took part in the last round have held out longer than the others without gems.
        in_last_round = seen.last is not None and seat in seen.last.claims
        return (seat not in table.winners, seat in seen.gone, -seen.gems[seat], not in_last_round)

    return places(seen.seats, rank, voice.name, lambda seat: [*_notes(seat, seen, voice)], voice.t)


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    yield voice.gems(seen.gems[seat])
    if seat in seen.gone:
        yield voice.t("a quitté la table")
