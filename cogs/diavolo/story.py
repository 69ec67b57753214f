"""What just happened, in sentences: a round's right colour and why, who took what how fast, who left."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.tables.model import Scene
from bot.tables.sight import Sight
from bot.texts import N_, Texts
from cogs.diavolo.words import COLORS, Voice, dice_in_words, observation_of, order_name
from engines.core.records import Left
from engines.diavolo.events import Displaced, Eliminated, Rolled, RollPassed, RoundStarted, Settled
from engines.diavolo.model import Color, Fate, Measures, Throw
from engines.diavolo.throw import DIE_COLORS

_MEASURED: Mapping[int, str] = {
    1: N_("Sommes"),
    2: N_("Sommes"),
    3: N_("Écarts"),
    4: N_("Faces impaires"),
    5: N_("Plus hautes valeurs"),
}
"""What each order compares; the sixth one has no number to show."""


def tell(sight: Sight, voice: Voice) -> str:
    """Tell how the last round was settled and what followed; while pawns are grabbed, only this round."""
    if observation_of(sight).phase == "grab":
        return "\n".join(_tell_grabbing(_scenes_since(sight.scenes, Rolled), sight, voice))
    scenes = _scenes_since(sight.scenes, Settled)
    return "\n".join(line for scene in scenes for line in _tell_scene(scene, voice))


def last_opening(sight: Sight) -> int:
    """When the last settled round was opened (ms UTC); 0 if the scenes do not say."""
    for scene in reversed(sight.scenes):
        if any(isinstance(event, Settled) for event in scene.events):
            return scene.opened_at
    return 0


def _scenes_since(scenes: Sequence[Scene], event: type[Any]) -> Sequence[Scene]:
    """The scenes from the last one with such an event on; all of them if there is none."""
    for place in range(len(scenes) - 1, -1, -1):
        if any(isinstance(told, event) for told in scenes[place].events):
            return scenes[place:]
    return scenes


def _tell_scene(scene: Scene, voice: Voice) -> Iterator[str]:
    for event in scene.events:
        if isinstance(event, Settled):
            yield from _tell_settled(event, scene.opened_at, voice)
        elif event.type in _TELLERS:
            yield from filter(None, (_TELLERS[event.type](event, voice),))


def _tell_grabbing(scenes: Sequence[Scene], sight: Sight, voice: Voice) -> Iterator[str]:
    """Tell only a late roll, who lost a pawn and has none, who left: each line costs an edit of the board."""
    events = [event for scene in scenes for event in scene.events]
    robbed = {event.seat for event in events if isinstance(event, Displaced)}
    for event in events:
        if isinstance(event, Rolled) and event.by_itself:
            yield voice.t("⏳ Temps écoulé : les dés roulent tout seuls.")
        elif isinstance(event, Left):
            yield _tell_left(event, voice)
    for seat in sight.to_act:
        if seat in robbed:
            yield voice.t(
                "⚡ {name} : un clic plus rapide avait déjà ce diablotin. Prenez-en un autre !",
                name=voice.name(seat),
            )


def _tell_settled(event: Settled, opened_at: int, voice: Voice) -> Iterator[str]:
    t = voice.t
    yield t(
        "**Manche {n} · {order} → {color}**",
        n=event.round,
        order=order_name(event.dice.order, t),
        color=voice.color(event.target),
    )
    reason = reason_words(event.dice, event.target, event.measures, voice.t)
    yield f"-# {dice_in_words(event.dice, t)} {reason}"
    for fate in sorted(event.fates, key=lambda fate: (fate.at is None, fate.at)):
        yield _tell_fate(fate, event.target, opened_at, voice)


def reason_words(throw: Throw, target: Color, measures: Measures | None, t: Texts) -> str:
    """Why this colour was the right one (D2, D3)."""
    if measures is not None:
        values = ", ".join(f"{t(COLORS[color])} {getattr(measures, color)}" for color in DIE_COLORS)
        why = t("{measured} : {values}.", measured=t(_MEASURED[throw.order]), values=values)
        tie = t("Égalité : c’est le gris.")
        return f"{why} {tie}" if target == "grey" else why
    if throw.near is None or target == "grey":
        return t("Deux dés de couleurs différentes touchent le dé Ordre : c’est le gris.")
    faces = [face for color in DIE_COLORS for face in getattr(throw, color)]
    return t("Le plus proche : {color} {face}.", color=t(COLORS[target]), face=faces[throw.near - 1])


def _tell_fate(fate: Fate, target: Color, opened_at: int, voice: Voice) -> str:
    """Tell what a seat took, how fast, and what it won or lost (D7)."""
    t, name = voice.t, voice.name(fate.seat)
    nothing, lost = t("rien pris"), t("−1 gemme")
    if fate.color is None or fate.at is None:
        return f"❌ {name} · {nothing} · {lost}"
    taken = voice.color(fate.color)
    if opened_at:
        taken = t("{color} en {time}", color=taken, time=voice.delay(fate.at, opened_at))
    if fate.color != target:
        return f"❌ {name} · {taken} · {lost}"
    won = " · " + t("+1 gemme") if fate.delta else ""
    return f"✅ {name} · {taken}{won}"


def _tell_round_started(event: RoundStarted, voice: Voice) -> str:
    if event.round > 1:
        return ""  # the board's heading says who rolls
    name = voice.name(event.roller)
    if event.drawn:
        return voice.t("Tirage au sort : {name} lance en premier.", name=name)
    return voice.t("{name} lance en premier.", name=name)


def _tell_roll_passed(event: RollPassed, voice: Voice) -> str:
    return voice.t("{name} lance à sa place.", name=voice.name(event.roller))


def _tell_eliminated(event: Eliminated, voice: Voice) -> str:
    return voice.t("💀 {name} n’a plus de gemme.", name=voice.name(event.seat))


def _tell_left(event: Left, voice: Voice) -> str:
    if event.absent:
        return voice.t("Trois absences de suite : {name} quitte la table.", name=voice.name(event.seat))
    return voice.t("{name} quitte la table.", name=voice.name(event.seat))


_TELLERS: Mapping[str, Callable[[Any, Voice], str]] = {
    "round_started": _tell_round_started,
    "roll_passed": _tell_roll_passed,
    "eliminated": _tell_eliminated,
    "left": _tell_left,
}
"""How to tell other events of a settled round, by type; the last page's heading says who wins."""
