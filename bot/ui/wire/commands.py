"""Puts the slash commands into French and English, and sends them to Discord only when they have changed."""

import hashlib
import unicodedata
from typing import Any, Final

import discord
import orjson
import structlog
from discord import app_commands

from bot.tables.ports import ServerStore
from bot.texts import texts_for
from bot.ui.pages.escape import set_spaces

_log = structlog.get_logger(__name__)
_FACT = "commands"
_FRENCH: Final = discord.Locale.french.value
_OTHERS: Final = tuple(locale.value for locale in discord.Locale if locale.value != _FRENCH)
_CALLED: Final = "called"
_Command = app_commands.Command[Any, ..., Any] | app_commands.Group


def called(*, fr: str | None = None, en: str | None = None) -> dict[str, dict[str, str | None]]:
    """The `extras` of a command that has another name in French, or in all other languages.

    Discord finds it by either. Our texts call it by its own name, or `en` in English.
    """
    return {_CALLED: {"fr": fr, "en": en}}


def strip_accents(text: str) -> str:
    """The letters without what stands above or below them: "été" is "ete"."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _localise(command: _Command, payload: dict[str, Any]) -> dict[str, Any]:
    """Put a command and all below it into both languages, in what Discord is told of it.

    discord.py asks its translators for each of 34 languages, of which we speak two.
    """
    names = command.extras.get(_CALLED) or _translate(payload["name"])
    _localise_name(payload, names["fr"], names["en"])
    _localise_description(payload)
    if isinstance(command, app_commands.Group):
        for below, option in zip(command.commands, payload["options"], strict=True):
            _localise(below, option)
        return payload
    for option in payload["options"]:
        _localise_name(option, **_translate(option["name"]))
        _localise_description(option)
        for choice in option.get("choices", ()):
            _localise_name(choice, **_translate(choice["name"]))
    return payload


def _translate(text: str) -> dict[str, str]:
    """Say one of the commands' texts in both languages; French has its spaces."""
    return {language: set_spaces(texts_for(language)(text)) for language in ("fr", "en")}


def _localise_name(payload: dict[str, Any], fr: str | None, en: str | None) -> None:
    """Keep the name, which is what the bot is sent, and tell how else people call it."""
    payload["name"] = str(payload["name"])  # without the translations that it may bring along
    names = {_FRENCH: fr} | dict.fromkeys(_OTHERS, en)
    payload["name_localizations"] = {
        locale: name for locale, name in names.items() if name not in (None, payload["name"])
    }


def _localise_description(payload: dict[str, Any]) -> None:
    """Describe it in English to all, and in French."""
    said = _translate(payload["description"])
    payload["description"], payload["description_localizations"] = said["en"], {_FRENCH: said["fr"]}


async def sync_if_changed(tree: app_commands.CommandTree[Any], facts: ServerStore) -> bool:
    """Send the commands to Discord if they differ from those sent last. Returns whether they were sent.

    Discord allows this only a few times a day.
    """
    client = tree.client
    assert client.application_id is not None  # known since the login
    commands = tree.get_commands(type=discord.AppCommandType.chat_input)
    payload = [_localise(command, command.to_dict(tree)) for command in commands]
    text = orjson.dumps([client.application_id, payload], option=orjson.OPT_SORT_KEYS)
    digest = hashlib.sha256(text).hexdigest()
    if await facts.fact(_FACT) == digest:
        return False
    # discord.py's own `sync` would know no French.
    await client.http.bulk_upsert_global_commands(client.application_id, payload=payload)
    await facts.set_fact(_FACT, digest)
    _log.info("commands synced", commands=len(payload))
    return True
