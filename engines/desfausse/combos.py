"""Counting dice: what may be discarded (F5), what is owed with it (F9), and who goes first (F6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb, perm
from typing import Literal, TypeAlias

from engines.core.events import SeatName
from engines.desfausse.model import Choice, Debts, Die, Discard, Shares

Combo: TypeAlias = tuple[Die, ...]


def smallest_size(choice: Choice) -> int:
    """Return how many dice a combination must have so that one of them leaves."""
    return choice.devils + 1


def count_leaving(choice: Choice, combo: Sequence[Die]) -> int:
    """Return how many dice of the combination leave the hand: each devil keeps one back (F5)."""
    return len(combo) - choice.devils


def combos(choice: Choice) -> Iterator[Combo]:
    """Yield every valid combination, the largest first, then by ids."""
    for size in range(len(choice.usable), choice.devils, -1):
        yield from combinations(choice.usable, size)


def is_of_one_color(combo: Sequence[Die]) -> bool:
    """Return whether all dice are red or all green; the Angel counts as either (F5)."""
    return len({die.color for die in combo if die.kind != "angel"}) <= 1


def may_be_given(choice: Choice, combo: Sequence[Die]) -> bool:
    """Return whether the dice that leave may go to opponents (F5)."""
    return bool(choice.receivers) and is_of_one_color(combo)


def count_greens(combo: Sequence[Die], *, given: bool) -> int:
    """Return how many dice count as green (F6): the Angel too, unless it must be red to be given."""
    angel_is_red = given and any(die.color == "red" for die in combo)
    return sum(die.color == "green" or (die.kind == "angel" and not angel_is_red) for die in combo)


def creditors(choice: Choice, combo: Sequence[Die]) -> tuple[SeatName, ...]:
    """Return which of the cursed are owed a die beside this combination: the first, if few dice are left."""
    return choice.cursed[: len(choice.usable) + len(choice.outside) - len(combo)]


def dice_beside(choice: Choice, combo: Sequence[Die]) -> tuple[int, ...]:
    """Return the ids of this turn's dice that are not in the combination."""
    return tuple(sorted(die.id for die in (*choice.usable, *choice.outside) if die not in combo))


def curses(cursed: Sequence[SeatName], dice: Sequence[int]) -> Iterator[Debts]:
    """Yield every way to give each of the cursed one of the dice."""
    for given in permutations(dice, len(cursed)):
        yield tuple(sorted(zip(cursed, given, strict=True)))


def discards(choice: Choice) -> Iterator[Discard]:
    """Yield every legal discard, once each."""
    for combo in combos(choice):
        numbers = tuple(die.id for die in combo)
        debts = list(curses(creditors(choice, combo), dice_beside(choice, combo)))
        for out in combinations(numbers, count_leaving(choice, combo)):
            for to in _ways(choice, combo, out):
                for debt in debts:
                    yield Discard(numbers, out, to, debt or None)


def count_discards(choice: Choice) -> int:
    """Return how many legal discards there are, without making them."""
    return sum(_count_with(choice, combo) for combo in combos(choice))


def _count_with(choice: Choice, combo: Combo) -> int:
    out, whole = count_leaving(choice, combo), len(choice.usable) + len(choice.outside)
    given = len(choice.receivers) ** out if may_be_given(choice, combo) else 0
    return comb(len(combo), out) * (1 + given) * perm(whole - len(combo), len(creditors(choice, combo)))


def _ways(choice: Choice, combo: Combo, out: Sequence[int]) -> Iterator[Literal["hell"] | Shares]:
    """Yield where the dice `out` may go: all to Hell, or each to one of the opponents (F5)."""
    yield "hell"
    if may_be_given(choice, combo):
        for receivers in product(choice.receivers, repeat=len(out)):
            yield shares(zip(receivers, out, strict=True))


def shares(given: Iterator[tuple[SeatName, int]] | zip[tuple[SeatName, int]]) -> Shares:
    """Return who gets which dice, sorted by seat, from pairs of seat and die in ascending order of dice."""
    by_seat: dict[SeatName, list[int]] = {}
    for seat, number in given:
        by_seat.setdefault(seat, []).append(number)
    return tuple((seat, tuple(by_seat[seat])) for seat in sorted(by_seat))
