"""What Défizz tells of somebody: how surely they answer, mode by mode, and what they dare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from babel.numbers import format_decimal

from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.portrait import Counts, share
from bot.ui.pages.page import Block, Text

__all__ = ["ENOUGH", "portrait"]

ENOUGH: Final = 10
"""Answers of a mode, or challenges, from which on something can be said of them."""
_MODES: Final = ("chrono", "cible", "pingpong", "chance")


def portrait(facts: Mapping[str, int], t: Texts) -> tuple[Block, ...]:
    """The paragraphs, of the sums of somebody's facts."""
    count = Counts(facts)
    asked = sum(count[f"asked_{mode}"] for mode in _MODES)
    if not asked:
        return ()
    lines = [*_answers(count, t), *_stakes(count, t)]
    few = t("**Réponses** : pas encore assez de questions pour en parler ({n}).", n=asked)
    return (Text(join_lines(*lines) if lines else few),)


def _answers(count: Mapping[str, int], t: Texts) -> Iterator[str]:
    """How often answers were right, and how long they took."""
    if count["judged_chrono"] >= ENOUGH:
        right = share(count["right_chrono"], count["judged_chrono"], t)
        yield t("**Chrono** : {share} de réponses justes sur {n}.", share=right, n=count["judged_chrono"])
    if count["timed_chrono"] >= ENOUGH:
        seconds = count["ms_chrono"] / count["timed_chrono"] / 1000
        mean = format_decimal(seconds, format="0.#", locale=t.locale)
        yield t("Au Chrono, une réponse vient en {mean}\u00a0s en moyenne.", mean=mean)
    if count["judged_pingpong"] >= ENOUGH:
        judged = count["judged_pingpong"]
        right = share(count["right_pingpong"], judged, t)
        yield t("**Ping-pong** : {share} de réponses justes sur {n}.", share=right, n=judged)
    if count["answered_cible"] >= ENOUGH:
        won = {"won": count["won_cible"], "n": count["asked_cible"]}
        exact = share(count["exact_cible"], count["answered_cible"], t)
        yield t("**Cible** : gagnée {won} fois sur {n}, {share} de nombres exacts.", **won, share=exact)


def _stakes(count: Mapping[str, int], t: Texts) -> Iterator[str]:
    """What they dare: how often they name more than the least, and what share of their chips."""
    if count["opened"] >= ENOUGH:
        raised = share(count["raised"], count["opened"], t)
        dared = share(count["named"], count["had"], t)
        yield t("**Audace** : mise plus que le minimum {raised} des fois.", raised=raised)
        yield t("Mise {dared} de ses jetons en moyenne.", dared=dared)
    offered = count["accepted"] + count["refused"]
    if offered >= ENOUGH:
        accepted = share(count["accepted"], offered, t)
        words = {"accepted": accepted, "n": offered}
        yield t("Mises au-dessus du minimum : acceptées {accepted} des fois, sur {n}.", **words)
