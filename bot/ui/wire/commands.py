"""Translates the slash commands, and sends them to Discord only when they have changed."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from functools import cache
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.tables.ports import ServerStore
from bot.texts import texts_for
from bot.ui.pages.typography import set_spaces

__all__ = ["CatalogueTranslator", "strip_accents", "sync_if_changed", "typed_name"]

_log = structlog.get_logger(__name__)
_FACT = "commands"


def typed_name(name: str, *, fr: str | None = None, en: str | None = None) -> app_commands.locale_str:
    """The name of a command, and what it is called besides in French, or in all other languages.

    Discord finds it by either. Our texts call it `name`, or `en` in English.
    """
    return app_commands.locale_str(name, typed={"fr": fr, "en": en})


def strip_accents(text: str) -> str:
    """The letters without what stands above or below them: "été" is "ete"."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


class CatalogueTranslator(app_commands.Translator):
    """Gives French its spaces, all others the English text. Names of commands say how they differ."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _context: Any
    ) -> str | None:
        """The text in this locale; None where it is as the code has it."""
        language = "fr" if locale is discord.Locale.french else "en"
        if (typed := string.extras.get("typed")) is not None:
            name: str | None = typed[language]
            return None if name == string.message else name
        said = _said(string.message, language)
        return None if said == string.message else said


@cache
def _said(text: str, language: str) -> str:
    """One of the commands' texts in a language, of which Discord has 34."""
    return set_spaces(texts_for(language)(text))


async def sync_if_changed(tree: app_commands.CommandTree[Any], facts: ServerStore) -> bool:
    """Send the commands to Discord if they differ from those sent last. Returns whether they were sent.

    Discord allows this only a few times a day.
    """
    client, translator = tree.client, tree.translator
    assert client.application_id is not None  # known since the login
    payload = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    text = json.dumps([client.application_id, payload], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await facts.fact(_FACT) == digest:
        return False
    # discord.py's own `sync` would translate everything once more.
    await client.http.bulk_upsert_global_commands(client.application_id, payload=payload)
    await facts.set_fact(_FACT, digest)
    _log.info("commands synced", commands=len(payload))
    return True
