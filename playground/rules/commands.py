"""Checks of slash commands."""

import re
from typing import Any

from playground.rules.fields import (
    Check,
    Path,
    Problems,
    anything,
    array,
    boolean,
    both,
    distinct,
    integer,
    nullable,
    number,
    one_of,
    pattern,
    problem,
    record,
    snowflake,
    text,
)

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
_LOCALES = re.findall(
    r"\S+",
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th "
    "zh-CN ja zh-TW ko",
)
_NAME = both(
    pattern(r"[-_'\w]{1,32}", "1 to 32 letters, digits, - or _"),
    lambda value, path: (
        []
        if str(value) == str(value).lower()
        else problem(path, "APPLICATION_COMMAND_INVALID_NAME", "Must be lower case.")
    ),
)


def _translations_of(inner: Check) -> Check:
    return nullable(record(dict.fromkeys(_LOCALES, inner)))


def _value(value: object, path: Path) -> Problems:
    return text(1, 100)(value, path) if isinstance(value, str) else number(value, path)


_CHOICE_TYPES: dict[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), NUMBER: (int, float)}
CHOICE = record(
    {"name": text(1, 100), "name_localizations": _translations_of(text(1, 100)), "value": _value},
    ("name", "value"),
)
_WORDS: dict[str, Check] = {
    "name": _NAME,
    "name_localizations": _translations_of(_NAME),
    "description": text(1, 100),
    "description_localizations": _translations_of(text(1, 100)),
    "type": integer(SUBCOMMAND, FILE),
}


def _options(depth: int) -> Check:
    """Check options; sub-commands may be two levels deep, of which `depth` may still follow."""

    def check(value: object, path: Path) -> Problems:
        return distinct(array(_option(depth), 0, 25), "name")(value, path) or _order(value, path)

    return check


def _option(depth: int) -> Check:
    inner = _options(depth - 1) if depth else array(anything, 0, 0)
    return both(
        record(
            _WORDS
            | {
                "required": boolean,
                "choices": nullable(distinct(array(CHOICE, 0, 25), "name")),
                "options": inner,
                "channel_types": array(integer(0, 16)),
                "min_value": number,
                "max_value": number,
                "min_length": integer(0, 6000),
                "max_length": integer(1, 6000),
                "autocomplete": boolean,
            },
            ("name", "description", "type"),
        ),
        _option_sense,
    )


def _option_sense(value: Any, path: Path) -> Problems:
    if value.get("autocomplete") and value.get("choices"):
        what = "An option has either choices or suggestions."
        return problem((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", what)
    expected = _CHOICE_TYPES.get(value["type"], ())
    for index, choice in enumerate(value.get("choices") or []):
        if not isinstance(choice["value"], expected):
            what = "A choice's value must be of the option's type."
            return problem(
                (*path, "choices", index, "value"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", what
            )
    return []


def _order(value: Any, path: Path) -> Problems:
    nested = [option["type"] in (SUBCOMMAND, GROUP) for option in value]
    if any(nested) and not all(nested):
        what = "Sub-commands and other options cannot be mixed."
        return problem(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", what)
    required = [bool(option.get("required")) for option in value]
    if required != sorted(required, reverse=True):
        what = "Required options must come before the others."
        return problem(path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", what)
    return []


_COMMAND = record(
    _WORDS
    | {
        "id": snowflake,
        "options": _options(2),
        "default_member_permissions": nullable(snowflake),
        "default_permission": boolean,
        "dm_permission": nullable(boolean),
        "contexts": nullable(array(one_of((0, 1, 2)), 0, 3)),
        "integration_types": nullable(array(one_of((0, 1)), 1, 2)),
        "nsfw": boolean,
    },
    ("name", "description"),
)


def check_command(command: object, path: Path = ()) -> Problems:
    """Judge a slash command; all its texts together may have 8000 characters."""
    found = _COMMAND(command, path)
    if not found and isinstance(command, dict) and _characters(command) > 8000:
        what = "Names, descriptions and values exceed 8000 characters together."
        found += problem(path, "APPLICATION_COMMAND_TOO_LARGE", what)
    return found


def check_commands(commands: object) -> Problems:
    """Judge the whole list that replaces the global commands."""
    return distinct(array(check_command, 0, 100), "name")(commands, ())


def check_choices(data: object, path: Path = ()) -> Problems:
    """Judge the suggestions that answer an autocomplete request."""
    return record({"choices": array(CHOICE, 0, 25)}, ("choices",))(data, path)


def _characters(part: dict[str, Any]) -> int:
    total = 0
    for key in ("name", "description"):
        versions = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        total += max(len(version) for version in versions)
    total += len(part["value"]) if isinstance(part.get("value"), str) else 0
    children = [*(part.get("options") or []), *(part.get("choices") or [])]
    return total + sum(_characters(child) for child in children)
