"""What each seat did in a game of Le plus grand.

| fact | counts |
| --- | --- |
| said | sums that it said (G2) |
| lies | of those, sums that its dice did not come to |
| lies_caught | lies that were doubted (G3) |
| doubts | sums of others that it doubted |
| doubts_right | of those, lies |
"""

from __future__ import annotations

from engines.core.story import Facts, Story, blank_sheets
from tests.plusgrand.model import Doubted, Said

__all__ = ["tally"]

NAMES = ("said", "lies", "lies_caught", "doubts", "doubts_right")


def tally(story: Story) -> Facts:
    """Return every seat's facts."""
    sheets = blank_sheets(story.seats, NAMES)
    for deed in story.deeds:
        for event in deed.events:
            match event:
                case Said(claim) if deed.before is not None:
                    dice = deed.before.position.dice[story.seats.index(claim.seat)]
                    sheets[claim.seat]["said"] += 1
                    sheets[claim.seat]["lies"] += sum(dice) < claim.sum
                case Doubted(claim, by, dice):
                    lie = sum(dice) < claim.sum
                    sheets[by]["doubts"] += 1
                    sheets[by]["doubts_right"] += lie
                    sheets[claim.seat]["lies_caught"] += lie
    return sheets
