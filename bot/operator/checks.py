"""The commands `verify` and `replay`: check the dice and the game of a record, or of a stored table."""

from __future__ import annotations

import asyncio
from argparse import Namespace

from bot.operator.answers import DONE, MISUSED, WRONG, complain, tell
from bot.operator.retelling import tell_steps
from bot.operator.stores import open_beside
from bot.settings import load_store_settings
from bot.tables.errors import Denied
from bot.tables.model import Status, Table
from bot.tables.past.replays import look_back
from bot.tables.proof.record import Record, record_of
from bot.tables.proof.verify import verify
from bot.texts import texts_for
from bot.thinking import find_player
from bot.ui.frame.notices import sentence
from bot.ui.frame.verdicts import describe_verdict

__all__ = ["check_record", "check_table"]


def check_record(arguments: Namespace) -> int:
    """Check a table's record, the file that `/des verifier` hands out. Raises RecordError if unreadable."""
    try:
        data = arguments.file.read_bytes()
    except OSError as error:
        return complain(f"{arguments.file} cannot be read: {error.strerror}.", MISUSED)
    return _check(Record.load(data), arguments)


def check_table(arguments: Namespace) -> int:
    """Check that replaying the log of a table in the database gives its position; tell its steps if asked."""

    async def work() -> tuple[Table, Record] | None:
        async with open_beside(load_store_settings()) as store:
            stored = await store.load(arguments.table)
            if stored is None:
                return None
            log = await store.log(arguments.table)
            return stored.table, record_of(stored, log, arguments.games, whole=True, revealed=True)

    try:
        found = asyncio.run(work())
    except Denied as denied:
        return complain(sentence(denied.reason, denied.params, texts_for("en")))
    if found is None:
        return complain(f"There is no table {arguments.table} in this database.", MISUSED)
    table, record = found
    return _tell(table, record, arguments) if arguments.steps else _check(record, arguments)


def _tell(table: Table, record: Record, arguments: Namespace) -> int:
    """Tell every step of a closed table, those secrets included that its players may see by now."""
    t, face = texts_for(arguments.language), arguments.faces.get(table.game)
    try:
        if table.status is not Status.CLOSED:
            raise Denied("still_played")
        if face is None:
            raise Denied("unknown_game")
        past = look_back(table, record, face.spec.rules)
    except Denied as denied:
        return complain(sentence(denied.reason, denied.params, texts_for("en")))
    return tell(*(f"{step}\n" for step in tell_steps(past, face, t)))


def _check(record: Record, arguments: Namespace) -> int:
    verdict = verify(record, arguments.games, find_player)
    told = describe_verdict(verdict, texts_for("en"), dice=record.game not in arguments.diceless)
    return tell(told, status=DONE if verdict.ok else WRONG)
