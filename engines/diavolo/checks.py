"""Whether a state that came from outside can be one of this game's: what all reachable positions keep to."""

from itertools import pairwise

from engines.core.seats import sort_seats
from engines.diavolo.legal import in_play
from engines.diavolo.model import DiavoloState, Fate, Options, Position, Settlement, Setup, Throw
from engines.diavolo.throw import (
    COLORS,
    DIE_COLORS,
    NEAREST,
    NO_PAWNS,
    count_free,
    dice_per_color,
    pawns_for,
    target,
)

LEAST_SEATS = 2
MOST_SEATS = 6


def is_possible(state: DiavoloState) -> bool:
    """Return whether a game can have reached this state."""
    setup, position = state.setup, state.position
    fits = {"roll": _roll_fits, "grab": _grab_fits, "over": _end_fits}[position.phase]
    return (
        _table_stands(setup, position)
        and _last_fits(setup, position)
        and _out_fits(setup, position)
        and fits(setup, position)
    )


def _table_stands(setup: Setup, position: Position) -> bool:
    """Return whether each seat has its counts, and leavers have no gems (D11)."""
    return (
        len(position.gems) == len(setup.seats)
        and set(position.gone).isdisjoint(in_play(setup, position))
        and position.roller in setup.seats
        and position.round >= 1
    )


def _last_fits(setup: Setup, position: Position) -> bool:
    """Return whether the last round is there from the second round on, or after a first that was the end."""
    last = position.last
    if last is None:
        return position.round == 1 and _nobody_was_eliminated(setup, position)
    return (position.round > 1 or position.phase == "over") and _settlement_fits(setup, last)


def _out_fits(setup: Setup, position: Position) -> bool:
    """Return whether those who went out have no gems, each once, in seat order within their round."""
    out = [seat for together in position.out for seat in together]
    return (
        len(set(out)) == len(out)
        and set(out) <= set(setup.seats) - set(in_play(setup, position))
        and all(together and together == sort_seats(setup.seats, together) for together in position.out)
        and (position.last is not None or not out)
    )


def _nobody_was_eliminated(setup: Setup, position: Position) -> bool:
    """Return whether every seat that has not left still has gems."""
    return {*in_play(setup, position), *position.gone} == set(setup.seats)


def _settlement_fits(setup: Setup, last: Settlement) -> bool:
    """Return whether two or more seats took part, each once, in seat order, and got what they earned (D7)."""
    fates, throw = {fate.seat: fate for fate in last.fates}, last.throw
    return (
        len(fates) >= LEAST_SEATS
        and [fate.seat for fate in last.fates] == [seat for seat in setup.seats if seat in fates]
        and _throw_fits(setup.options, throw)
        and all(_fate_fits(fate, throw) for fate in last.fates)
    )


def _fate_fits(fate: Fate, throw: Throw) -> bool:
    right = target(throw)
    if (fate.color is None) != (fate.at is None):
        return False
    if fate.color != right:
        return fate.delta == -1
    return fate.delta == 0 or (fate.delta == 1 and right == "grey")


def _throw_fits(options: Options, throw: Throw) -> bool:
    """Return whether the throw has the right number of dice, and a nearest one for order 6 alone (D2)."""
    many = dice_per_color(children=options.children)
    near = throw.near
    return all(len(getattr(throw, color)) == many for color in DIE_COLORS) and (
        near is not None and 1 <= near <= len(DIE_COLORS) * many + 1
        if throw.order == NEAREST
        else near is None
    )


def _roll_fits(setup: Setup, position: Position) -> bool:
    """Return whether somebody in play is to throw, and all pawns stand free."""
    present = in_play(setup, position)
    return (
        len(present) >= LEAST_SEATS
        and position.roller in present
        and position.throw is None
        and not position.held
        and position.pawns == pawns_for(len(present))
        and position.winners is None
    )


def _grab_fits(setup: Setup, position: Position) -> bool:
    """Return whether there is a throw, and each pawn is free, held by a seat in play, or gone with one."""
    present, holders = in_play(setup, position), [held.seat for held in position.held]
    starts = range(len(present), len(present) + len(position.gone) + 1)
    return (
        len(present) >= LEAST_SEATS
        and position.roller in (*present, *position.gone)
        and position.throw is not None
        and _throw_fits(setup.options, position.throw)
        and len(set(holders)) == len(holders)
        and set(holders) <= set(present)
        and all(one.at <= other.at for one, other in pairwise(position.held))
        and any(_pawns_fit(position, many, many - len(present)) for many in starts)
        and position.winners is None
    )


def _pawns_fit(position: Position, many: int, leavers: int) -> bool:
    """Return whether no pawn of a round of `many` seats is missing, but those that leavers held."""
    whole, holding = pawns_for(many), [held.color for held in position.held]
    taken = [
        count_free(whole, color) - count_free(position.pawns, color) - holding.count(color)
        for color in COLORS
    ]
    return min(taken) >= 0 and sum(taken) <= leavers


def _end_fits(setup: Setup, position: Position) -> bool:
    """Return whether nothing lies on the table, and who still has gems, one seat or none, has won."""
    present = in_play(setup, position)
    return (
        len(present) < LEAST_SEATS
        and position.winners == present
        and position.throw is None
        and not position.held
        and position.pawns == NO_PAWNS
    )
