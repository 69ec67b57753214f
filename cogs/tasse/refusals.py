"""A sentence for each refusal of La Tasse's own rules: what was wrong, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_, Texts
from bot.ui.frame.refusals import sentences
from cogs.tasse.words import score_name
from engines.core.errors import Refusal

__all__ = ["REASONS", "refusal_sentence"]

REASONS: Mapping[str, str] = {
    "off_the_ladder": N_("Ce score n’est pas sur l’échelle des annonces. Choisissez-en un dans la liste."),
    "nothing_to_show": N_("Il n’y a rien à montrer avec ces dés : annoncez un score, vrai ou faux."),
    "nothing_to_doubt": N_("Il n’y a aucune annonce à mettre en doute : lancez."),
    "no_doubt_after_nine": N_("Après un neuf, on ne doute plus : relancez."),
    "not_a_duel_score": N_(
        "Dans un duel, choisissez un score de 32 à double 6 : il faut qu’on puisse le battre."
    ),
    "direction_is_set": N_(
        "Le sens se choisit avant le premier lancer de la manche. Il est fixé maintenant."
    ),
    "no_such_direction": N_("Il n’y a que deux sens : ↓ ou ↑."),
    "guided_only": N_("À cette table, on annonce avec la liste, sans taper."),
    "no_score_named": N_(
        "Ce texte ne nomme aucun score. Rien n’est perdu : dites par exemple « soixante-quatre »."
    ),
    "not_now": N_("Pas maintenant ! « Mes dés » montre ce que vous pouvez faire."),
}
_TOO_LOW = "score_too_low"
_SAY = sentences(REASONS)


def refusal_sentence(refusal: Refusal, t: Texts) -> str | None:
    """The sentence for a refusal; None if its reason is not one of La Tasse's own."""
    if refusal.reason == _TOO_LOW:
        least = score_name(str(refusal.params.get("to_match") or "32"), t)
        return t("C’est trop bas : annoncez au moins {least}, ou doutez la prochaine fois.", least=least)
    return _SAY(refusal, t)
