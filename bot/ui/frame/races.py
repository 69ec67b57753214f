"""Sentences for refusals about races, in which the moment of a click decides."""

from __future__ import annotations

from typing import Final

from bot.texts import N_

__all__ = ["REASONS"]

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "late": (N_("Trop tard : ce clic est venu après la fin du temps. Le résultat arrive."),),
    "too_soon": (N_("Un instant : les boutons s’ouvrent dans quelques secondes."),),
    "in_a_race": (N_("Chaque instant compte en ce moment : mettez en pause quand ce sera fini."),),
}
"""Wordings by reason (see bot.ui.frame.notices)."""
