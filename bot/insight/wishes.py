"""What people may wish: to stand in lists of their servers, and to have others look at their profile.

Both are so unless somebody wishes them not to be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["BOARD", "KEYS", "NO", "PROFILE", "YES", "grants"]

BOARD: Final = "board"
PROFILE: Final = "profile"
KEYS: Final = (BOARD, PROFILE)
YES: Final = "yes"
NO: Final = "no"


def grants(wishes: Mapping[str, str], key: str) -> bool:
    """Whether somebody with these wishes lets others see something of them."""
    return wishes.get(key, YES) != NO
