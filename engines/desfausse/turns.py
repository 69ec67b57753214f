"""A turn from its first roll to its end: rolling (F2), the cursed (F3), calls (F4 to F9), rounds."""

from collections.abc import Container, Iterable
from itertools import groupby
from typing import Literal, TypeAlias, cast

from engines.core.play import Play
from engines.core.records import GameOver, SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat, put_at
from engines.desfausse import events
from engines.desfausse.dice import DEVIL, deal, die, throw
from engines.desfausse.hands import (
    Hands,
    began_with_one,
    candidates,
    choice_of,
    count_greens,
    creditors,
    creditors_of,
    curses,
    devils,
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
    Position,
    Rolled,
    Setup,
)

DesfaussePlay: TypeAlias = Play[Setup, Position, events.DesfausseEvent]

REROLLS = 2
"""How often dice may be rolled again (F2)."""
FIRST_CALL: Call = 2
LAST_CALL: Call = 6


def open_turn(play: DesfaussePlay) -> None:
    """Roll every hand, in seat order, each in the order of its dice (F2)."""
    setup, before = play.setup, play.position
    nobody = (None,) * len(setup.seats)
    rolled = tuple(_throw(play, hand) for hand in before.held)
    left = tuple(REROLLS if _may_roll(hand) else 0 for hand in rolled)
    play.position = replace(before, phase="rolling", rolled=rolled, rolls_left=left, choices=nobody)
    play.tell(events.TurnStarted(before.round, before.turn))
    for seat in in_play(setup, play.position):
        _show_roll(play, seat)


def reroll(play: DesfaussePlay, seat: SeatName, numbers: Container[int]) -> None:
    """Roll some dice of a seat again, in the order of its hand (F2)."""
    before, place = play.position, play.setup.seats.index(seat)
    hand = tuple(_throw_again(play, rolled, numbers) for rolled in before.rolled[place])
    left = before.rolls_left[place] - 1 if _may_roll(hand) else 0
    play.position = replace(
        before,
        rolled=put_at(before.rolled, place, hand),
        rolls_left=put_at(before.rolls_left, place, left),
    )
    play.tell(events.Rerolled(seat, left))
    _show_roll(play, seat)


def stop(play: DesfaussePlay, seat: SeatName, *, by: Literal["choice", "clock"]) -> None:
    """Let a seat keep its dice as they lie."""
    place = play.setup.seats.index(seat)
    play.position = replace(play.position, rolls_left=put_at(play.position.rolls_left, place, 0))
    play.tell(events.Stopped(seat, by))


def end_rolling(play: DesfaussePlay) -> None:
    """Name the cursed, those whose dice are devils by more than half (F3); then call the first value."""
    setup, before = play.setup, play.position
    cursed = tuple(seat for seat in in_play(setup, before) if is_cursed(setup, before, seat))
    play.position = replace(before, cursed=cursed)
    play.tell(events.RollingEnded(cursed, _hands(play, faces=setup.options.hands == "shown")))
    call(play, FIRST_CALL)


def is_cursed(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether more than half of the dice that the seat rolled are devils (F3)."""
    place = setup.seats.index(seat)
    return 2 * devils(position, place) > len(position.rolled[place])


def call(play: DesfaussePlay, value: Call) -> None:
    """Call a value: whoever can discard something must choose (F4)."""
    nobody = (None,) * len(play.setup.seats)
    play.position = replace(play.position, phase="discard", call=value, choices=nobody)


def close_turn(play: DesfaussePlay) -> None:
    """End a turn: show all faces (F2), and add received dice to the hands (F8)."""
    before = play.position
    play.tell(events.TurnEnded(before.round, before.turn, _hands(play, faces=True)))
    joined = zip(before.held, before.received, strict=True)
    play.position = replace(
        before,
        held=tuple(tuple(sorted((*held, *received))) for held, received in joined),
        received=((),) * len(before.held),
        choices=(None,) * len(before.held),
        cursed=(),
        call=None,
        story=(),
        givers=(),
    )


def next_turn(play: DesfaussePlay) -> None:
    """End a turn that nobody has won, and open the next one."""
    close_turn(play)
    play.position = replace(play.position, turn=play.position.turn + 1)
    open_turn(play)


def _throw(play: DesfaussePlay, hand: tuple[int, ...]) -> tuple[Rolled, ...]:
    seats = len(play.setup.seats)
    return tuple(Rolled(number, throw(die(number, seats).kind, play.draws)) for number in hand)


def _throw_again(play: DesfaussePlay, rolled: Rolled, numbers: Container[int]) -> Rolled:
    return _throw(play, (rolled.id,))[0] if rolled.id in numbers else rolled


def _may_roll(hand: tuple[Rolled, ...]) -> bool:
    """Return whether a die of the hand is no devil, and so may be rolled again (F2)."""
    return any(rolled.face != DEVIL for rolled in hand)


def _show_roll(play: DesfaussePlay, seat: SeatName) -> None:
    place = play.setup.seats.index(seat)
    left = play.position.rolls_left[place]
    dice = _show_dice(play, place, faces=True)
    play.tell(events.HandRolled(seat, dice, left, audience=(seat,)))
    if not left:
        play.tell(events.Stopped(seat, "itself"))


def _hands(play: DesfaussePlay, *, faces: bool) -> events.Hands:
    """Return the dice rolled this turn, with or without faces, by the seats that had any."""
    seats = enumerate(play.setup.seats)
    return {
        seat: _show_dice(play, place, faces=faces) for place, seat in seats if play.position.rolled[place]
    }


def _show_dice(play: DesfaussePlay, place: int, *, faces: bool) -> tuple[Die, ...]:
    seats, hand = len(play.setup.seats), play.position.rolled[place]
    return tuple(die(rolled.id, seats, rolled.face if faces else None) for rolled in hand)


# Rounds: who wins one (F10), who gets the Angel and the big red die, and how the next one starts (F11).

TOKENS_TO_WIN = 2
"""How many rounds win the game (F10)."""


def end_round(play: DesfaussePlay, winners: tuple[SeatName, ...]) -> None:
    """Give each winner a token; then end the game, or see to the next round's Angel and demon (F10, F11)."""
    close_turn(play)
    setup, before = play.setup, play.position
    counts = zip(setup.seats, before.tokens, strict=True)
    tokens = tuple(count + (seat in winners) for seat, count in counts)
    play.position = replace(before, tokens=tokens)
    told = by_seat(setup.seats, tokens)
    play.tell(events.RoundWon(before.round, winners, told, _new_hands(play)))
    first = tuple(seat for seat, count in told.items() if count >= TOKENS_TO_WIN)
    if first:
        close(play, first)
    else:
        _serve(play, winners)


def close(play: DesfaussePlay, winners: tuple[SeatName, ...]) -> None:
    """End the table: nothing is owed any more, and secret choices are forgotten."""
    nobody = (None,) * len(play.setup.seats)
    play.position = replace(
        play.position,
        phase="over",
        rolls_left=(0,) * len(play.setup.seats),
        call=None,
        choices=nobody,
        cursed=(),
        givers=(),
        served=None,
        winners=winners,
    )
    play.tell(GameOver(winners))


def start_round(play: DesfaussePlay, blessed: SeatName | None, burdened: SeatName | None) -> None:
    """Deal and roll the next round; where nobody is `blessed`, it has no Angel (F11, F13)."""
    setup, before = play.setup, play.position
    number = before.round + 1
    play.position = replace(
        before,
        round=number,
        turn=1,
        held=deal(setup.seats, in_play(setup, before), blessed, burdened),
        hell=(),
        aside=False,
        served=None,
    )
    play.tell(events.RoundStarted(number, blessed, burdened))
    open_turn(play)


def go_on(play: DesfaussePlay) -> None:
    """Start the next round if nobody must choose: one seat held most dice, or the winner has left."""
    served = play.position.served
    burdened = candidates(play.setup, play.position)
    start_round(play, served, burdened[0] if burdened else None)


def _serve(play: DesfaussePlay, winners: tuple[SeatName, ...]) -> None:
    """Note which winner gets the Angel; one draw picks it, if there are several (F11)."""
    served = winners[0]
    if len(winners) > 1:
        served = winners[play.draws(len(winners)) - 1]
        play.tell(events.AngelDrawn(served, winners))
    play.position = replace(play.position, phase="demon", served=served)
    others = candidates(play.setup, play.position)
    if len(others) > 1:
        play.tell(events.DemonAwaited(served, others))


def _new_hands(play: DesfaussePlay) -> dict[SeatName, tuple[Die, ...]]:
    """Return what everybody in play holds."""
    setup, held = play.setup, play.position.held
    present = in_play(setup, play.position)
    return {
        seat: tuple(die(number, len(setup.seats)) for number in numbers)
        for seat, numbers in zip(setup.seats, held, strict=True)
        if seat in present
    }


# A call, from the secret choices to the discards that follow (F4 to F9).

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
