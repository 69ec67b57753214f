"""The other side of `bot.chores.backroom`: a process that does one job and ends.

python -P -m bot.chores MODULE FUNCTION MEMORY SECONDS

The job is a function of bytes to bytes: it gets standard input, and its answer goes to standard output. It
may take MEMORY (bytes of address space) and SECONDS (of the processor). On a system without such limits,
those of the backroom, on time and on sizes, still hold.
"""

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

from bot.chores import FAILED, NO_MEMORY

__all__: list[str] = []

_KINDER = 5
"""By how many steps of `nice` a job is less urgent than the bot."""


def main(arguments: Sequence[str]) -> int:
    """Do the job and write its answer; returns the exit status. With FAILED, the answer says where."""
    module, function, memory, seconds = arguments
    try:
        _limit(int(memory), int(seconds))
        answer = getattr(import_module(module), function)(sys.stdin.buffer.read())
        status = 0
    except MemoryError:
        return NO_MEMORY
    except Exception as error:
        answer, status = _trace(error), FAILED
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    return status


def _limit(memory: int, seconds: int) -> None:
    """Limit this process's memory and processor time, and let the bot go first, if the system can."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(_KINDER)
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(OSError, ValueError):  # some systems know the name of a limit, and no more
            resource.setrlimit(kind, (most, most))


def _trace(error: Exception) -> bytes:
    """The place and type of an error, without its message, which may quote what somebody sent in secret."""
    lines = traceback.format_tb(error.__traceback__)
    return f"{''.join(lines)}{type(error).__name__}".encode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
