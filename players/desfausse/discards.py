"""What to discard at a call, and what to give: the ways worth comparing, and what each would leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engines.core.events import SeatName
from engines.desfausse.combos import (
    count_leaving,
    creditors,
    dice_beside,
    may_be_given,
    shares,
    smallest_size,
)
from engines.desfausse.model import Choice, Debts, Die, Discard
from players.desfausse.kinds import Kinds, count_kinds
from players.desfausse.table import Table

__all__ = ["Way", "choose_debts", "find_ways"]

_WORST = ("big", "small", "angel")
"""Which dice one would rather be rid of first."""


@dataclass(frozen=True, slots=True)
class Way:
    """A discard, and the hands that everybody would have after it."""

    discard: Discard
    hands: Mapping[SeatName, Kinds]


def find_ways(table: Table, choice: Choice, *, gives: bool) -> Iterator[Way]:
    """Yield the discards worth comparing: all to Hell or, if the seat `gives`, to one or more opponents."""
    for combo in _combos(choice, gives=gives):
        debts = choose_debts(table, creditors(choice, combo), _beside(choice, combo))
        numbers = tuple(die.id for die in combo)
        for out in _outs(combo, count_leaving(choice, combo)):
            left = tuple(die.id for die in out)
            yield _way(table, choice, Discard(numbers, left, "hell", debts or None), {})
            if gives and may_be_given(choice, combo):
                for receivers in _receivers(table, choice, out):
                    to = shares(zip(receivers.values(), receivers, strict=True))
                    yield _way(table, choice, Discard(numbers, left, to, debts or None), receivers)


def choose_debts(table: Table, cursed: Sequence[SeatName], dice: Sequence[Die]) -> Debts:
    """Return what the cursed get: the worst dice for those who are nearest to winning (F9)."""
    worst = sorted(dice, key=lambda die: _WORST.index(die.kind))
    nearest = sorted(cursed, key=table.threat, reverse=True)
    return tuple(sorted((seat, die.id) for seat, die in zip(nearest, worst, strict=False)))


def _combos(choice: Choice, *, gives: bool) -> Iterator[tuple[Die, ...]]:
    """Yield the largest combination and, if dice are to be given, the largest ones of one colour (F5)."""
    yield choice.usable
    if not gives:
        return
    for color in ("red", "green"):
        same = tuple(die for die in choice.usable if die.color in (color, "white"))
        if smallest_size(choice) <= len(same) < len(choice.usable):
            yield same


def _outs(combo: Sequence[Die], leaving: int) -> Iterator[tuple[Die, ...]]:
    """Yield which dice may leave, of those that are alike only the first."""
    seen: set[Kinds] = set()
    for out in combinations(combo, leaving):
        kinds = count_kinds(out)
        if kinds not in seen:
            seen.add(kinds)
            yield out


def _receivers(table: Table, choice: Choice, out: Sequence[Die]) -> Iterator[dict[int, SeatName]]:
    """Yield who could get each die: one opponent all of them, or each time whoever is then the nearest."""
    for seat in choice.receivers:
        yield {die.id: seat for die in out}
    if len(out) > 1 and len(choice.receivers) > 1:
        yield table.share_out(out, choice.receivers)


def _beside(choice: Choice, combo: Sequence[Die]) -> tuple[Die, ...]:
    numbers = dice_beside(choice, combo)
    return tuple(die for die in (*choice.usable, *choice.outside) if die.id in numbers)


def _way(table: Table, choice: Choice, discard: Discard, receivers: Mapping[int, SeatName]) -> Way:
    dice = {die.id: die for die in (*choice.usable, *choice.outside)}
    meant: dict[int, SeatName | None] = {number: receivers.get(number) for number in discard.out}
    meant.update({number: seat for seat, number in discard.curse or ()})
    return Way(discard, table.after([(dice[number], seat) for number, seat in meant.items()]))
