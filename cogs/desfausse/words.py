"""DESfausse's words for dice, hands and players; signs only stand beside words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.texts import N_, Texts
from bot.ui.frame.names import plain_name, rated_name, seat_name
from engines.desfausse.dice import ANGEL, DEVIL
from engines.desfausse.model import Color, Die, DieFace, Kind, Observation

Sort: TypeAlias = tuple[Kind, Color]
"""The sort of a die, whatever it shows: small or big, red or green, or the Angel."""

_NAMES: Mapping[Sort, str] = {
    ("small", "red"): N_("petit rouge"),
    ("small", "green"): N_("petit vert"),
    ("big", "red"): N_("gros rouge"),
    ("big", "green"): N_("gros vert"),
    ("angel", "white"): N_("Ange"),
}
"""Dice in words, in the order in which they are named."""
_ORDER = {sort: place for place, sort in enumerate(_NAMES)}
_COUNTS: Mapping[Sort, Callable[[int, Texts], str]] = {
    ("small", "red"): lambda n, t: t.plural("{n} petit rouge", "{n} petits rouges", n),
    ("small", "green"): lambda n, t: t.plural("{n} petit vert", "{n} petits verts", n),
    ("big", "red"): lambda n, t: t.plural("{n} gros rouge", "{n} gros rouges", n),
    ("big", "green"): lambda n, t: t.plural("{n} gros vert", "{n} gros verts", n),
    ("angel", "white"): lambda _, t: t("l’Ange"),
}


def observation_of(sight: Sight) -> Observation:
    """What this audience sees of the game; TypeError before it has begun, or for a sight of another game."""
    if not isinstance(sight.observation, Observation):
        raise TypeError("no game of DESfausse to be seen here")
    return sight.observation


def sort_of(die: Die) -> Sort:
    """The sort of a die."""
    return die.kind, die.color


def sort_dice(dice: Iterable[Die]) -> list[Die]:
    """Sort dice in the order in which they are named, then by their ids."""
    return sorted(dice, key=lambda die: (_ORDER[sort_of(die)], die.id))


def make_up(dice: Iterable[Die], t: Texts) -> str:
    """How many dice of each sort, whatever they show: "2 petits rouges, 1 gros vert"; "" for none."""
    sorts = [sort_of(die) for die in sort_dice(dice)]
    return ", ".join(_COUNTS[sort](sorts.count(sort), t) for sort in dict.fromkeys(sorts))


def count_of(n: int, t: Texts) -> str:
    """A number of dice: "3 dés"."""
    return t.plural("{n} dé", "{n} dés", n)


def shape_name(die: Die, t: Texts) -> str:
    """A die's sort in words: "petit rouge"."""
    return t(_NAMES[sort_of(die)])


def face_name(face: DieFace, t: Texts) -> str:
    """A die's face in words: its number, the devil or the angel."""
    if face == DEVIL:
        return t("diable")
    return t("ange") if face == ANGEL else str(face)


def die_name(die: Die, t: Texts) -> str:
    """A die's sort, and its face if that is known: "petit rouge 4"."""
    if die.face is None:
        return shape_name(die, t)
    return t("{die} {face}", die=shape_name(die, t), face=face_name(die.face, t))


def dice_names(dice: Iterable[Die], t: Texts) -> str:
    """Each die by name: "petit rouge 4, gros vert diable"."""
    return ", ".join(die_name(die, t) for die in dice)


@dataclass(frozen=True, slots=True)
class Voice:
    """The words for one table in one language. Methods return Discord markdown, if not said otherwise."""

    table: Table
    t: Texts

    def name(self, seat: str) -> str:
        """A seat's name, in bold."""
        return f"**{seat_name(self.table, seat, self.t)}**"

    def listed(self, seat: str) -> str:
        """A seat's name in a list, in bold: of a computer also how well it plays."""
        return f"**{rated_name(self.table, seat, self.t)}**"

    def names(self, seats: Iterable[str]) -> str:
        """Several names: "**Anne**, **Bob** et **Chloé**"; "" for none."""
        return self.t.list([self.name(seat) for seat in seats])

    def join(self, parts: Iterable[str]) -> str:
        """Join parts of a sentence that may have commas of their own."""
        return reduce(lambda one, other: self.t("{one} ; {other}", one=one, other=other), parts)

    def plain_name(self, seat: str) -> str:
        """A seat's name as plain text, for a button or a list."""
        return plain_name(self.table, seat, self.t)
