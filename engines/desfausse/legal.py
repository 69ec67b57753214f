"""What a seat may do now, and why it may not: the single truth that buttons and `act` share (C5)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise
from math import perm

from engines.core.protocol import LONGEST_LIST
from engines.core.records import LegalActions, Refusal, SeatName
from engines.desfausse.dice import DEVIL
from engines.desfausse.hands import (
    candidates,
    choice_of,
    count_discards,
    count_leaving,
    creditors,
    creditors_of,
    curses,
    dice_beside,
    discards,
    has_discarded,
    in_play,
    is_barred,
    is_of_one_color,
    own_dice,
    seats_asked,
    smallest_size,
    to_act,
)
from engines.desfausse.model import (
    Action,
    Choice,
    Curse,
    Demon,
    DesfausseState,
    Die,
    Discard,
    Gift,
    Pass,
    Phase,
    Position,
    Reroll,
    Setup,
    Shares,
    Stop,
)

_NOTHING: LegalActions[Action] = LegalActions()

_reroll = lru_cache(1 << 12)(Reroll)
"""Rerolls by their dice, made once: the same ones are listed again and again."""


def legal_actions(state: DesfausseState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat; what the cursed get is always written out.

    Where there are too many, the types are complete, and the only action listed is the one that the clock
    would take (F12).
    """
    setup, position = state.setup, state.position
    if seat not in to_act(setup, position):
        return _NOTHING
    match position.phase:
        case "rolling":
            return _rolling(setup, position, seat)
        case "discard":
            return _choices(setup, position, seat)
        case "gift":
            return _gifts(setup, position, seat)
    return LegalActions(tuple(Demon(other) for other in candidates(setup, position)))


def _rolling(setup: Setup, position: Position, seat: SeatName) -> LegalActions[Action]:
    loose = [die.id for die in own_dice(setup, position, seat) if die.face != DEVIL]
    ways = chain.from_iterable(combinations(loose, many) for many in range(1, len(loose) + 1))
    return LegalActions((*map(_reroll, ways), Stop()))


def _choices(setup: Setup, position: Position, seat: SeatName) -> LegalActions[Action]:
    choice = choice_of(setup, position, seat)
    if count_discards(choice) >= LONGEST_LIST:
        return LegalActions((Pass(),), complete=False, types=("discard", "pass"))
    return LegalActions((*discards(choice), Pass()))


def _gifts(setup: Setup, position: Position, seat: SeatName) -> LegalActions[Action]:
    owed, held = creditors_of(setup, position, seat), position.held[setup.seats.index(seat)]
    gifts = map(Gift, curses(owed, held))
    if perm(len(held), len(owed)) > LONGEST_LIST:
        return LegalActions((next(gifts),), complete=False, types=("gift",))
    return LegalActions(tuple(gifts))


# Why an action is refused (C5). What tests an action here returns a Refusal, or None when it is legal.

_PHASE_OF: dict[type[Action], Phase] = {
    Reroll: "rolling",
    Stop: "rolling",
    Discard: "discard",
    Pass: "discard",
    Gift: "gift",
    Demon: "demon",
}
_TOO_LATE = {
    "rolling": "rolling_is_over",
    "discard": "call_is_over",
    "gift": "no_gift_owed",
    "demon": "no_demon",
}


def objection(state: DesfausseState, seat: SeatName, action: Action) -> Refusal | None:
    """Return why a seat that is awaited may not do this now, or None when it may."""
    setup, position = state.setup, state.position
    wanted = _PHASE_OF[type(action)]
    if wanted != position.phase:
        return Refusal("illegal_action", _TOO_LATE[wanted], phase=position.phase)
    match action:
        case Reroll(dice):
            return _refuse_reroll(setup, position, seat, dice)
        case Discard():
            return _refuse_discard(setup, position, seat, action)
        case Gift(curse):
            hand = own_dice(setup, position, seat)
            numbers = tuple(die.id for die in hand)
            return _refuse_curse(setup, position, seat, curse, creditors_of(setup, position, seat), numbers)
        case Demon(other) if other not in candidates(setup, position):
            return Refusal("illegal_action", "not_a_candidate", seat=other)
    return None


def why_not_yours(state: DesfausseState, seat: SeatName, action: Action) -> str | None:
    """Return the finer reason why nothing is awaited of a seat, or None when there is none."""
    setup, position = state.setup, state.position
    wanted = _PHASE_OF[type(action)]
    if wanted != position.phase:
        return _TOO_LATE[wanted]
    if position.phase == "rolling":
        return "rolls_are_over"
    if position.phase != "discard":
        return None
    if seat in seats_asked(setup, position):
        return "already_chosen"
    if seat in position.cursed:
        return "cursed"
    if has_discarded(position, seat):
        return "already_discarded"
    return "barred" if is_barred(setup, position, seat) else "nothing_to_discard"


def _refuse_reroll(
    setup: Setup, position: Position, seat: SeatName, numbers: Sequence[int]
) -> Refusal | None:
    hand = own_dice(setup, position, seat)
    return (
        _refuse_list(numbers, "dice")
        or _refuse_strangers(setup, position, seat, hand, numbers)
        or _refuse_locked(hand, numbers)
    )


def _refuse_list(numbers: Sequence[int], field: str) -> Refusal | None:
    """Refuse a list of dice that is empty, or not in ascending order."""
    if not numbers:
        return Refusal("illegal_action", "no_dice", field=field)
    if any(one >= other for one, other in pairwise(numbers)):
        return Refusal("illegal_action", "not_ascending", field=field)
    return None


def _refuse_strangers(
    setup: Setup, position: Position, seat: SeatName, hand: Sequence[Die], numbers: Sequence[int]
) -> Refusal | None:
    """Refuse dice that are not of this turn's hand, such as those received since (F8)."""
    stranger = next((number for number in numbers if number not in {die.id for die in hand}), None)
    if stranger is None:
        return None
    received = stranger in position.received[setup.seats.index(seat)]
    return Refusal("illegal_action", "received_this_turn" if received else "not_your_die", die=stranger)


def _refuse_locked(hand: Sequence[Die], numbers: Sequence[int]) -> Refusal | None:
    locked = next((die.id for die in hand if die.id in numbers and die.face == DEVIL), None)
    return None if locked is None else Refusal("illegal_action", "locked", die=locked)


def _refuse_discard(setup: Setup, position: Position, seat: SeatName, action: Discard) -> Refusal | None:
    hand, choice = own_dice(setup, position, seat), choice_of(setup, position, seat)
    refusal = (
        _refuse_list(action.combo, "combo")
        or _refuse_strangers(setup, position, seat, hand, action.combo)
        or _refuse_locked(hand, action.combo)
    )
    if refusal is not None:
        return refusal
    combo = tuple(die for die in hand if die.id in action.combo)
    return (
        _refuse_combination(choice, combo)
        or _refuse_leaving(choice, combo, action.out)
        or _refuse_shares(setup, position, seat, choice, combo, action)
        or _refuse_curse(
            setup, position, seat, action.curse, creditors(choice, combo), dice_beside(choice, combo), combo
        )
    )


def _refuse_combination(choice: Choice, combo: Sequence[Die]) -> Refusal | None:
    """Refuse a combination of other values, or one that is not larger than the number of devils (F5)."""
    stranger = next((die for die in combo if die not in choice.usable), None)
    if stranger is not None:
        mixed = len({die.face for die in combo if die.kind != "angel"}) > 1
        why = "mixed_values" if mixed else "not_called"
        return Refusal("illegal_action", why, die=stranger.id, call=choice.call)
    if len(combo) < smallest_size(choice):
        return Refusal(
            "illegal_action", "combination_too_small", least=smallest_size(choice), devils=choice.devils
        )
    return None


def _refuse_leaving(choice: Choice, combo: Sequence[Die], out: Sequence[int]) -> Refusal | None:
    """Refuse dice that are not of the combination, or too few or too many of them (F5)."""
    wanted, numbers = count_leaving(choice, combo), {die.id for die in combo}
    if len(out) != wanted:
        why = "too_many_leave" if len(out) > wanted else "too_few_leave"
        return Refusal("illegal_action", why, leave=wanted, devils=choice.devils)
    stranger = next((number for number in out if number not in numbers), None)
    if stranger is not None:
        return Refusal("illegal_action", "not_in_combination", die=stranger)
    return _refuse_list(out, "out")


def _refuse_shares(
    setup: Setup, position: Position, seat: SeatName, choice: Choice, combo: Sequence[Die], action: Discard
) -> Refusal | None:
    """Refuse to give dice of two colours, or to a seat that is full or no opponent; allow Hell (F5, F8)."""
    if action.to == "hell":
        return None
    if not is_of_one_color(combo):
        return Refusal("illegal_action", "mixed_colors_given")
    for other, numbers in action.to:
        refusal = _refuse_receiver(setup, position, seat, choice, other) or _refuse_list(numbers, "to")
        if refusal is not None:
            return refusal
    return (
        None if _dice_shared(action.to) == list(action.out) else Refusal("illegal_action", "not_shared_out")
    )


def _refuse_receiver(
    setup: Setup, position: Position, seat: SeatName, choice: Choice, other: SeatName
) -> Refusal | None:
    if other in choice.receivers:
        return None
    there = other != seat and other in in_play(setup, position)
    return Refusal("illegal_action", "hand_is_full" if there else "not_an_opponent", seat=other)


def _dice_shared(to: Shares) -> list[int]:
    return sorted(number for _, numbers in to for number in numbers)


def _refuse_curse(
    setup: Setup,
    position: Position,
    seat: SeatName,
    curse: Curse,
    debtors: tuple[SeatName, ...],
    dice: tuple[int, ...],
    combo: Sequence[Die] = (),
) -> Refusal | None:
    """Refuse unless each of the cursed in `debtors` gets a die of this turn outside the combination (F9)."""
    if curse is None:
        free = len(debtors) == 0 or len(dice) == 1
        return None if free else Refusal("illegal_action", "curse_owed", seats=list(debtors))
    named = dict(curse)
    if not named or set(named) - set(debtors):
        return Refusal("illegal_action", "curse_not_owed", seats=sorted(set(named) - set(debtors)))
    if len(named) < len(debtors):
        return Refusal("illegal_action", "curse_owed", seats=list(debtors))
    inside = next((die.id for die in combo if die.id in named.values()), None)
    if inside is not None:
        return Refusal("illegal_action", "in_combination", die=inside)
    if len(set(named.values())) < len(named):
        return Refusal("illegal_action", "die_given_twice")
    return _refuse_strangers(setup, position, seat, own_dice(setup, position, seat), tuple(named.values()))
