"""Badges: what somebody has once done in a game against people, found out anew whenever it is asked for.

Nothing of them is stored: each is a rule over results and facts. So who earned one before it was thought of
has it, too, and with somebody's data it is gone. None is for playing much, none is ever lost.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from bot.insight.model import Played, Seated

ANY_GAME: Final = ""
"""Instead of a game's name: badges that any game can earn."""
_COUNTED: Final = frozenset({None, "often", "accessible"})
"""At which tables badges are earned, by why these are not rated."""


@dataclass(frozen=True, slots=True)
class Outing:
    """A game as somebody played it to its end, at a table where badges are earned.

    `alone`: nobody shared their place. `facts` are those of their seat (see `Game.facts`).
    """

    place: int
    alone: bool
    facts: Mapping[str, int]

    def __getitem__(self, name: str) -> int:
        """A fact; one that was not counted when the game was looked back on is 0."""
        return self.facts.get(name, 0)

    @property
    def won(self) -> bool:
        """Whether they won."""
        return self["won"] == 1


Rule: TypeAlias = Callable[[Outing], bool]


@dataclass(frozen=True, slots=True)
class Badge:
    """What is given for a game of which `rule` is true; for so many kinds of game, where `games` is not 1.

    `name` and `deed`, what it is for, are French, to be translated.
    """

    emoji: str
    name: str
    deed: str
    rule: Rule
    games: int = 1


class Given(NamedTuple):
    """A badge, and since when somebody has it: the end of that game (ms UTC); None for not yet."""

    badge: Badge
    since: int | None


Shelves: TypeAlias = Mapping[str, Sequence[Badge]]
"""Badges by the name of the game that earns them."""


def give_all(shelves: Shelves, user_id: int, games: Sequence[Played]) -> Mapping[str, Sequence[Given]]:
    """Say the same of all badges, each by the games that can earn it."""
    return {
        name: give(badges, user_id, [one for one in games if name in (ANY_GAME, one.table.game)])
        for name, badges in shelves.items()
    }


def give(badges: Sequence[Badge], user_id: int, games: Iterable[Played]) -> tuple[Given, ...]:
    """Say of each badge whether these games of somebody have earned it, and since when; in any order."""
    outings = [
        (game.table.ended_at, game.table.game, outing)
        for game in sorted(games, key=lambda one: (one.table.ended_at, one.table.table_id))
        if (outing := _find_outing(user_id, game)) is not None
    ]
    return tuple(Given(badge, _since(badge, outings)) for badge in badges)


def _since(badge: Badge, outings: Iterable[tuple[int, str, Outing]]) -> int | None:
    kinds = set()
    for ended_at, kind, outing in outings:
        if kind not in kinds and badge.rule(outing):
            kinds.add(kind)
            if len(kinds) == badge.games:
                return ended_at
    return None


def _find_outing(user_id: int, game: Played) -> Outing | None:
    """The game as somebody played it; None where it earns no badge."""
    seats = game.table.seats
    mine = next((seat for seat in seats if user_id in seat.people), None)
    if mine is None or len(seats) < 2 or game.table.unrated not in _COUNTED or game.facts.get("left", 1):
        return None  # where nothing is known of what they did there, neither
    return Outing(mine.place, _is_alone(mine, seats), game.facts)


def _is_alone(mine: Seated, seats: Iterable[Seated]) -> bool:
    return all(seat is mine or seat.place != mine.place for seat in seats)
