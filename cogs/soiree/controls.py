"""The buttons, lists and forms of an evening, and the actions that they stand for.

Below the board they are the same for everybody; what a quizmaster does stands in their own panel.
"""

from collections.abc import Sequence
from typing import Any

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.escape import label
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Row, Select
from cogs.defizz import controls as defizz
from cogs.defizz.answers import certain, reading_buttons
from cogs.defizz.answers import remedies as defizz_remedies
from cogs.defizz.words import Voice, quote
from cogs.soiree.words import observation_of, points_words
from engines.core.records import Refusal
from engines.soiree.legal import LONGEST_ANSWER
from engines.soiree.model import (
    BOT,
    HIGHEST_STAKE,
    LIST_AT_MOST,
    LONGEST_REASON,
    Action,
    Award,
    EndAfterRound,
    Forgo,
    Observation,
    Proceed,
    Ready,
    Rule,
    SkipRound,
    Tell,
    Wager,
    Withdraw,
)

_QUESTION = 400
_HINT = 100
_UNIT = 28
_PLAIN: dict[str, Action] = {
    "ready": Ready(),
    "forgo": Forgo(),
    "next": Proceed(),
    "withdraw": Withdraw(),
    "skip": SkipRound(),
    "last": EndAfterRound(),
}
"""Verbs that need no argument."""


def action_of(verb: str, arg: str, values: Sequence[str]) -> Any | None:
    """The engine's action for a verb with its argument or values; None if the verb only opens something.

    What is no verb of the evening's own is one of Défizz's, in a round of défis. Raises Refusal for points
    that are no number.
    """
    value = values[0] if values else ""
    if verb in _PLAIN:
        return _PLAIN[verb]
    match verb:
        case "tell" if values:
            return Tell(value)
        case "reads" if arg:
            return Tell(certain(arg))
        case "wager" if (arg or value) in {str(stake) for stake in range(1, HIGHEST_STAKE + 1)}:
            return Wager(int(arg or value))
        case "rule":
            return read_ruling(arg or value)
        case "award" if arg and len(values) > 1:
            return Award(arg, _read_points(value), values[1])
        case "tell" | "wager" | "award" | "count":
            return None
    return defizz.action_of(verb, arg, values)


def read_ruling(text: str) -> Rule | None:
    """A ruling as buttons and lists carry it: the seat, and how many answers are right ("3.1")."""
    seat, _, right = text.rpartition(".")
    return Rule(seat, int(right)) if seat and right in {str(n) for n in range(LIST_AT_MOST + 1)} else None


def _read_points(text: str) -> int:
    """Read points with their sign; Refusal for what is no whole number."""
    tight = "".join(text.split()).replace("\u2212", "-").replace("\u2013", "-").removeprefix("+")
    try:
        return int(tight)
    except ValueError:
        raise Refusal("illegal_action", "points_not_a_number") from None


def answer_form(sight: Sight, t: Texts) -> Form:
    """The form for an answer, with the whole question; Refusal with the reason if the seat may not answer."""
    seen = observation_of(sight)
    refusal = sight.refusal(Forgo())
    if refusal is not None:
        raise refusal
    asked = seen.question
    if asked is None:
        raise Refusal("illegal_action", "not_now")
    words = {
        "chrono": t("Votre réponse"),
        "cible": t("Votre nombre"),
        "pingpong": t("Jusqu’à {n} réponses", n=LIST_AT_MOST),
    }[asked.mode]
    if asked.unit:
        words = f"{words} ({label(asked.unit, _UNIT)})"
    text = label(asked.text, _QUESTION)
    above = quote(text, _QUESTION) if len(text) > _HINT else ""
    listed = asked.mode == "pingpong"
    hint = t("Séparez vos réponses par des virgules.") if listed else ""
    field = Field("text", words, hint, "" if above else text, most=LONGEST_ANSWER, long=listed)
    return Form(sight.table.id, sight.drawn, "tell", t("Répondre"), (field,), words=above)


def remedies(refusal: Refusal, t: Texts) -> tuple[Button, ...]:
    """A button for each number that a refused answer may mean; in a défi those of Défizz."""
    if refusal.reason == "tell_unclear":
        return reading_buttons(refusal, "reads", t)
    return defizz_remedies(refusal, t)


def award_form(sight: Sight, seat: str, t: Texts) -> Form:
    """The form in which a quizmaster corrects a team's points; Refusal for somebody else."""
    seen = observation_of(sight)
    if sight.seat != seen.quizmaster:
        raise Refusal("not_your_turn", "not_the_quizmaster")
    if seat not in seen.teams:
        raise Refusal("illegal_action", "no_such_team")
    name = Voice(sight.table, t).plain_name(seat)
    has = points_words(seen.points[seat], t)
    now = label(t("{option} : {value}", option=name, value=has), _HINT)
    points = Field("points", t("Points à ajouter ou à retirer"), now, t("par exemple 3, ou -2"), most=5)
    reason = Field("reason", t("Pourquoi (tout le monde le lira)"), most=LONGEST_REASON)
    return Form(sight.table.id, sight.drawn, "award", t("Corriger les points"), (points, reason), arg=seat)


def next_label(seen: Observation, t: Texts) -> str:
    """What going on means now, on a quizmaster's button."""
    if seen.bout is not None:
        return t("Au classement")
    last = seen.number >= seen.length and not seen.tied
    return {
        "break": t("Lancer la manche"),
        "wager": t("Fermer les mises"),
        "answer": t("Fermer les réponses"),
        "verdict": t("Révéler"),
    }.get(seen.phase, t("Clore la manche") if last else t("Question suivante"))


def public_controls(sight: Sight, voice: Voice) -> tuple[Block, ...]:
    """The rows below the board: those of the phase, and the buttons that are always there."""
    seen, t = observation_of(sight), voice.t
    own = Button("seat.hand", t("Ma feuille"))
    always: tuple[Button, ...] = (own, Button("host.console", t("Outils de l’hôte"), rare=True))
    if sight.table.status is not Status.PLAYING:
        return (Row(always),)
    match seen.phase:
        case "wager":
            return (stake_list(t), Row(always))
        case "answer":
            answer = Button("tell", t("Répondre"), style="primary", emoji="✍️")
            return (Row((answer, Button("forgo", t("Passer")), *always)),)
        case "break" | "reveal" if seen.quizmaster == BOT:
            always = (*always, *_late(seen, t))
            return (Row((Button("ready", t("On y va !"), style="success", emoji="🙋"), *always)),)
    return (Row((*always, *_late(seen, t))),)


def _late(seen: Observation, t: Texts) -> tuple[Button, ...]:
    """Between rounds, the button by which somebody joins a team (S1)."""
    if seen.phase != "break" or seen.people == 1:
        return ()
    return (Button("table.join", t("Rejoindre")),)


def stake_list(t: Texts) -> Select:
    """The list from which a team chooses its stake."""
    choices = tuple(Choice(str(stake), points_words(stake, t)) for stake in range(1, HIGHEST_STAKE + 1))
    return Select("wager", t("Votre mise, d’après l’indice"), choices)
