"""How likely somebody wins a challenge who feels sure of it to some degree."""

from typing import Final

STRANGER: Final = 0.45
"""How likely somebody of whom nothing is known is right."""
_LEAST, _MOST = 0.02, 0.98


def chance_to_win(own: float, other: float, others: int) -> float:
    """Return how likely a seat wins that is right as likely as `own`, against `others` that are by `other`.

    Of those who are right all win equally often; where nobody is, the challenge does not count.
    """
    own, other = min(max(own, _LEAST), _MOST), min(max(other, _LEAST), _MOST)
    missed = (1 - other) ** others
    shared = (1 - (1 - other) ** (others + 1)) / ((others + 1) * other)
    return own * shared / (1 - (1 - own) * missed)


def edge(chance: float, others: int) -> float:
    """Return how many chips a seat gains for each that it stakes, by its chance to win; below 0: it loses."""
    return chance * (others + 1) - 1
