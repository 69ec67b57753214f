"""What is told of verdicts that were contested, of votes, and of what was given back (Z21, Z22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cogs.defizz.justice import verdict_word
from cogs.defizz.words import Voice, quote
from engines.defizz import events

__all__ = ["VERDICT_TELLERS"]

_LONGEST_LIST = 600


def _tell_contested(event: events.Contested, voice: Voice) -> str:
    return voice.t(
        "✋ {by} {by:conteste|contestent} le verdict sur la réponse {name:de}.",
        by=voice.name(event.by),
        name=voice.name(event.seat),
    )


def _tell_voted(event: events.Voted, voice: Voice) -> str:
    """Nothing: the board says who is still to vote, and how somebody voted is secret."""
    del event, voice
    return ""


def _tell_vote_closed(event: events.VoteClosed, voice: Voice) -> str:
    if not event.to_turn and not event.to_keep:
        return voice.t("🗳️ Personne n’a voté : le verdict reste.")
    facts = {"turn": event.to_turn, "keep": event.to_keep}
    if event.turned:
        return voice.t("🗳️ {turn} pour changer le verdict, {keep} contre : il change.", **facts)
    return voice.t("🗳️ {turn} pour changer le verdict, {keep} contre : il reste.", **facts)


def _tell_winner_voted(event: events.WinnerVoted, voice: Voice) -> str:
    t = voice.t
    if not any(event.votes.values()):
        return t("🗳️ Personne n’a voté : on tire au sort.")
    counted = ", ".join(f"{voice.name(seat)} {n}" for seat, n in event.votes.items())
    return t("🗳️ Les votes : {votes}.", votes=counted)


def _tell_verdict_turned(event: events.VerdictTurned, voice: Voice) -> str:
    t = voice.t
    facts = {"name": voice.name(event.seat), "verdict": verdict_word(event.right, t)}
    if event.by == "reader":
        return t("⚖️ Le lecteur se reprend. La réponse {name:de} : **{verdict}**.", **facts)
    if event.by == "host":
        return t("⚖️ L’hôte a tranché. La réponse {name:de} : **{verdict}**.", **facts)
    return t("⚖️ La table a tranché. La réponse {name:de} : **{verdict}**.", **facts)


def _tell_settlement_undone(event: events.SettlementUndone, voice: Voice) -> str:
    t = voice.t
    has = ", ".join(f"{voice.name(seat)} {voice.chips(n)}" for seat, n in event.chips.items())
    lines = [
        t("↩️ Le défi reprend : {n} 🪙 reviennent au pot. En main : {has}.", n=voice.chips(event.pot), has=has)
        if event.pot
        else t("↩️ Le défi reprend. En main : {has}.", has=has)
    ]
    if event.returning:
        names = voice.names(event.returning)
        lines.append(t("🙋 {names} {names:revient|reviennent} en jeu.", names=names))
    return " ".join(lines)


def _tell_answer_revealed(event: events.AnswerRevealed, voice: Voice) -> str:
    """Tell only answers that were held back; the result shows all others."""
    if not event.late:
        return ""
    listed = quote(", ".join(event.answers), _LONGEST_LIST)
    return voice.t("📜 Les réponses du défi précédent : {answers}", answers=listed)


VERDICT_TELLERS: Mapping[str, Callable[[Any, Voice], str]] = {
    "contested": _tell_contested,
    "voted": _tell_voted,
    "vote_closed": _tell_vote_closed,
    "winner_voted": _tell_winner_voted,
    "verdict_turned": _tell_verdict_turned,
    "settlement_undone": _tell_settlement_undone,
    "answer_revealed": _tell_answer_revealed,
}
"""How to tell these events, by type."""
