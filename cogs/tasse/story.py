"""What just happened, in short sentences: each event that the audience may know, in order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.tables.model import Scene
from bot.ui.pages.escape import escape
from cogs.tasse.words import Voice, score_name
from engines.core.records import Left
from engines.tasse.cup import plain
from engines.tasse.events import (
    Announced,
    DirectionChosen,
    DirectionTurned,
    Doubted,
    Duelled,
    DuelsStarted,
    DuelWaived,
    Eliminated,
    Fell,
    JokerPlayed,
    Misannounced,
    Restarted,
    Rolled,
    RoundStarted,
    RoundWon,
    Scored,
    Shown,
    Skipped,
    TasseEvent,
    Trusted,
)

_SAID_AT_MOST = 40
"""How many characters of a typed announcement are repeated to all."""
_ERASED = "…"
"""Stands for typed words that have been erased; nobody can announce this."""


def tell(scenes: Sequence[Scene], voice: Voice) -> list[str]:
    """The scenes of which something can be told, a line each, the newest last."""
    return [f"- {line}" for scene in scenes if (line := tell_step(scene.events, voice))]


def tell_step(events: Sequence[TasseEvent], voice: Voice) -> str:
    """Tell the events of one step in sentences."""
    sentences = (
        _TELLERS[event.type](event, voice) for event in _skip_known(events) if event.type in _TELLERS
    )
    return " ".join(sentence for sentence in sentences if sentence)


def _skip_known(events: Sequence[TasseEvent]) -> Iterator[TasseEvent]:
    """Leave out the fresh start of a seat that has just scored: the heading says that it has the cup."""
    scored = None
    for event in events:
        if isinstance(event, Scored):
            scored = event.seat
        if not isinstance(event, Restarted) or event.seat != scored:
            yield event


def _tell_round_started(event: RoundStarted, voice: Voice) -> str:
    name, t = voice.name(event.starter), voice.t
    if voice.rounds == 1:
        words = t("Tirage au sort : {name} commence.", name=name)
        return words if event.drawn else t("{name} commence.", name=name)
    if event.drawn:
        return t("Manche {n}, tirage au sort : {name} commence.", n=event.round, name=name)
    return t("Manche {n} : {name} commence.", n=event.round, name=name)


def _tell_direction_chosen(event: DirectionChosen, voice: Voice) -> str:
    way = voice.direction(event.direction)
    return voice.t("{name} choisit le sens : {way}.", name=voice.name(event.seat), way=way)


def _tell_trusted(event: Trusted, voice: Voice) -> str:
    return voice.t(
        "{name} croit {announcer} et lance à son tour.",
        name=voice.name(event.seat),
        announcer=voice.name(event.announcer),
    )


def _tell_rolled(event: Rolled, voice: Voice) -> str:
    if event.again:
        return voice.t("{name} relance après le neuf.", name=voice.name(event.seat))
    if event.to_match is not None:
        return ""
    return voice.t("{name} lance les dés en secret.", name=voice.name(event.seat))


def _tell_announced(event: Announced, voice: Voice) -> str:
    t, name, to, score = voice.t, voice.name(event.seat), voice.name(event.to), voice.score(event.score)
    if not event.text or plain(event.text) in (event.score, score_name(event.score, t)):
        return t("{name} annonce {score} à {to}.", name=name, score=score, to=to)
    said = escape(event.text, _SAID_AT_MOST)
    return t("{name} annonce « {said} » à {to}, soit {score}.", name=name, said=said, to=to, score=score)


def _tell_misannounced(event: Misannounced, voice: Voice) -> str:
    t, name, said = voice.t, voice.name(event.seat), escape(event.text, _SAID_AT_MOST) or _ERASED
    if event.score is not None and event.to_match is not None:
        return t(
            "{name} annonce « {said} », moins que {standing} : mauvaise annonce !",
            name=name,
            said=said,
            standing=voice.score(event.to_match),
        )
    return t("{name} annonce « {said} » : mauvaise annonce !", name=name, said=said)


def _tell_doubted(event: Doubted, voice: Voice) -> str:
    t = voice.t
    facts = {
        "name": voice.name(event.seat),
        "announcer": voice.name(event.announcer),
        "score": voice.score(event.announced),
        "dice": voice.dice(event.dice),
    }
    if event.truth:
        return t("{name} doute : {dice}. {announcer} disait vrai !", **facts)
    return t("{name} doute : {dice}. {announcer} bluffait avec {score} !", **facts)


def _tell_shown(event: Shown, voice: Voice) -> str:
    t, dice, name, target = voice.t, voice.dice(event.dice), voice.name(event.seat), voice.name(event.target)
    shown = t("{name} montre {dice}.", name=name, dice=dice)
    if event.special == "nine":
        return shown + " " + t("Neuvième place : {target} !", target=target)
    if event.special == "double_five":
        return shown + " " + t("Plein la gueule pour pas un rond, {target} !", target=target)
    if event.special == "thirty_one":
        return shown + " " + t("Retour à l’envoyeur : {target} !", target=target)
    return shown


def _tell_joker_played(event: JokerPlayed, voice: Voice) -> str:
    t, facts = voice.t, {"name": voice.name(event.seat), "dice": voice.dice(event.dice)}
    if event.won:
        return t("{name} montre 32, le plus petit score : joker ! {dice}. Réussi !", **facts)
    return t("{name} montre 32, le plus petit score : joker ! {dice}. Raté !", **facts)


def _tell_duels_started(event: DuelsStarted, voice: Voice) -> str:
    against = voice.t.list([voice.name(seat) for seat in event.opponents])
    return voice.t("32 sur 32 ! Duels : {against}.", against=against)


def _tell_duelled(event: Duelled, voice: Voice) -> str:
    t = voice.t
    facts = {
        "opponent": voice.name(event.opponent),
        "roller": voice.name(event.roller),
        "score": voice.score(event.score),
        "dice": voice.dice(event.dice),
    }
    if event.won:
        return t("{opponent} donne {score} à battre, {roller} lance {dice} : duel gagné.", **facts)
    return t("{opponent} donne {score} à battre, {roller} lance {dice} : duel perdu.", **facts)


def _tell_duel_waived(event: DuelWaived, voice: Voice) -> str:
    return voice.t("{name} n’a pas répondu au duel.", name=voice.name(event.opponent))


def _tell_fell(event: Fell, voice: Voice) -> str:
    return voice.t("Temps écoulé : {name} laisse tomber la tasse.", name=voice.name(event.seat))


def _tell_scored(event: Scored, voice: Voice) -> str:
    return voice.t(
        "{name} prend {points}, total {total}.",
        name=voice.name(event.seat),
        points=voice.points(event.points),
        total=event.total,
    )


def _tell_eliminated(event: Eliminated, voice: Voice) -> str:
    if event.first:
        return voice.t("{name} sort du jeu, face de nul !", name=voice.name(event.seat))
    return voice.t("{name} sort du jeu.", name=voice.name(event.seat))


def _tell_direction_turned(event: DirectionTurned, voice: Voice) -> str:
    return voice.t("Le sens tourne : {way}.", way=voice.direction(event.direction))


def _tell_skipped(event: Skipped, voice: Voice) -> str:
    return voice.t("{name} passe son tour.", name=voice.name(event.seat))


def _tell_restarted(event: Restarted, voice: Voice) -> str:
    return voice.t("{name} repart de zéro.", name=voice.name(event.seat))


def _tell_left(event: Left, voice: Voice) -> str:
    if event.absent:
        return voice.t("Trois absences de suite : {name} quitte la table.", name=voice.name(event.seat))
    return voice.t("{name} quitte la table.", name=voice.name(event.seat))


def _tell_round_won(event: RoundWon, voice: Voice) -> str:
    if voice.rounds == 1:
        return ""  # the last page's heading says who has won
    return voice.t("🏆 {name} gagne la manche {n} !", name=voice.name(event.seat), n=event.round)


_TELLERS: Mapping[str, Callable[[Any, Voice], str]] = {
    "round_started": _tell_round_started,
    "direction_chosen": _tell_direction_chosen,
    "trusted": _tell_trusted,
    "rolled": _tell_rolled,
    "announced": _tell_announced,
    "misannounced": _tell_misannounced,
    "doubted": _tell_doubted,
    "shown": _tell_shown,
    "joker_played": _tell_joker_played,
    "duels_started": _tell_duels_started,
    "duelled": _tell_duelled,
    "duel_waived": _tell_duel_waived,
    "fell": _tell_fell,
    "scored": _tell_scored,
    "eliminated": _tell_eliminated,
    "direction_turned": _tell_direction_turned,
    "skipped": _tell_skipped,
    "restarted": _tell_restarted,
    "left": _tell_left,
    "round_won": _tell_round_won,
}
"""How to tell events, by type; only the panel tells own dice (`peeked`), the last page tells the end."""
