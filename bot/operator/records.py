"""Commands that look back: `verify`, `replay`, `daily`, `dice` and `insight rebuild`."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from argparse import Namespace
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any, Final

from bot.insight.luck import ENOUGH_ROLLS, RARE, Rolled, sum_rolled
from bot.operator.answers import DONE, MISUSED, WRONG, complain, tell
from bot.operator.stores import open_beside
from bot.settings import load_store_settings
from bot.tables.daily.model import begin_of
from bot.tables.digests.digesting import Digester, Rebuilt, rebuild_digests
from bot.tables.looking import Looking
from bot.tables.model import Denied, Status, Table
from bot.tables.past.replays import Past, look_back
from bot.tables.proof.dice import Seed
from bot.tables.proof.record import Record, record_of
from bot.tables.proof.verify import verify
from bot.texts import Texts, texts_for
from bot.thinking import find_player
from bot.ui.frame.face import Face
from bot.ui.frame.notices import sentence
from bot.ui.frame.verdicts import describe_verdict
from bot.ui.pages.escape import read_plain
from bot.ui.pages.page import Block, Page, Section, Sketch, Text
from bot.ui.wire.clock import LoopClock
from engines.daily.discipline import DISCIPLINES, draws_of

# The commands `verify` and `replay`: check the dice and the game of a record, or of a stored table.


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


# A closed table told step by step, as plain text: what *Revoir* shows, for who looks after the bot.

_STAMP = re.compile(r"<t:(\d+):\w>")
_MARKS = re.compile(r"^(?:#+|-#|>) ")


def tell_steps(past: Past, face: Face, t: Texts) -> Iterator[str]:
    """Yield every step of a game, each as one text of several lines; moments are in UTC."""
    for number in range(len(past.frames)):
        yield _text_of(face.replay(past, number, t))


def _text_of(page: Page) -> str:
    return "\n".join(line for block in page.blocks for line in _lines_of(block))


def _lines_of(block: Block) -> Iterator[str]:
    match block:
        case Text(markdown) | Section(markdown):
            words = markdown
        case Sketch():
            words = block.words
        case _:
            return
    for line in _STAMP.sub(_name_moment, words).splitlines():
        yield read_plain(_MARKS.sub("", line))


def _name_moment(found: re.Match[str]) -> str:
    return datetime.fromtimestamp(int(found[1]), UTC).strftime("%Y-%m-%d %H:%M:%S")


# `daily DAY SEED`: work out again what a seed made of a day; it needs no database.


def add_daily(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to a parser."""
    says = "print the tasks of a day's challenge, worked out from its secret"
    parser = commands.add_parser("daily", help=says, description=says)
    parser.add_argument("day", help="YYYY-MM-DD, by UTC")
    parser.add_argument("seed", help="the secret of that day, 64 hex digits, as it is told the day after")
    parser.set_defaults(run=_work_out)


def _work_out(arguments: argparse.Namespace) -> int:
    day: str = arguments.day
    try:
        begin_of(day)
        seed = Seed.from_hex(arguments.seed)
    except ValueError:
        return complain("A day is YYYY-MM-DD, and its secret has 64 hex digits.", MISUSED)
    told = {
        name: [task.tell() for task in one.lay(draws_of(seed.secret, day, name))]
        for name, one in DISCIPLINES.items()
    }
    whole = {"day": day, "seed": seed.hex, "commitment": seed.commitment, "tasks": told}
    return tell(json.dumps(whole, ensure_ascii=False, indent=2), status=DONE)


# The command `dice`: all dice that were ever rolled, whether they are even, and by games.

_ALARMING: Final = 1e-6
"""Honest dice have a spread so rare once in a lifetime of daily looks: then the status says so."""


def count_all_dice(arguments: Namespace) -> int:
    """Print the faces of all six-sided dice of all servers, their spread, and a line for each game."""

    async def work() -> Mapping[str, Rolled]:
        async with open_beside(load_store_settings()) as store:
            return await store.insight.rolled_everywhere()

    with_dice = {
        game: one for game, one in sorted(asyncio.run(work()).items()) if game not in arguments.diceless
    }
    sums = sum_rolled(with_dice.values())
    wrong = sums.share is not None and sums.share < _ALARMING
    return tell(
        f"all games · {_line(sums)}",
        *(f"{game} · {_line(one)}" for game, one in with_dice.items()),
        *(["That is no chance: check some tables (`replay TABLE`, `/des verifier`)."] if wrong else ()),
        status=WRONG if wrong else DONE,
    )


def _line(rolled: Rolled) -> str:
    tables = f"{rolled.tables} {'table' if rolled.tables == 1 else 'tables'}"
    dice = f"{rolled.dice} {'die' if rolled.dice == 1 else 'dice'} at {tables}"
    faces = " ".join(f"{face}:{count}" for face, count in enumerate(rolled.faces, 1))
    return f"{dice} · {faces} · {_spread(rolled)} · {rolled.others} other draws"


def _spread(rolled: Rolled) -> str:
    """How far from even they are, and how often honest dice are as far."""
    if rolled.share is None:
        return f"fewer than {ENOUGH_ROLLS}, too few to judge"
    rare = ", rare" if rolled.share < RARE else ""
    return f"chi-square {rolled.chi_square:.1f} of 5, p = {rolled.share:.2g}{rare}"


# `insight rebuild`: have all games that are over looked back on again.


def add_insight(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to a parser. It may run beside the bot, which reads what it writes at once."""
    says = "what is kept of games that are over: places, facts, whether they count"
    works = commands.add_parser("insight", help=says, description=says).add_subparsers(
        title="commands", required=True
    )
    rebuild = works.add_parser("rebuild", help="make it anew for all closed tables, from their logs")
    rebuild.set_defaults(run=_rebuild)


def _rebuild(arguments: argparse.Namespace) -> int:
    async def work() -> Rebuilt:
        async with open_beside(load_store_settings()) as store:
            tables = Looking(store, arguments.games, LoopClock(), SystemRandom())
            return await rebuild_digests(store.insight, Digester(tables, store.insight))

    rebuilt = asyncio.run(work())
    done = f"Looked back on {rebuilt.done} closed {'table' if rebuilt.done == 1 else 'tables'}."
    if not rebuilt.failed:
        return tell(done, status=DONE)
    failed = f"On {rebuilt.failed} it could not be done: the log says why. What was kept of them stays."
    return tell(done, failed, status=WRONG)
