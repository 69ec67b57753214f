"""What the host of La Tasse may set in the lobby, with the defaults first."""

from __future__ import annotations

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.frame.face import OptionChoice, OptionSpec
from bot.ui.frame.names import plain_name

__all__ = ["options"]

THRESHOLDS = (10, 3, 5, 7, 15, 20)
ROUNDS = (1, 2, 3, 4, 5)
CHOICES_AT_MOST = 25


def options(table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
    """The five options of the rules; `sips` is locked unless the server allows it (T16)."""
    locked = None if "sips" in allowed else t("la modération doit d’abord le permettre sur ce serveur")
    return (
        OptionSpec("threshold", t("Sortie du jeu"), _thresholds(table, t)),
        OptionSpec("rounds", t("Manches"), _rounds(table)),
        OptionSpec(
            "announce",
            t("Annonces"),
            (
                OptionChoice(
                    "free", t("libres"), t("Dans une liste, ou en toutes lettres : gare aux faux pas")
                ),
                OptionChoice("guided", t("guidées"), t("Dans une liste seulement")),
            ),
        ),
        OptionSpec("first", t("Qui commence"), _first(table, t)),
        OptionSpec(
            "sips",
            t("Gorgées"),
            (OptionChoice(False, t("sans")), OptionChoice(True, t("une gorgée par point"))),
            locked,
        ),
    )


def _thresholds(table: Table, t: Texts) -> tuple[OptionChoice, ...]:
    return tuple(
        OptionChoice(n, t.plural("à {n} point", "à {n} points", n))
        for n in _with_current(THRESHOLDS, table, "threshold")
    )


def _rounds(table: Table) -> tuple[OptionChoice, ...]:
    return tuple(OptionChoice(n, str(n)) for n in _with_current(ROUNDS, table, "rounds"))


def _with_current(usual: tuple[int, ...], table: Table, name: str) -> tuple[int, ...]:
    """The usual values, and the one that was typed with the command, if it is another."""
    current = table.options.get(name)
    return (*usual, current) if isinstance(current, int) and current not in usual else usual


def _first(table: Table, t: Texts) -> tuple[OptionChoice, ...]:
    """Chance, or somebody at the table; at a full table the list keeps the one who is chosen."""
    seats = [seat.name for seat in table.seats]
    current = table.options.get("first")
    seats.sort(key=lambda name: name != current)
    kept = set(seats[: CHOICES_AT_MOST - 1])
    named = (OptionChoice(s.name, plain_name(table, s.name, t)) for s in table.seats if s.name in kept)
    return (OptionChoice("drawn", t("au sort")), *named)
