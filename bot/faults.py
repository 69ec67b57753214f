"""Sentences for the operator when the bot cannot start or run: what is wrong, and what to do."""

from typing import Final

from bot.tables.proof.record import RecordError
from db.errors import StoreError

STORE_SENTENCES: Final[dict[str, str]] = {
    "locked": "The database {path} is held by another process: stop the other one first.",
    "read_only": "The database {path} cannot be written: let the bot's user write file and folder.",
    "disk_full": "The disk of the database {path} is full: make room, then start again. Nothing was lost.",
    "cannot_open": "The database {path} cannot be opened: look at DATABASE_PATH and at permissions.",
    "not_a_database": "The file {path} is no database: look at DATABASE_PATH, or put a backup in its place.",
    "foreign": "The database {path} belongs to something else: give the bot a file of its own.",
    "corrupt": "The database {path} is damaged: keep a copy of it and put the latest backup in its place.",
    "newer_schema": "The database {path} was written by a newer Gobelet: upgrade, or use a backup.",
    "unreachable": "The database {path} does not answer: is its server running, is DATABASE_URL right?",
    "bad_address": "DATABASE_URL is no address of a database; a password's @ : / are written %40 %3A %2F.",
    "no_driver": "PostgreSQL needs the package psycopg, which is missing: install it where the bot is "
    "(pip install 'psycopg[binary]').",
    "refused": "The database {path} let nobody in by this role and password: look at DATABASE_URL.",
    "no_database": "There is no database {path}: make it (createdb), or look at DATABASE_URL.",
    "no_rights": "The role may not do what is needed in the database {path}: make it the database's owner.",
    "crowded": "The server of the database {path} has no connection left: raise its max_connections.",
    "stand_by": "The database {path} takes no writes (a replica, perhaps): name the primary in DATABASE_URL.",
    "timeout": "The database {path} took too long to answer: look at its server, and at who else uses it.",
    "old_server": "The database {path} is kept by PostgreSQL {found}: 13 or later is needed.",
    "not_utf8": "The database {path} has another encoding than UTF8: make it anew with ENCODING 'UTF8'.",
    "busy_schema": "Others use the database {path} without a pause: stop what reads it, then start again.",
    "older_beside": "A Gobelet too old to go on beside this one runs on the database {path}: stop it first.",
    "deaf": "The database {path} brings no news: connect to it directly, or to a pooler in session mode.",
    "in_use": "A Gobelet is running on the database {path}: stop it first (or give this one its own).",
    "outdated": "An older Gobelet is running on the database {path}: start it anew with this version first.",
    "io": "The disk did not read or write the database {path}: look at the machine's log before going on.",
    "exists": "The file {path} is there already and is not overwritten: choose another name.",
    "closed": "The database is closed.",
    "moved": "The database {path} was moved to {to}: start the bot there, or see `move --help`.",
    "unfinished": "Going back to a backup was cut short in {path}: run the same `restore` again.",
    "no_backup": "The file {path} is no backup of Gobelet's from PostgreSQL. Nothing was changed.",
    "no_program": "{path} is missing: install PostgreSQL's own programs (Debian: postgresql-client).",
    "program_failed": "{path} failed, and nothing was changed: {detail}",
    "not_empty": "The database {path} is not empty: name one that is. Nothing was moved.",
    "differs": "What arrived in {path} is not what was sent ({what}): nothing was moved. Please report this.",
}
RESTORE_SENTENCES: Final[dict[str, str]] = {
    "cannot_open": "The backup {path} cannot be read: look at its permissions. Nothing was changed.",
    "not_a_database": "The file {path} is no database: name a file that `backup` made. Nothing was changed.",
    "foreign": "The file {path} is no database of Gobelet's. Nothing was changed.",
    "corrupt": "The backup {path} is damaged: take another one. Nothing was changed.",
    "newer_schema": "The backup {path} was written by a newer Gobelet: upgrade first. Nothing was changed.",
    "locked": "The backup {path} is held by another process: stop the other one first. Nothing was changed.",
}
"""Sentences about a backup that cannot replace the database."""
BACKUP_SENTENCES: Final[dict[str, str]] = {
    "disk_full": "There is no room for a backup in {path}: make some. The older ones are kept.",
    "read_only": "Nothing can be written in {path}: let the bot's user write there.",
    "cannot_open": "Nothing can be written in {path}: look at the folder, and at its permissions.",
}
"""Sentences about a backup that could not be made in the folder `path`."""
RECORD_SENTENCES: Final[dict[str, str]] = {
    "too_large": "This file is larger than any record ({most} bytes at most).",
    "not_json": "This file is not JSON: take the file that /des verifier hands out.",
    "not_a_record": "This file is not a table's record: take the file that /des verifier hands out.",
    "unknown_format": "This record has another format than {known}: take the Gobelet version that wrote it.",
    "bad_field": "This record is damaged at {where}.",
}


def explain(error: StoreError | RecordError) -> str:
    """Put an error in a sentence; one without a sentence is given in its own words."""
    sentences = STORE_SENTENCES if isinstance(error, StoreError) else RECORD_SENTENCES
    wording = sentences.get(error.code)
    try:
        return str(error) if wording is None else wording.format(**{"path": "", **error.params})
    except KeyError:
        return str(error)
