"""How a game of Débâcle ended, in words: who won, why, and who came where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.tables.sight import Sight
from bot.ui.frame.ending import Standing, list_places, no_winner_line
from cogs.debacle.words import Voice
from engines.core.game import Place
from engines.debacle.events import Left
from engines.debacle.model import Observation

__all__ = ["outcome_words", "ranking"]


def outcome_words(sight: Sight, seen: Observation, voice: Voice) -> str:
    """A sentence that names the winner, and one with the points or why the other has lost."""
    table, t = sight.table, voice.t
    if not table.end.winners:
        return no_winner_line(table, t)
    winner = table.end.winners[0]
    loser = voice.opponent(winner)
    won = t("🏆 {name} gagne la partie !", name=voice.player(winner))
    if seen.gone:
        return won + " " + _departure(sight, loser, voice)
    return (
        won
        + " "
        + t(
            "{won} points contre {lost} : les 30 points sont atteints.",
            won=seen.points[winner],
            lost=seen.points[loser],
        )
    )


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    yield voice.t.plural("{n} point", "{n} points", seen.points[seat])
    if seat in seen.gone:
        yield voice.t("a quitté la table")


def _departure(sight: Sight, seat: str, voice: Voice) -> str:
    events = (event for scene in sight.scenes for event in scene.events)
    if any(isinstance(event, Left) and event.absent for event in events):
        return voice.t(
            "{name} perd la partie : trois fois de suite sans jouer à temps.", name=voice.name(seat)
        )
    return voice.t("{name} a quitté la partie.", name=voice.name(seat))
