"""What the project's own files say of it: rooms, packages, settings, commands."""

import contextlib
import io
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

from bot.operator.commands import make_parser
from bot.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = frozenset(name.upper() for name in Settings.model_fields)
_SECONDS = {"ms": 0.001, "": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400}


def described() -> dict:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def rooms() -> list[str]:
    """The folders that are the program."""
    found = described()["tool"]["setuptools"]["packages"]["find"]["include"]
    return [pattern.rstrip("*") for pattern in found]


def in_seconds(text: str) -> float:
    """How long a time like 60s, 5min or 30 is."""
    number, unit = re.fullmatch(r"([\d.]+)([a-z]*)", text.strip()).groups()
    return float(number) * _SECONDS[unit]


def is_command(words: list[str]) -> bool:
    """Whether this starts one of our modules, or the entry point with a command that it knows."""
    if words[:2] == ["python", "-m"]:
        return words[3:] == [] and words[2].split(".")[0] in rooms() and find_spec(words[2]) is not None
    if words[0] not in described()["project"]["scripts"]:
        return False
    with contextlib.redirect_stderr(io.StringIO()):
        try:
            make_parser(lambda _arguments: 0, {}).parse_args(words[1:])
        except SystemExit:
            return False
    return True
