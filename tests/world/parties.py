"""Who comes to a simulated world: what they play, how many they are, and how they begin."""

import random
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from tests.support.wire_debacle import Floes
from tests.support.wire_defizz import Quiz
from tests.support.wire_desfausse import Brood
from tests.support.wire_diavolo import Devils
from tests.support.wire_players import Company, Gathering, Mixed
from tests.world.daily import Alone, Daily
from tests.world.errands import run_errand
from tests.world.nights import Night, Planned
from tests.world.people import Party
from tests.world.world import SimWorld


@dataclass(frozen=True)
class Wanted:
    """People of a kind, how many and how often there are such; `options` and `opening` as they are typed."""

    kind: type[Gathering]
    many: int
    often: int
    options: dict[str, object] = field(default_factory=dict)
    opening: str = "start"
    party: type[Party] = Party


_WANTED: Final = (
    Wanted(Company, 3, 5, {"seuil": 3}),
    Wanted(Mixed, 2, 5, {"seuil": 3, "adversaires": 2}),
    Wanted(Devils, 3, 5),
    Wanted(Floes, 2, 2),
    Wanted(Brood, 3, 5),
    Wanted(Quiz, 3, 5, {"lecteur": "seat"}),
    Wanted(Night, 3, 3),
    Wanted(Night, 4, 2, {"équipes": 2}),
    Wanted(Night, 4, 3, party=Planned),
    Wanted(Alone, 2, 3, party=Daily),
    *(Wanted(kind, 1, 1, opening="essai") for kind in (Mixed, Devils, Floes, Brood, Quiz)),
)


def choose(chance: random.Random, many: int, kinds: Collection[str] = ()) -> list[Wanted]:
    """Draw so many parties, of these kinds if any are named."""
    some = [each for each in _WANTED if not kinds or each.kind.__name__ in kinds]
    return chance.choices(some, [each.often for each in some], k=many)


def gather(world: SimWorld, number: int, wanted: Wanted, skipped: frozenset[int]) -> Party:
    """Let people come, and give them a channel of their own; they leave out what is `skipped`."""
    ground, kind = world.ground, wanted.kind
    people = world.people(*(f"{kind.__name__}{number}{place}" for place in range(wanted.many)))
    channel = world.world.add_channel(f"table-{number}", world.guilds[number % len(world.guilds)])
    return wanted.party(
        world,
        kind(world, channel, people, ground.dice(f"company {number}")),
        ground.dice(f"party {number}"),
        wanted.options,
        wanted.opening,
        skipped,
        errand=run_errand,
    )
