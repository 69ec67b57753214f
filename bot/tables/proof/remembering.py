"""What a game is remembered by: its moments, found by the rules in what everybody may know of it."""

from functools import partial
from typing import Any

from bot.tables.proof.record import Record
from bot.tables.proof.replay import Failure, play_again
from engines.core.game import AnyGame
from engines.core.records import events_for
from engines.core.telling import Chronicle, Moment, Told


def chronicle_of(record: Record, game: AnyGame) -> Chronicle[Any, Any] | None:
    """Replay a record as everybody may know it; None if no game began, it still runs, or the replay fails."""
    if record.setup is None:
        return None
    steps = []
    try:
        for line, step in play_again(record, game):
            told = tuple(events_for(step.events, None))
            steps.append(Told(told, partial(game.observe, step.state, None), line.clicked_at))
    except Failure:
        return None
    return Chronicle(tuple(seating.seat for seating in record.seats), tuple(steps)) if steps else None


def find_moments(record: Record, game: AnyGame) -> tuple[Moment, ...]:
    """Find what is worth telling of the game of a record, the best first; nothing where it does not tell."""
    chronicle = chronicle_of(record, game)
    return () if chronicle is None else game.find_moments(chronicle)
