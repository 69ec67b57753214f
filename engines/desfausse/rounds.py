"""Rounds: who wins one (F10), who gets the Angel and the big red die, and how the next one starts (F11)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat
from engines.desfausse import events
from engines.desfausse.choices import candidates
from engines.desfausse.dice import deal, die
from engines.desfausse.hands import in_play
from engines.desfausse.model import Die
from engines.desfausse.turns import DesfaussePlay, close_turn, open_turn

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
    play.tell(events.RoundWon(before.round, winners, told, _hands(play)))
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


def _hands(play: DesfaussePlay) -> dict[SeatName, tuple[Die, ...]]:
    """Return what everybody in play holds."""
    setup, held = play.setup, play.position.held
    present = in_play(setup, play.position)
    return {
        seat: tuple(die(number, len(setup.seats)) for number in numbers)
        for seat, numbers in zip(setup.seats, held, strict=True)
        if seat in present
    }
