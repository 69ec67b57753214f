"""The buttons of Diavolo, and the actions that they stand for.

A colour without a free pawn keeps its button: a click that was made earlier than another's may still take
its pawn (D5), and whether that is so is the rules' to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Status, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.board import usual_buttons
from bot.ui.pages.page import Button, Row
from cogs.diavolo.words import MARKS, observed, title
from engines.diavolo.model import Action, Grab, Observation, Roll
from engines.diavolo.pawns import COLORS, count_free

__all__ = ["action_of", "grabs", "private_controls", "public_controls", "waits"]


def action_of(verb: str, arg: str, values: Sequence[str]) -> Action | None:
    """The engine's action for a verb with its argument; None for any other verb.

    A grab's moment is that of its click, which the table knows (see `Game.stamp`).
    """
    del values
    if verb == "roll":
        return Roll()
    if verb == "grab" and arg in COLORS:
        return Grab(arg, 0)
    return None


def waits(sight: Sight) -> bool:
    """Whether the decision is not open yet: the pause between rounds, or the learners' lead (D10)."""
    alarm = sight.table.alarm
    return alarm is not None and sight.now < alarm.opened_at


def public_controls(sight: Sight, t: Texts) -> tuple[Row, ...]:
    """The rows below the board: the buttons of the phase, then those that are always there."""
    seen = observed(sight)
    rows = [_always(sight.table, seen, t)]
    if sight.table.status is not Status.PLAYING:
        return tuple(rows)
    if seen.phase == "roll":
        rows.insert(0, Row((_roll(t, disabled=waits(sight)),)))
    elif seen.phase == "grab" and not waits(sight):
        rows.insert(0, grabs(seen, t))
    return tuple(rows)


def private_controls(sight: Sight, t: Texts) -> tuple[Row, ...]:
    """What this seat may do now."""
    seen = observed(sight)
    if sight.table.status is not Status.PLAYING or sight.seat not in sight.to_act or waits(sight):
        return ()
    return (Row((_roll(t),)),) if seen.phase == "roll" else (grabs(seen, t),)


def grabs(seen: Observation, t: Texts) -> Row:
    """The four colours, each with its name, its sign and how many pawns stand free."""
    return Row(
        tuple(
            Button(
                "grab",
                t("{color} ({n})", color=title(color, t), n=count_free(seen.pawns, color)),
                arg=color,
                emoji=MARKS[color],
            )
            for color in COLORS
        )
    )


def _roll(t: Texts, *, disabled: bool = False) -> Button:
    return Button("roll", t("Lancer"), style="primary", emoji="🎲", disabled=disabled)


def _always(table: Table, seen: Observation, t: Texts) -> Row:
    buttons = [Button("game.words", t("En texte"))] if seen.phase == "grab" else []
    return Row((*buttons, Button("seat.hand", t("Ma place")), *usual_buttons(table, t)))
