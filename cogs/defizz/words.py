"""How Défizz speaks of players, chips, dice and times: in words first, signs only beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from babel.numbers import format_decimal

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.texts import N_, Texts
from bot.ui.frame.names import plain_name, seat_name
from bot.ui.pages.escape import escape, label
from cogs.defizz.pieces import so_far
from engines.core.moments import moment_of_tick
from engines.defizz.deck import Mode
from engines.defizz.model import BOT, Observation
from engines.defizz.rounds import QUESTION_WORTH

__all__ = [
    "Voice",
    "answered",
    "mode_name",
    "observed",
    "quoted",
]

_MODES: Mapping[Mode, str] = {
    "chrono": N_("Chrono"),
    "cible": N_("Cible"),
    "pingpong": N_("Ping-pong"),
    "chance": N_("Chance"),
}
_FEW = 4
"""So many names a line bears."""
LONGEST_QUESTION = 400
LONGEST_CLUE = 100
LONGEST_ANSWER = 120


def observed(sight: Sight) -> Observation:
    """What this audience sees of the game, of a question as much as has appeared.

    TypeError before the game has begun, or for a sight of another one.
    """
    if not isinstance(sight.observation, Observation):
        raise TypeError("no game of Défizz to be seen here")
    return so_far(sight, sight.observation)


def mode_name(mode: Mode, t: Texts) -> str:
    """A mode's own name."""
    return t(_MODES[mode])


def quoted(text: str, most: int = LONGEST_ANSWER) -> str:
    """What a deck says or somebody typed, made harmless for a message."""
    return escape(text, most)


def answered(text: str | None) -> str:
    """What somebody answered, made harmless; "…", which nobody can answer, once it has been erased."""
    return quoted(text) if text else "…"


@dataclass(frozen=True, slots=True)
class Voice:
    """One table's words in one language. What it returns is Discord markdown, if not said otherwise."""

    table: Table
    t: Texts

    def name(self, seat: str) -> str:
        """A seat's name, in bold."""
        return f"**{seat_name(self.table, seat, self.t)}**"

    def names(self, seats: Iterable[str]) -> str:
        """Several names: "**Anne**, **Bob** et **Chloé**"; "" for none."""
        return self.t.list([self.name(seat) for seat in seats])

    def some(self, seats: Collection[str]) -> str:
        """The names of a few; of many how many they are, where their names stand elsewhere anyway."""
        if len(seats) <= _FEW:
            return self.names(seats)
        if self.table.options.get("teams"):
            return self.t.plural("{n} équipe", "{n} équipes", len(seats))
        return self.t.plural("{n} personne", "{n} personnes", len(seats))

    def plain(self, seat: str) -> str:
        """A seat's name for a button or a list."""
        return plain_name(self.table, seat, self.t)

    def reader(self, reader: str) -> str:
        """Who reads: a seat's name, or the bot."""
        return self.t("le bot") if reader == BOT else self.name(reader)

    def chips(self, n: int) -> str:
        """A sum of chips: "1 900"."""
        return format_decimal(n, locale=self.t.locale)

    def number(self, number: float, unit: str | None) -> str:
        """A number of a question, with its unit: "312 (mètre)"; years are not grouped."""
        said = format_decimal(number, format="0.##########", locale=self.t.locale)
        return f"{said} ({quoted(unit)})" if unit else said

    def die(self, seen: Observation) -> str:
        """What the die says; the bank asks for no stake (Z16). "" before the roll."""
        if seen.die is None:
            return ""
        kind = {"duel": self.t("Duel"), "multi": self.t("Multi")}[seen.die.kind]
        if seen.bank:
            return self.t("{kind}, {n} de la banque", kind=kind, n=self.chips(QUESTION_WORTH))
        return self.t("{kind}, {n} au moins", kind=kind, n=self.chips(seen.die.minimum))

    def clue(self, clue: str) -> str:
        """A clue for a button or a list."""
        return label(clue, 60)

    def elapsed(self, at: int, opened_at: int) -> str:
        """How long after the opening (ms UTC) an answer came, whose tick `at` is."""
        return self.seconds(max(0, moment_of_tick(at) - opened_at))

    def seconds(self, ms: int) -> str:
        """A short time, given in ms: "3,21 s"."""
        return self.t("{seconds} s", seconds=format_decimal(ms / 1000, format="0.00", locale=self.t.locale))
