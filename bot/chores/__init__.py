"""Long jobs that people may ask for; each runs in a process of its own (see `backroom`)."""

from typing import Final

__all__ = ["FAILED", "NO_MEMORY"]

FAILED: Final = 70
NO_MEMORY: Final = 71
"""Exit statuses of a process whose job raised an error, or needed more memory than it may have."""
