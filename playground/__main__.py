"""`python -m playground`: the loopback Discord, its page and the bot, until Ctrl-C."""

import argparse
import asyncio
import base64
import errno
import logging
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import SystemRandom

from playground.bots import Bots
from playground.pages import Pages
from playground.server import Server
from playground.stores import Stores, StoreTrouble
from playground.world import World

PORT = 8700
PEOPLE = (("Alice", "fr"), ("Bruno", "fr"), ("Chloé", "fr"), ("Dylan", "en-US"))
CHANNELS = ("la-taverne", "salle-des-fêtes")
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def fake_token(bot_id: int) -> str:
    """Return a token of the right form that is good for this playground alone."""
    head = base64.urlsafe_b64encode(str(bot_id).encode("ascii")).decode("ascii").rstrip("=")
    return f"{head}.playgr.no-secret-at-all-only-the-playground"


def bot_environment(server: Server, token: str) -> dict[str, str]:
    """Return the environment variables that point an unchanged bot at the playground."""
    return {
        "DISCORD_TOKEN": token,
        "DISCORD_API_URL": server.api_url,
        "DISCORD_GATEWAY_URL": server.gateway_url,
        "PYTHONUNBUFFERED": "1",
        "TABLES_A_HOST": "100",  # one person sits at every seat, and tries every game
    }


def make_world() -> World:
    """Return a world with a few people and channels, ready to play."""
    world = World(chance=SystemRandom())
    world.identifies_at_once = 16  # nobody likes to wait for turns here
    for name in CHANNELS:
        world.add_channel(name)
    for name, locale in PEOPLE:
        world.add_person(name, locale=locale)
    return world


async def play(port: int, data: Path, *, kept: bool, bot: str = "bot") -> int:
    """Serve until a signal comes; return the exit code, 1 when the port cannot be opened.

    `bot` names the module that is run as the bot.
    """
    server = Server(make_world())
    token = fake_token(server.world.bot.id)
    command = [sys.executable, "-m", bot]
    stores = Stores(data, command, os.environ.get("DATABASE_URL") or None)
    # In a folder without a .env: whatever a real bot is told there is not for this one.
    bots = Bots(command, {}, stores, secrets=[token], folder=data)
    Pages(server, bots)
    try:
        await server.start(port=port)
    except OSError as error:
        sys.stderr.write(f"{port_sentence(port, error)}\n")
        return 1
    bots.environment |= bot_environment(server, token)
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in _ENDING:
        loop.add_signal_handler(number, ended.set)
    try:
        await bots.open()
        sys.stdout.write(welcome(server.url, data, kept=kept))
        sys.stdout.flush()
        await ended.wait()
    except StoreTrouble as trouble:
        sys.stderr.write(f"{trouble}\n")
        return 1
    finally:
        await bots.close()
        await server.stop()
    sys.stdout.write("Au revoir.\n")
    return 0


def welcome(url: str, data: Path, *, kept: bool) -> str:
    """Return what the terminal says once everything runs."""
    keeping = (
        "gardée ; le Discord, lui, repart de zéro à chaque lancement"
        if kept
        else "provisoire, effacée à la fin ; --data DIR en garde une"
    )
    return (
        "\n  Gobelet joue, sans jeton et sans réseau.\n\n"
        f"  Ouvrez   {url}\n"
        "  Jouez    choisissez un jeu, ou tapez /tasse start ; puis « Rejoindre » depuis un autre volet.\n"
        f"  Base     {data / 'gobelet.sqlite3'} ({keeping})\n"
        "  Fin      Ctrl-C\n"
    )


def port_sentence(port: int, error: OSError) -> str:
    """Return why the playground could not open its port, and what to do about it."""
    if error.errno == errno.EADDRINUSE:
        return f"Le port {port} est déjà pris : fermez l’autre terrain de jeu, ou essayez --port {port + 1}."
    if error.errno == errno.EACCES:
        return f"Le port {port} n’est pas permis à ce compte : choisissez-en un au-dessus de 1024."
    return f"Impossible d’ouvrir le port {port} : {error.strerror or error}."


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, find a place for the data, and play."""
    parser = argparse.ArgumentParser(prog="python -m playground", description="Gobelet sans Discord.")
    parser.add_argument("--port", type=port_number, default=PORT, help="port sur 127.0.0.1 (%(default)s)")
    parser.add_argument("--data", type=Path, help="dossier où garder la base du bot (sinon provisoire)")
    parser.add_argument("--bot", default="bot", help="module du bot à lancer (%(default)s)")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with ExitStack() as stack:
        if options.data is None:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gobelet-")))
        else:
            data = options.data.resolve()
            try:
                data.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                parser.error(f"dossier {data} : {error.strerror}")
        return asyncio.run(play(options.port, data, kept=options.data is not None, bot=options.bot))


def port_number(text: str) -> int:
    """Return a TCP port, 0 for a free one; raises ArgumentTypeError for anything else."""
    port = int(text) if text.isdigit() else -1
    if not 0 <= port <= 65_535:
        raise argparse.ArgumentTypeError(f"« {text} » n’est pas un port (0 à 65535)")
    return port


if __name__ == "__main__":
    sys.exit(main())
