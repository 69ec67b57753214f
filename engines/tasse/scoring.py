"""Points, elimination and the end of a round or of the table (T13, T14)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import seats_after, without
from engines.tasse import events
from engines.tasse.events import Reason
from engines.tasse.model import Position, Setup
from engines.tasse.turns import TassePlay

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
    play.tell(events.GameOver(winners))


def seats_present(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return the seats that have not left, in play or not, in seat order."""
    return without(setup.seats, position.gone)
