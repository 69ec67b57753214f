"""A wish: a discard or a gift that is being put together, and how a custom id carries it.

    135         the combination is chosen: these dice, by their ids
    1.35        die 1 stays, 3 and 5 leave; where to is open
    1..35       the same, to be shared out die by die
    1=35        they go to Hell
    1..5-43     die 3 goes to seat 4; where die 5 goes is open
    1-435_6b    both go to seat 4; the cursed seat 6 gets die 11

A die is one letter or digit (base 62), so is a seat's number after - and _; after + and , it has two.
Nine dice and five other seats make 40 characters at most. Nothing is remembered elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_letters, digits

from engines.desfausse.combos import shares as by_seat
from engines.desfausse.model import Debts, Discard, Gift, Numbers, Shares

__all__ = ["Wish", "read_dice", "read_wish", "write_dice", "write_wish"]

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
