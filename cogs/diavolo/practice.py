"""A throw for practice, before the first one that counts: shown to one person alone, and kept nowhere.

Its dice follow from the table's number, the seat and how many were tried: no draw of the table is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from bot.tables.learning import NOBODY_LEARNS
from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Button, Row, Text
from cogs.diavolo.picture import sketch
from cogs.diavolo.places import order_buttons
from cogs.diavolo.story import reason_words
from cogs.diavolo.words import MARKS, Voice, layout_seed, observation_of, order_name, title
from engines.diavolo.model import Throw
from engines.diavolo.pawns import COLORS
from engines.diavolo.throw import measures, target, throw_dice

__all__ = ["PRACTICE", "may_practise", "practice_panel"]

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
