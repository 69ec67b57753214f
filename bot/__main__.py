"""The composition root: settings, log, database, Discord. And the operator's commands.

python -m bot                    run the bot
python -m bot verify FILE        check a table's record (the file that /des verifier hands out)
python -m bot replay TABLE       check that the log of a table in the database gives its position
python -m bot backup FILE        copy the database while the bot runs
python -m bot block user|server ID, unblock user|server ID, blocks      whom the bot serves no more
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import discord
import structlog
from aiohttp import ClientError
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import blocks
from bot.app import Gobelet, ShardedGobelet
from bot.faults import said
from bot.log import configure
from bot.settings import Settings, SettingsError, load_settings, load_store_settings
from bot.tables.limits import Limits
from bot.tables.record import Record, RecordError, record_of
from bot.tables.verify import Verdict, verify
from bot.texts import texts_for
from bot.ui.verdicts import told
from db.errors import StoreError
from db.store import SqliteStore
from engines import GAMES

__all__ = ["main"]

_log = structlog.get_logger(__name__)
WRONG = 1
MISUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status. Whatever is wrong is said in a sentence."""
    parsed = _parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except SettingsError as error:
        return _fail(str(error), WRONG)
    except (StoreError, RecordError) as error:
        return _fail(said(error), WRONG)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="gobelet", description="The Gobelet bot.")
    parser.set_defaults(run=_run)
    commands = parser.add_subparsers(title="commands")
    check = commands.add_parser("verify", help="check a table's record")
    check.add_argument("file", type=Path)
    check.set_defaults(run=_verify)
    again = commands.add_parser("replay", help="check a table of the database against its log")
    again.add_argument("table", type=int)
    again.set_defaults(run=_replay)
    backup = commands.add_parser("backup", help="copy the database while the bot runs")
    backup.add_argument("file", type=Path)
    backup.set_defaults(run=_backup)
    blocks.add_commands(commands)
    return parser


# -- running -----------------------------------------------------------------------------------------------


def _run(_arguments: argparse.Namespace) -> int:
    settings = load_settings()
    configure(settings.log_level, settings.log_format, [settings.discord_token.get_secret_value()])
    for warning in settings.warnings:
        _log.warning(warning)
    _point_elsewhere(settings)
    return asyncio.run(_serve(settings))


def _point_elsewhere(settings: Settings) -> None:
    """Speak to another Discord (the playground's) when the settings name one; before any route is made."""
    if settings.discord_api_url is not None:
        Route.BASE = str(settings.discord_api_url)
    if settings.discord_gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(str(settings.discord_gateway_url))


def make_bot(store: SqliteStore, settings: Settings) -> Gobelet:
    """The bot, or as much of it as this process's shards are."""
    limits = Limits(settings.tables_a_host, settings.tables_a_server)
    if settings.shard_count is None:
        return Gobelet(store, settings.grace_seconds, limits=limits)
    return ShardedGobelet(
        store,
        settings.grace_seconds,
        limits=limits,
        shard_count=settings.shard_count,
        shard_ids=settings.shard_ids,
    )


async def _serve(settings: Settings) -> int:
    store = await SqliteStore.open(settings.database_path)
    bot = make_bot(store, settings)
    loop = asyncio.get_running_loop()
    stopping: list[asyncio.Task[None]] = []
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # no signal handlers on some systems' loops
            loop.add_signal_handler(name, lambda: stopping.append(loop.create_task(bot.close())))
    try:
        async with bot:
            await _login(bot, settings.discord_token.get_secret_value())
            await bot.connect()
        await asyncio.gather(*stopping)
    finally:
        await store.close()
    _log.info("stopped")
    return 0


async def _login(bot: Gobelet, token: str) -> None:
    try:
        await bot.login(token)
    except discord.LoginFailure:
        raise SettingsError("Discord refuses DISCORD_TOKEN: copy the bot's token anew into .env.") from None
    except (OSError, ClientError, discord.HTTPException) as error:
        raise SettingsError(
            f"Discord does not answer ({type(error).__name__}): look at the network, and start again."
        ) from None


# -- the operator's commands -------------------------------------------------------------------------------


def _verify(arguments: argparse.Namespace) -> int:
    try:
        data = arguments.file.read_bytes()
    except OSError as error:
        return _fail(f"{arguments.file} cannot be read: {error.strerror}.", MISUSED)
    return _say(verify(Record.load(data), GAMES))


def _replay(arguments: argparse.Namespace) -> int:
    async def work() -> Record | None:
        store = await SqliteStore.open(load_store_settings().database_path)
        try:
            stored = await store.load(arguments.table)
            if stored is None:
                return None
            return record_of(stored, await store.log(arguments.table), GAMES, whole=True, revealed=True)
        finally:
            await store.close()

    record = asyncio.run(work())
    if record is None:
        return _fail(f"There is no table {arguments.table} in this database.", MISUSED)
    return _say(verify(record, GAMES))


def _backup(arguments: argparse.Namespace) -> int:
    async def work() -> None:
        store = await SqliteStore.open(load_store_settings().database_path)
        try:
            await store.backup(arguments.file)
        finally:
            await store.close()

    asyncio.run(work())
    return _tell(f"Saved to {arguments.file}.", 0)


def _say(verdict: Verdict) -> int:
    return _tell(told(verdict, texts_for("en")), 0 if verdict.ok else WRONG)


def _tell(sentence: str, status: int) -> int:
    sys.stdout.write(f"{sentence}\n")
    return status


def _fail(sentence: str, status: int) -> int:
    sys.stderr.write(f"gobelet: {sentence}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
