"""What a table says of its fair dice: when it opens a promise, in short or in full; at its end the proof."""

from __future__ import annotations

from typing import Final

from bot.tables.model import Status, Table
from bot.texts import Texts
from bot.ui.pages.page import Button, Page, Section, Text

__all__ = ["dice_page", "promise", "proof"]

_SHORT: Final = 16
"""How many hex digits of the commitment the lobby shows: 64 bits, too many to find another seed for."""


def promise(table: Table, t: Texts) -> Section:
    """The line of the lobby with the beginning of the commitment; its button opens `dice_page`."""
    words = t("-# Empreinte des dés : `{commitment}`…", commitment=table.commitment[:_SHORT])
    return _beside_button(words, t)


def proof(table: Table, t: Texts) -> Section:
    """The line of an end with the beginning of the revealed secret; its button opens `dice_page`."""
    words = t(
        "-# 🔓 Secret des dés : `{seed}`… · table n° {table}", seed=_seed(table)[:_SHORT], table=table.id
    )
    return _beside_button(words, t)


def dice_page(table: Table, t: Texts) -> Page:
    """The whole commitment and what it is good for or, once the table is closed, the proof."""
    words = (
        _proof_in_full(table, t) if table.status is Status.CLOSED and table.end.seed else _promise(table, t)
    )
    return Page(table.id, 0, (Text(words),))


def _beside_button(words: str, t: Texts) -> Section:
    return Section(words, Button("table.dice", t("Dés vérifiables"), emoji="🔒"))


def _promise(table: Table, t: Texts) -> str:
    return t(
        "### 🔒 Dés vérifiables\n"
        "Tous les lancers viennent d’un secret, choisi à l’ouverture de la table. Voici son "
        "empreinte (SHA-256), à noter si vous voulez comparer :\n`{commitment}`\n"
        "À la fin, le secret est révélé : `/des verifier` refait chaque lancer de la table n° {table}, et "
        "dit si tous sont les bons.",
        commitment=table.commitment,
        table=table.id,
    )


def _proof_in_full(table: Table, t: Texts) -> str:
    return t(
        "### 🔒 Dés vérifiables\n"
        "Secret des dés, révélé à la fin :\n`{seed}`\nEmpreinte (SHA-256) annoncée à l’ouverture :\n"
        "`{commitment}`\n`/des verifier` refait chaque lancer de la table n° {table}, et dit si tous sont "
        "les bons.",
        seed=_seed(table),
        commitment=table.commitment,
        table=table.id,
    )


def _seed(table: Table) -> str:
    """The revealed seed, in hex; "" while the table is open."""
    return table.end.seed or ""
