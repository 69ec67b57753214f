"""The buttons, lists and forms of La Tasse, and the actions that they stand for.

Public buttons are the same whatever the dice are: "Montrer" is there even when there is nothing to show, and
"Annoncer…" opens the private panel. Private buttons are made from the legal actions alone. Where two play,
the direction means nothing and has no buttons.
"""

from collections.abc import Sequence

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.pages.page import Button, Choice, Field, Form, Row, Select
from cogs.tasse.words import dice_in_words, has_ways, score_name
from engines.tasse.model import (
    Action,
    Announce,
    Declare,
    Direct,
    Doubt,
    NextRound,
    Observation,
    Roll,
    Say,
    Show,
)

SAID_AT_MOST = 100
"""Characters of a typed announcement; the longest valid one has 29."""
PRIVATE = frozenset({"announce", "duel"})
"""Public verbs that open the private panel if they come without a value."""
_ORDER = ("roll", "direction", "doubt", "show", "speak", "next_round")
"""The order of buttons, in private as below the board."""


def action_of(verb: str, arg: str, values: Sequence[str]) -> Action | None:
    """The engine's action for a verb with its argument or values; None if the verb only opens something."""
    value = values[0] if values else ""
    match verb:
        case "roll":
            return Roll()
        case "doubt":
            return Doubt()
        case "show":
            return Show()
        case "next_round":
            return NextRound()
        case "direction" if arg in ("1", "-1"):
            return Direct(int(arg))
        case "say" if value:
            return Announce(value)
        case "speak" if value:
            return Say(value)
        case "duel" if value:
            return Declare(value)
    return None


def public_controls(seen: Observation, t: Texts) -> Row:
    """The row below the board: the buttons of the phase, and the one that is always there."""
    return Row((*_public_verbs(seen, t), Button("seat.hand", t("Mes dés"))))


def private_controls(seen: Observation, legal: Sequence[Action], t: Texts) -> tuple[Row | Select, ...]:
    """The lists and buttons for the legal actions of this seat, lists first."""
    lists: list[Row | Select] = []
    scores = [action.score for action in legal if isinstance(action, Announce)]
    if scores:
        lists.append(Select("say", t("Annoncer un score…"), _scores(scores, seen, t)))
    declared = [action.score for action in legal if isinstance(action, Declare)]
    if declared:
        lists.append(Select("duel", t("Score à battre…"), _scores(declared, seen, t)))
    buttons = [button for action in legal if (button := _button(action, seen, t)) is not None]
    if scores and seen.announce == "free":
        buttons.append(Button("speak", t("Taper l’annonce…")))
    buttons.sort(key=lambda button: _ORDER.index(button.verb))
    return (*lists, *((Row(tuple(buttons)),) if buttons else ()))


def say_form(table: Table, drawn: int, seen: Observation, t: Texts) -> Form:
    """The form for an announcement typed in words, where people may trip (T8)."""
    hint = t("Attention : un score qui n’existe pas ou trop bas coûte un point.")
    if seen.announcement is not None:
        hint = t(
            "Au moins {score}. Attention : un score qui n’existe pas ou trop bas coûte un point.",
            score=score_name(seen.announcement.score, t),
        )
    field = Field("text", t("Votre annonce"), hint, t("soixante-quatre, double 3, 21…"), most=SAID_AT_MOST)
    return Form(table.id, drawn, "speak", t("Taper l’annonce"), (field,))


def _public_verbs(seen: Observation, t: Texts) -> tuple[Button, ...]:
    match seen.phase:
        case "direction_or_roll":
            ways = (_direction(1, t), _direction(-1, t)) if has_ways(seen) else ()
            return (_roll(seen, t), *ways)
        case "turn" if seen.announcement is not None:
            return (_roll(seen, t), _doubt(t))
        case "turn" | "reroll":
            return (_roll(seen, t),)
        case "rolled":
            return (Button("announce", t("Annoncer…"), style="primary"), _show(t))
        case "duel":
            return (Button("duel", t("Score à battre…"), style="primary"),)
        case "round_over":
            return (_next_round(t),)
        case _:
            return ()


def _button(action: Action, seen: Observation, t: Texts) -> Button | None:
    """The button of a legal action; None for scores, which are in lists, and where it would mean nothing."""
    match action:
        case Roll():
            return _roll(seen, t)
        case Doubt():
            return _doubt(t)
        case Show():
            return _show(t)
        case Direct(value) if has_ways(seen):
            return _direction(value, t)
        case NextRound():
            return _next_round(t)
    return None


def _roll(seen: Observation, t: Texts) -> Button:
    if seen.phase == "turn" and seen.announcement is not None:
        return Button("roll", t("Croire et lancer"), style="primary")
    return Button("roll", t("Lancer"), style="primary")


def _doubt(t: Texts) -> Button:
    return Button("doubt", t("Douter"), style="danger")


def _show(t: Texts) -> Button:
    return Button("show", t("Montrer"), style="success")


def _direction(value: int, t: Texts) -> Button:
    return Button("direction", t("Sens ↓") if value == 1 else t("Sens ↑"), arg=str(value))


def _next_round(t: Texts) -> Button:
    return Button("next_round", t("Manche suivante"), style="success")


def _scores(scores: Sequence[str], seen: Observation, t: Texts) -> tuple[Choice, ...]:
    truth = seen.dice if seen.phase == "rolled" else None
    return tuple(
        Choice(score, dice_in_words(score, t), t("votre vrai score") if score == truth else None)
        for score in scores
    )
