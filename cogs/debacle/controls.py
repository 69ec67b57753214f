"""The buttons and lists of Débâcle, and the actions that they stand for.

A custom id carries an action as its word in the notation (`engines.debacle.notation`), with the two signs
that no custom id may hold replaced: "c2!" is c2_ and "*a6,c6" is .a6,c6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.folding import story_button, words_button
from bot.ui.pages.page import Button, Choice, Row, Select, Style
from cogs.debacle.words import observation_of, values
from engines.core.records import Preview
from engines.debacle.actions import bonus_for
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
    RoundEnded,
)
from engines.debacle.model import Action, Capture, Doubles, Flip, Observation, Pass, Recover, Return, Roll
from engines.debacle.notation import read_word, write_word
from engines.debacle.rules import END_ROUND

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


# The legal actions of a seat, sorted for lists and buttons.

Move = Roll | Flip | Capture


@dataclass(frozen=True, slots=True)
class Choices:
    """All that the seat to move may do; `moves` has the moves of its dice by their cells (a1 to f6)."""

    moves: Mapping[Square, tuple[Move, ...]]
    doubles: tuple[Doubles, ...] = ()
    returns: tuple[Return, ...] = ()
    recoveries: tuple[Recover, ...] = ()
    may_pass: bool = False

    def only_die(self) -> Square | None:
        """The cell of the only die that may move, as in a bounce; None if several may or none."""
        return next(iter(self.moves)) if len(self.moves) == 1 else None


def sort_actions(actions: Iterable[Action]) -> Choices:
    """Sort the legal actions of a seat into Choices."""
    moves: dict[Square, tuple[Move, ...]] = {}
    doubles: list[Doubles] = []
    returns: list[Return] = []
    recoveries: list[Recover] = []
    may_pass = False
    for action in actions:
        match action:
            case Roll(origin) | Capture(origin) | Flip(origin):
                moves[origin] = (*moves.get(origin, ()), action)
            case Doubles():
                doubles.append(action)
            case Return():
                returns.append(action)
            case Recover():
                recoveries.append(action)
            case Pass():
                may_pass = True
    return Choices(moves, tuple(doubles), tuple(returns), tuple(recoveries), may_pass)


# What an action would do, as previewed by the rules: the labels of buttons and lists.


def outcome(action: Action, sight: Sight, t: Texts) -> str:
    """An action of the seat to move and its consequences, as plain text for a button or a list.

    Raises LookupError for an action that the seat to move may not do.
    """
    preview = sight.preview(action)
    if preview is None:
        raise LookupError(f"no choice of this table: {action}")
    deed: DebacleEvent = preview.events[0]
    return ", ".join((_deed_words(deed, observation_of(sight), t), *_consequences(preview, t)))


def _deed_words(deed: DebacleEvent, seen: Observation, t: Texts) -> str:
    """The action in words, made from the event that it would bring; TypeError for any other event."""
    match deed:
        case Rolled(_, origin, to, before, value):
            return t(
                "Rouler {origin}→{to} ({before}→{value})", origin=origin, to=to, before=before, value=value
            )
        case Flipped(_, at, before, value):
            return t("Flipper {at} ({before}→{value})", at=at, before=before, value=value)
        case CapturedDie(_, _, to, _, value):
            return t("Capturer {to} ({value})", to=to, value=value)
        case Returned(_, _, to):
            return t("Revenir en {to}", to=to)
        case Recovered(_, to, value):
            return t("Récupérer le {value} en {to}", value=value, to=to)
        case DoublesTaken(_, take):
            return _doubles_words(take, seen, t)
        case Passed() | BounceDeclined():
            return pass_words(seen, t)
    raise TypeError(f"no action begins with this: {deed}")


def _consequences(preview: Preview[DebacleEvent, Observation], t: Texts) -> list[str]:
    """The consequences in words: the round ends by captures, a bounce, a return to camp (B9, B5, B6)."""
    if any(isinstance(event, RoundEnded) and event.reason == "captured" for event in preview.events):
        return [t("fin de manche")]
    deed, after = preview.events[0], preview.observation
    if not isinstance(deed, Rolled | Flipped | CapturedDie):
        return []
    bounce = [t("rebond")] if isinstance(deed, CapturedDie) and after.bounce is not None else []
    return [*bounce, *([t("retour au camp")] if after.returning is not None else [])]


def _doubles_words(take: Iterable[Square], seen: Observation, t: Texts) -> str:
    """The doubles taken, row by row from the top: "rangée 6 : prendre c6 et e6 (4, 4)"."""
    cells = sorted(take, key=lambda square: (square[1], square[0]), reverse=True)
    rows = [row_words(sorted(group), seen, t) for _, group in groupby(cells, key=lambda square: square[1])]
    return " · ".join(rows)


def row_words(cells: list[Square], seen: Observation, t: Texts) -> str:
    """The dice taken of one row: "rangée 6 : prendre c6 et e6 (4, 4)"."""
    return t(
        "rangée {row} : prendre {cells} ({values})",
        row=cells[0][1],
        cells=t.list(cells),
        values=values(seen.board[cell][1] for cell in cells),
    )


def pass_words(seen: Observation, t: Texts) -> str:
    """What passing means now, as a label: giving up the bounce, or ending the turn (B2)."""
    return t("Terminer le tour") if seen.bounce is None else t("Renoncer au rebond")
