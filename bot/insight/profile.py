"""What somebody has done in a game on a server: sums over the games that they played to their end.

Only games with other people count, rated or not: alone against computers anybody wins as often as they like.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.insight.model import Played, Seated

FORM: Final = 10
"""So many of the last games tell somebody's form."""
COMMON: Final = 3
"""From so many common games on people are compared with each other."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for somebody: their `place` among `seats` seats, those of computers included."""

    place: int
    seats: int
    won: bool


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Somebody else, in how many games they were met, and in how many they came behind or before."""

    user_id: int
    games: int
    beaten: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody in a game on a server.

    `places` and `seats` are sums over all games `played`, of which `rated` count for ratings. `form` has the
    last `FORM` results, the oldest first; `facts` what their seats did in all of them.
    """

    played: int = 0
    rated: int = 0
    won: int = 0
    places: int = 0
    seats: int = 0
    form: tuple[Result, ...] = ()
    facts: Mapping[str, int] = field(default_factory=dict)
    rivalries: tuple[Rivalry, ...] = ()

    @property
    def rival(self) -> Rivalry | None:
        """Whom they came before most often, of those whom they came behind less often; None for nobody."""
        found = [one for one in self.rivalries if one.beaten > one.lost]
        return max(found, key=lambda one: (one.beaten, -one.games, -one.user_id), default=None)

    @property
    def nemesis(self) -> Rivalry | None:
        """Who came before them most often, of those who came behind less often; None for nobody."""
        found = [one for one in self.rivalries if one.lost > one.beaten]
        return max(found, key=lambda one: (one.lost, -one.games, -one.user_id), default=None)


def sum_up(user_id: int, games: Iterable[Played]) -> Profile:
    """Sum up somebody's games, which come in the order of their ends."""
    counted = [(game, mine) for game in games if (mine := _find_seat(user_id, game)) is not None]
    results = [_result(game, mine) for game, mine in counted]
    facts: Counter[str] = Counter()
    for game, _ in counted:
        facts.update(game.facts)
    return Profile(
        played=len(counted),
        rated=sum(game.table.unrated is None for game, _ in counted),
        won=sum(result.won for result in results),
        places=sum(result.place for result in results),
        seats=sum(result.seats for result in results),
        form=tuple(results[-FORM:]),
        facts=dict(facts),
        rivalries=_compare(counted),
    )


def _find_seat(user_id: int, game: Played) -> Seated | None:
    """Where somebody sat; None where nobody else did."""
    seats = game.table.seats
    return next((seat for seat in seats if user_id in seat.people), None) if len(seats) > 1 else None


def _result(game: Played, mine: Seated) -> Result:
    seats = max(len(game.table.seats), mine.place, game.facts.get("seats", 0))
    return Result(mine.place, seats, game.won)


def _compare(counted: Sequence[tuple[Played, Seated]]) -> tuple[Rivalry, ...]:
    """Everybody who was met often enough, those met most often first; whoever came equal was only met."""
    games, beaten, lost = Counter[int](), Counter[int](), Counter[int]()
    for game, mine in counted:
        for other in game.table.seats:
            if other is not mine:
                people = [person for person in other.people if person is not None]
                games.update(people)
                if mine.place < other.place:
                    beaten.update(people)
                elif mine.place > other.place:
                    lost.update(people)
    found = (
        Rivalry(person, met, beaten[person], lost[person]) for person, met in games.items() if met >= COMMON
    )
    return tuple(sorted(found, key=lambda one: (-one.games, one.user_id)))
