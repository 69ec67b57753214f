"""Débâcle's words for players, colours, cells and dice: never a colour or a sign alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.texts import N_, Texts
from bot.ui.frame.names import rated_name, seat_name
from engines.debacle.board import COLORS, RED, Color
from engines.debacle.model import Observation

COLOR_NAMES: Mapping[Color, str] = {"red": N_("Rouge"), "black": N_("Noir")}
MARKS: Mapping[Color, str] = {"red": "🔴", "black": "⚫"}


def observation_of(sight: Sight) -> Observation:
    """What this audience sees of the game; TypeError before it has begun, or for a sight of another game."""
    if not isinstance(sight.observation, Observation):
        raise TypeError("no game of Débâcle to be seen here")
    return sight.observation


def view_of(seen: Observation, seat: str | None) -> Color:
    """The colour whose camp lies below when this seat looks at the board; Red for the channel."""
    return COLORS[RED] if seat is None else seen.colors[seat]


def letters(t: Texts) -> str:
    """The two letters that stand for the colours on a board in text."""
    return "".join(t(COLOR_NAMES[color])[0] for color in COLORS)


def values(dice: Iterable[int]) -> str:
    """The values of dice: "3, 5"."""
    return ", ".join(map(str, dice))


def sum_of(dice: tuple[int, ...], t: Texts) -> str:
    """The sum of captured dice in points: "8 points"."""
    return t.plural("{n} point", "{n} points", sum(dice))


@dataclass(frozen=True, slots=True)
class Voice:
    """The words for one table's players in one language. All methods return Discord markdown."""

    table: Table
    colors: Mapping[str, Color]
    t: Texts

    def name(self, seat: str) -> str:
        """A seat's name, in bold."""
        return f"**{seat_name(self.table, seat, self.t)}**"

    def color(self, seat: str) -> str:
        """A seat's colour in words."""
        return self.t(COLOR_NAMES[self.colors[seat]])

    def player(self, seat: str) -> str:
        """A seat's name with its colour, as a sign and in words."""
        return f"{MARKS[self.colors[seat]]} {self.name(seat)} ({self.color(seat)})"

    def listed(self, seat: str) -> str:
        """As `player`, in a list: of a computer also how well it plays."""
        return f"{MARKS[self.colors[seat]]} **{rated_name(self.table, seat, self.t)}** ({self.color(seat)})"

    def opponent(self, seat: str) -> str:
        """The other seat."""
        return next(other for other in self.colors if other != seat)
