"""What happened in a turn, in short lines: the raise and who refused it, who paid, who left.

What the board shows anyway (clues, question, answers and verdicts, the outcome) is not told again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from bot.tables.sight import Sight
from cogs.defizz.justice import verdict_word
from cogs.defizz.situation import is_between
from cogs.defizz.words import Voice, observation_of, quote
from engines.defizz import events
from engines.defizz.model import BOT, LONGEST_REASON

# What is told of verdicts that were contested, of votes, and of what was given back (Z21, Z22).

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


def tell(sight: Sight, voice: Voice) -> str:
    """The last thing of this turn that can be told, before its roll also how it came; "" if there is none."""
    told = (lines(happened, voice) for happened in reversed(_list_scenes(sight)))
    return "\n".join(next((said for said in told if said), []))


def tell_turn(sight: Sight, voice: Voice) -> str:
    """What happened in this turn, and before its roll in the last one too; "" if nothing did."""
    return "\n".join(lines(list_events(sight), voice))


def lines(told: Iterable[Any], voice: Voice) -> list[str]:
    """Tell these events, a line each; seats that accept, or are silent, one after the other share a line.

    Equal lines are told once.
    """
    said: list[str] = []
    for shared, several in groupby((event for event in told if event.type in TELLERS), _find_shared_line):
        if shared is None:
            said += [TELLERS[event.type](event, voice) for event in several]
        else:
            said.append(shared([event.seat for event in several], voice))
    return list(dict.fromkeys(line for line in said if line))


def list_events(sight: Sight) -> tuple[Any, ...]:
    """List this turn's events, before its roll the last turn's too, as far as the scenes reach."""
    told = tuple(event for scene in sight.scenes for event in scene.events)
    starts = [place for place, event in enumerate(told) if _starts_round(event)]
    turns = 2 if is_between(observation_of(sight)) else 1
    return told[starts[-turns] :] if len(starts) >= turns else told


def _list_scenes(sight: Sight) -> list[tuple[Any, ...]]:
    """The events of this turn's scenes; before its roll also those by which the last turn ended."""
    turn: list[tuple[Any, ...]] = []
    for scene in reversed(sight.scenes):
        starts = [place for place, event in enumerate(scene.events) if _starts_round(event)]
        whole = not starts or is_between(observation_of(sight))
        turn.insert(0, scene.events if whole else scene.events[starts[-1] :])
        if starts:
            break
    return turn


def _starts_round(event: Any) -> bool:
    return isinstance(event, events.RoundStarted)


def _tell_round_started(event: events.RoundStarted, voice: Voice) -> str:
    t, name = voice.t, voice.name(event.active)
    if event.drawn:
        return t("🎲 Tirage au sort : {name} {name:commence|commencent}.", name=name)
    return (
        t("🔁 {name} {name:rejoue son|rejouent leur} tour, avec une autre carte.", name=name)
        if event.again
        else ""
    )


def _tell_rolled(event: events.Rolled, voice: Voice) -> str:
    if not event.by_itself:
        return ""
    return voice.t("⏳ Temps écoulé : le dé est lancé pour {name}.", name=voice.name(event.seat))


def _tell_pile_shuffled(event: events.PileShuffled, voice: Voice) -> str:
    t = voice.t
    if event.pile == "duel":
        return t("🔀 Toutes les cartes Duel ont servi : on les mélange de nouveau.")
    return t("🔀 Toutes les cartes Multi ont servi : on les mélange de nouveau.")


def _tell_help_used(event: events.HelpUsed, voice: Voice) -> str:
    return voice.t("🛟 {name} {name:a|ont} lu les questions de la carte.", name=voice.name(event.seat))


def _tell_question_chosen(event: events.QuestionChosen, voice: Voice) -> str:
    t, clue = voice.t, quote(event.clue)
    if event.by_itself:
        return t("⏳ Temps écoulé : la question est « {clue} ».", clue=clue)
    if event.reader == BOT:
        return t("📖 Le bot a choisi « {clue} ».", clue=clue)
    return t("📖 {name} {name:a|ont} choisi « {clue} ».", name=voice.name(event.reader), clue=clue)


def _tell_challenged(event: events.Challenged, voice: Voice) -> str:
    t, name, clue = voice.t, voice.name(event.seat), quote(event.clue)
    late = "⏳ " + t("Temps écoulé.") + " " if event.by_itself else ""
    against = t("tout le monde") if event.opponent is None else voice.name(event.opponent)
    if event.stake is None:
        return late + t(
            "⚔️ {name} {name:défie|défient} {against} sur « {clue} ».", name=name, against=against, clue=clue
        )
    stake = voice.chips(event.stake)
    if event.raised:
        said = t(
            "⚔️ {name} {name:défie|défient} {against} sur « {clue} » et {name:monte|montent} à {stake} 🪙.",
            **_facts(name, against, clue, stake),
        )
    else:
        said = t(
            "⚔️ {name} {name:défie|défient} {against} sur « {clue} » pour {stake} 🪙.",
            **_facts(name, against, clue, stake),
        )
    return late + said


def _facts(name: str, against: str, clue: str, stake: str) -> dict[str, str]:
    return {"name": name, "against": against, "clue": clue, "stake": stake}


def _tell_accepted(event: events.Accepted, voice: Voice) -> str:
    return _tell_all_accepted([event.seat], voice)


def _tell_all_accepted(seats: Sequence[str], voice: Voice) -> str:
    names = voice.names(seats)
    return voice.t("👍 {names} {names:accepte|acceptent}.", names=names)


def _tell_refused(event: events.Refused, voice: Voice) -> str:
    t, name, paid = voice.t, voice.name(event.seat), voice.chips(event.paid)
    if event.by_itself:
        return t(
            "⏳ Temps écoulé : {name} {name:refuse et paie|refusent et paient} {n} 🪙.", name=name, n=paid
        )
    return t("👎 {name} {name:refuse et paie|refusent et paient} {n} 🪙.", name=name, n=paid)


def _tell_staked(event: events.Staked, voice: Voice) -> str:
    t, stake = voice.t, voice.chips(event.stake)
    if event.stake == event.announced:
        return t("🪙 Chacun paie {n} : {names}.", n=stake, names=voice.few_names(event.seats))
    return t(
        "🪙 Quelqu’un n’a pas {announced} : chacun paie {n} ({names}).",
        announced=voice.chips(event.announced),
        n=stake,
        names=voice.few_names(event.seats),
    )


def _tell_gave_up(event: events.GaveUp, voice: Voice) -> str:
    """Tell only silence: the list of answers shows who passes."""
    return _tell_all_silent([event.seat], voice) if event.silent else ""


def _tell_all_silent(seats: Sequence[str], voice: Voice) -> str:
    return voice.t("⏳ Temps écoulé pour {names}.", names=voice.names(seats))


def _find_shared_line(event: Any) -> Callable[[Sequence[str], Voice], str] | None:
    """Find the function that tells several such events in one line; None if each has its own."""
    if isinstance(event, events.Accepted):
        return _tell_all_accepted
    return _tell_all_silent if isinstance(event, events.GaveUp) and event.silent else None


def _tell_judged(event: events.Judged, voice: Voice) -> str:
    """Tell only what the list of answers does not show: that the clock confirmed the bot's verdict."""
    if event.by != "deadline":
        return ""
    return voice.t("⏳ Sans réponse du lecteur, l’avis du bot compte.")


def _tell_dropped_out(event: events.DroppedOut, voice: Voice) -> str:
    return voice.t("⛔ {name} {name:sort|sortent} du défi.", name=voice.name(event.seat))


def _tell_drew(event: events.Drew, voice: Voice) -> str:
    t = voice.t
    if event.sides == 2:
        faces = {1: t("face"), 2: t("pile")}
        drawn = [f"{voice.name(seat)} {faces[n]}" for seat, n in event.drawn.items()]
        return t("🪙 Les pièces : {drawn}.", drawn=", ".join(drawn))
    drawn = [f"{voice.name(seat)} {n}" for seat, n in event.drawn.items()]
    return t("🎲 Les dés : {drawn}.", drawn=", ".join(drawn))


def _tell_number_drawn(event: events.NumberDrawn, voice: Voice) -> str:
    return voice.t("🎲 Tirage au sort : **{n}**.", n=event.number)


def _tell_stakes_returned(event: events.StakesReturned, voice: Voice) -> str:
    t = voice.t
    by_sum: dict[int, list[str]] = {}
    for seat, n in event.returned.items():
        by_sum.setdefault(n, []).append(seat)
    back = [
        t("{n} 🪙 à {names}", n=voice.chips(n), names=voice.few_names(seats)) for n, seats in by_sum.items()
    ]
    said = t("↩️ Mises rendues : {back}.", back=" ; ".join(back)) if back else ""
    lost = t("{n} 🪙 perdus.", n=voice.chips(event.lost)) if event.lost else ""
    return f"{said} {lost}".strip()


def _tell_bank_closed(event: events.BankClosed, voice: Voice) -> str:
    t, rest = voice.t, voice.chips(event.rest)
    if not event.rest:
        return t("🏦 La banque est vide : on joue maintenant avec ses propres jetons.")
    if event.seat is None:
        return t("🏦 La banque ferme : ses derniers {n} 🪙 sont perdus (égalité au plus pauvre).", n=rest)
    return t("🏦 La banque ferme : ses derniers {n} 🪙 vont à {name}.", name=voice.name(event.seat), n=rest)


def _tell_eliminated(event: events.Eliminated, voice: Voice) -> str:
    return voice.t(
        "💀 {name} {name:n’a|n’ont} plus un jeton et {name:sort|sortent} du jeu.", name=voice.name(event.seat)
    )


def _tell_reader_changed(event: events.ReaderChanged, voice: Voice) -> str:
    return voice.t("📖 Désormais, {name} {name:lit|lisent}.", name=voice.reader(event.reader))


def _tell_end_announced(event: events.EndAnnounced, voice: Voice) -> str:
    del event
    return voice.t("🔔 La partie s’arrêtera après ce tour.")


def _tell_chips_moved(event: events.ChipsMoved, voice: Voice) -> str:
    return voice.t(
        "✏️ {n} 🪙 passent {giver:de} à {taker} ({reason}).",
        n=voice.chips(event.chips),
        giver=voice.name(event.giver),
        taker=voice.name(event.taker),
        reason=quote(event.reason, LONGEST_REASON) or "…",
    )


def _tell_left(event: events.Left, voice: Voice) -> str:
    t, name, chips = voice.t, voice.name(event.seat), voice.chips(event.chips)
    said = (
        t("🚪 Trois absences de suite : {name} {name:quitte|quittent} la table.", name=name)
        if event.absent
        else t("🚪 {name} {name:quitte|quittent} la table.", name=name)
    )
    if not event.chips:
        return said
    where = (
        t("{name:Ses|Leurs} {n} 🪙 vont au pot.", name=name, n=chips)
        if event.to_pot
        else t("{name:Ses|Leurs} {n} 🪙 sont perdus.", name=name, n=chips)
    )
    return f"{said} {where}"


TELLERS: Mapping[str, Callable[[Any, Voice], str]] = {
    "round_started": _tell_round_started,
    "rolled": _tell_rolled,
    "pile_shuffled": _tell_pile_shuffled,
    "help_used": _tell_help_used,
    "question_chosen": _tell_question_chosen,
    "challenged": _tell_challenged,
    "accepted": _tell_accepted,
    "refused": _tell_refused,
    "staked": _tell_staked,
    "gave_up": _tell_gave_up,
    "judged": _tell_judged,
    **VERDICT_TELLERS,
    "dropped_out": _tell_dropped_out,
    "drew": _tell_drew,
    "number_drawn": _tell_number_drawn,
    "stakes_returned": _tell_stakes_returned,
    "bank_closed": _tell_bank_closed,
    "eliminated": _tell_eliminated,
    "reader_changed": _tell_reader_changed,
    "end_announced": _tell_end_announced,
    "chips_moved": _tell_chips_moved,
    "left": _tell_left,
}
"""How to tell events, by type."""
SHOWN = frozenset({"clues_read", "question_asked", "answered", "settled", "game_over"})
"""Events that the board shows from the observation, so that they are never too long ago."""
