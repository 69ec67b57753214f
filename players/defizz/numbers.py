"""Which number to propose: what came to mind or, where it is taken, the next one; by luck, the best place."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from itertools import count

from engines.core.draws import Draws
from engines.defizz.seen import Spoken
from players.core.chance import draw_one

__all__ = ["free_number", "luckiest_number"]


def free_number(words: str, said: Iterable[Spoken], draws: Draws) -> str:
    """Return the number that came to mind or, since none is said twice, the nearest free one."""
    taken = _numbers(said)
    wanted = Decimal(words.replace(",", "."))
    exponent = wanted.as_tuple().exponent
    assert isinstance(exponent, int), "what comes to mind is a number"
    step = Decimal(1).scaleb(min(0, exponent))
    side = 1 if draws(2) == 1 else -1
    near = (wanted + sign * side * away * step for away in count() for sign in (1, -1))
    return _write(next(number for number in near if number not in taken))


def luckiest_number(highest: int, said: Iterable[Spoken], draws: Draws, *, careless: bool) -> str | None:
    """Return a free number from 1 to `highest`: the one nearest to most draws or, `careless`, any.

    None where all have been said.
    """
    taken = sorted(int(number) for number in _numbers(said))
    if len(taken) >= highest:
        return None
    if careless or not taken:
        return str(_any_free(highest, taken, draws))
    # Between two numbers all places are worth the same, and towards an end the nearest to the last one most.
    beside = {near for number in taken for near in (number - 1, number + 1)}
    free = sorted(place for place in beside if 1 <= place <= highest and place not in taken)
    worth = {place: _reach(place, taken, highest) for place in free}
    best = [place for place in free if worth[place] == max(worth.values())]
    return str(draw_one(best, draws))


def _any_free(highest: int, taken: list[int], draws: Draws) -> int:
    """Return any free number, all equally likely."""
    number = draws(highest - len(taken))
    for other in taken:
        number += number >= other
    return number


def _reach(place: int, taken: list[int], highest: int) -> int:
    """Return twice how many draws a number would be nearest to; one that it shares is half a draw."""
    low = max((number for number in taken if number < place), default=1 - place)
    high = min((number for number in taken if number > place), default=2 * highest + 1 - place)
    return high - low


def _numbers(said: Iterable[Spoken]) -> set[Decimal]:
    return {Decimal(one.number) for one in said if one.number is not None}


def _write(number: Decimal) -> str:
    return f"{number:f}".replace(".", ",")
