"""What a table says of its fair dice: when it opens a promise, in short or in full; at its end the proof."""

from __future__ import annotations

from typing import Final

from bot.tables.model import Status, Table
from bot.texts import Texts
from bot.ui.pages.page import Button, Page, Section, Text

__all__ = ["promise", "promise_in_full", "proof"]

_SHORT: Final = 16
"""How many hex digits of the commitment the lobby shows: 64 bits, too many to find another seed for."""


def promise(table: Table, t: Texts) -> Section:
    """The line of the lobby with the beginning of the commitment; its button opens `promise_in_full`."""
    words = t("-# Empreinte des dés : `{commitment}`…", commitment=table.commitment[:_SHORT])
    return Section(words, Button("table.dice", t("Dés vérifiables"), emoji="🔒"))


def promise_in_full(table: Table, t: Texts) -> Page:
    """The whole commitment and what it is good for or, once the table is closed, the proof."""
    if table.status is Status.CLOSED and table.end.seed:
        return Page(table.id, 0, (Text(_proof_in_full(table, t)),))
    words = t(
        "### 🔒 Dés vérifiables\n"
        "Tous les lancers viennent d’un secret, choisi à l’ouverture de la table. Voici son "
        "empreinte (SHA-256), à noter si vous voulez comparer :\n`{commitment}`\n"
        "À la fin, le secret est révélé : `/des verifier` refait chaque lancer de la table n° {table}, et "
        "dit si tous sont les bons.",
        commitment=table.commitment,
        table=table.id,
    )
    return Page(table.id, 0, (Text(words),))


def proof(table: Table, t: Texts) -> str:
    """The line that reveals the seed, beside what the lobby has shown; only for a closed table."""
    return "-# " + t(
        "🔓 Secret des dés : `{seed}` · empreinte : `{commitment}`…",
        seed=table.end.seed or "",
        commitment=table.commitment[:_SHORT],
    )


def _proof_in_full(table: Table, t: Texts) -> str:
    """The seed, what was promised of it, and how to check every die."""
    return t(
        "🔓 Secret des dés : `{seed}`. Empreinte annoncée à l’ouverture : `{commitment}`. Pour vérifier "
        "chaque lancer : `/des verifier` (table n° {table}).",
        seed=table.end.seed or "",
        commitment=table.commitment,
        table=table.id,
    )
