"""What others may see of somebody, as they have wished it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.insight.wishes import BOARD, PROFILE, grants
from bot.texts import Texts
from bot.ui.frame.badge import join_lines

__all__ = ["visibility_words"]


def visibility_words(wishes: Mapping[str, str], t: Texts) -> str:
    """The answer to `/mes-donnees visibilite`, for somebody with these wishes (see bot.insight.wishes)."""
    listed = (
        t("- Classements : vous y figurez, sur les serveurs où vous jouez.")
        if grants(wishes, BOARD)
        else t("- Classements : vous n’y figurez pas. Vos parties comptent quand même pour les autres.")
    )
    seen = (
        t("- Profil : qui joue sur le même serveur voit vos résultats et votre cote, rien d’autre.")
        if grants(wishes, PROFILE)
        else t("- Profil : il n’y a que vous qui le voyez.")
    )
    hint = t("-# Votre façon de jouer, personne ne la voit, sauf si vous la montrez depuis `/profil`.")
    return join_lines(t("**Ce que les autres voient de vous**"), listed, seen, hint)
