"""What happened lately, in short lines: who left, what was corrected, what was withdrawn.

What the board shows anyway (question, answers, points) is not told again. In a round of défis, Défizz tells.
"""

from collections.abc import Callable, Mapping
from typing import Any

from bot.tables.sight import Sight
from cogs.defizz.answers import LONGEST_LIST, win_words
from cogs.defizz.story import TELLERS as DEFIZZ
from cogs.defizz.words import Voice, quote
from cogs.soiree.words import points_words, signed
from engines.defizz import events as inner
from engines.defizz.observe import Revealed
from engines.soiree import events

_REASON = 200


def tell(sight: Sight, voice: Voice) -> str:
    """What the last step told, if anything; "" if the board shows all of it."""
    return "\n".join(lines(sight.scenes[-1].events, voice)) if sight.scenes else ""


def tell_end(sight: Sight, voice: Voice) -> str:
    """What the last step of an evening told, but for the round that it ended: the page tells all of them."""
    happened = sight.scenes[-1].events if sight.scenes else ()
    tellers = {kind: teller for kind, teller in TELLERS.items() if kind != "standing"}
    said = (tellers[event.type](event, voice) for event in happened if event.type in tellers)
    return "\n".join(line for line in said if line)


def tell_all(sight: Sight, voice: Voice) -> str:
    """All that the scenes tell, a line each."""
    told = [line for scene in sight.scenes for line in lines(scene.events, voice)]
    return "\n".join(dict.fromkeys(told))


def lines(happened: tuple[Any, ...], voice: Voice) -> list[str]:
    """What a step told, a line each; how its last challenge ended only as a round ends with it."""
    ended = any(isinstance(event, events.Standing) for event in happened)
    tellers = {**DEFIZZ, **TELLERS, **(_LAST if ended else {})}
    said = (tellers[event.type](event, voice) for event in happened if event.type in tellers)
    return [line for line in said if line]


def _tell_settled(event: inner.Settled, voice: Voice) -> str:
    won = Revealed(event.outcome, "", event.winner, event.pot, event.prize, ())
    return win_words(won, voice.name(event.winner), voice)


def _tell_answers(event: inner.AnswerRevealed, voice: Voice) -> str:
    t = voice.t
    if event.number is not None:
        return t("✔️ Bonne réponse : **{answer}**", answer=voice.number(event.number, event.unit))
    if len(event.answers) > 1:
        return t("✔️ Bonnes réponses : {answers}", answers=quote(", ".join(event.answers), LONGEST_LIST))
    return t("✔️ Bonne réponse : **{answer}**", answer=quote(", ".join(event.answers)))


def _tell_ruled(event: events.Ruled, voice: Voice) -> str:
    t, name = voice.t, voice.name(event.seat)
    if event.right == event.bot:
        return t("⚖️ Jugé comme le bot : {name}.", name=name)
    if event.right > event.bot:
        return t("⚖️ Réponse acceptée : {name}.", name=name)
    return t("⚖️ Réponse refusée : {name}.", name=name)


def _tell_withdrawn(event: events.QuestionWithdrawn, voice: Voice) -> str:
    if event.revealed:
        return voice.t("↩️ La question {n} est retirée, et ses points repris.", n=event.number)
    return voice.t("↩️ La question {n} est retirée.", n=event.number)


def _tell_corrected(event: events.Corrected, voice: Voice) -> str:
    t = voice.t
    return t(
        "✏️ {name} : {points} ({reason}).",
        name=voice.name(event.seat),
        points=signed(event.points, t),
        reason=quote(event.reason, _REASON) or "…",
    )


def _tell_cards_ran_out(event: events.CardsRanOut, voice: Voice) -> str:
    del event
    return voice.t("🔀 Plus de carte pour cette manche : elle s’arrête là.")


def _tell_standing(event: events.Standing, voice: Voice) -> str:
    t, most = voice.t, max(event.gained, default=0)
    number = event.round + 1
    if event.skipped:
        return t("⏭️ La manche {n} finit là.", n=number)
    best = [seat for seat, gained in zip(event.teams, event.gained, strict=True) if gained == most > 0]
    if not best:
        return t("🏁 Fin de la manche {n}.", n=number)
    return t(
        "🏁 Fin de la manche {n} : {names} {names:fait|font} le meilleur score ({points}).",
        n=number,
        names=voice.names(best),
        points=points_words(most, t),
    )


def _tell_tied(event: events.Tied, voice: Voice) -> str:
    return voice.t("🤝 Égalité en tête : {names}.", names=voice.names(event.seats))


def _tell_end_coming(event: events.EndComing, voice: Voice) -> str:
    del event
    return voice.t("🔔 La soirée s’arrête après cette manche.")


def _tell_replaced(event: events.QuizmasterReplaced, voice: Voice) -> str:
    return voice.t("🎙️ Le bot mène la soirée à la place {name:de}.", name=voice.name(event.seat))


def _tell_team_left(event: events.TeamLeft, voice: Voice) -> str:
    return voice.t("🚪 {name} {name:quitte|quittent} la soirée.", name=voice.name(event.seat))


def _tell_stake(event: events.StakeNamed, voice: Voice) -> str:
    if not event.silent:
        return ""
    return voice.t("⏳ Temps écoulé : {name} {name:mise|misent} 1.", name=voice.name(event.seat))


TELLERS: Mapping[str, Callable[[Any, Voice], str]] = {
    "ruled": _tell_ruled,
    "question_withdrawn": _tell_withdrawn,
    "corrected": _tell_corrected,
    "cards_ran_out": _tell_cards_ran_out,
    "standing": _tell_standing,
    "tied": _tell_tied,
    "end_coming": _tell_end_coming,
    "quizmaster_replaced": _tell_replaced,
    "team_left": _tell_team_left,
    "stake_named": _tell_stake,
}
"""How to tell events, by type."""
_LAST: Mapping[str, Callable[[Any, Voice], str]] = {
    "settled": _tell_settled,
    "answer_revealed": _tell_answers,
}
"""How a round's last challenge ended: Défizz's board, which shows all others, is gone by then."""
SHOWN = frozenset(
    {
        *("round_coming", "team_ready", "round_began", "stakes_awaited", "question_posed", "told", "forwent"),
        *("answers_closed", "answer_told", "evening_over"),
    }
)
"""Events that the board shows from the observation."""
