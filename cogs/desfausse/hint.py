"""A hint in DESfausse: what a strong computer would do with this hand, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cogs.desfausse.words import Voice, dice_names
from engines.desfausse.dice import DEVIL
from engines.desfausse.model import Action, Debts, Demon, Die, Discard, Gift, Observation, Pass, Reroll, Stop

__all__ = ["hint"]


def hint(action: Action, seen: Observation, voice: Voice) -> str:
    """The action in a sentence, with what speaks for it in another."""
    t = voice.t
    match action:
        case Reroll(numbers):
            kept = [die for die in seen.dice if die.id not in numbers]
            thrown = dice_names(_named(seen.dice, numbers), t)
            return _join(t("**Relancez** {dice}.", dice=thrown), _aim(kept, voice))
        case Stop():
            return _join(t("**Gardez** tout."), _aim(seen.dice, voice))
        case Discard(out=out, to=to, curse=debts):
            where = t("aux Enfers") if to == "hell" else t("chez les autres")
            dice = dice_names(_named(seen.dice, out), t)
            return _join(
                t("**Défaussez** {dice}, {where}.", dice=dice, where=where), _gift(debts, seen, voice)
            )
        case Pass():
            return t("**Passez** : un appel plus haut vaut mieux.")
        case Gift(debts):
            return _gift(debts, seen, voice)
        case Demon(seat):
            return t("**Donnez-le** à {name}.", name=voice.name(seat))


def _gift(debts: Debts | None, seen: Observation, voice: Voice) -> str:
    """What to give to the cursed; "" where nothing is owed."""
    given = dice_names(_named(seen.dice, [number for _, number in debts or ()]), voice.t)
    return voice.t("**Donnez** {dice}.", dice=given) if given else ""


def _named(dice: Iterable[Die], numbers: Iterable[int]) -> list[Die]:
    wanted = frozenset(numbers)
    return [die for die in dice if die.id in wanted]


def _aim(kept: Iterable[Die], voice: Voice) -> str:
    """What may leave with the dice that are kept: the value there is most of, less the devils."""
    t, faces = voice.t, Counter(die.face for die in kept)
    devils = faces.pop(DEVIL, 0)
    numbers = [(many, face) for face, many in faces.items() if isinstance(face, int)]
    if not numbers:
        return ""
    many, face = max(numbers)
    if many <= devils:
        return t("Il faut plus de dés d’une même valeur que de diables.")
    return t.plural(
        "À l’appel des {face}, {n} dé peut partir.",
        "À l’appel des {face}, {n} dés peuvent partir.",
        many - devils,
        face=face,
    )


def _join(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
