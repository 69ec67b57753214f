"""What answers are worth (S11 to S15, S20): points from what was said, and nothing else."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from engines.core.game import order_seats
from engines.core.records import SeatName
from engines.defizz.deck import Chrono, Cible
from engines.soiree.asking import Asking
from engines.soiree.model import Reply, Round

_PODIUM: Final = (3, 2, 1)
_BOUT: Final = (10, 7, 5, 3, 2, 1)
LEAST_STAKE: Final = 1


def score(
    question: Asking, played: Round, said: Sequence[Reply], wagers: Mapping[SeatName, int | None]
) -> dict[SeatName, int]:
    """Return what a question brings each seat of `wagers`, before S15; a seat that said nothing has 0."""
    plain = _score_plainly(question, said)
    if played.stakes:
        best = max(plain.values(), default=0)
        won = {seat for seat, points in plain.items() if points == best > 0}
        brought = {seat: _stake(stake) * (1 if seat in won else -1) for seat, stake in wagers.items()}
    elif played.speed and isinstance(question, Chrono):
        brought = _score_speed(said)
    else:
        brought = plain
    return {seat: played.worth * brought.get(seat, 0) for seat in wagers}


def nearest(question: Cible, said: Sequence[Reply]) -> tuple[SeatName, ...]:
    """Return whose numbers are nearest to a Cible's; none where nobody named one."""
    away = _distances(question, said)
    return tuple(seat for seat, distance in away.items() if distance == min(away.values()))


def share_by_chips(
    seats: tuple[SeatName, ...], ranks: Mapping[SeatName, tuple[int, ...]]
) -> dict[SeatName, int]:
    """Return the points of a round of défis, by the ranks of its seats, the least first (S20)."""
    return _by_places(seats, ranks, _BOUT)


def _stake(stake: int | None) -> int:
    return LEAST_STAKE if stake is None else stake


def _score_plainly(question: Asking, said: Sequence[Reply]) -> dict[SeatName, int]:
    if not isinstance(question, Cible):
        return {reply.seat: reply.right for reply in said}
    away = _distances(question, said)
    order = sorted(set(away.values()))
    ranks = {seat: (order.index(distance),) for seat, distance in away.items()}
    return _by_places(tuple(away), ranks, _PODIUM[: (len(away) + 1) // 2])


def _score_speed(said: Sequence[Reply]) -> dict[SeatName, int]:
    """Return 3, 2, 1 for the right answers by their moments; all after the third have 1, too (S11)."""
    right = {reply.seat: (reply.at or 0,) for reply in said if reply.right}
    return {seat: max(1, points) for seat, points in _by_places(tuple(right), right, _PODIUM).items()}


def _distances(question: Cible, said: Sequence[Reply]) -> dict[SeatName, Fraction]:
    answer = Fraction(str(question.number))
    return {reply.seat: abs(Fraction(reply.number) - answer) for reply in said if reply.number is not None}


def _by_places(
    seats: tuple[SeatName, ...], ranks: Mapping[SeatName, tuple[int, ...]], values: Sequence[int]
) -> dict[SeatName, int]:
    """Return what each seat's place is worth; equals share the better value."""
    worth = dict(enumerate(values, 1))
    places = order_seats(seats, ranks.__getitem__)
    return {seat: worth.get(place.number, 0) for place in places for seat in place.seats}
