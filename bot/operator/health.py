"""The command `health`: asks the bot that runs here whether it serves people; for containers and cron.

`python -m bot.operator.health` is the same command, without all that the bot is made of: a second less for
the machine each time, for whoever asks often.
"""

import http.client
import json
import sys
from argparse import Namespace
from collections.abc import Mapping

from bot.operator.answers import complain, tell
from bot.ops.health import ask, socket_path
from bot.settings import Settings, SettingsError, load_settings

_SECONDS = 5.0
"""So long an answer may take."""
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - where not to ask


def check_health(_arguments: Namespace | None = None) -> int:
    """Say how the bot is; the exit status is 0 only if it serves people.

    It is asked on `OPS_PORT`, or else (also for 0, which is any port) by the socket beside its SQLite
    database.
    """
    try:
        settings = load_settings()
    except SettingsError as error:
        return complain(str(error))
    if not settings.ops_port and settings.database_url is not None:
        return complain("With DATABASE_URL, `health` needs OPS_PORT: set it.")
    try:
        parts = _ask_by_port(settings) if settings.ops_port else _ask_by_socket(settings)
    except (OSError, ValueError, http.client.HTTPException) as error:
        return complain(f"No Gobelet answers here ({type(error).__name__}): it is not running, or stuck.")
    wrong = {part: word for part, word in parts.items() if word != "ok"}
    if wrong:
        return complain("Gobelet runs, but is not ready. " + _list(wrong))
    return tell("Gobelet serves. " + _list(parts))


def _ask_by_port(settings: Settings) -> dict[str, str]:
    host = _EVERYWHERE.get(settings.ops_host, settings.ops_host)
    line = http.client.HTTPConnection(host, settings.ops_port, timeout=_SECONDS)
    try:
        line.request("GET", "/ready")
        parts: dict[str, str] = json.load(line.getresponse())["parts"]
    finally:
        line.close()
    return parts


def _ask_by_socket(settings: Settings) -> dict[str, str]:
    return ask(socket_path(settings.database_path), _SECONDS)


def _list(parts: Mapping[str, str]) -> str:
    return ", ".join(f"{part}: {word}" for part, word in parts.items()) + "."


if __name__ == "__main__":
    sys.exit(check_health())
