"""The buttons of Diavolo, and the actions that they stand for.

A colour without a free pawn keeps its button, because an earlier click that arrives late may still take the
pawn (D5); the rules decide that.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import permutations

from bot.tables.model import NOBODY_LEARNS, Status, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Button, Row, Text
from cogs.diavolo.picture import sketch
from cogs.diavolo.story import reason_words
from cogs.diavolo.words import MARKS, Voice, layout_seed, observation_of, order_name, title
from engines.diavolo.model import Action, Color, Grab, Observation, Roll, Throw
from engines.diavolo.throw import COLORS, count_free, measures, target, throw_dice


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


# In which order the buttons of the pawns stand: another one each round, so that eyes decide, and not habit.
#
# It follows from the table's number and the round alone: no draw is taken, and it tells nothing of the
# throw.

_ORDERS: tuple[tuple[Color, ...], ...] = tuple(permutations(COLORS))


def order_buttons(table: Table, number: int) -> tuple[Color, ...]:
    """The colours from left to right in this round, never as in the last; accessible tables keep theirs."""
    if table.manners.accessible:
        return COLORS
    return _ORDERS[sum(_step(table.id, n) for n in range(1, number + 1)) % len(_ORDERS)]


def _step(table_id: int, number: int) -> int:
    """How far this round's order lies behind the one before: 1 to one less than there are orders."""
    digest = blake2b(f"{table_id}.{number}.buttons".encode(), digest_size=8).digest()
    return 1 + int.from_bytes(digest, "big") % (len(_ORDERS) - 1)


# A throw for practice, before the first one that counts: shown to one person alone, and kept nowhere.
#
# Its dice follow from the table's number, the seat and how many were tried: no draw of the table is taken.

PRACTICE = "practice"
_MOST = 99
"""So many throws at most have a number of their own."""


def may_practise(sight: Sight) -> bool:
    """Whether somebody here is new to the game, and nothing has been thrown yet."""
    seen, table = observation_of(sight), sight.table
    begins = table.status is Status.PLAYING and seen.phase == "roll" and seen.round == 1
    return begins and table.learning != NOBODY_LEARNS


def practice_panel(sight: Sight, arg: str, t: Texts) -> Panel | None:
    """A throw to try, or what came of it; `arg` is its number, with the colour taken if any ("2.red").

    None where there is nothing to practise.
    """
    tried, _, color = arg.partition(".")
    number = min(int(tried), _MOST) if tried.isdecimal() else 0
    if not may_practise(sight) or sight.seat is None:
        return None
    throw = _throw(sight, number)
    words = t("**Lancer d’essai** : il ne compte pas, et n’est montré qu’à vous.")
    order = "### " + t("Ordre : {order}", order=order_name(throw.order, t))
    picture = sketch(throw, t, layout_seed(sight.table.id, -1 - number))
    if color not in COLORS:
        call = t("Prenez un diablotin de la bonne couleur. En cas d’égalité : le gris !")
        return Panel(now=(words, order, call), blocks=(picture, _colors(sight, number, t)), linked=False)
    voice, right = Voice(sight.table, t), target(throw)
    said = t("✅ {color} : c’était la bonne couleur.", color=voice.color(right))
    if color != right:
        said = t("❌ Il fallait prendre {color}.", color=voice.color(right))
    why = "-# " + reason_words(throw, right, measures(throw), t)
    again = Row((Button(PRACTICE, t("Encore un essai"), arg=str(number + 1)),))
    return Panel(now=(words, order), blocks=(picture, Text(f"{said}\n{why}"), again), linked=False)


def _colors(sight: Sight, number: int, t: Texts) -> Row:
    """The four colours as they will stand in the first round."""
    return Row(
        tuple(
            Button(PRACTICE, title(color, t), arg=f"{number}.{color}", emoji=MARKS[color])
            for color in order_buttons(sight.table, 1)
        )
    )


def _throw(sight: Sight, number: int) -> Throw:
    children = bool(sight.table.options.get("children"))
    return throw_dice(_draws(f"{sight.table.id}.{sight.seat}.{number}.practice"), children=children)


def _draws(name: str) -> Callable[[int], int]:
    """Numbers that follow from a name alone: good enough for what does not count."""
    drawn = 0

    def draw(sides: int) -> int:
        nonlocal drawn
        drawn += 1
        digest = blake2b(f"{name}.{drawn}".encode(), digest_size=8).digest()
        return 1 + int.from_bytes(digest, "big") % sides

    return draw
