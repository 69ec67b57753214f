"""The composition root: settings, log, database, Discord. The operator's commands are in bot/operator.

python -m bot                     run the bot
python -m bot --version           which version this is, of the program, the schema and the rules
python -m bot tables              list the tables that are not closed (--unreadable, --paused, --older-than)
python -m bot close TABLE         end a table (--reason)
python -m bot verify FILE         check a table's record (the file that /des verifier hands out)
python -m bot replay TABLE        check that the log of a table in the database gives its position
                                  (or, with --steps, tell a closed one step by step)
python -m bot pictures            say how much room the pictures of servers' decks take
python -m bot health              ask the running bot whether it serves people (exit status 0 or 1)
python -m bot backup FILE         copy the database while the bot runs
python -m bot restore FILE        put a copy in the place of the database
python -m bot move --to PLACE     move everything to another database (a PostgreSQL address, or a file's path)
python -m bot purge               forget the logs of closed tables (--older-than, --server, --yes)
python -m bot block user|server ID, unblock user|server ID, blocks       whom the bot serves no more
"""

import argparse
import asyncio
import gc
import secrets
import sys
from collections.abc import Sequence
from functools import partial

import discord
import structlog
from aiohttp import ClientError
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.app import Gobelet
from bot.cluster import Sharing
from bot.faults import explain
from bot.furnishing import Wishes
from bot.log import configure, list_passwords
from bot.operator.answers import DONE, complain
from bot.operator.commands import make_parser
from bot.ops.health import Health, Probe
from bot.ops.operations import Operations
from bot.ops.signals import heed, reload
from bot.settings import Settings, SettingsError, load_settings
from bot.tables.decks import MIB, Room
from bot.tables.limits import Limits
from bot.tables.proof.record import RecordError
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.intake import Door
from bot.ui.wire.rest import count_requests, make_connector
from cogs import GAMES, make_faces
from db.errors import StoreError
from db.files import FileLock
from db.postgres import open_shared
from db.store import SqliteStore, Store

_log = structlog.get_logger(__name__)


def main(arguments: Sequence[str] | None = None, games: Sequence[type[Face]] = GAMES) -> int:
    """Run a command and return its exit status. What is wrong is said in a sentence, not by a traceback.

    `games`: what can be played, each by its face.
    """
    rules = dict(sorted((game.spec.name, game.spec.rules) for game in games))
    diceless = frozenset(game.spec.name for game in games if not game.spec.dice)
    faces = make_faces(EmojiBook(), games)
    parsed = make_parser(partial(_run, games), rules, diceless, faces).parse_args(arguments)
    configure()
    try:
        return int(parsed.run(parsed))
    except SettingsError as error:
        return complain(str(error))
    except (StoreError, RecordError) as error:
        return complain(explain(error))


def _run(games: Sequence[type[Face]], _arguments: argparse.Namespace) -> int:
    settings = load_settings()
    configure(settings.log_level, settings.log_format, _list_secrets(settings))
    for warning in settings.warnings:
        _log.warning(warning)
    _point_elsewhere(settings)
    if settings.database_url is not None:
        return asyncio.run(_serve(settings, games))
    with FileLock.take(settings.database_path):
        return asyncio.run(_serve(settings, games))


def _list_secrets(settings: Settings) -> list[str]:
    """What must never stand in the log: the bot's token, and the password of its database."""
    url = settings.database_url
    passwords = [] if url is None else list_passwords(url.get_secret_value())
    return [settings.discord_token.get_secret_value(), *passwords]


def _point_elsewhere(settings: Settings) -> None:
    """Use the addresses of another Discord (the playground's) if the settings name them.

    This must happen before the first request.
    """
    if settings.discord_api_url is not None:
        Route.BASE = str(settings.discord_api_url)
    if settings.discord_gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(str(settings.discord_gateway_url))


def make_bot(store: Store, holder: str, settings: Settings, games: Sequence[type[Face]]) -> Gobelet:
    """Make the bot as the settings wish it; `holder` names this process among those that share the store."""
    wishes = Wishes(
        settings.grace_seconds,
        limits=Limits(settings.tables_a_host, settings.tables_a_server),
        room=Room(server=settings.pictures_a_server_mib * MIB, all=settings.pictures_mib * MIB),
        retention=settings.retention_days,
        games=games,
        programs=settings.computers,
    )
    given, port, key = settings.shard_ids, settings.interactions_port, settings.discord_public_key
    sharing = Sharing(
        holder,
        settings.shard_count,
        frozenset(given) if isinstance(given, tuple) else None,
        gateway=given != "none",
        address=settings.home_address,
        lease=settings.lease_seconds,
        door=None if port is None or key is None else Door(settings.interactions_host, port, key),
    )
    # Watching requests costs a little: nobody does where nobody asks for figures.
    trace = None if settings.ops_port is None else count_requests()
    connector = None if settings.discord_api_url is None else make_connector()
    return Gobelet(store, wishes, sharing, http_trace=trace, connector=connector)


async def _open_store(settings: Settings, holder: str) -> Store:
    if settings.database_url is not None:
        return await open_shared(settings.database_url.get_secret_value(), holder)
    return await SqliteStore.open(settings.database_path)


async def _serve(settings: Settings, games: Sequence[type[Face]]) -> int:
    holder = secrets.token_hex(8)
    store = await _open_store(settings, holder)
    bot = make_bot(store, holder, settings, games)
    operations = make_operations(store, settings, bot)
    loop = asyncio.get_running_loop()
    stopping: list[asyncio.Task[None]] = []

    def stop() -> None:
        stopping.append(loop.create_task(bot.close()))

    heed(stop, lambda: bot.tasks.spawn(reload(bot.learn_blocks), "reload"))
    try:
        await operations.start()
        async with bot:
            await _login(bot, settings.discord_token.get_secret_value())
            gc.freeze()  # what there is by now stays: the collector need not look through it again
            await bot.connect()
        await asyncio.gather(*stopping)
    finally:
        await operations.stop()
        await store.close()
    _log.info("stopped")
    return DONE


def make_operations(store: Store, settings: Settings, bot: Gobelet) -> Operations:
    """What an operator asks and tells the bot by while it runs."""
    can_write = Probe(lambda: store.set_fact("probe", "written"))
    health = Health({"database": can_write, "discord": bot.check_connection})
    operations = Operations(settings, health, LoopClock())
    if settings.database_url is not None:
        health.add("news", bot.check_news)
    bot.on_awake.add(lambda _tables: operations.say_ready())
    bot.on_stopping.add(lambda _: operations.say_stopping())
    return operations


async def _login(bot: Gobelet, token: str) -> None:
    try:
        await bot.login(token)
    except discord.LoginFailure:
        raise SettingsError("Discord refuses DISCORD_TOKEN: copy the bot's token anew into .env.") from None
    except (OSError, ClientError, discord.HTTPException, discord.GatewayNotFound) as error:
        raise SettingsError(
            f"Discord does not answer ({type(error).__name__}): look at the network, and start again."
        ) from None


if __name__ == "__main__":
    sys.exit(main())
