"""What everybody held and had chosen in secret, for whoever looks at a game of DESfausse again."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.past.replays import Past
from bot.ui.frame.badge import join_lines
from cogs.desfausse.words import Voice, dice_names, sort_dice
from engines.desfausse.events import HandRolled, TurnStarted
from engines.desfausse.model import Die, Discard, Observation, Pass

__all__ = ["revealed"]


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """The choice that was made in secret at this step, and all hands as they lie."""
    if seen.phase not in ("rolling", "discard", "gift"):
        return ""
    hands = _hands(past, number)
    return join_lines(*_choice(past, number, hands, voice), *_hand_lines(hands, seen, voice))


def _hands(past: Past, number: int) -> dict[str, tuple[Die, ...]]:
    """What each seat has rolled in the turn of this step, as it lies after it."""
    hands: dict[str, tuple[Die, ...]] = {}
    for frame in past.frames[: number + 1]:
        for event in frame.events:
            match event:
                case TurnStarted():
                    hands = {}
                case HandRolled():
                    hands[event.seat] = event.dice
    return hands


def _choice(past: Past, number: int, hands: dict[str, tuple[Die, ...]], voice: Voice) -> Iterator[str]:
    frame, t = past.frames[number], voice.t
    for action in frame.actions:
        name = voice.name(frame.seat or "")
        match action:
            case Discard():
                chosen = [die for die in hands.get(frame.seat or "", ()) if die.id in action.combo]
                yield t("🤫 {name} choisit : {dice}.", name=name, dice=dice_names(sort_dice(chosen), t))
            case Pass():
                yield t("🤫 {name} choisit de ne rien défausser.", name=name)


def _hand_lines(hands: dict[str, tuple[Die, ...]], seen: Observation, voice: Voice) -> Iterator[str]:
    """The hands whose faces were not shown to all, without the dice that are gone."""
    if seen.shown and seen.phase != "rolling":
        return
    for seat, dice in hands.items():
        held = {die.id for die in seen.hands.get(seat, ())}
        left = sort_dice(die for die in dice if die.id in held)
        if left:
            names = dice_names(left, voice.t)
            yield voice.t("{option} : {value}", option=voice.name(seat), value=names)
