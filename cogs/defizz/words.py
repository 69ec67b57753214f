"""Défizz's words for players, chips, dice and times; signs only stand beside words."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Final

from babel.numbers import format_decimal

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.tables.timing import openings
from bot.texts import N_, Name, Texts
from bot.ui.frame import decks
from bot.ui.frame.names import in_teams, plain_name, rated_name, spoken_name, spoken_names
from bot.ui.pages.escape import escape, label
from engines.core.clicks import moment_of_tick
from engines.defizz.deck import Mode
from engines.defizz.model import BOT
from engines.defizz.observe import LOOKS, Observation
from engines.defizz.rounds import QUESTION_WORTH

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


# Themes in words: those of the decks that come with the bot are translated, others stay as written.

THEMES: Final[Mapping[str, str]] = {
    "Afrique": N_("Afrique"),
    "animaux": N_("Animaux"),
    "Antiquité": N_("Antiquité"),
    "arts": N_("Arts"),
    "arts et lettres": N_("Arts et lettres"),
    "astronomie": N_("Astronomie"),
    "bande dessinée": N_("Bande dessinée"),
    "Belgique": N_("Belgique"),
    "chanson": N_("Chanson"),
    "cinéma": N_("Cinéma"),
    "contes et jeunesse": N_("Contes et jeunesse"),
    "corps humain": N_("Corps humain"),
    "cuisine": N_("Cuisine"),
    "économie et monnaies": N_("Économie et monnaies"),
    "écrans": N_("Écrans"),
    "espace": N_("Espace"),
    "fêtes et religions": N_("Fêtes et religions"),
    "fleuves et mers": N_("Fleuves et mers"),
    "France": N_("France"),
    "francophonie": N_("Francophonie"),
    "géographie": N_("Géographie"),
    "hasard": N_("Hasard"),
    "histoire": N_("Histoire"),
    "institutions": N_("Institutions"),
    "jeux": N_("Jeux"),
    "jeux vidéo": N_("Jeux vidéo"),
    "langue française": N_("Langue française"),
    "littérature": N_("Littérature"),
    "marques": N_("Marques"),
    "mathématiques": N_("Mathématiques"),
    "mode": N_("Mode"),
    "musique": N_("Musique"),
    "mythologie": N_("Mythologie"),
    "nature": N_("Nature"),
    "pays et capitales": N_("Pays et capitales"),
    "plantes": N_("Plantes"),
    "Québec": N_("Québec"),
    "rap": N_("Rap"),
    "sciences": N_("Sciences"),
    "séries": N_("Séries"),
    "société": N_("Société"),
    "sport": N_("Sport"),
    "sport et jeux": N_("Sport et jeux"),
    "Suisse": N_("Suisse"),
    "techniques": N_("Techniques"),
    "télévision": N_("Télévision"),
    "vie quotidienne": N_("Vie quotidienne"),
    "villes et monuments": N_("Villes et monuments"),
    "web": N_("Web"),
}
"""The tags of the decks that come with the bot and their families, as people read them."""


def theme_words(theme: str, t: Texts) -> str:
    """A theme of a question as people read it."""
    return decks.theme_words(theme, THEMES, t)


# A Chrono question appears in pieces, over some seconds; it can be answered from the first one (Z9).

MOMENTS = (0, *(round(look * 1000) for look in LOOKS))
"""When each piece appears, in ms after the question opened."""
_SHORT, _LONG = 24, 72
"""Characters below which a question stays whole, and from which it has three pieces; between them two."""
_MORE = "…"


def pieces(text: str) -> tuple[str, ...]:
    """Cut a text between words into one to three pieces, about equally long; joined they are the text."""
    parts = 1 if len(text) < _SHORT else 2 if len(text) < _LONG else len(MOMENTS)
    ends: list[int] = []
    gaps = [place + 1 for place, sign in enumerate(text) if sign.isspace() and place + 1 < len(text)]
    for part in range(1, parts):
        goal = len(text) * part / parts
        left = [gap for gap in gaps if not ends or gap > ends[-1]]
        if left:
            ends.append(min(left, key=lambda gap: (abs(gap - goal), gap)))
    cuts = (0, *ends, len(text))
    return tuple(text[start:end] for start, end in pairwise(cuts))


def readable_part(text: str, elapsed: int) -> str:
    """The part of a question that shows `elapsed` ms after it opened, with dots for the rest."""
    cut = pieces(text)
    there = sum(moment <= max(elapsed, 0) for moment in MOMENTS[: len(cut)])
    return text if there == len(cut) else "".join(cut[:there]).rstrip() + f" {_MORE}"


def hide_rest(sight: Sight, seen: Observation) -> Observation:
    """The same observation with only the part of a Chrono question that shows by now."""
    alarm, asked = sight.table.alarm, seen.question
    if alarm is None or not openings(alarm) or asked is None or seen.phase != "answer":
        return seen
    elapsed = 0 if alarm.unseen else sight.now - alarm.opened_at
    return replace(seen, question=replace(asked, text=readable_part(asked.text, elapsed)))
