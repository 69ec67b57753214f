"""What happened, told turn by turn: who did what, in order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.tables.model import Scene
from bot.texts import N_, Texts
from cogs.debacle.words import Voice, values
from engines.core.records import Left
from engines.debacle.board import Square
from engines.debacle.events import (
    BounceDeclined,
    CapturedDie,
    DebacleEvent,
    DoublesTaken,
    Flipped,
    Passed,
    Recovered,
    Returned,
    Rolled,
    RoundEnd,
    RoundEnded,
    RoundStarted,
    TurnLost,
)

Way: TypeAlias = tuple[Square, ...]
_WHY: Mapping[RoundEnd, str] = {
    "captured": N_("cinq dés capturés"),
    "quiet": N_("60 tours sans capture"),
    "long": N_("300 tours"),
    "agreed": N_("d’un commun accord"),
}


def tell(scenes: Sequence[Scene], voice: Voice) -> list[str]:
    """The turns and other events, the newest last: what one step did, in a line each."""
    told = ("\n".join(f"- {line}" for line in _lines(scene.events, voice)) for scene in scenes)
    return [lines for lines in told if lines]


def deeds(drafted: Iterable[Sequence[DebacleEvent]], t: Texts) -> str:
    """What was done in a turn, in a few words: "roule a1→a2 (1→2), flippe b1 (2→5)"."""
    told = (_DEEDS[event.type](event, t) for events in drafted for event in events if event.type in _DEEDS)
    return ", ".join(told)


def last_ways(turns: Iterable[Iterable[DebacleEvent]]) -> tuple[Way, ...]:
    """The ways of all dice in the last turn in which any was touched, to be marked on the board.

    A way is the cells that a die went from and to, or the one where it stands or stood. There are none if a
    round has begun since.
    """
    last: tuple[Way, ...] = ()
    for events in turns:
        ways: list[Way] = []
        for event in events:
            match event:
                case Rolled() | CapturedDie() | Returned():
                    ways.append((event.origin, event.to))
                case Flipped(_, cell) | Recovered(_, cell):
                    ways.append((cell,))
                case DoublesTaken(_, take):
                    ways += [(cell,) for cell in take]
                case RoundStarted():
                    ways, last = [], ()
        last = tuple(ways) or last
    return last


def _lines(events: Sequence[Any], voice: Voice) -> list[str]:
    """One line for what a seat did in its turn (one scene), then one for each event of _TURNINGS."""
    done = [event for event in events if event.type in _DEEDS]
    turn = [f"{voice.name(done[0].seat)} {deeds([done], voice.t)}."] if done else []
    turnings = [_TURNINGS[event.type](event, voice) for event in events if event.type in _TURNINGS]
    return [*turn, *turnings]


def _tell_rolled(event: Rolled, t: Texts) -> str:
    said = t(
        "roule {origin}→{to} ({before}→{value})",
        origin=event.origin,
        to=event.to,
        before=event.before,
        value=event.value,
    )
    return _mark_bounce(said, event.bounce, t)


def _tell_flipped(event: Flipped, t: Texts) -> str:
    said = t("flippe {at} ({before}→{value})", at=event.at, before=event.before, value=event.value)
    return _mark_bounce(said, event.bounce, t)


def _tell_captured(event: CapturedDie, t: Texts) -> str:
    said = t(
        "capture {to} ({value}) avec {origin} ({before}→{value})",
        origin=event.origin,
        to=event.to,
        before=event.before,
        value=event.value,
    )
    return _mark_bounce(said, event.bounce, t)


def _mark_bounce(said: str, bounce: bool, t: Texts) -> str:
    return t("rebondit et {deed}", deed=said) if bounce else said


def _tell_bounce_declined(event: BounceDeclined, t: Texts) -> str:
    return t("renonce au rebond en {at}", at=event.at)


def _tell_returned(event: Returned, t: Texts) -> str:
    facts: dict[str, object] = {"value": event.value, "origin": event.origin, "to": event.to}
    if event.by_clock:
        return t("doit ramener le {value} de {origin} en {to} (temps écoulé)", **facts)
    return t("ramène le {value} de {origin} au camp, en {to}", **facts)


def _tell_recovered(event: Recovered, t: Texts) -> str:
    return t.plural(
        "récupère un {value} en {to} (+{n} action pour l’adversaire)",
        "récupère un {value} en {to} (+{n} actions pour l’adversaire)",
        event.bonus,
        value=event.value,
        to=event.to,
    )


def _tell_doubles_taken(event: DoublesTaken, t: Texts) -> str:
    return t.plural(
        "prend le double {cells} ({values})",
        "prend les doubles {cells} ({values})",
        len(event.take),
        cells=t.list(event.take),
        values=values(event.values),
    )


def _tell_passed(event: Passed, t: Texts) -> str:
    if not event.bonus:
        return t("s’arrête là")
    return t.plural("laisse {n} action en bonus", "laisse {n} actions en bonus", event.bonus)


def _tell_turn_lost(_: TurnLost, t: Texts) -> str:
    return t("laisse passer le temps, la fin de son tour est perdue")


def _tell_round_started(event: RoundStarted, voice: Voice) -> str:
    facts = {"n": event.round, "name": voice.player(event.starter)}
    if event.drawn:
        return voice.t("Manche {n}, tirage au sort : {name} commence.", **facts)
    return voice.t("Manche {n} : {name} commence.", **facts)


def _tell_round_ended(event: RoundEnded, voice: Voice) -> str:
    t = voice.t
    totals = ", ".join(
        t.plural("{name} : {n} point", "{name} : {n} points", n, name=voice.name(seat))
        for seat, n in zip(voice.colors, event.points, strict=True)
    )
    return t(
        "🏁 Manche {n} finie ({why}). {totals}.", n=event.round, why=t(_WHY[event.reason]), totals=totals
    )


def _tell_left(event: Left, voice: Voice) -> str:
    name = voice.name(event.seat)
    if event.absent:
        return voice.t("Trois absences de suite : {name} quitte la table.", name=name)
    return voice.t("{name} abandonne la partie.", name=name)


_DEEDS: Mapping[str, Callable[[Any, Texts], str]] = {
    "rolled": _tell_rolled,
    "flipped": _tell_flipped,
    "captured": _tell_captured,
    "bounce_declined": _tell_bounce_declined,
    "returned": _tell_returned,
    "recovered": _tell_recovered,
    "doubles_taken": _tell_doubles_taken,
    "passed": _tell_passed,
    "turn_lost": _tell_turn_lost,
}
"""How to tell what a seat does in its turn, by event type."""

_TURNINGS: Mapping[str, Callable[[Any, Voice], str]] = {
    "round_started": _tell_round_started,
    "round_ended": _tell_round_ended,
    "left": _tell_left,
}
"""How to tell other events, by type; the page's heading says whose turn it is and who has won."""
