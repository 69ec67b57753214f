"""A call, from the secret choices to the discards that follow (F4 to F9)."""

from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias, cast

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat, put_at
from engines.desfausse import events
from engines.desfausse.dice import die
from engines.desfausse.hands import (
    Hands,
    began_with_one,
    choice_of,
    count_greens,
    creditors,
    creditors_of,
    curses,
    dice_beside,
    has_discarded,
    in_play,
    seats_asked,
)
from engines.desfausse.model import (
    Call,
    Choice,
    Debts,
    Die,
    Discard,
    Discarding,
    Gift,
    Giving,
    MovedDie,
    Pass,
)
from engines.desfausse.turns import LAST_CALL, DesfaussePlay, call, end_round

Chosen: TypeAlias = tuple[SeatName, Discard]


def choose(play: DesfaussePlay, seat: SeatName, action: Discard | Pass, *, by_clock: bool = False) -> None:
    """Keep a seat's choice secret until all have made theirs (F4)."""
    before, place = play.position, play.setup.seats.index(seat)
    if isinstance(action, Discard):
        action = complete(choice_of(play.setup, before, seat), action)
    play.position = replace(before, choices=put_at(before.choices, place, action))
    play.tell(events.Chose(seat, by_clock))


def complete(choice: Choice, action: Discard) -> Discard:
    """Return a legal discard with the dice for the cursed, which may be left out if there is one way (F9)."""
    if action.curse is not None:
        return action
    debts = _debts(choice, action.combo)
    return replace(action, curse=debts or None)


def _debts(choice: Choice, combo: tuple[int, ...]) -> Debts:
    dice = [one for one in choice.usable if one.id in combo]
    return next(curses(creditors(choice, dice), dice_beside(choice, dice)))


def resolve(play: DesfaussePlay) -> None:
    """Open the choices, and make the discards moment after moment (F6) until somebody has no dice left.

    A die given at this call bars nobody (F7): seats with one die are first, and the first of them to discard
    has won the round.
    """
    setup, before = play.setup, play.position
    assert before.call is not None, "a call is open"
    made = by_seat(setup.seats, before.choices)
    chosen = [(seat, choice) for seat, choice in made.items() if isinstance(choice, Discard)]
    ranked = sorted(chosen, key=lambda one: _rank(play, *one))
    moments = [list(together) for _, together in groupby(ranked, key=lambda one: _rank(play, *one))]
    if any(choice is not None for choice in made.values()):
        passed = tuple(seat for seat, choice in made.items() if isinstance(choice, Pass))
        order = tuple(tuple(seat for seat, _ in together) for together in moments)
        play.tell(events.Opened(before.call, order, passed))
    for number, together in enumerate(moments, 1):
        through = _discard_together(play, before.call, number, together)
        if through:
            end_round(play, through)
            return
    _go_on(play, before.call)


def open_call(play: DesfaussePlay) -> None:
    """Tell which value is called, and who can discard something."""
    value = play.position.call
    assert value is not None, "a call is open"
    play.tell(events.Called(value, seats_asked(play.setup, play.position)))


def _go_on(play: DesfaussePlay, value: Call) -> None:
    if value < LAST_CALL:
        call(play, cast("Call", value + 1))
        open_call(play)
    else:
        open_gifts(play)


def _rank(play: DesfaussePlay, seat: SeatName, choice: Discard) -> tuple[bool, int, int]:
    """Return what orders discards: single dice first, then larger ones, then those with more green (F6)."""
    several = not began_with_one(play.setup, play.position, seat)
    return several, -len(choice.combo), -_greens(play, choice)


def _greens(play: DesfaussePlay, choice: Discard) -> int:
    return count_greens(_dice(play, choice.combo), given=choice.to != "hell")


def _dice(play: DesfaussePlay, numbers: Iterable[int]) -> tuple[Die, ...]:
    return tuple(die(number, len(play.setup.seats)) for number in numbers)


def _discard_together(
    play: DesfaussePlay, value: Call, moment: int, together: list[Chosen]
) -> tuple[SeatName, ...]:
    """Make the discards of one moment; return who then holds no die any more (F8, F10).

    All dice leave first, then they arrive, giver by giver. Dice that arrive at the same moment do not count
    for those who had none left.
    """
    hands = Hands(play.setup, play.position)
    empty_handed = {seat for seat, _ in together if not hands.has_received(seat)}
    for seat, choice in together:
        hands.take(seat, choice.out)
    for seat, choice in together:
        told = Discarding(
            call=value,
            moment=moment,
            seat=seat,
            single=began_with_one(play.setup, play.position, seat),
            size=len(choice.combo),
            greens=_greens(play, choice),
            combo=_dice(play, choice.combo),
            places=_put_dice(hands, choice),
            curses=curse(play, hands, seat, choice.curse or ()),
        )
        play.position = replace(play.position, story=(*play.position.story, told))
        play.tell(events.Discarded(told))
    play.position = replace(play.position, **hands.changes())  # type: ignore[arg-type]
    return tuple(seat for seat, _ in together if seat in empty_handed and hands.is_empty(seat))


def _put_dice(hands: Hands, choice: Discard) -> tuple[MovedDie, ...]:
    """Put the dice that leave where the discard sends them, lowest id first; return where each went (F8)."""
    if choice.to == "hell":
        return tuple(hands.put(number, None) for number in choice.out)
    receiver = {number: seat for seat, numbers in choice.to for number in numbers}
    return tuple(hands.put(number, receiver[number]) for number in choice.out)


# Dice for the cursed, given with a discard or after the call of 6 (F9).


def open_gifts(play: DesfaussePlay) -> None:
    """Ask for gifts after the last call: who is not cursed and discarded nothing gives, by seats (F9)."""
    before = play.position
    spared = (seat for seat in in_play(play.setup, before) if seat not in before.cursed)
    givers = tuple(seat for seat in spared if not has_discarded(before, seat)) if before.cursed else ()
    choices = (None,) * len(play.setup.seats)
    play.position = replace(before, phase="gift", call=None, choices=choices, givers=givers)
    ask_giver(play)


def ask_giver(play: DesfaussePlay) -> None:
    """Ask the next giver that really owes something; skip the others."""
    while play.position.givers:
        giver = play.position.givers[0]
        owed = creditors_of(play.setup, play.position, giver)
        if owed:
            play.tell(events.GiftAwaited(giver, owed))
            return
        play.position = replace(play.position, givers=play.position.givers[1:])


def first_debts(play: DesfaussePlay, seat: SeatName) -> Debts:
    """Return the gift that the clock makes (F12): the hand's first dice, in the order of the cursed."""
    held = play.position.held[play.setup.seats.index(seat)]
    return next(curses(creditors_of(play.setup, play.position, seat), held))


def give(play: DesfaussePlay, seat: SeatName, action: Gift, *, by_clock: bool = False) -> None:
    """Give the cursed what is owed; whoever holds no die then has won the round (F9, F10)."""
    debts = first_debts(play, seat) if action.curse is None else action.curse
    hands = Hands(play.setup, play.position)
    told = Giving(seat, curse(play, hands, seat, debts))
    before = replace(play.position, **hands.changes())  # type: ignore[arg-type]
    play.position = replace(before, story=(*before.story, told), givers=before.givers[1:])
    play.tell(events.Gave(told, by_clock))
    if hands.is_empty(seat) and not hands.has_received(seat):
        end_round(play, (seat,))
    else:
        ask_giver(play)


def curse(play: DesfaussePlay, hands: Hands, seat: SeatName, debts: Debts) -> tuple[MovedDie, ...]:
    """Give each of the cursed its die, in seat order (F9)."""
    by_seat = dict(debts)
    return tuple(hands.curse(seat, by_seat[other], other) for other in play.setup.seats if other in by_seat)
