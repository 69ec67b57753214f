"""Hands as pictures, and in words for people who do not see pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from bot.texts import Texts
from bot.ui.pages.lettering import writable
from bot.ui.pages.page import Sketch
from cogs.desfausse.painting import HandDrawing, HandsDrawing, Row, Shown
from cogs.desfausse.words import count_of, dice_names, die_name, make_up
from engines.desfausse.dice import DEVIL
from engines.desfausse.model import Die, Observation

__all__ = ["alt_text", "drawing_of", "hands_in_words", "hands_sketch", "received_dice", "sketch"]

NAME = "main.png"
NAME_OF_ALL = "mains.png"


def sketch(observation: Observation, t: Texts, picked: Collection[int] = ()) -> Sketch:
    """The picture of a seat's own hand; `picked` are the ids of the dice to be rolled again."""
    said = alt_text(observation, t, picked)
    return Sketch(NAME, said, drawing_of(observation, t, picked), said)


def drawing_of(observation: Observation, t: Texts, picked: Collection[int] = ()) -> HandDrawing:
    """What the picture of a seat's own hand shows: this turn's dice, then what was received."""
    dice = tuple(_draw_die(die, picked) for die in observation.dice)
    received = tuple(_draw_die(die) for die in received_dice(observation))
    return HandDrawing(dice, received, t("Pour le prochain tour") if received else "")


def alt_text(observation: Observation, t: Texts, picked: Collection[int] = ()) -> str:
    """The hand in words: each die by its number, which are to be rolled again, and which were received."""
    dice = observation.dice
    said = [t("Votre main, {dice}.", dice=count_of(len(dice), t))]
    said += [_number_die(number, die, t) for number, die in enumerate(dice, 1)]
    chosen = [str(number) for number, die in enumerate(dice, 1) if die.id in picked]
    if chosen:
        said.append(t("À relancer : {numbers}.", numbers=", ".join(chosen)))
    received = received_dice(observation)
    if received:
        said.append(t("Reçus ce tour, en main au prochain : {dice}.", dice=make_up(received, t)))
    return " ".join(said)


def received_dice(observation: Observation) -> list[Die]:
    """The dice that the audience's own seat has received this turn."""
    seat = observation.seat
    if seat is None:
        return []
    return [die for die in observation.hands[seat] if die.id in observation.received[seat]]


def hands_sketch(hands: Mapping[str, Sequence[Die]], names: Mapping[str, str], t: Texts) -> Sketch:
    """The picture of these hands; `names` are plain texts by seat."""
    rows = tuple(
        Row(writable(names[seat], f"#{number}"), tuple(_draw_die(die) for die in dice))
        for number, (seat, dice) in enumerate(hands.items(), 1)
    )
    said = hands_in_words(hands, names, t)
    return Sketch(NAME_OF_ALL, said, HandsDrawing(rows), said)


def hands_in_words(hands: Mapping[str, Iterable[Die]], names: Mapping[str, str], t: Texts) -> str:
    """These hands in words, a sentence each."""
    return " ".join(
        t("{name} : {dice}.", name=names[seat], dice=dice_names(dice, t)) for seat, dice in hands.items()
    )


def _number_die(number: int, die: Die, t: Texts) -> str:
    if die.face == DEVIL:
        return t("{n} : {die}, verrouillé.", n=number, die=die_name(die, t))
    return t("{n} : {die}.", n=number, die=die_name(die, t))


def _draw_die(die: Die, picked: Collection[int] = ()) -> Shown:
    return Shown(die.kind, die.color, die.face, die.id in picked)
