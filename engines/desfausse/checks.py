"""Whether a state that came from outside can be one of this game's: what all reachable positions keep to."""

from collections.abc import Iterable
from itertools import chain

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.desfausse.choices import to_act
from engines.desfausse.dice import DEVIL, angel, die, faces, own_set
from engines.desfausse.hands import MOST_DICE, in_play
from engines.desfausse.legal import objection
from engines.desfausse.model import (
    DesfausseState,
    Discard,
    Discarding,
    Giving,
    MovedDie,
    Pass,
    Position,
    Rolled,
    Setup,
)
from engines.desfausse.turns import TOKENS_TO_WIN, is_cursed

LEAST_SEATS = 2
MOST_SEATS = 6


def is_possible(state: DesfausseState) -> bool:
    """Return whether a game can have reached this state."""
    setup, position = state.setup, state.position
    return (
        _rows_fit(setup, position)
        and _dice_are_all_there(setup, position)
        and _rolls_fit(setup, position)
        and (_end_fits if position.phase == "over" else _play_fits)(setup, position)
    )


def _rows_fit(setup: Setup, position: Position) -> bool:
    """Return whether each seat has its row in everything, and somebody has won each round before (F10)."""
    rows: tuple[tuple[object, ...], ...] = (
        *(position.rolled, position.held, position.received, position.rolls_left),
        *(position.tokens, position.choices),
    )
    won = position.round if position.phase == "demon" else position.round - 1
    return (
        all(len(row) == len(setup.seats) for row in rows)
        and position.round >= 1
        and position.turn >= 1
        and sum(position.tokens) >= won
    )


def _dice_are_all_there(setup: Setup, position: Position) -> bool:
    """Return whether no die is in two places, none that was dealt is missing, and leavers hold none."""
    whole, rows = angel(len(setup.seats)), (*position.held, *position.received, position.hell)
    numbers = list(chain.from_iterable(rows))
    there = set(numbers)
    if len(there) != len(numbers) or any(list(row) != sorted(row) for row in rows):
        return False
    if not there <= set(range(1, whole + 1)) or (whole in there and position.aside):
        return False
    if whole in position.hell or (position.round == 1 and (whole in there or position.aside)):
        return False
    return all(
        there.issuperset(own_set(place)) or (position.round > 1 and there.isdisjoint(own_set(place)))
        if seat in position.gone
        else there.issuperset(own_set(place))
        for place, seat in enumerate(setup.seats)
    ) and not any(_count_held(setup, position, seat) for seat in position.gone)


def _count_held(setup: Setup, position: Position, seat: SeatName) -> int:
    place = setup.seats.index(seat)
    return len(position.held[place]) + len(position.received[place])


def _rolls_fit(setup: Setup, position: Position) -> bool:
    """Return whether no die was rolled twice, each shows what it can, and nobody rolled too many."""
    numbers = [rolled.id for row in position.rolled for rolled in row]
    return (
        len(set(numbers)) == len(numbers)
        and all(len(row) <= MOST_DICE for row in position.rolled)
        and all([one.id for one in row] == sorted(one.id for one in row) for row in position.rolled)
        and all(_die_fits(setup, one) for row in position.rolled for one in row)
    )


def _die_fits(setup: Setup, rolled: Rolled) -> bool:
    seats = len(setup.seats)
    return rolled.id <= angel(seats) and rolled.face in faces(die(rolled.id, seats).kind)


def _play_fits(setup: Setup, position: Position) -> bool:
    """Return whether the table can go on: nobody has won, and somebody owes a decision of this phase."""
    present = in_play(setup, position)
    fits = {"rolling": _rolling_fits, "discard": _call_fits, "gift": _gift_fits, "demon": _demon_fits}
    return (
        len(present) >= LEAST_SEATS
        and position.winners is None
        and max(position.tokens) < TOKENS_TO_WIN
        and all(_count_held(setup, position, seat) <= MOST_DICE for seat in present)
        and (position.phase == "rolling" or not any(position.rolls_left))
        and (position.phase == "discard") == (position.call is not None)
        and (position.phase == "gift") == bool(position.givers)
        and (position.phase == "demon") == (position.served is not None)
        and (position.phase == "discard" or not any(position.choices))
        and fits[position.phase](setup, position)
        and bool(to_act(setup, position))
    )


def _is_between_turns(position: Position) -> bool:
    """Return whether no call of this turn has left anything yet."""
    return not (position.cursed or position.story or any(position.received))


def _rolling_fits(setup: Setup, position: Position) -> bool:
    """Return whether all in play have rolled all they hold, and who can roll nothing has no rolls left."""
    return _is_between_turns(position) and all(
        [one.id for one in rolled] == list(held)
        and (bool(held) == (seat not in position.gone))
        and (left == 0 or any(one.face != DEVIL for one in rolled))
        for seat, rolled, held, left in zip(
            setup.seats, position.rolled, position.held, position.rolls_left, strict=True
        )
    )


def _turn_fits(setup: Setup, position: Position) -> bool:
    """Return whether the cursed are the right ones, and hands are what was rolled, after `story`."""
    present = in_play(setup, position)
    tellers = [told.seat for told in position.story]
    return (
        position.cursed == tuple(seat for seat in present if is_cursed(setup, position, seat))
        and len(set(tellers)) == len(tellers)
        and set(tellers) <= set(setup.seats) - set(position.cursed)
        and all(_was_told(setup, position, told) for told in position.story)
        and all(_hand_fits(setup, position, seat) for seat in present)
    )


def _was_told(setup: Setup, position: Position, told: Discarding | Giving) -> bool:
    """Return whether a discard or gift of `story` is about dice that its seat had rolled."""
    seats, rolled = len(setup.seats), position.rolled[setup.seats.index(told.seat)]
    own, places = {one.id for one in rolled}, _moved_dice(told)
    dice = [place.die for place in places]
    if isinstance(told, Discarding):
        dice += told.combo
        if told.size != len(told.combo) or told.single != (len(rolled) == 1):
            return False
    return all(one.id in own and one == die(one.id, seats) for one in dice) and all(
        (place.to in setup.seats) if place.where in ("hand", "kept") else True for place in places
    )


def _moved_dice(told: Discarding | Giving) -> tuple[MovedDie, ...]:
    return (*told.places, *told.curses) if isinstance(told, Discarding) else told.curses


def _hand_fits(setup: Setup, position: Position, seat: SeatName) -> bool:
    place = setup.seats.index(seat)
    rolled = {one.id for one in position.rolled[place]}
    left = {
        moved.die.id
        for told in position.story
        if told.seat == seat
        for moved in _moved_dice(told)
        if moved.where != "kept"
    }
    arrived = {
        moved.die.id
        for told in position.story
        for moved in _moved_dice(told)
        if moved.to == seat and moved.where == "hand"
    }
    return (
        set(position.held[place]) == rolled - left
        and set(position.received[place]) == arrived
        and bool(position.held[place] or arrived)
    )


def _call_fits(setup: Setup, position: Position) -> bool:
    """Return whether all choices made so far were legal, and leavers have none."""
    made = zip(setup.seats, position.choices, strict=True)
    calls = [told.call if isinstance(told, Discarding) else None for told in position.story]
    assert position.call is not None, "the phase has one"
    return (
        _turn_fits(setup, position)
        and all(value is not None and value < position.call for value in calls)
        and all(_was_legal(setup, position, seat, choice) for seat, choice in made if choice is not None)
    )


def _was_legal(setup: Setup, position: Position, seat: SeatName, choice: Discard | Pass) -> bool:
    """Return whether a choice was legal when it was made: it may name a seat that has left since."""
    named = set(_seats_named(choice)) & set(position.gone)
    cursed = {*position.cursed, *(other for other in named if is_cursed(setup, position, other))}
    before = replace(
        position,
        gone=tuple(other for other in position.gone if other not in named),
        cursed=tuple(other for other in setup.seats if other in cursed),
        choices=(None,) * len(setup.seats),
    )
    there = seat not in position.gone and seat in to_act(setup, before)
    return there and objection(setup, before, seat, choice) is None


def _seats_named(choice: Discard | Pass) -> Iterable[SeatName]:
    if isinstance(choice, Pass):
        return ()
    receivers = () if choice.to == "hell" else choice.to
    return (*(seat for seat, _ in receivers), *(seat for seat, _ in choice.curse or ()))


def _gift_fits(setup: Setup, position: Position) -> bool:
    """Return whether those who still have to give are in seat order, not cursed, and have not given (F9)."""
    told = {one.seat for one in position.story}
    spared = [seat for seat in in_play(setup, position) if seat not in (*position.cursed, *told)]
    return _turn_fits(setup, position) and list(position.givers) == [
        seat for seat in spared if seat in position.givers
    ]


def _demon_fits(setup: Setup, position: Position) -> bool:
    """Return whether a winner of the round chooses the demon (F11)."""
    assert position.served is not None, "the phase has one"
    return (
        _is_between_turns(position)
        and position.served in in_play(setup, position)
        and position.tokens[setup.seats.index(position.served)] > 0
    )


def _end_fits(setup: Setup, position: Position) -> bool:
    """Return whether nothing is owed at the end, and the winners have two tokens or are the last one left."""
    pairs = zip(setup.seats, position.tokens, strict=True)
    first = tuple(seat for seat, count in pairs if count == TOKENS_TO_WIN)
    present = in_play(setup, position)
    owed = (*position.cursed, *position.givers, *position.rolls_left)
    return (
        not any(owed)
        and not any(position.choices)
        and (position.call, position.served) == (None, None)
        and position.winners == (first or present)
        and (bool(first) or len(present) == 1)
        and set(position.winners) <= set(present)
    )
