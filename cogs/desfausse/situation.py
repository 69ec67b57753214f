"""What a seat has to decide, or why nothing, in a sentence or two."""

from __future__ import annotations

from cogs.desfausse.words import Voice, count_of, make_up
from engines.desfausse.dice import DEVIL
from engines.desfausse.model import Discard, Discarding, Observation, Pass

__all__ = ["task", "waiting_reason"]


def task(seen: Observation, voice: Voice) -> str:
    """What the seat has to decide now."""
    t = voice.t
    if seen.phase == "rolling":
        rolls = t.plural("il vous reste {n} relance", "il vous reste {n} relances", seen.rolls_left)
        locked = t("Les diables sont verrouillés.") if _has_devils(seen) else ""
        call = t("**À vous** : {rolls}. Choisissez les dés à relancer, ou gardez tout.", rolls=rolls)
        return f"{call} {locked}".rstrip()
    if seen.choice is not None:
        return _discard_task(seen, seen.choice.devils, voice)
    if seen.phase == "gift":
        return t(
            "**À vous** : vous n’avez rien défaussé, donnez un dé de votre main à chaque 😈 : {names}.",
            names=voice.names(seen.owed),
        )
    return t(
        "**À vous** : vous jouerez la prochaine manche avec l’Ange. À qui donnez-vous votre gros dé rouge ?"
    )


def waiting_reason(seen: Observation, voice: Voice) -> str:
    """Why the seat has nothing to decide; the text changes only with its own hand or part in the turn."""
    t, own = voice.t, seen.seat or ""
    if own not in seen.in_play:
        return t("Vous avez quitté la table.")
    if seen.phase == "rolling":
        return t("Vos dés sont posés : on attend que tout le monde ait fini de lancer.")
    if seen.chose is not None:
        return _choice_words(seen, seen.chose, voice)
    if own in seen.cursed:
        return t(
            "😈 La malédiction vous frappe : plus de la moitié de vos dés sont des diables. Vous ne "
            "défaussez rien ce tour, et les autres vous donnent chacun un dé (jusqu’à 9 dés en main)."
        )
    if own in seen.barred:
        return t("Vous n’aviez qu’un dé et en avez reçu : vous ne défaussez rien ce tour.")
    if any(isinstance(deed, Discarding) and deed.seat == own for deed in seen.story):
        return t("Votre défausse de ce tour est faite.")
    return t("Vous n’avez rien à décider à cet appel.")


def _discard_task(seen: Observation, devils: int, voice: Voice) -> str:
    t = voice.t
    said = [t("📣 **Appel des {call}** : que défaussez-vous, en secret ?", call=seen.call)]
    if devils:
        said.append(
            t.plural(
                "Vous avez {n} diable : un dé de la combinaison reste en main.",
                "Vous avez {n} diables : {n} dés de la combinaison restent en main.",
                devils,
            )
        )
    if seen.choice is not None and seen.choice.cursed:
        said.append(
            t(
                "Un dé hors de la combinaison ira à chaque 😈 : {names}.",
                names=voice.names(seen.choice.cursed),
            )
        )
    return " ".join(said)


def _choice_words(seen: Observation, chose: Discard | Pass, voice: Voice) -> str:
    """The seat's own choice, which is final while the others still choose."""
    t = voice.t
    if isinstance(chose, Pass):
        return t("🔒 Vous passez à cet appel. On attend les autres.")
    combo = [die for die in seen.dice if die.id in chose.combo]
    ways = {t("aux Enfers"): chose.out} if chose.to == "hell" else dict(_shares(chose, voice))
    shares = [
        t("{dice} {to}", dice=make_up((die for die in combo if die.id in numbers), t), to=to)
        for to, numbers in ways.items()
    ]
    return t(
        "🔒 Votre choix : {count} ({dice}), dont {out}. On attend les autres.",
        count=count_of(len(combo), t),
        dice=make_up(combo, t),
        out=", ".join(shares),
    )


def _shares(chose: Discard, voice: Voice) -> list[tuple[str, tuple[int, ...]]]:
    if chose.to == "hell":
        return []
    return [(voice.t("à {name}", name=voice.name(seat)), numbers) for seat, numbers in chose.to]


def _has_devils(seen: Observation) -> bool:
    return any(die.face == DEVIL for die in seen.dice)
