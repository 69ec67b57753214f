"""The choices that make up a discard or a gift, step by step; only one of several equal dice is offered.

Dice of one kind and colour that show the called value count as equal, and so do dice outside a combination,
whatever they show, because they are rolled again in the next turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias

from cogs.desfausse.wish import Wish
from cogs.desfausse.words import Sort, sort_of
from engines.core.events import SeatName
from engines.desfausse.combos import combos, count_greens, count_leaving, creditors, dice_beside, may_be_given
from engines.desfausse.combos import shares as by_seat
from engines.desfausse.model import Choice, Die, Numbers

__all__ = [
    "Step",
    "combo_of",
    "gift_step",
    "is_gift_on_offer",
    "is_on_offer",
    "next_step",
    "previous_wish",
    "settle",
    "settle_gift",
]

Asked: TypeAlias = Literal["combo", "out", "to", "die", "curse", "confirm"]


@dataclass(frozen=True, slots=True)
class Step:
    """A question to the player and its answers: each option is the wish with that answer added.

    `die` is the id of the die to place, `seat` the cursed seat that is owed one, if they are asked about.
    """

    asked: Asked
    options: tuple[Wish, ...] = ()
    die: int | None = None
    seat: SeatName | None = None


def next_step(choice: Choice, wish: Wish) -> Step:
    """The next question about a discard; `asked` is "confirm" once nothing is left to choose."""
    if not wish.combo:
        return Step("combo", tuple(_combos(choice)))
    if not wish.divided:
        return Step("out", tuple(_divisions(choice, wish)))
    if wish.open and wish.one_by_one:
        number, *rest = wish.open
        return Step("die", tuple(_placements(choice, wish, number, tuple(rest))), die=number)
    if wish.open:
        return Step("to", tuple(_destinations(choice, wish)))
    combo = combo_of(choice, wish)
    return _curse_step(
        wish, creditors(choice, combo), dice_beside(choice, combo), (*choice.usable, *choice.outside)
    )


def gift_step(cursed: Sequence[SeatName], dice: Sequence[Die], wish: Wish) -> Step:
    """The next question about a gift to the cursed seats after the last call (F9)."""
    return _curse_step(wish, cursed, tuple(die.id for die in dice), dice)


def settle(choice: Choice, wish: Wish) -> Wish:
    """Answer every question that has only one answer, and return the wish then."""
    while len(options := next_step(choice, wish).options) == 1:
        (wish,) = options
    return wish


def settle_gift(cursed: Sequence[SeatName], dice: Sequence[Die], wish: Wish) -> Wish:
    """Answer every question about a gift that has only one answer, and return the wish then."""
    while len(options := gift_step(cursed, dice, wish).options) == 1:
        (wish,) = options
    return wish


def is_gift_on_offer(cursed: Sequence[SeatName], dice: Sequence[Die], wish: Wish) -> bool:
    """Whether this gift, complete or not, may be made."""
    mine = {die.id for die in dice}
    served = {seat for seat, _ in wish.debts}
    distinct = len(set(wish.given)) == len(wish.given)
    return not wish.combo and distinct and mine >= set(wish.given) and served <= set(cursed)


def previous_wish(choice: Choice, wish: Wish) -> Wish | None:
    """The wish before its last real choice; None if that was the combination."""
    return next((before for before in reversed(_path_to(choice, wish)) if before.combo), None)


def is_on_offer(choice: Choice, wish: Wish) -> bool:
    """Whether this wish can be reached by the answers on offer."""
    return bool(_path_to(choice, wish))


def combo_of(choice: Choice, wish: Wish) -> tuple[Die, ...]:
    """The dice of the combination."""
    return tuple(die for die in choice.usable if die.id in wish.combo)


def _path_to(choice: Choice, wish: Wish) -> list[Wish]:
    """The wishes that led to this one and left a choice, the empty wish first; nothing if none lead there."""
    at, before = Wish(), []
    while at != wish:
        before.append(at)
        onward = next((option for option in next_step(choice, at).options if _is_part_of(option, wish)), None)
        if onward is None:
            return []
        at = settle(choice, onward)
    return before


def _is_part_of(option: Wish, wish: Wish) -> bool:
    """Whether the wish has all answers of this option."""
    if option.combo != wish.combo or not option.divided:
        return option.combo == wish.combo
    if not wish.divided or option.out != wish.out:
        return False
    if option.hell != wish.hell:
        return not (option.hell or option.shares or option.one_by_one)
    placed = dict(_placed_dice(option)).items() <= dict(_placed_dice(wish)).items()
    return placed and set(option.debts) <= set(wish.debts)


def _placed_dice(wish: Wish) -> Iterator[tuple[int, SeatName]]:
    """The dice that go to opponents, each with its receiver."""
    return ((number, seat) for seat, numbers in wish.shares for number in numbers)


def _combos(choice: Choice) -> Iterator[Wish]:
    """Wishes with each different combination: the largest first, among equals those that may be given."""
    distinct: dict[tuple[Sort, ...], tuple[Die, ...]] = {}
    for combo in combos(choice):
        distinct.setdefault(_sorts(combo), combo)
    best = sorted(
        distinct.values(),
        key=lambda combo: (-len(combo), not may_be_given(choice, combo), -count_greens(combo, given=False)),
    )
    return (Wish(stay=tuple(die.id for die in combo)) for combo in best)


def _divisions(choice: Choice, wish: Wish) -> Iterator[Wish]:
    """Wishes with each different choice of the dice of the combination that leave."""
    combo = combo_of(choice, wish)
    distinct: dict[tuple[Sort, ...], tuple[Die, ...]] = {}
    for out in combinations(combo, count_leaving(choice, combo)):
        distinct.setdefault(_sorts(out), out)
    for out in distinct.values():
        stay = tuple(die.id for die in combo if die not in out)
        yield Wish(stay, divided=True, open=tuple(die.id for die in out))


def _destinations(choice: Choice, wish: Wish) -> Iterator[Wish]:
    """Wishes with all leaving dice going to Hell, to one opponent, or to be shared out one by one (F5)."""
    out = wish.open
    yield replace(wish, open=(), hell=out)
    if not may_be_given(choice, combo_of(choice, wish)):
        return
    for seat in choice.receivers:
        yield replace(wish, open=(), shares=((seat, out),))
    if len(out) > 1 and len(choice.receivers) > 1:
        yield replace(wish, one_by_one=True)


def _placements(choice: Choice, wish: Wish, number: int, rest: Numbers) -> Iterator[Wish]:
    """Wishes with each receiver of this die; equal dice go in seat order, so that no two are alike."""
    given = dict(_placed_dice(wish))
    like = {die.id: sort_of(die) for die in choice.usable}
    twins = [seat for other, seat in given.items() if like[other] == like[number]]
    first = max((choice.receivers.index(seat) for seat in twins), default=0)
    for seat in choice.receivers[first:]:
        pairs = sorted((*given.items(), (number, seat)))
        shares = by_seat((receiver, die) for die, receiver in pairs)
        yield replace(wish, open=rest, one_by_one=bool(rest), shares=shares)


def _curse_step(wish: Wish, cursed: Sequence[SeatName], numbers: Numbers, dice: Iterable[Die]) -> Step:
    """The question which die the next cursed seat gets: one of each sort that is left (F9)."""
    served = {seat for seat, _ in wish.debts}
    seat = next((seat for seat in cursed if seat not in served), None)
    if seat is None:
        return Step("confirm")
    distinct: dict[Sort, int] = {}
    for die in dice:
        if die.id in numbers and die.id not in wish.given:
            distinct.setdefault(sort_of(die), die.id)
    options = (
        replace(wish, debts=tuple(sorted((*wish.debts, (seat, number))))) for number in distinct.values()
    )
    return Step("curse", tuple(options), seat=seat)


def _sorts(dice: Iterable[Die]) -> tuple[Sort, ...]:
    return tuple(sorted(Counter(sort_of(die) for die in dice).elements()))
