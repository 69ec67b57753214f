"""The command `move`: everything from SQLite into PostgreSQL, or back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.faults import STORE_SENTENCES
from bot.operator.answers import MISUSED, WRONG, complain, tell
from bot.settings import StoreSettings, load_store_settings
from db.moving.file import reopen_file

__all__ = ["add_moving"]

_HELP = (
    "Move everything to another, empty database, in one transaction, and compare. The bot must not run. "
    "The old database stays as it is, but is marked, so that no bot starts on it by mistake."
)
_TO = (
    "postgresql://... to move there from DATABASE_PATH, or the path of a new file to move there from "
    "DATABASE_URL. A password may be left out of it and given as PGPASSWORD."
)
_REOPEN = (
    "take the mark away from the database of the settings, which misses what happened since in the new one"
)
_NO_DRIVER = STORE_SENTENCES["no_driver"]


def add_moving(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser("move", help="move everything to another database", description=_HELP)
    parser.set_defaults(run=_move)
    wished = parser.add_mutually_exclusive_group(required=True)
    wished.add_argument("--to", metavar="PLACE", help=_TO)
    wished.add_argument("--reopen", action="store_true", help=_REOPEN)


def _move(arguments: argparse.Namespace) -> int:
    settings = load_store_settings()
    if arguments.reopen:
        return _reopen(settings)
    try:
        from db.moving.move import move_to_postgres, move_to_sqlite
    except ImportError:
        return complain(_NO_DRIVER)
    place: str = arguments.to
    if urlsplit(place).scheme in ("postgresql", "postgres"):
        done = move_to_postgres(settings.database_path.resolve(), place)
        next_step = "Give its address as DATABASE_URL, and start the bot."
    elif settings.database_url is None:
        return complain("Only what is in PostgreSQL can be moved into a file: set DATABASE_URL.", MISUSED)
    else:
        done = move_to_sqlite(settings.database_url.get_secret_value(), Path(place).resolve())
        next_step = "Take out DATABASE_URL, give the file as DATABASE_PATH, and start the bot."
    if done.before:
        return tell(f"All {done.rows} rows were in {done.place} already.", next_step)
    lines = [f"Moved {done.rows} rows to {done.place}; {done.compared} tables were compared."]
    if done.nuls:
        lines.append(f"{done.nuls} texts lost characters that PostgreSQL does not store (NUL).")
    return tell(*lines, next_step)


def _reopen(settings: StoreSettings) -> int:
    if settings.database_url is None:
        reopened = reopen_file(settings.database_path.resolve())
    else:
        try:
            from db.moving.server import reopen_server
        except ImportError:
            return complain(_NO_DRIVER)
        reopened = reopen_server(settings.database_url.get_secret_value())
    if not reopened:
        return complain("This database was not moved: nothing was changed.", WRONG)
    return tell("The bot may start on this database again.")
