"""The buttons and lists of Débâcle, and the actions that they stand for.

A custom id carries an action as its word in the notation (`engines.debacle.notation`), with the two signs
that no custom id may hold replaced: "c2!" is c2_ and "*a6,c6" is .a6,c6.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.folding import story_button, words_button
from bot.ui.pages.page import Button, Choice, Row, Select, Style
from cogs.debacle.choices import Choices
from cogs.debacle.outcomes import outcome, pass_words, row_words
from cogs.debacle.words import observation_of
from engines.debacle.actions import bonus_for
from engines.debacle.board import Square
from engines.debacle.model import Action, Capture, Doubles, Observation, Pass
from engines.debacle.notation import read_word, write_word
from engines.debacle.rules import END_ROUND

__all__ = [
    "action_of",
    "answers_to_offer",
    "die_list",
    "die_moves",
    "doubles_list",
    "encode",
    "private_verbs",
    "public_verbs",
    "special_lists",
    "turn_verbs",
]

CHOICES_AT_MOST = 25
_PLAYED = frozenset({"do", "doubles", "back", "recover"})
"""Verbs that play the action in their argument or choice; each list of a message needs a verb of its own."""
_CODE = str.maketrans("!*", "_.")
_WORD = str.maketrans("_.", "!*")
_LEFT_ALONE = "-"
"""Where doubles are chosen row by row, this choice takes none of the row."""


def action_of(verb: str, arg: str, chosen: Sequence[str]) -> Action | None:
    """The engine's action for a verb with its argument or choice; None if the verb only opens something."""
    if verb == "pass":
        return Pass()
    if verb not in _PLAYED:
        return None
    try:
        happening = read_word((arg or "".join(chosen[:1])).translate(_WORD))
    except ValueError:
        return None
    return None if isinstance(happening, str) else happening


def encode(action: Action) -> str:
    """The argument of the verb `do` for an action."""
    return write_word(action).translate(_CODE)


def die_list(choices: Choices, seen: Observation, t: Texts) -> tuple[Select, ...]:
    """A list of the dice that may move, each with its value; empty if none may."""
    if not choices.moves:
        return ()
    entries = tuple(
        Choice(
            square,
            t("Le {value} en {at}", at=square, value=seen.board[square][1]),
            t.plural("{n} coup possible", "{n} coups possibles", len(moves)),
        )
        for square, moves in choices.moves.items()
    )
    return (Select("die", t("Choisir un dé…"), entries),)


def die_moves(sight: Sight, choices: Choices, die: Square, t: Texts) -> Row:
    """Buttons for what one die may do: a flip and at most four moves, captures in another colour."""
    return Row(
        tuple(
            Button(
                "do",
                outcome(action, sight, t),
                encode(action),
                "success" if isinstance(action, Capture) else "primary",
            )
            for action in choices.moves[die]
        )
    )


def special_lists(sight: Sight, choices: Choices, t: Texts) -> tuple[Select, ...]:
    """The lists of doubles, returns and recoveries, as far as there are any."""
    lists = list(doubles_list(sight, choices.doubles, "", t))
    if choices.returns:
        entries = tuple(Choice(encode(action), outcome(action, sight, t)) for action in choices.returns)
        lists.append(Select("back", t("Retour au camp…"), entries))
    if choices.recoveries:
        price = t.plural(
            "+{n} action pour l’adversaire",
            "+{n} actions pour l’adversaire",
            bonus_for(observation_of(sight).recoverable or 0),
        )
        entries = tuple(
            Choice(encode(action), outcome(action, sight, t), price) for action in choices.recoveries
        )
        lists.append(Select("recover", t("Récupérer un dé…"), entries))
    return tuple(lists)


def doubles_list(sight: Sight, doubles: Sequence[Doubles], decided: str, t: Texts) -> tuple[Select, ...]:
    """The list of doubles to take; if one list cannot hold them all, what may be taken of the next row.

    `decided` says what is taken of each row so far, from the top down. Empty if nothing fits that.
    """
    rows = sorted({square[1] for take in doubles for square in take.take}, reverse=True)
    parts = decided.split(".") if decided else []
    fitting = [take for take in doubles if [_part(take, row) for row in rows[: len(parts)]] == parts]
    if not fitting:
        return ()
    if len(fitting) <= CHOICES_AT_MOST:
        entries = tuple(Choice(encode(take), outcome(take, sight, t)) for take in fitting)
        return (Select("doubles", t("Prendre des doubles…"), entries),)
    row = rows[len(parts)]
    choices = dict.fromkeys(_part(take, row) for take in fitting)
    seen = observation_of(sight)
    entries = tuple(Choice(".".join((*parts, part)), _row_label(part, row, seen, t)) for part in choices)
    return (Select("row", t("Prendre des doubles, rangée {row}…", row=row), entries),)


def _part(doubles: Doubles, row: str) -> str:
    """The cells taken of one row, as a word for a custom id."""
    return ",".join(square for square in doubles.take if square[1] == row) or _LEFT_ALONE


def _row_label(part: str, row: str, seen: Observation, t: Texts) -> str:
    if part == _LEFT_ALONE:
        return t("rangée {row} : ne rien prendre", row=row)
    return row_words(part.split(","), seen, t)


def turn_verbs(sight: Sight, choices: Choices, seen: Observation, t: Texts) -> tuple[Button, ...]:
    """Buttons that take back the last drafted action, and end the turn or give up the bounce."""
    buttons: list[Button] = []
    if sight.drafted:
        buttons.append(Button("draft.undo", t("Annuler")))
    if sight.complete:
        buttons.append(Button("draft.end", t("Terminer le tour"), style="success"))
    if choices.may_pass:
        style: Style = "secondary" if seen.bounce is not None else "success"
        buttons.append(Button("pass", pass_words(seen, t), style=style))
    return tuple(buttons)


def answers_to_offer(t: Texts, *, own: bool = False) -> Row:
    """Buttons that answer the offer to end the round; with `own`, the one that withdraws it."""
    if own:
        return Row((Button("agreement.decline", t("Retirer l’offre"), END_ROUND),))
    return Row(
        (
            Button("agreement.accept", t("Accepter"), END_ROUND, "success"),
            Button("agreement.decline", t("Refuser"), END_ROUND),
        )
    )


def public_verbs(sight: Sight, t: Texts) -> tuple[Button, ...]:
    """The buttons below the board that are seldom needed: to offer the end of the round, to give time."""
    offer = (_offer(t),) if _may_offer(sight) else ()
    grant = Button("agreement.grant", t("Accorder du temps"), rare=True)
    return offer if sight.table.alarm is None else (*offer, grant)


def private_verbs(sight: Sight, t: Texts) -> tuple[Button, ...]:
    """The buttons of a panel that are seldom needed.

    It is not updated once its turn has ended, so whoever waits gets only those that never go out of date.
    """
    offer = (_offer(t),) if _may_offer(sight) and sight.seat in sight.to_act else ()
    return (*offer, words_button(t), story_button(t), Button("seat.resign", t("Abandonner"), rare=True))


def _offer(t: Texts) -> Button:
    return Button("agreement.offer", t("Proposer l’arrêt"), END_ROUND, rare=True)


def _may_offer(sight: Sight) -> bool:
    return sight.table.pending.offer is None and not sight.complete
