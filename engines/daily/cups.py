"""Ten cups of La Tasse: the computer has announced, and is believed or doubted (J4, J5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engines.core.draws import Draws
from engines.tasse.scores import NORMAL, SPECIALS, Normal, Score, place, roll

BELIEVE: Final = "believe"
DOUBT: Final = "doubt"
_CUPS = 10
_LOWEST_SIX = 6
"""From among so many scores, the lowest ones, comes the score to match."""
_HONEST, _OF = 6, 7
"""Whoever can announce the truth does so six times out of seven (J5)."""
_REACH = 4
"""A lie is one of so many scores from the lowest possible lie on."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup that stands: the score that had to be matched, the dice under it, and what was announced."""

    standing: Normal
    dice: Score
    said: Normal

    @property
    def key(self) -> str:
        """Nothing: a day's cups never change."""
        return ""

    @property
    def true(self) -> bool:
        """Whether the dice show exactly what was announced."""
        return self.dice == self.said

    def tell(self) -> Mapping[str, object]:
        """Return the cup, with what was right."""
        right = BELIEVE if self.true else DOUBT
        return {"standing": self.standing, "dice": self.dice, "said": self.said, "right": right}


class Cups:
    """The discipline: a point for each cup that was believed or doubted rightly."""

    name: Final = "tasse"
    count: Final = _CUPS
    timed: Final = False

    def lay(self, draws: Draws) -> Sequence[Cup]:
        """Return the cups, each from its draws: the score to match, two dice, then the announcement."""
        return tuple(_lay_one(draws) for _ in range(_CUPS))

    def judge(self, task: Cup, answer: str) -> bool:
        """Return whether the cup was read rightly; raises ValueError for what is neither belief nor doubt."""
        if answer not in (BELIEVE, DOUBT):
            raise ValueError(answer)
        return task.true is (answer == BELIEVE)


def _lay_one(draws: Draws) -> Cup:
    standing = NORMAL[draws(_LOWEST_SIX) - 1]
    dice = roll(draws)
    return Cup(standing, dice, announce(standing, dice, draws))


def announce(standing: Normal, dice: Score, draws: Draws) -> Normal:
    """Return what the computer announces with these dice where a score stands: its published way (J5)."""
    able = dice not in SPECIALS and place(dice) >= place(standing)
    if able and (dice == NORMAL[-1] or draws(_OF) <= _HONEST):
        return NORMAL[place(dice)]
    lowest = place(dice) + 1 if able else place(standing)
    lies = [score for score in NORMAL[lowest:] if score != dice][:_REACH]
    return lies[draws(len(lies)) - 1]
