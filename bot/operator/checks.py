"""The commands `verify` and `replay`: check the dice and the game of a record, or of a stored table."""

from __future__ import annotations

import asyncio
from argparse import Namespace

from bot.operator.answers import DONE, MISUSED, WRONG, complain, tell
from bot.operator.stores import open_beside
from bot.settings import load_store_settings
from bot.tables.errors import Denied
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
    """Check that replaying the log of a table in the database gives its position."""

    async def work() -> Record | None:
        async with open_beside(load_store_settings()) as store:
            stored = await store.load(arguments.table)
            if stored is None:
                return None
            log = await store.log(arguments.table)
            return record_of(stored, log, arguments.games, whole=True, revealed=True)

    try:
        record = asyncio.run(work())
    except Denied as denied:
        return complain(sentence(denied.reason, denied.params, texts_for("en")))
    if record is None:
        return complain(f"There is no table {arguments.table} in this database.", MISUSED)
    return _check(record, arguments)


def _check(record: Record, arguments: Namespace) -> int:
    verdict = verify(record, arguments.games, find_player)
    told = describe_verdict(verdict, texts_for("en"), dice=record.game not in arguments.diceless)
    return tell(told, status=DONE if verdict.ok else WRONG)
