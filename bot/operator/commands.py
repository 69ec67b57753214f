"""The commands and their arguments."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType

from bot.operator.answers import tell
from bot.operator.copies import add_moving, backup, purge, restore
from bot.operator.health import check_health
from bot.operator.live import add_blocking, close, list_tables, weigh_pictures
from bot.operator.records import add_daily, add_insight, check_record, check_table, count_all_dice
from bot.ui.frame.face import Face
from db.migrate import latest
from engines.core.game import AnyGame

Command = Callable[[Namespace], int]


def make_parser(
    run: Command,
    games: Mapping[str, AnyGame],
    diceless: frozenset[str] = frozenset(),
    faces: Mapping[str, Face] = MappingProxyType({}),
) -> ArgumentParser:
    """The parser of `python -m bot`; the attribute `run` of its result is the command to call.

    Without a command in the arguments, that is the given `run`. All commands are given the games that are
    known here, by name, as `games`, which of these people play without dice, as `diceless`, and what shows
    them, by the same names, as `faces`.
    """
    parser = ArgumentParser(prog="gobelet", description="The Gobelet bot; without a command, it runs.")
    parser.set_defaults(games=games, diceless=diceless, faces=faces)
    parser.add_argument(
        "--version", action="store_const", const=show_version, dest="run", default=run, help="what this is"
    )
    commands = parser.add_subparsers(title="commands")

    def command(name: str, does: Command, says: str) -> ArgumentParser:
        made = commands.add_parser(name, help=says, description=says)
        made.set_defaults(run=does)
        return made

    command("verify", check_record, "check a table's record").add_argument("file", type=Path)
    checked = command("replay", check_table, "check a table of the database against its log")
    _add_replay(checked)
    command("backup", backup, "copy the database while the bot runs").add_argument("file", type=Path)
    restored = command("restore", restore, "put a backup in the place of the database (the bot must not run)")
    restored.add_argument("file", type=Path)
    _add_tables(command("tables", list_tables, "list the tables that are not closed"))
    ended = command("close", close, "end a table, whatever its state (with SQLite, the bot must not run)")
    ended.add_argument("table", type=int)
    ended.add_argument("--reason", required=True, help="why; it stands in the table's record")
    _add_purge(command("purge", purge, "forget the logs of closed tables; their results stay"))
    command("pictures", weigh_pictures, "say how much room the pictures of servers' decks take")
    command("dice", count_all_dice, "say how even all dice of finished tables are")
    command("health", check_health, "ask the running bot whether it serves people")
    add_insight(commands)
    add_daily(commands)
    add_moving(commands)
    add_blocking(commands)
    return parser


def _add_tables(parser: ArgumentParser) -> None:
    parser.add_argument("--unreadable", action="store_true", help="only those whose game cannot be read")
    parser.add_argument("--paused", action="store_true", help="only those that are paused")
    parser.add_argument("--older-than", type=_days, metavar="DAYS", help="only those without a change since")


def _add_replay(parser: ArgumentParser) -> None:
    parser.add_argument("table", type=int)
    parser.add_argument("--steps", action="store_true", help="tell a closed table step by step instead")
    parser.add_argument("--language", choices=("fr", "en"), default="en", help="in which language (en)")


def _add_purge(parser: ArgumentParser) -> None:
    parser.add_argument("--older-than", type=_days, metavar="DAYS", help="those that ended so long ago")
    parser.add_argument("--server", type=int, metavar="ID", help="those of this server")
    parser.add_argument("--yes", action="store_true", help="really forget them")


def _days(text: str) -> int:
    if not text.isdecimal() or len(text) > 5:
        raise ArgumentTypeError("give a whole number of days")
    return int(text)


def show_version(arguments: Namespace) -> int:
    """Print the versions of the program, of the database's schema, and of each game's rules."""
    try:
        own = version("gobelet")
    except PackageNotFoundError:  # run from a folder, without being installed
        own = "(not installed)"
    rules = ", ".join(f"{name} {game.rules_version}" for name, game in arguments.games.items())
    return tell(f"gobelet {own}", f"schema {latest()}", f"rules: {rules}")
