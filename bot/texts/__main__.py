"""Refresh the English catalogue from the code: `python -m bot.texts`. Translations are kept.

Prints what is left to translate, and ends with exit status 1 while there is something.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog

from bot.texts.catalogue import HOME, make_blank, read, write
from bot.texts.check import Call, Message, Unreadable, faults, read_code

ROOT = HOME.parents[1]
LANGUAGE = "en"


def template(found: Iterable[Message]) -> Catalog:
    """Collect the code's messages into a catalogue without translations."""
    catalog = make_blank(LANGUAGE)
    for message in found:
        identity = message.forms[0] if len(message.forms) == 1 else message.forms
        catalog.add(identity, locations=[(message.file, message.line)])
    return catalog


def refresh(found: Sequence[Message], called: Iterable[Call], home: Path = HOME) -> list[str]:
    """Bring the catalogue up to date with what was read of the code, write it, and list what is left to do.

    A message whose French changed a little keeps its translation, marked fuzzy until someone has looked.
    """
    catalog = read(LANGUAGE, home)
    catalog.update(template(found), update_creation_date=False)
    catalog.obsolete.clear()
    write(catalog, LANGUAGE, home)
    return faults(found, called, catalog)


def main() -> int:
    """Refresh the catalogue and print what is left; returns the exit status (2 for an unreadable message)."""
    try:
        left = refresh(*read_code(ROOT))
    except Unreadable as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in left)
    sys.stdout.write(f"{len(left)} left to do\n" if left else "The catalogue is complete.\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
