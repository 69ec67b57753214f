"""The buttons of Diavolo, and the actions that they stand for.

A colour without a free pawn keeps its button, because an earlier click that arrives late may still take the
pawn (D5); the rules decide that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.model import Status, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.page import Button, Row
from cogs.diavolo.places import order_buttons
from cogs.diavolo.practice import PRACTICE, may_practise
from cogs.diavolo.words import MARKS, observation_of, title
from engines.diavolo.model import Action, Grab, Observation, Roll
from engines.diavolo.pawns import COLORS, count_free

__all__ = ["action_of", "grabs", "is_waiting", "private_controls", "public_controls"]


def action_of(verb: str, arg: str, values: Sequence[str]) -> Action | None:
    """The engine's action for a verb with its argument; None for any other verb.

    The table adds the time of a grab's click (see `Game.stamp`).
    """
    del values
    if verb == "roll":
        return Roll()
    if verb == "grab" and arg in COLORS:
        return Grab(arg, 0)
    return None


def is_waiting(sight: Sight) -> bool:
    """Whether the decision is not open yet: in the pause between rounds, or in the learners' lead (D10)."""
    alarm = sight.table.alarm
    return alarm is not None and sight.now < alarm.opened_at


def public_controls(sight: Sight, t: Texts) -> tuple[Row, ...]:
    """The rows below the board: the buttons of the phase, then the one that is always there.

    While pawns are grabbed, only what somebody needs who has seconds stands out.
    """
    seen, own = observation_of(sight), Button("seat.hand", t("Ma place"))
    if sight.table.status is not Status.PLAYING:
        return (Row((own,)),)
    if seen.phase == "grab":
        pawns = () if is_waiting(sight) else grabs(sight.table, seen, t).buttons
        return (Row((*pawns, replace(own, rare=True))),)
    if seen.phase == "roll":
        tries = (Button(PRACTICE, t("S’exercer")),) if may_practise(sight) else ()
        return (Row((_roll(t, disabled=is_waiting(sight)), *tries, own)),)
    return (Row((own,)),)


def private_controls(sight: Sight, t: Texts) -> tuple[Row, ...]:
    """The rows of buttons for what this seat may do now."""
    seen = observation_of(sight)
    if sight.table.status is not Status.PLAYING or sight.seat not in sight.to_act or is_waiting(sight):
        return ()
    return (Row((_roll(t),)),) if seen.phase == "roll" else (grabs(sight.table, seen, t),)


def grabs(table: Table, seen: Observation, t: Texts) -> Row:
    """The buttons of the four colours, each with its name, its sign and the number of free pawns.

    Each round has its own order (see `order_buttons`).
    """
    return Row(
        tuple(
            Button(
                "grab",
                t("{color} ({n})", color=title(color, t), n=count_free(seen.pawns, color)),
                arg=color,
                emoji=MARKS[color],
            )
            for color in order_buttons(table, seen.round)
        )
    )


def _roll(t: Texts, *, disabled: bool = False) -> Button:
    return Button("roll", t("Lancer"), style="primary", emoji="🎲", disabled=disabled)
