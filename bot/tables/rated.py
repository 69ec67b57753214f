"""Whether a table that is closed counts for ratings, as far as it tells by itself. Pure.

Why it does not is one word: how it ended, where it did not come to its end (see `bot.tables.model.End`);
"private", "friendly", "computers", "alone", "autopilot", "accessible", "own_deck"; or what the rules of its
game say ("children", "learning", "early", "evening"). What only other tables tell is decided elsewhere (see
bot.tables.digests).
"""

from collections.abc import Iterator
from typing import Final

from bot.tables.model import Table
from engines.core.game import AnyGame
from engines.core.records import AnyState

OVER: Final = "over"
"""How a table ends whose game has come to its end."""
_PEOPLE: Final = 2
"""So many seats of people make a game that counts."""


def why_unrated(table: Table, game: AnyGame | None, state: AnyState | None) -> str | None:
    """Why a closed table does not count; None if it does, as far as it tells by itself.

    `state` is the last one, None where it cannot be read (any more); without `game` its rules are unknown.
    """
    if table.end.why != OVER:
        return table.end.why or "stopped"
    if table.private:
        return "private"
    by_rules = None if game is None or state is None else game.unrated(state)
    return by_rules or next(_objections(table, game, state), None)


def _objections(table: Table, game: AnyGame | None, state: AnyState | None) -> Iterator[str]:
    """What there is to be said against a table whose game has come to its end."""
    manners = table.manners
    if manners.friendly:
        yield "friendly"
    if any(seat.by_computer for seat in table.seats):
        yield "computers"
    if _count_people(table, game, state) < _PEOPLE:
        yield "alone"
    if any(seat.autopilot is not None for seat in table.seats):
        yield "autopilot"
    if manners.accessible and game is not None and game.quickness:
        yield "accessible"
    if game is not None and game.dealer is not None and game.dealer.house(manners.deck) is None:
        yield "own_deck"


def _count_people(table: Table, game: AnyGame | None, state: AnyState | None) -> int:
    """How many seats of people played; who leads a table plays nothing."""
    seats = {seat.name for seat in table.seats if not seat.by_computer}
    if game is None or state is None:
        return len(seats)
    return len(seats & {seat for place in game.places(state) for seat in place.seats})
