"""What La Tasse tells of somebody: how they lie and doubt, and what dice gave them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.insight.luck import Luck
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.portrait import Counts, luck_words, share, whole
from bot.ui.pages.page import Block, Text
from engines.core.luck import deviation

__all__ = ["ENOUGH", "portrait"]

ENOUGH: Final = 40
"""Announcements from which on something can be said of somebody's way to bluff."""
_FEW: Final = 10
"""So many cases a share is made of, at least."""
_MILLION: Final = 1_000_000


def portrait(facts: Mapping[str, int], t: Texts) -> tuple[Block, ...]:
    """The paragraphs, of the sums of somebody's facts."""
    count = Counts(facts)
    if not count["said"]:
        return ()
    if count["said"] < ENOUGH:
        words = t(
            "**Bluff** : pas encore assez d’annonces pour en parler ({n} sur {enough}).",
            n=count["said"],
            enough=ENOUGH,
        )
        return (Text(words),)
    return (Text(join_lines(*_bluff(count, t), *_flair(count, t))), Text(_luck(count, t)))


def _bluff(count: Mapping[str, int], t: Texts) -> Iterator[str]:
    """How often they lie, how often they had to, and what came of it."""
    said, lies = count["said"], count["lies"]
    numbers = {"share": share(lies, said, t), "lies": whole(lies, t), "said": whole(said, t)}
    yield t("**Bluff** : ment **{share}** du temps ({lies} sur {said} annonces).", **numbers)
    answered = count["lies_caught"] + count["lies_passed"]
    if answered >= _FEW:
        facts = _part(count["lies_caught"], answered, t)
        yield t("Mensonges pris : **{share}** ({n} sur {of}).", **facts)
    if lies >= _FEW:
        yield t("Mensonges sans y être obligé : {share}.", share=share(count["free_lies"], lies, t))
    if count["lies_passed"] >= _FEW:
        bold = share(count["passed_by_10"], count["lies_passed"], t)
        yield t("Mensonges crus à dix crans ou plus au-dessus des dés : {share}.", share=bold)


def _flair(count: Mapping[str, int], t: Texts) -> Iterator[str]:
    """How well they tell lies from truths, beside how many lies they met."""
    faced, lies, doubts = count["faced"], count["lies_faced"], count["doubts"]
    if doubts >= _FEW:
        facts = _part(count["doubts_right"], doubts, t)
        met = share(lies, faced, t)
        yield t(
            "**Flair** : doute à raison **{share}** des fois ({n} sur {of}) ; "
            "{met} des annonces reçues étaient fausses.",
            **facts,
            met=met,
        )
    if lies >= _FEW:
        facts = _part(lies - count["doubts_right"], lies, t)
        yield t("**Crédulité** : croit **{share}** des mensonges reçus ({n} sur {of}).", **facts)


def _part(part: int, of: int, t: Texts) -> dict[str, str]:
    """A share, and what it is made of."""
    return {"share": share(part, of, t), "n": whole(part, t), "of": whole(of, t)}


def _luck(count: Mapping[str, int], t: Texts) -> str:
    """What the dice under the cup were good for, and what chance gives."""
    expected, variance = count["could_e6"], count["var_e6"]
    got, rolls = count["could"], count["rolls"]
    luck = Luck(got, rolls, expected / _MILLION, deviation(got, expected, variance))
    told = t(
        "**Chance** : les dés ont permis de dire vrai ou de montrer {got} fois sur {rolls} ; "
        "on en attend {expected}.",
        got=whole(got, t),
        rolls=whole(rolls, t),
        expected=whole(luck.expected, t),
    )
    return f"{told} {luck_words(luck, t)}"
