"""A card for the seats that may see it: with answers for the reader, without for the helped seat (Z3)."""

from __future__ import annotations

from bot.texts import Texts
from cogs.defizz.words import LONGEST_QUESTION, Voice, mode_name, quote
from engines.defizz.seen import CardQuestion, Observation

__all__ = ["card"]

_ANSWERS, _COMPARED, _OTHERS = 1800, 300, 120
"""Characters of a question's answers: the chosen one's, each one's before the choice (Z16), the others'."""


def card(seen: Observation, voice: Voice) -> str:
    """The questions of the card that this seat may see; "" if it may see none."""
    if seen.card is None:
        return ""
    t = voice.t
    reads = seen.seat == seen.reader
    title = (
        t("📖 **La carte, rien que pour vous : vous lisez et jugez**")
        if reads
        else t("🛟 **La carte, rien que pour vous : choisissez bien**")
    )
    asked = seen.question is not None
    parts = (
        _question(place, one, seen, voice)
        for place, one in enumerate(seen.card)
        if place == seen.chosen or not asked
    )
    return "\n".join((title, *parts))


def _question(place: int, one: CardQuestion, seen: Observation, voice: Voice) -> str:
    t, settled = voice.t, seen.asked if seen.chosen is None else seen.chosen
    chosen = place == settled
    whole = chosen or settled is None  # before the choice, the reader reads all three
    most = _ANSWERS if chosen else _COMPARED if whole else _OTHERS
    lines: list[str] = []
    if seen.question is None or seen.question.text != one.text:  # else the text above has it already
        mark = "➡️" if chosen else "▫️"
        lines.append(f"{mark} **{place + 1}. {quote(one.clue)}** · {mode_name(one.mode, t)}")
        lines.append(quote(one.text, LONGEST_QUESTION if whole else _OTHERS))
    right = _answers(one, voice, most)
    if right:
        lines.append(right)
    if one.reject and chosen:
        lines.append(t("Faux, malgré la ressemblance : {texts}", texts=quote(", ".join(one.reject), most)))
    return "\n".join(lines)


def _answers(one: CardQuestion, voice: Voice, most: int) -> str:
    t = voice.t
    if one.number is not None:
        return t("Réponse : **{answer}**", answer=voice.number(one.number, one.unit))
    if one.answers:
        groups = " · ".join(" / ".join(wordings) for wordings in one.answers)
        return t("Réponses : {answers}", answers=quote(groups, most))
    return _luck(one, t)


def _luck(one: CardQuestion, t: Texts) -> str:
    return t("C’est vous qui désignerez qui gagne.") if one.resolver == "reader" else ""
