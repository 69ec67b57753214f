"""How a command answers: sentences go to standard output, complaints to standard error."""

import sys
from typing import Final

DONE: Final = 0
WRONG: Final = 1
"""Exit status: something is not as it should be, and nothing was changed."""
MISUSED: Final = 2
"""Exit status: the command or its arguments make no sense."""


def tell(*sentences: str, status: int = DONE) -> int:
    """Print each sentence on a line; returns the exit status."""
    for sentence in sentences:
        sys.stdout.write(f"{sentence}\n")
    return status


def complain(sentence: str, status: int = WRONG) -> int:
    """Print what is wrong; returns the exit status."""
    sys.stderr.write(f"gobelet: {sentence}\n")
    return status
