"""What a process beside the bot knows of its surroundings: enough to find the same modules, nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

__all__ = ["bare_environment", "outside_environment"]

_HANDED_ON: Final = ("SYSTEMROOT", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE")
"""The variables of the bot's environment that a process gets: what Python may need, never the token."""

_OUTSIDE: Final = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")
"""What somebody else's program gets: what it may need to be found and to write text, none of our modules."""


def bare_environment() -> dict[str, str]:
    """The environment of a process: enough to find the same modules as here, no token, no setting."""
    kept = {name: os.environ[name] for name in _HANDED_ON if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(str(Path(place).absolute()) for place in sys.path)}


def outside_environment() -> dict[str, str]:
    """The environment of a program that is none of ours."""
    return {name: os.environ[name] for name in _OUTSIDE if name in os.environ}
