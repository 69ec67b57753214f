"""What is worth an award at the end of an evening, found in what everybody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engines.core.chronicle import Chronicle, Moment, choose, weigh
from engines.core.events import SeatName
from engines.soiree.events import AnswerTold, Corrected, EveningOver, SoireeEvent, Standing
from engines.soiree.model import Observation, Spoken
from engines.soiree.tellings import find_tellings

__all__ = ["find_moments"]

_LEAST = 2
"""How often a team must have done something for an award."""


def find_moments(chronicle: Chronicle[SoireeEvent, Observation]) -> tuple[Moment, ...]:
    """Return the awards of an evening, one a kind, the best first; a question counts as it was told last."""
    events = tuple(chronicle.events())
    told = find_tellings(events)
    return choose((*_counted(told), *_stakes(told), *_comeback(events)))


def _counted(told: Iterable[AnswerTold]) -> Iterator[Moment]:
    """Yield who was first most often, exact most often, and named most of lists."""
    fast: Counter[SeatName] = Counter()
    exact: Counter[SeatName] = Counter()
    listed: Counter[SeatName] = Counter()
    for event in told:
        right = [one for one in event.said if one.right]
        if event.question.mode == "chrono" and right:
            fast[min(right, key=_moment).seat] += 1
        if event.question.mode == "pingpong":
            listed.update({one.seat: one.right for one in right})
        number = event.solution.number
        exact.update(one.seat for one in event.said if one.number is not None and float(one.number) == number)
    for seat, most in _find_best(fast):
        yield Moment("fastest", (seat,), {"times": most}, weigh(35, 70, most, 3))
    for seat, most in _find_best(exact):
        yield Moment("exact", (seat,), {"times": most}, weigh(40, 80, most, 3))
    for seat, most in _find_best(listed):
        yield Moment("lists", (seat,), {"times": most}, weigh(25, 50, most, 3))


def _find_best(counts: Mapping[SeatName, int]) -> Iterator[tuple[SeatName, int]]:
    """Yield the team that alone did most of something, and how often, where that is worth an award."""
    most = max(counts.values(), default=0)
    best = [seat for seat, count in counts.items() if count == most]
    if most >= _LEAST and len(best) == 1:
        yield best[0], most


def _stakes(told: Iterable[AnswerTold]) -> Iterator[Moment]:
    """Yield the highest stake that was won (S14)."""
    for event in told:
        for one in event.said:
            if one.wager is not None and (one.points or 0) > 0 and one.wager > 1:
                facts = {"points": one.points or 0}
                yield Moment("stake", (one.seat,), facts, weigh(30, 75, one.points or 0, 5))


def _comeback(events: Iterable[SoireeEvent]) -> Iterator[Moment]:
    """Yield a winner that stood in the lower half after some round (S22), with or without corrections (S16).

    None for a winner whom corrections have lifted: nobody came back by play.
    """
    standings: list[tuple[Standing, Mapping[SeatName, int]]] = []
    corrected: Counter[SeatName] = Counter()
    winners: tuple[SeatName, ...] = ()
    for event in events:
        match event:
            case Corrected():
                corrected[event.seat] += event.points
            case Standing():
                standings.append((event, Counter(corrected)))
            case EveningOver():
                winners = event.winners
    if len(winners) != 1 or not standings:
        return
    (winner,), (last, all_of_it) = winners, standings[-1]
    if _place(winner, last, all_of_it) > _place(winner, last, {}):
        return
    for standing, so_far in standings[:-1]:
        place, many = _place(winner, standing, {}), len(standing.teams)
        if many > 2 and 2 * min(place, _place(winner, standing, so_far)) > many + 1:
            facts = {"place": place, "round": standing.round + 1}
            yield Moment("comeback", (winner,), facts, weigh(50, 95, place, 4))


def _place(seat: SeatName, standing: Standing, corrected: Mapping[SeatName, int]) -> int:
    """Return a team's place after a round, as it would be without what was `corrected`."""
    told = zip(standing.teams, standing.points, strict=True)
    points = {team: points - corrected.get(team, 0) for team, points in told}
    return 1 + sum(other > points[seat] for other in points.values())


def _moment(one: Spoken) -> int:
    return one.at or 0
