"""People of all five games, each table in the next of the servers."""

import random
from collections.abc import Sequence

from tests.support.wire_debacle import Floes
from tests.support.wire_defizz import Quiz
from tests.support.wire_desfausse import Brood
from tests.support.wire_diavolo import Devils
from tests.support.wire_players import Company, Gathering, Mixed
from tests.support.wire_storm import Storm

Wanted = tuple[type[Gathering], int, dict[str, object]]
TABLES: tuple[Wanted, ...] = (
    (Company, 3, {"seuil": 3}),
    (Mixed, 2, {"seuil": 3, "adversaires": 2}),
    (Devils, 3, {}),
    (Floes, 2, {}),
    (Brood, 3, {}),
    (Quiz, 3, {"lecteur": "seat"}),
)
"""Who plays what, how many of them, and the options of their table."""


async def seat_companies(storm: Storm, tables: Sequence[Wanted] = TABLES) -> None:
    """Let people open these tables and begin to play."""
    play = storm.play
    for number, (kind, many, options) in enumerate(tables):
        people = play.people(*(f"{kind.__name__}{number}{place}" for place in range(many)))
        channel = play.world.add_channel(f"table-{number}", play.guilds[number % len(play.guilds)])
        storm.companies.append(kind(play, channel, people, random.Random(storm.chance.random())))
        await storm.companies[-1].begin(**options)
