"""What a table says of its fair dice: a promise when it opens, the proof when it ends."""

from __future__ import annotations

from bot.tables.model import Table
from bot.texts import Texts

__all__ = ["promise", "proof"]


def promise(table: Table, t: Texts) -> str:
    """The line of the lobby that shows and explains the commitment."""
    return "-# " + t(
        "🔒 Dés vérifiables : leur secret est déjà choisi. Son empreinte : `{commitment}`. Le secret sera "
        "révélé à la fin.",
        commitment=table.commitment,
    )


def proof(table: Table, t: Texts) -> str:
    """The line that reveals the seed and says how to check every die; only for a closed table."""
    return "-# " + t(
        "🔓 Secret des dés : `{seed}`. Empreinte annoncée à l’ouverture : `{commitment}`. Pour vérifier "
        "chaque lancer : `/des verifier` (table n° {table}).",
        seed=table.end.seed or "",
        commitment=table.commitment,
        table=table.id,
    )
