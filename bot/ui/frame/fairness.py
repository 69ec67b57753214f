"""What a table says of its fair dice, or cards: when it opens a promise, in short or full; then the proof."""

from __future__ import annotations

from typing import Final

from bot.tables.model import Status, Table
from bot.texts import N_, Texts
from bot.ui.pages.page import Button, Page, Section, Text

__all__ = ["check_words", "promise", "promise_in_full", "proof"]

_SHORT: Final = 16
"""How many hex digits of the commitment the lobby shows: 64 bits, too many to find another seed for."""


def check_words(dice: bool, t: Texts) -> str:
    """The label of the button that opens `promise_in_full`; without `dice` a game deals cards."""
    return t("Dés vérifiables") if dice else t("Mélange vérifiable")


def promise(table: Table, t: Texts, *, dice: bool = True) -> Section:
    """The line of the lobby with the beginning of the commitment; its button opens `promise_in_full`."""
    short = table.commitment[:_SHORT]
    words = (
        t("-# Empreinte des dés : `{commitment}`…", commitment=short)
        if dice
        else t("-# Empreinte du mélange des questions : `{commitment}`…", commitment=short)
    )
    return Section(words, Button("table.dice", check_words(dice, t), emoji="🔒"))


def promise_in_full(table: Table, t: Texts, *, dice: bool = True) -> Page:
    """The whole commitment and what it is good for or, once the table is closed, the proof."""
    if table.status is Status.CLOSED and table.end.seed:
        return Page(table.id, 0, (Text(_proof_in_full(table, t, dice)),))
    words = N_(
        "### 🔒 Dés vérifiables\n"
        "Tous les lancers viennent d’un secret, choisi à l’ouverture de la table. Voici son "
        "empreinte (SHA-256), à noter si vous voulez comparer :\n`{commitment}`\n"
        "À la fin, le secret est révélé : `/des verifier` refait chaque lancer de la table n° {table}, et "
        "dit si tous sont les bons."
    )
    if not dice:
        words = N_(
            "### 🔒 Mélange vérifiable\n"
            "L’ordre des questions et tout autre tirage viennent d’un secret, choisi à l’ouverture de la "
            "table. Voici son empreinte (SHA-256), à noter si vous voulez comparer :\n`{commitment}`\n"
            "À la fin, le secret est révélé : `/des verifier` refait chaque tirage de la table n° {table}, "
            "et dit si tous sont les bons."
        )
    return Page(table.id, 0, (Text(t(words, commitment=table.commitment, table=table.id)),))


def proof(table: Table, t: Texts, *, dice: bool = True) -> str:
    """The line that reveals the seed, beside what the lobby has shown; only for a closed table."""
    words = N_("🔓 Secret des dés : `{seed}` · empreinte : `{commitment}`…")
    if not dice:
        words = N_("🔓 Secret du mélange des questions : `{seed}` · empreinte : `{commitment}`…")
    return "-# " + t(words, seed=table.end.seed or "", commitment=table.commitment[:_SHORT])


def _proof_in_full(table: Table, t: Texts, dice: bool) -> str:
    """The seed, what was promised of it, and how to check all that was drawn."""
    words = N_(
        "🔓 Secret des dés : `{seed}`. Empreinte annoncée à l’ouverture : `{commitment}`. Pour vérifier "
        "chaque lancer : `/des verifier` (table n° {table})."
    )
    if not dice:
        words = N_(
            "🔓 Secret du mélange des questions : `{seed}`. Empreinte annoncée à l’ouverture : "
            "`{commitment}`. Pour vérifier chaque tirage : `/des verifier` (table n° {table})."
        )
    return t(words, seed=table.end.seed or "", commitment=table.commitment, table=table.id)
