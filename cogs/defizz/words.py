"""Défizz's words for players, chips, dice and times; signs only stand beside words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from babel.numbers import format_decimal

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.texts import N_, Name, Texts
from bot.ui.frame.names import in_teams, plain_name, rated_name, spoken_name, spoken_names
from bot.ui.pages.escape import escape, label
from cogs.defizz.pieces import hide_rest
from engines.core.moments import moment_of_tick
from engines.defizz.deck import Mode
from engines.defizz.model import BOT
from engines.defizz.rounds import QUESTION_WORTH
from engines.defizz.seen import Observation

__all__ = [
    "CERTAIN",
    "Voice",
    "digits",
    "mode_name",
    "observation_of",
    "quote",
    "quote_answer",
]

_MODES: Mapping[Mode, str] = {
    "chrono": N_("Chrono"),
    "cible": N_("Cible"),
    "pingpong": N_("Ping-pong"),
    "chance": N_("Chance"),
}
_FEW = 4
"""How many names a line may have."""
_GROUPED = 10_000
LONGEST_QUESTION = 400
LONGEST_CLUE = 100
LONGEST_ANSWER = 120
CERTAIN = "= "
"""What an answer begins with that can be read in one way alone: it is meant as it stands (Z10)."""


def observation_of(sight: Sight) -> Observation:
    """What this audience sees of the game, with only the part of a question that has appeared.

    Raises TypeError before the game has begun, or for a sight of another game.
    """
    if not isinstance(sight.observation, Observation):
        raise TypeError("no game of Défizz to be seen here")
    return hide_rest(sight, sight.observation)


def mode_name(mode: Mode, t: Texts) -> str:
    """A mode's own name."""
    return t(_MODES[mode])


def digits(number: float | Decimal, t: Texts) -> str:
    """A number of a question or of an answer: "42,195"; grouped from five digits on: less may be a year."""
    places = "0.##########" if -_GROUPED < number < _GROUPED else "#,##0.##########"
    return format_decimal(number, format=places, locale=t.locale)


def quote(text: str, most: int = LONGEST_ANSWER) -> str:
    """Escape a text of a deck or of a person for Discord, cut to `most` characters."""
    return escape(text, most)


def quote_answer(text: str | None) -> str:
    """Escape an answer for Discord; "…", which nobody can answer, if it has been erased.

    A number that was asked back stands there as it was chosen, without the sign by which the rules know it.
    """
    return quote(text.removeprefix(CERTAIN)) if text else "…"


@dataclass(frozen=True, slots=True)
class Voice:
    """The words for one table in one language. Methods return Discord markdown, if not said otherwise."""

    table: Table
    t: Texts

    def name(self, seat: str) -> Name:
        """A seat's name, in bold; verbs after it take the plural if it is a team's."""
        return spoken_name(self.table, seat, self.t)

    def listed(self, seat: str) -> str:
        """A seat's name in a list, in bold: of a computer also how well it plays."""
        if self.table.seat(seat).computer is None:
            return self.name(seat)
        return f"**{rated_name(self.table, seat, self.t)}**"

    def names(self, seats: Iterable[str]) -> Name:
        """Several names: "**Anne**, **Bob** et **Chloé**"; "" for none."""
        return spoken_names(self.table, seats, self.t)

    def few_names(self, seats: Collection[str]) -> str:
        """The names of a few seats; for many only how many, as their names are shown elsewhere."""
        if len(seats) <= _FEW:
            return self.names(seats)
        if in_teams(self.table):
            return self.t.plural("{n} équipe", "{n} équipes", len(seats))
        return self.t.plural("{n} personne", "{n} personnes", len(seats))

    def plain_name(self, seat: str) -> str:
        """A seat's name as plain text, for a button or a list."""
        return plain_name(self.table, seat, self.t)

    def reader(self, reader: str) -> Name:
        """The reader's name: a seat's, or "le bot"."""
        return Name(self.t("le bot")) if reader == BOT else self.name(reader)

    def chips(self, n: int) -> str:
        """A sum of chips: "1 900"."""
        return format_decimal(n, locale=self.t.locale)

    def number(self, number: float, unit: str | None) -> str:
        """A number with its unit: "312 (mètre)"."""
        said = digits(number, self.t)
        return f"{said} ({quote(unit)})" if unit else said

    def die(self, seen: Observation) -> str:
        """The die in words, with the minimum stake or the bank's prize (Z16); "" before the roll."""
        if seen.die is None:
            return ""
        kind = {"duel": self.t("Duel"), "multi": self.t("Multi")}[seen.die.kind]
        if seen.bank:
            return self.t("{kind}, {n} de la banque", kind=kind, n=self.chips(QUESTION_WORTH))
        return self.t("{kind}, {n} au moins", kind=kind, n=self.chips(seen.die.minimum))

    def clue(self, clue: str) -> str:
        """A clue as plain text, for a button or a list."""
        return label(clue, 60)

    def delay(self, at: int, opened_at: int) -> str:
        """How long an answer took: `at` is its tick, `opened_at` the opening in ms UTC."""
        return self.seconds(max(0, moment_of_tick(at) - opened_at))

    def seconds(self, ms: int) -> str:
        """A short time in seconds, from ms: "3,21 s"."""
        return self.t(
            "{seconds}\u00a0s", seconds=format_decimal(ms / 1000, format="0.00", locale=self.t.locale)
        )
