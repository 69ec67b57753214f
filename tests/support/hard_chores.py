"""Jobs for the backroom, of the kinds that it must be able to bear; each process imports them from here."""

import json
import os
import sys
import time


def mirror(given: bytes) -> bytes:
    """Give it back, backwards."""
    return given[::-1]


def look_around(given: bytes) -> bytes:
    """Say where one is: the process, what it was told, what it has imported."""
    facts = {
        "pid": os.getpid(),
        "parent": os.getppid(),
        "argv": sys.argv,
        "environment": dict(os.environ),
        "modules": sorted(sys.modules),
    }
    return json.dumps(facts).encode()


def sleep(given: bytes) -> bytes:
    """Leave one's number in the file that is named, and sleep."""
    with open(given, "w", encoding="ascii") as file:  # noqa: PTH123
        file.write(str(os.getpid()))
    time.sleep(600)
    return b""


def hoard(given: bytes) -> bytes:
    """Take as many MiB as was said, all at once."""
    return b"%d" % len(bytearray(int(given) * 1024 * 1024))


def spin(given: bytes) -> bytes:
    """Never stop thinking."""
    while True:
        given = given[::-1]


def chatter(given: bytes) -> bytes:
    """Answer with as many bytes as was said."""
    return b"x" * int(given)


def stumble(given: bytes) -> bytes:
    """Fail, quoting what was given."""
    raise ValueError(given.decode())


def vanish(given: bytes) -> bytes:
    """Be gone from one moment to the next, with an exit status that means nothing."""
    os._exit(9)
