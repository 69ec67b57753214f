"""Diavolo's words for colours, orders, throws, times and names; signs only stand beside words."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from babel.numbers import format_decimal

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.texts import N_, Texts
from bot.ui.frame.names import rated_name, seat_name
from engines.core.clicks import moment_of
from engines.diavolo.model import Color, Observation, Throw
from engines.diavolo.throw import DIE_COLORS

COLORS: Mapping[Color, str] = {
    "black": N_("noir"),
    "white": N_("blanc"),
    "red": N_("rouge"),
    "grey": N_("gris"),
}
MARKS: Mapping[Color, str] = {"black": "⚫", "white": "⚪", "red": "🔴", "grey": "🔘"}
"""Signs of the colours; the name always stands beside them."""
_TITLES: Mapping[Color, str] = {
    "black": N_("Noir"),
    "white": N_("Blanc"),
    "red": N_("Rouge"),
    "grey": N_("Gris"),
}
ORDERS: Mapping[int, str] = {
    1: N_("plus grande somme"),
    2: N_("plus petite somme"),
    3: N_("plus grand écart"),
    4: N_("plus grand nombre d’impairs"),
    5: N_("plus haute valeur"),
    6: N_("plus proche du dé Ordre"),
}


def observation_of(sight: Sight) -> Observation:
    """What this audience sees of the game; TypeError before it has begun, or for a sight of another game."""
    if not isinstance(sight.observation, Observation):
        raise TypeError("no game of Diavolo to be seen here")
    return sight.observation


def layout_seed(table_id: int, number: int) -> int:
    """The seed by which this round's dice are laid out, 64 bits: public, and unrelated to their faces."""
    return int.from_bytes(blake2b(f"{table_id}.{number}".encode(), digest_size=8).digest(), "big")


def title(color: Color, t: Texts) -> str:
    """A colour's name with a capital letter, to stand first or alone."""
    return t(_TITLES[color])


def order_name(order: int, t: Texts) -> str:
    """What the Order die asks for, in a few words."""
    return t(ORDERS[order])


def dice_in_words(throw: Throw, t: Texts) -> str:
    """The coloured dice: "Noir 2, 3, 6. Blanc 1, 5, 6. Rouge 3, 5, 5."; "" if there are none."""
    groups = ((title(color, t), getattr(throw, color)) for color in DIE_COLORS)
    return " ".join(f"{name} {', '.join(map(str, faces))}." for name, faces in groups if faces)


def order_in_words(order: int, t: Texts) -> str:
    """The order as a sentence."""
    return t("Ordre : {order}.", order=order_name(order, t))


@dataclass(frozen=True, slots=True)
class Voice:
    """The words for one table in one language. All methods return Discord markdown."""

    table: Table
    t: Texts

    def name(self, seat: str) -> str:
        """A seat's name, in bold."""
        return f"**{seat_name(self.table, seat, self.t)}**"

    def listed(self, seat: str) -> str:
        """A seat's name in a list, in bold: of a computer also how well it plays."""
        return f"**{rated_name(self.table, seat, self.t)}**"

    def color(self, color: Color) -> str:
        """A colour with its sign: "🔴 rouge"."""
        return f"{MARKS[color]} {self.t(COLORS[color])}"

    def gems(self, n: int) -> str:
        """A number of gems."""
        return self.t.plural("{n} gemme", "{n} gemmes", n)

    def delay(self, at: int, opened_at: int) -> str:
        """How long a click took: "1,84 s"; `at` is its tick, `opened_at` the opening in ms UTC."""
        return self.seconds(max(0, moment_of(at) - opened_at))

    def seconds(self, ms: int) -> str:
        """A short time in seconds, from ms: "1,84 s"."""
        return self.t(
            "{seconds}\u00a0s", seconds=format_decimal(ms / 1000, format="0.00", locale=self.t.locale)
        )
