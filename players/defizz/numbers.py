"""Which number to propose: what came to mind or, where it is taken, the next one; by luck, the best place."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from itertools import count, pairwise

from engines.core.draws import Draws
from engines.defizz.model import Spoken

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


def luckiest_number(highest: int, said: Iterable[Spoken], draws: Draws, *, careless: bool) -> str:
    """Return a free number from 1 to `highest`: the one nearest to most draws or, `careless`, any."""
    taken = sorted(int(number) for number in _numbers(said))
    if careless or not taken:
        return _write(Decimal(_any_free(highest, taken, draws)))
    fences = [1 - taken[0], *taken, 2 * highest + 1 - taken[-1]]
    places = {near for number in taken for near in (number - 1, number + 1)}
    places |= {(low + high) // 2 for low, high in pairwise(fences)}
    free = sorted(place for place in places if 1 <= place <= highest and place not in taken)
    if not free:
        return _write(Decimal(_any_free(highest, taken, draws)))
    worth = {place: _reach(place, taken, highest) for place in free}
    best = [place for place in free if worth[place] == max(worth.values())]
    return str(best[draws(len(best)) - 1])


def _any_free(highest: int, taken: list[int], draws: Draws) -> int:
    """Return any free number, all equally likely. Raises ValueError where none is left."""
    number = draws(highest - len(taken))
    for other in taken:
        number += number >= other
    return number


def _reach(place: int, taken: list[int], highest: int) -> Decimal:
    """Return how many draws a number would be nearest to, half of those that it shares."""
    low = max((number for number in taken if number < place), default=1 - place)
    high = min((number for number in taken if number > place), default=2 * highest + 1 - place)
    return (Decimal(high) - Decimal(low)) / 2


def _numbers(said: Iterable[Spoken]) -> set[Decimal]:
    return {Decimal(one.number) for one in said if one.number is not None}


def _write(number: Decimal) -> str:
    return f"{number:f}".replace(".", ",")
