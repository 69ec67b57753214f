"""The buttons, lists and forms of Défizz, and the actions that they stand for.

Below the board they are the same for everybody; in a panel they are those of its seat.
"""

from collections.abc import Sequence

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.escape import label
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Pick, Row, Select
from cogs.defizz.answers import certain
from cogs.defizz.choosing import question_buttons, read_choice, read_stake
from cogs.defizz.justice import verdict_buttons, vote_controls
from cogs.defizz.situation import answer_obstacle, is_naming, price_of_raise
from cogs.defizz.words import LONGEST_QUESTION, Voice, observation_of, quote
from engines.core.records import Refusal
from engines.defizz.judging import read_number
from engines.defizz.leading import can_give
from engines.defizz.legal import LONGEST_ANSWER
from engines.defizz.model import (
    LONGEST_REASON,
    Accept,
    Action,
    Answer,
    AskQuestion,
    Contest,
    Help,
    Judge,
    LastTurn,
    Name,
    Pass,
    Refuse,
    Roll,
    TakeBack,
    Transfer,
    Vote,
)
from engines.defizz.observe import Observation

_HINT = 100
_UNIT = 28
_VERDICTS = {"right": True, "wrong": False}
_MOVING = 3
"""So many fields the form of a transfer has."""
_BALLOTS = {"turn": True, "keep": False}
_PLAIN: dict[str, Action] = {
    "roll": Roll(),
    "help": Help(),
    "meet": Accept(),
    "refuse": Refuse(),
    "pass": Pass(),
    "take_back": TakeBack(),
    "last_turn": LastTurn(),
}
"""Verbs that need no argument."""


def action_of(verb: str, arg: str, values: Sequence[str]) -> Action | None:
    """The engine's action for a verb with its argument or values; None if the verb only opens something.

    Raises Refusal for a stake, or chips, that are no number. The table adds the time of an answer's click
    (see `Game.stamp`).
    """
    value = values[0] if values else ""
    if verb in _PLAIN:
        return _PLAIN[verb]
    match verb:
        case "ask" if arg in ("0", "1", "2"):
            return AskQuestion(int(arg))
        case "choose":
            return read_choice(arg or value)
        case "stake" if values:
            return read_stake(arg, value)
        case "answer" | "reading" if values or (arg and verb == "reading"):
            return Answer(certain(arg) if verb == "reading" else value)
        case "judge" if arg in _VERDICTS:
            return Judge(_VERDICTS[arg])
        case "transfer" if arg and len(values) == _MOVING:
            return read_transfer(arg, values)
    return _ballot_of(verb, arg, value)


def _ballot_of(verb: str, arg: str, value: str) -> Action | None:
    """What is said for or against a verdict or a winner."""
    match verb:
        case "name" if value:
            return Name(value)
        case "contest":
            return Contest(arg or value or None)
        case "vote" if arg in _BALLOTS:
            return Vote(_BALLOTS[arg])
    return None


def answer_form(sight: Sight, t: Texts) -> Form:
    """The form for an answer, with the whole question; Refusal with the reason if the seat may not answer."""
    seen = observation_of(sight)
    if sight.seat not in sight.to_act:
        raise Refusal("not_your_turn", answer_obstacle(seen))
    if seen.phase != "answer" or seen.question is None:
        raise Refusal("illegal_action", "not_now")
    by_number = seen.question.mode in ("cible", "chance")
    words = t("Votre nombre") if by_number else t("Votre réponse")
    if seen.unit:
        words = f"{words} ({label(seen.unit, _UNIT)})"
    asked = label(seen.question.text, LONGEST_QUESTION)
    above = quote(asked, LONGEST_QUESTION) if len(asked) > _HINT else ""
    field = Field("text", words, "" if above else asked, most=LONGEST_ANSWER)
    return Form(sight.table.id, sight.drawn, "answer", t("Répondre"), (field,), words=above)


def controls(seen: Observation, voice: Voice, *, helps: bool) -> tuple[Block, ...]:
    """The buttons and lists of this phase; `helps` says whether the active seat can still ask for help."""
    t = voice.t
    match seen.phase:
        case "roll":
            return (Row((Button("roll", t("Lancer"), style="primary", emoji="🎲"),)),)
        case "ask":
            return (Row(_ask_buttons(seen, voice)),)
        case "choose":
            help_ = (Button("help", t("Au secours !"), style="success", emoji="🛟"),) if helps else ()
            return (Row((*question_buttons(seen, voice), *help_)),)
        case "raise":
            return (Row(_raise_buttons(seen, voice)),)
        case "verdict":
            return (Row(verdict_buttons(seen, voice)),)
        case "vote":
            return vote_controls(seen, voice)
        case "answer" if is_naming(seen):
            choices = tuple(Choice(seat, voice.plain_name(seat)) for seat in seen.participants)
            return (Select("name", t("Qui gagne ?"), choices),)
        case "answer":
            answer = Button("answer", t("Répondre"), style="primary", emoji="✍️")
            return (Row((answer, Button("pass", t("Passer")))),)
    return ()


def public_controls(sight: Sight, voice: Voice) -> tuple[Block, ...]:
    """The rows below the board: those of the phase, and the buttons that are always there."""
    seen, t = observation_of(sight), voice.t
    tools = Button("host.console", t("Outils de l’hôte"), rare=True)
    always = (Button("seat.hand", t("Ma carte")), tools)
    if sight.table.status is not Status.PLAYING:
        return (Row(always),)
    helps = seen.help_left[seen.active] and not seen.expert
    *lists, last = controls(seen, voice, helps=helps) or (Row(()),)
    if isinstance(last, Row):
        return (*lists, Row((*last.buttons, *always)))
    return (*lists, last, Row(always))


def _ask_buttons(seen: Observation, voice: Voice) -> tuple[Button, ...]:
    clues = enumerate(seen.clues or ())
    return tuple(Button("ask", f"{place + 1} · {voice.clue(clue)}", str(place)) for place, clue in clues)


def _raise_buttons(seen: Observation, voice: Voice) -> tuple[Button, ...]:
    t, (accepting, refusing) = voice.t, price_of_raise(seen)
    meet = Button("meet", t("Accepter ({n})", n=voice.chips(accepting)), style="success")
    return (meet, Button("refuse", t("Refuser ({n})", n=voice.chips(refusing)), style="danger"))


# What a quizmaster has at hand beside the card: another card, the end, and chips to be moved (Z27, Z29).


def leading_tools(sight: Sight, voice: Voice) -> tuple[Block, ...]:
    """The buttons and the list of a quizmaster, whether or not they are the table's host."""
    seen, t = observation_of(sight), voice.t
    may = sight.legal.actions if sight.legal is not None else ()
    buttons = (
        Button("take_back", t("Une autre carte"), style="danger") if TakeBack() in may else None,
        Button("last_turn", t("Finir après ce tour")) if LastTurn() in may else None,
    )
    shown = tuple(button for button in buttons if button is not None)
    row = (Row(shown),) if shown else ()
    if sight.legal is None or "transfer" not in sight.legal.types:
        return row
    listed = tuple(
        Choice(seat, voice.plain_name(seat), t("{n} jetons", n=voice.chips(seen.chips[seat])))
        for seat in seen.in_play
        if can_give(seen.chips[seat])
    )
    return (*row, Select("transfer", t("Déplacer des jetons de…"), listed))


def transfer_form(sight: Sight, giver: str, t: Texts) -> Form:
    """The form in which a quizmaster moves chips of `giver`; Refusal for somebody else, or who is out."""
    seen, voice = observation_of(sight), Voice(sight.table, t)
    if sight.seat != seen.master:
        raise Refusal("not_your_turn", "not_the_quizmaster")
    if giver not in seen.in_play:
        raise Refusal("illegal_action", "no_such_player")
    now = label(
        t("{name} : {n} jetons", name=voice.plain_name(giver), n=voice.chips(seen.chips[giver])), _HINT
    )
    takers = tuple(Choice(seat, voice.plain_name(seat)) for seat in seen.in_play if seat != giver)
    fields = (
        Field("chips", t("Combien de jetons"), now, t("par exemple 300"), most=12),
        Pick("taker", t("À qui"), takers),
        Field("reason", t("Pourquoi (tout le monde le lira)"), most=LONGEST_REASON),
    )
    return Form(sight.table.id, sight.drawn, "transfer", t("Déplacer des jetons"), fields, arg=giver)


def read_transfer(giver: str, values: Sequence[str]) -> Transfer:
    """Read the form of a transfer; Refusal for what is no whole number."""
    typed, taker, reason = values
    number = read_number(typed, "jeton")
    if number is None or number.denominator != 1:
        raise Refusal("illegal_action", "chips_not_a_number")
    return Transfer(giver, taker, int(number), reason)
