"""La Tasse's words for scores, dice, points and directions; signs only stand beside words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.texts import N_, Texts
from bot.ui.frame.names import rated_name, seat_name
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.escape import NAME_LENGTH
from engines.tasse.model import Observation
from engines.tasse.scores import SPECIALS, Score, Special

_NUMBERS: Mapping[str, str] = {
    "1": N_("un"),
    "2": N_("deux"),
    "3": N_("trois"),
    "4": N_("quatre"),
    "5": N_("cinq"),
    "6": N_("six"),
}
_SUMS: Mapping[Special, str] = {"seven": "7", "nine": "9"}
"""Specials that are called by the sum of their dice."""
_MANY = 12
"""With more seats than this, names are cut shorter, so that the board stays within Discord's limits."""
_SHORT_NAME = 18


def observation_of(sight: Sight) -> Observation:
    """What this audience sees of the game; TypeError before it has begun, or for a sight of another game."""
    if not isinstance(sight.observation, Observation):
        raise TypeError("no game of La Tasse to be seen here")
    return sight.observation


def has_ways(seen: Observation) -> bool:
    """Whether it makes a difference in which direction the cup goes round."""
    return len(seen.in_play) > 2


def score_name(score: Score, t: Texts) -> str:
    """A score's name: "64", "double 3"."""
    return t("double {n}", n=score[0]) if score[0] == score[1] else score


def dice_in_words(dice: Score, t: Texts) -> str:
    """Two dice in words: "64, six et quatre", "double 3", "7, car cinq et deux font sept"."""
    if dice[0] == dice[1]:
        return score_name(dice, t)
    if dice in SPECIALS and SPECIALS[dice] in _SUMS:
        return t("{score}, car {reason}", score=_SUMS[SPECIALS[dice]], reason=special_reason(dice, t))
    high, low = _numbers(dice, t)
    return t("{score}, {high} et {low}", score=dice, high=high, low=low)


def special_reason(dice: Score, t: Texts) -> str:
    """Why these dice are a special: "cinq et deux font sept", "deux cinq", "trois et un"."""
    high, low = _numbers(dice, t)
    match SPECIALS[dice]:
        case "seven":
            return t("{high} et {low} font sept", high=high, low=low)
        case "nine":
            return t("{high} et {low} font neuf", high=high, low=low)
        case "double_five":
            return t("deux cinq")
        case "thirty_one":
            return t("trois et un")


def _numbers(dice: Score, t: Texts) -> tuple[str, str]:
    high, low = (t(_NUMBERS[digit]) for digit in dice)
    return high, low


@dataclass(frozen=True, slots=True)
class Voice:
    """The words for one table in one language. All methods return Discord markdown."""

    table: Table
    t: Texts
    book: EmojiBook
    sips: bool = False
    rounds: int = 1

    def name(self, seat: str) -> str:
        """A seat's name, in bold."""
        return f"**{seat_name(self.table, seat, self.t, self._most)}**"

    def listed(self, seat: str) -> str:
        """A seat's name in a list, in bold: of a computer also how well it plays."""
        return f"**{rated_name(self.table, seat, self.t, self._most)}**"

    def names(self, seats: Iterable[str]) -> str:
        """Several names: "**Anne**, **Bob** et **Chloé**"; "" for none."""
        return self.t.list([self.name(seat) for seat in seats])

    @property
    def _most(self) -> int:
        """So many characters of a name."""
        return NAME_LENGTH if len(self.table.seats) <= _MANY else _SHORT_NAME

    @property
    def cup(self) -> str:
        """The sign of the cup, which marks whose turn it is."""
        return self.book.mark("tasse", "🥤")

    def dice(self, dice: Score) -> str:
        """Dice that are shown: their faces as emojis, then in words."""
        return f"{self.book.dice(dice)} {dice_in_words(dice, self.t)}"

    def score(self, score: Score) -> str:
        """An announced score, in words alone because it need not be what the dice are."""
        return f"**{score_name(score, self.t)}**"

    def points(self, n: int) -> str:
        """The points that a seat takes, and the sips if the table has chosen them (T16)."""
        t = self.t
        points = t.plural("{n} point", "{n} points", n)
        if not self.sips:
            return points
        return t.plural("{points} et une gorgée", "{points} et {n} gorgées", n, points=points)

    def direction(self, direction: int) -> str:
        """The direction as an arrow and in words, down or up the list of players."""
        t = self.t
        return t("↓ vers le bas") if direction == 1 else t("↑ vers le haut")
