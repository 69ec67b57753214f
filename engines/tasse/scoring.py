"""Points, elimination and the end of a round or of the table (T13, T14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from engines.core.play import Play
from engines.core.records import GameOver, SeatName
from engines.core.replacing import replace
from engines.core.seats import next_seat, seats_after, without
from engines.tasse import events
from engines.tasse.events import Reason
from engines.tasse.model import Position, Setup

_LEAD = 2
"""How many points more than the lowest a seat needs to go out when few are below the threshold (T13)."""


def score(play: TassePlay, points: Mapping[SeatName, tuple[int, Reason]]) -> None:
    """Give points to one or more seats at the same time, then eliminate those who go out (T13).

    When one seat is left in play, it wins the round; then the round, or the table, is over.
    """
    seats, totals = play.setup.seats, list(play.position.points)
    for seat, (more, reason) in points.items():
        place = seats.index(seat)
        totals[place] += more
        play.tell(events.Scored(seat, more, totals[place], reason))
    play.position = replace(play.position, points=tuple(totals))
    _eliminate(play)


def _eliminate(play: TassePlay) -> None:
    """Take out of play those whom T13 eliminates; the first one ever is the face de nul."""
    setup, position = play.setup, play.position
    going = seats_going_out(setup, position)
    if not going:
        return
    out = (*position.out, *going)
    for seat in going:
        total = position.points[setup.seats.index(seat)]
        play.tell(events.Eliminated(seat, total, seat == out[0]))
    in_play = without(position.in_play, going)
    play.position = replace(position, in_play=in_play, out=out)
    if len(in_play) == 1:
        win_round(play)


def seats_going_out(setup: Setup, position: Position) -> list[SeatName]:
    """Return the seats that T13 eliminates after a scoring, in the order of T14.

    With two or more seats below the threshold, all others go out. With fewer, those who have reached it and
    have two points more than the lowest. Most points come first, then who is nearer to the round's starter.
    """
    threshold = setup.options.threshold
    totals = {seat: position.points[setup.seats.index(seat)] for seat in position.in_play}
    reached = [seat for seat, total in totals.items() if total >= threshold]
    if not reached:
        return []
    if len(totals) - len(reached) < 2:
        lowest = min(totals.values())
        reached = [seat for seat in reached if totals[seat] >= lowest + _LEAD]
    starter = position.starter
    order = [starter, *seats_after(setup.seats, setup.seats, starter, position.direction)]
    return sorted(reached, key=lambda seat: (-totals[seat], order.index(seat)))


def lasted(position: Position, seat: SeatName) -> int:
    """Return how long a seat that is out was in play this round, to compare it with others (T18).

    Those of whom that is not known (see `Position.out`) went out after the first, and before all others.
    """
    return 2 * position.out.index(seat) if seat in position.out else 1


def win_round(play: TassePlay) -> None:
    """Let the one seat left in play win the round; after the last round, end the table (T14)."""
    position, seats = play.position, play.setup.seats
    (winner,) = position.in_play
    rounds_won = list(position.rounds_won)
    rounds_won[seats.index(winner)] += 1
    play.tell(events.RoundWon(winner, position.round, rounds_won[seats.index(winner)]))
    play.position = replace(
        position,
        phase="round_over",
        rounds_won=tuple(rounds_won),
        current=None,
        announcement=None,
        dice=None,
        skipped=None,
        opponents=(),
    )
    if position.round == play.setup.options.rounds or len(seats_present(play.setup, position)) == 1:
        close(play)


def close(play: TassePlay) -> None:
    """End the table; of the seats that have not left, those with most rounds won have won (T14, C4)."""
    position, seats = play.position, play.setup.seats
    won = {seat: position.rounds_won[seats.index(seat)] for seat in seats_present(play.setup, position)}
    most = max(won.values())
    winners = tuple(seat for seat, rounds in won.items() if rounds == most)
    play.position = replace(position, phase="over", winners=winners)
    play.tell(GameOver(winners))


def seats_present(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return the seats that have not left, in play or not, in seat order."""
    return without(setup.seats, position.gone)


# Where the cup goes next, starting from zero, and passing a seat over (C1, T7, T10).

TassePlay: TypeAlias = Play[Setup, Position, events.TasseEvent]

_MANY_ENOUGH_TO_SKIP = 3
_NINTH = 8
"""Steps from the roller, who counts as the first, to the ninth (T9)."""


def is_running(position: Position) -> bool:
    """Return whether a round is being played."""
    return position.phase not in ("round_over", "over")


def roller(position: Position) -> SeatName:
    """Return who holds the cup in a running round."""
    assert position.current is not None, "a running round has a cup in somebody's hands"
    return position.current


def next_to(setup: Setup, position: Position, seat: SeatName) -> SeatName:
    """Return the next seat in play after `seat` in the direction, but for one that must pass its turn (T10).

    With two in play nobody is passed over: the other one would have to follow itself.
    """
    follower = next_seat(setup.seats, position.in_play, seat, position.direction)
    if follower == position.skipped and len(position.in_play) >= _MANY_ENOUGH_TO_SKIP:
        return next_seat(setup.seats, position.in_play, follower, position.direction)
    return follower


def previous_to(setup: Setup, position: Position, seat: SeatName) -> SeatName:
    """Return the seat in play before `seat`: the next one against the direction (T9)."""
    return next_seat(setup.seats, position.in_play, seat, -position.direction)


def ninth_from(position: Position, seat: SeatName) -> SeatName:
    """Return the 9th seat in play in the direction, counting `seat` as the 1st (T9)."""
    place = position.in_play.index(seat) + _NINTH * position.direction
    return position.in_play[place % len(position.in_play)]


def nine_hits_roller(position: Position) -> bool:
    """Return whether a nine would hit its own roller, which it does with 2, 4 or 8 in play (T9)."""
    return _NINTH % len(position.in_play) == 0


def start_from_zero(play: TassePlay, seat: SeatName) -> None:
    """Give `seat`, or the next one in play if it is out, the cup without a standing announcement (T7).

    Does nothing when the round has just been won. Who is skipped (T10) stays so until the cup moves on.
    """
    before = play.position
    if not is_running(before):
        return
    taker = seat if seat in before.in_play else next_to(play.setup, before, seat)
    play.position = replace(
        before,
        phase="turn" if before.opened else "direction_or_roll",
        current=taker,
        announcement=None,
        dice=None,
        opponents=(),
        skipped=before.skipped if taker == before.current else None,
        decision=before.decision + 1,
    )
    play.tell(events.Restarted(taker))
