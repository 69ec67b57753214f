"""A turn from its first roll to its end: rolling (F2), the cursed (F3), and received dice (F8)."""

from collections.abc import Container
from typing import Literal, TypeAlias

from engines.core.play import Play
from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat, put_at
from engines.desfausse import events
from engines.desfausse.dice import DEVIL, deal, die, throw
from engines.desfausse.hands import candidates, devils, in_play
from engines.desfausse.model import Call, Die, Position, Rolled, Setup

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
    play.tell(events.GameOver(winners))


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
