"""How a command answers: sentences to standard output, what is wrong to standard error."""

from __future__ import annotations

import sys
from typing import Final

__all__ = ["DONE", "MISUSED", "WRONG", "complain", "tell"]

DONE: Final = 0
WRONG: Final = 1
"""Something is not as it should be: nothing was changed."""
MISUSED: Final = 2
"""The command was not asked for in a way that makes sense."""


def tell(*sentences: str, status: int = DONE) -> int:
    """Say this, a line each; gives back the exit status."""
    for sentence in sentences:
        sys.stdout.write(f"{sentence}\n")
    return status


def complain(sentence: str, status: int = WRONG) -> int:
    """Say what is wrong; gives back the exit status."""
    sys.stderr.write(f"gobelet: {sentence}\n")
    return status
