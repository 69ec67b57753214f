"""Refresh the English catalogues from the code: `python -m bot.texts`. Translations are kept.

There is one of the house, and one beside the rules of each game that has all its words there. Prints what is
left to translate, and ends with exit status 1 while there is something.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog

from bot.texts.catalogue import HOME, make_blank, read, whole, write
from bot.texts.check import Call, Message, Unreadable, faults, read_code
from bot.texts.own import folder_of, messages_of, read_own, write_own
from engines import GAMES
from engines.core.kit import Kit

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


def refresh_own(rules: Kit[Any, Any]) -> list[str]:
    """Bring the catalogue of a game up to date with its records, write it, and list what is left to do."""
    path = folder_of(type(rules)) / f"{LANGUAGE}.po"
    catalog = read_own(path)
    catalog.update(template(_unsaid(rules)), update_creation_date=False)
    catalog.obsolete.clear()
    write_own(catalog, path)
    return missing_of(rules)


def missing_of(rules: Kit[Any, Any]) -> list[str]:
    """List what is left to do in the catalogue of a game."""
    return faults(_unsaid(rules), (), read_own(folder_of(type(rules)) / f"{LANGUAGE}.po"))


def _unsaid(rules: Kit[Any, Any]) -> list[Message]:
    """The messages of a game that the house does not say in the same words."""
    known = whole(read(LANGUAGE))
    return [each for each in messages_of(rules, folder_of(type(rules))) if each.forms[0] not in known]


def main() -> int:
    """Refresh the catalogues and print what is left; return the exit status (2 for an unreadable message)."""
    try:
        left = refresh(*read_code(ROOT))
        for rules in GAMES.values():
            if isinstance(rules, Kit):
                left += refresh_own(rules)
    except Unreadable as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in left)
    sys.stdout.write(f"{len(left)} left to do\n" if left else "The catalogue is complete.\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
