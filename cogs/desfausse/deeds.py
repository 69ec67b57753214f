"""A discard or a gift in one line: what, to whom, and why it had this place in the order of its call (F6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from cogs.desfausse.words import Voice, count_of, make_up
from engines.desfausse.model import Discarding, Giving, MovedDie

__all__ = ["list_destinations", "tell_discard", "tell_gift"]

_MOMENTS = ("①", "②", "③", "④", "⑤", "⑥")


def tell_discard(deed: Discarding, together: Sequence[Discarding], voice: Voice) -> str:
    """Tell a discard; if its call has several (`together`), with its place in their order and the reason."""
    t = voice.t
    first = f"{_MOMENTS[deed.moment - 1]} " if len(together) > 1 else ""
    said = t(
        "{name} défausse {count} ({dice}) : {places}.",
        name=voice.name(deed.seat),
        count=count_of(deed.size, t),
        dice=make_up(deed.combo, t),
        places=voice.join(list_destinations(deed.places, deed.curses, voice)),
    )
    why = _why(deed, together, voice)
    return f"{first}{said}" + (f" *({why})*" if why else "")


def tell_gift(deed: Giving, voice: Voice) -> str:
    """Tell what a seat that discarded nothing gave to the cursed seats (F9)."""
    return voice.t(
        "🎁 {name} n’a rien défaussé et donne : {places}.",
        name=voice.name(deed.seat),
        places=voice.join(list_destinations((), deed.curses, voice)),
    )


def list_destinations(sent: Iterable[MovedDie], curses: Iterable[MovedDie], voice: Voice) -> list[str]:
    """List where dice went: first those of the combination, grouped, then each die for a cursed seat."""
    ways = sorted(sent, key=_way)
    said = [_destination_words(list(group), voice) for _, group in groupby(ways, _way)]
    return said + [_curse_words(place, voice) for place in curses]


def _way(place: MovedDie) -> tuple[str, str]:
    return place.to or "", place.where


def _destination_words(group: list[MovedDie], voice: Voice) -> str:
    t, place = voice.t, group[0]
    dice = make_up((one.die for one in group), t)
    if place.where == "hand" and place.to is not None:
        return t("{dice} à {name}", dice=dice, name=voice.name(place.to))
    end = _exit_words(place, dice, voice)
    if place.to is None:
        return end
    return t("{end} ({name} ne peut plus rien recevoir)", end=end, name=voice.name(place.to))


def _exit_words(place: MovedDie, dice: str, voice: Voice) -> str:
    """Dice that leave the game, in words: to Hell, but the Angel is only set aside (F5)."""
    if place.where == "aside":
        return voice.t("l’Ange mis de côté")
    return voice.t("{dice} aux Enfers", dice=dice)


def _curse_words(place: MovedDie, voice: Voice) -> str:
    t, dice, name = voice.t, make_up((place.die,), voice.t), voice.name(place.to or "")
    if place.where == "hand":
        return t("{dice} pour {name} (😈)", dice=dice, name=name)
    if place.where == "kept":
        return t("{name} (😈) a déjà 9 dés : {dice} reste en main", dice=dice, name=name)
    return t("{end} ({name} ne peut plus rien recevoir)", end=_exit_words(place, dice, voice), name=name)


def _why(deed: Discarding, together: Sequence[Discarding], voice: Voice) -> str:
    """Why this discard had its place in the order, as far as the number of dice does not say (F6)."""
    t, others = voice.t, [other for other in together if other is not deed]
    if not others:
        return ""
    said = []
    if deed.single:
        said.append(t("un seul dé en main au début du tour : en premier"))
    rivals = [other for other in others if (other.single, other.size) == (deed.single, deed.size)]
    if any(other.greens != deed.greens for other in rivals):
        said.append(t.plural("{n} vert compté", "{n} verts comptés", deed.greens))
    same = [voice.name(other.seat) for other in others if other.moment == deed.moment]
    if same:
        said.append(t("en même temps {names:que}", names=t.list(same)))
    later = [other.size for other in others if other.moment > deed.moment]
    if not said and later and deed.size > max(later):
        said.append(t("plus grande combinaison"))
    return ", ".join(said)
