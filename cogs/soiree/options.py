"""The options of an evening in words: how it goes, who leads, how many people a team has (S1 to S3)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Table, Tempo
from bot.texts import N_, Texts
from bot.ui.frame.facts import Fact
from bot.ui.frame.names import plain_name
from bot.ui.frame.option import CHOICES_AT_MOST, Option, OptionChoice, Typed, Words, numbers
from bot.ui.frame.presets import Preset

__all__ = ["OPTIONS", "PRESETS"]


def _people(n: int, t: Texts) -> str:
    return t("chacun pour soi") if n == 1 else t("équipes de {n} au plus", n=n)


def _leaders(fact: Fact, table: Table, t: Texts) -> Sequence[OptionChoice]:
    """The bot, then the seats: whoever is chosen leads and plays in no team."""
    seats = table.seats[: CHOICES_AT_MOST - 1]
    named = (OptionChoice(seat.name, plain_name(table, seat.name, t)) for seat in seats)
    return (OptionChoice(fact.default, t("le bot"), t("Il lit, juge et passe à la suite")), *named)


OPTIONS = (
    Option(
        name="evening",
        label=N_("Programme"),
        choices={
            "apero": Words(N_("apéro"), N_("Trois manches, une demi-heure environ")),
            "soiree": Words(N_("soirée"), N_("Sept manches dont une de défis, une heure et demie environ")),
            "finale": Words(N_("grande finale"), N_("Quatre manches difficiles, une heure environ")),
        },
        typed=Typed(N_("programme"), N_("Les manches de la soirée")),
    ),
    Option(
        name="people",
        label=N_("Équipes"),
        choices=numbers(2, 3, 4, 6, words=_people),
        typed=Typed(N_("équipes"), N_("Combien de personnes par équipe, au plus (1)"), most=6),
        explained=N_(
            "**En équipes.** Jusqu’à six personnes partagent une place et ses points. La première réponse "
            "de l’équipe compte."
        ),
    ),
    Option(
        name="quizmaster",
        label=N_("Maître du jeu"),
        choices=_leaders,
        explained=N_(
            "**Maître du jeu.** Une personne peut mener la soirée : elle ne joue pas, voit les réponses "
            "arriver, juge, corrige les points et passe à la suite. Sinon, le bot s’en charge."
        ),
    ),
)

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("apéro éclair"), N_("Trois manches, et moitié moins de temps")),
        options={"evening": "apero"},
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(N_("découverte"), N_("Trois manches, et deux fois plus de temps")),
        options={"evening": "apero"},
        tempo=Tempo.CALM,
    ),
)
