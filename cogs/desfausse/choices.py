"""The choices that make up a discard or a gift, step by step; only one of several equal dice is offered.

Dice of one kind and colour that show the called value count as equal, and so do dice outside a combination,
whatever they show, because they are rolled again in the next turn.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from string import ascii_letters, digits
from typing import Literal, TypeAlias

from cogs.desfausse.words import Sort, sort_of
from engines.core.records import SeatName
from engines.desfausse.hands import combos, count_greens, count_leaving, creditors, dice_beside, may_be_given
from engines.desfausse.hands import shares as by_seat
from engines.desfausse.model import Choice, Debts, Die, Discard, Gift, Numbers, Shares

# A wish: a discard or a gift that is being put together, and how a custom id carries it.
#
# 135         the combination is chosen: these dice, by their ids
# 1.35        die 1 stays, 3 and 5 leave; where to is open
# 1..35       the same, to be shared out die by die
# 1=35        they go to Hell
# 1..5-43     die 3 goes to seat 4; where die 5 goes is open
# 1-435_6b    both go to seat 4; the cursed seat 6 gets die 11
#
# A die is one letter or digit (base 62), so is a seat's number after - and _; after + and , it has two.
# Nine dice and five other seats make 40 characters at most. Nothing is remembered elsewhere.

_SIGNS = digits + ascii_letters
_VALUE = {sign: value for value, sign in enumerate(_SIGNS)}
_BASE = len(_SIGNS)
_CODE = re.compile(
    r"(?P<stay>\w*?)(?P<open>\.{1,2}\w+)?(?P<hell>=\w+)?(?P<shares>(?:-\w\w+|\+\w\w\w+)*)"
    r"(?P<debts>(?:_\w\w|,\w\w\w)*)".replace(r"\w", "[0-9A-Za-z]")
)
_SHARE = re.compile(r"-(\w)(\w+)|\+(\w\w)(\w+)")
_DEBT = re.compile(r"_([^\W_])([^\W_])|,(\w\w)(\w)")


@dataclass(frozen=True, slots=True)
class Wish:
    """What has been chosen so far; dice are ids in ascending order.

    `stay`: dice of the combination that stay; all of it until it is `divided`. `open`: dice that leave, with
    the destination still to be chosen, `one_by_one` or for all at once. `hell` and `shares`: dice whose
    destination is chosen. `debts`: what the cursed seats get.
    """

    stay: Numbers = ()
    divided: bool = False
    open: Numbers = ()
    one_by_one: bool = False
    hell: Numbers = ()
    shares: Shares = ()
    debts: Debts = ()

    @property
    def out(self) -> Numbers:
        """The dice that leave, wherever they go."""
        given = (number for _, numbers in self.shares for number in numbers)
        return tuple(sorted((*self.open, *self.hell, *given)))

    @property
    def combo(self) -> Numbers:
        """All dice of the combination."""
        return tuple(sorted((*self.stay, *self.out)))

    @property
    def given(self) -> Numbers:
        """The dice that the cursed seats get."""
        return tuple(number for _, number in self.debts)

    def discard(self) -> Discard:
        """The discard as an action, once everything is chosen."""
        return Discard(self.combo, self.out, "hell" if self.hell else self.shares, self.debts or None)

    def gift(self) -> Gift:
        """The gift as an action, after the last call (F9)."""
        return Gift(self.debts or None)


def write_wish(wish: Wish) -> str:
    """Write a wish for a custom id."""
    code = write_dice(wish.stay)
    if wish.open:
        code += ("." if not wish.one_by_one else "..") + write_dice(wish.open)
    if wish.hell:
        code += "=" + write_dice(wish.hell)
    code += "".join(_write_seat(seat, "-+") + write_dice(numbers) for seat, numbers in wish.shares)
    return code + "".join(_write_seat(seat, "_,") + _SIGNS[number] for seat, number in wish.debts)


def read_wish(code: str) -> Wish | None:
    """Read a wish from a custom id; None if it is not written like one. It need not be a legal one."""
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    is_open = found["open"] or ""
    given = [(seat, number) for seat, dice in _pairs(_SHARE, found["shares"]) for number in read_dice(dice)]
    return Wish(
        stay=read_dice(found["stay"]),
        divided=bool(is_open or found["hell"] or given),
        open=read_dice(is_open.lstrip(".")),
        one_by_one=is_open.startswith("..") or bool(is_open and given),
        hell=read_dice((found["hell"] or "")[1:]),
        shares=by_seat(iter(sorted(given, key=lambda pair: pair[1]))),
        debts=tuple(sorted((seat, _VALUE[die]) for seat, die in _pairs(_DEBT, found["debts"]))),
    )


def write_dice(numbers: Iterable[int]) -> str:
    """Write the ids of dice in ascending order."""
    return "".join(_SIGNS[number] for number in sorted(numbers))


def read_dice(code: str) -> Numbers:
    """Read the ids of dice in ascending order; characters that stand for no die are left out."""
    return tuple(sorted(_VALUE[sign] for sign in set(code) if sign in _VALUE))


def _write_seat(seat: str, marks: str) -> str:
    """Write a seat after the first of two `marks`, or after the second if its number needs two characters."""
    number = int(seat)
    if number < _BASE:
        return marks[0] + _SIGNS[number]
    return marks[1] + _SIGNS[number // _BASE] + _SIGNS[number % _BASE]


def _pairs(pattern: re.Pattern[str], code: str) -> list[tuple[str, str]]:
    """Find all seats in the text, each with the dice written after it."""
    found = ([group for group in match.groups() if group is not None] for match in pattern.finditer(code))
    return [(_read_seat(seat), rest) for seat, rest in found]


def _read_seat(code: str) -> str:
    number = 0
    for sign in code:
        number = number * _BASE + _VALUE[sign]
    return str(number)


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
