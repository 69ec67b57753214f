"""What happened in a turn, in short lines: who is cursed, who discarded what to whom, when and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from bot.tables.sight import Sight
from cogs.desfausse.words import Voice, count_of, make_up, observation_of
from engines.core.records import Left
from engines.desfausse import events
from engines.desfausse.model import Call, Discarding, Giving, MovedDie
from engines.desfausse.turns import TOKENS_TO_WIN


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as far as the scenes tell: `passed` says who passed at which call.

    `late` are the seats for which the clock decided, `after` the events of _TURNINGS. `ended` is None while
    the turn goes on. It is not `whole` if the scenes no longer have its beginning.
    """

    cursed: tuple[str, ...] = ()
    deeds: tuple[Discarding | Giving, ...] = ()
    passed: Mapping[Call, tuple[str, ...]] = field(default_factory=dict)
    late: tuple[str, ...] = ()
    after: tuple[Any, ...] = ()
    ended: events.TurnEnded | None = None
    whole: bool = True


def tell(turn: Turn, voice: Voice) -> str:
    """Tell the turn in lines; "" if there is nothing to tell."""
    lines = [*_curse_lines(turn, voice), *_deed_lines(turn, voice), *_turning_lines(turn, voice)]
    if turn.ended is not None and not turn.whole:
        lines.insert(0, "-# " + voice.t("Le début du tour n’est plus affiché."))
    return "\n".join(line for line in lines if line)


def tell_end(turn: Turn, voice: Voice, *, deeds: bool) -> str:
    """Tell how a turn ended: who was cursed, the last call or gift (only with `deeds`), what came of it.

    What follows is told by its first line.
    """
    last = _deed_lines(turn, voice)[-1:] if deeds else []
    after = (line.split("\n")[0] for line in _turning_lines(turn, voice))
    lines = (*_curse_lines(turn, voice), *last, *after)
    return "\n".join(line for line in lines if line)


def this_turn(sight: Sight) -> Turn:
    """The turn that is being played; what the scenes no longer have is taken from the observation."""
    seen = observation_of(sight)
    happened = _split_at_roll(sight)[1]
    told = _make_turn(happened)
    if seen.phase in ("demon", "over"):
        return told
    return Turn(seen.cursed, seen.story, told.passed, told.late, told.after)


def last_turn(sight: Sight) -> Turn | None:
    """The turn before the one that is being rolled; None if the scenes do not have its end."""
    told = _make_turn(_split_at_roll(sight)[0])
    return told if told.ended is not None else None


def _split_at_roll(sight: Sight) -> tuple[list[Any], list[Any]]:
    """Split the events where the last turn begins: those of the turn before it, and its own."""
    happened = [event for scene in sight.scenes for event in scene.events]
    starts = [place for place, event in enumerate(happened) if isinstance(event, events.TurnStarted)]
    if not starts:
        return [], happened
    first = starts[-2] if len(starts) > 1 else 0
    return happened[first : starts[-1]], happened[starts[-1] :]


def _make_turn(happened: Sequence[Any]) -> Turn:
    cursed = next((event.cursed for event in happened if isinstance(event, events.RollingEnded)), ())
    late = dict.fromkeys(seat for event in happened for seat in _late_seats(event))
    return Turn(
        cursed=cursed,
        deeds=tuple(deed for event in happened for deed in _deeds_of(event)),
        passed={event.call: event.passed for event in happened if isinstance(event, events.Opened)},
        late=tuple(late),
        after=tuple(event for event in happened if event.type in _TURNINGS),
        ended=next((event for event in happened if isinstance(event, events.TurnEnded)), None),
        whole=any(isinstance(event, events.RollingEnded) for event in happened),
    )


def _deeds_of(event: Any) -> tuple[Discarding | Giving, ...]:
    if isinstance(event, events.Discarded):
        return (event.discarding,)
    return (event.giving,) if isinstance(event, events.Gave) else ()


def _late_seats(event: Any) -> tuple[str, ...]:
    """The seats for which the clock decided in this event."""
    match event:
        case events.Stopped(seat, "clock") | events.Chose(seat, True):
            return (seat,)
        case events.Gave(giving, True):
            return (giving.seat,)
    return ()


def _curse_lines(turn: Turn, voice: Voice) -> Iterator[str]:
    if turn.cursed:
        yield voice.t.plural(
            "😈 La malédiction frappe {names} : plus de la moitié de ses dés sont des diables.",
            "😈 La malédiction frappe {names} : plus de la moitié de leurs dés sont des diables.",
            len(turn.cursed),
            names=voice.names(turn.cursed),
        )


def _call_lines(turn: Turn, voice: Voice) -> Iterator[str]:
    """Tell each call: what was discarded, and who passed; calls without either are left out."""
    discards = [deed for deed in turn.deeds if isinstance(deed, Discarding)]
    for call in sorted({*(deed.call for deed in discards), *turn.passed}):
        together = [deed for deed in discards if deed.call == call]
        passed = turn.passed.get(call, ())
        said = [tell_discard(deed, together, voice) for deed in together]
        if passed:
            said.append(voice.t("passe : {names}", names=voice.names(passed)))
        if said:
            yield _call_line(voice.t("📣 **Les {call}**", call=call), said)


def _deed_lines(turn: Turn, voice: Voice) -> list[str]:
    """Tell the calls and the gifts in their order."""
    gifts = [tell_gift(deed, voice) for deed in turn.deeds if isinstance(deed, Giving)]
    return [*_call_lines(turn, voice), *gifts]


def _turning_lines(turn: Turn, voice: Voice) -> Iterator[str]:
    """Tell that nothing was discarded, for whom the clock decided, and what followed."""
    if turn.ended is not None and turn.whole and not turn.deeds:
        yield voice.t("Personne n’a rien défaussé.")
    if turn.late:
        yield voice.t("⏳ Temps écoulé pour {names}.", names=voice.names(turn.late))
    yield from (_TURNINGS[event.type](event, voice) for event in turn.after)


def _call_line(title: str, said: list[str]) -> str:
    """A single text beside the title, or several below it."""
    return f"{title} · {said[0]}" if len(said) == 1 else "\n".join((title, *said))


def _tell_round_started(event: events.RoundStarted, voice: Voice) -> str:
    t = voice.t
    if event.round == 1:
        return ""
    if event.blessed is None or event.burdened is None:
        return t("🔔 Manche {n} : sans l’Ange, six dés pour chacun.", n=event.round)
    return t(
        "🔔 Manche {n} : {winner} joue avec l’Ange à la place de son gros dé rouge, qui va à {loser} "
        "(le plus de dés à la fin de la manche).",
        n=event.round,
        winner=voice.name(event.blessed),
        loser=voice.name(event.burdened),
    )


def _tell_round_won(event: events.RoundWon, voice: Voice) -> str:
    t = voice.t
    won = t.plural(
        "🏆 Manche {round} : {names} n’a plus aucun dé et gagne un jeton !",
        "🏆 Manche {round} : {names} n’ont plus aucun dé et gagnent chacun un jeton !",
        len(event.winners),
        round=event.round,
        names=voice.names(event.winners),
    )
    tokens = ", ".join(
        t("{name} {n} sur {most}", name=voice.name(seat), n=n, most=TOKENS_TO_WIN)
        for seat, n in event.tokens.items()
        if n
    )
    left = ", ".join(
        t("{name} {dice}", name=voice.name(seat), dice=count_of(len(dice), t))
        for seat, dice in event.held.items()
        if dice
    )
    lines = [won, t("Jetons : {tokens}.", tokens=tokens)]
    return "\n".join((*lines, t("Il restait : {hands}.", hands=left)) if left else lines)


def _tell_angel_drawn(event: events.AngelDrawn, voice: Voice) -> str:
    return voice.t(
        "🎲 Tirage au sort : l’Ange va à {name}, parmi {names}.",
        name=voice.name(event.seat),
        names=voice.names(event.among),
    )


def _tell_left(event: Left, voice: Voice) -> str:
    name = voice.name(event.seat)
    if event.absent:
        return voice.t(
            "🚪 Trois absences de suite : {name} quitte la table, ses dés vont aux Enfers.", name=name
        )
    return voice.t("🚪 {name} quitte la table, ses dés vont aux Enfers.", name=name)


_TURNINGS: Mapping[str, Callable[[Any, Voice], str]] = {
    "round_started": _tell_round_started,
    "round_won": _tell_round_won,
    "angel_drawn": _tell_angel_drawn,
    "left": _tell_left,
}
"""How to tell events, by type; the page's heading says who must choose and who has won."""


# A discard or a gift in one line: what, to whom, and why it had this place in the order of its call (F6).

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
