"""How well a way of playing does, worked out exactly: against the best there could be, or against another."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import floor
from typing import Final, TypeAlias

from engines.tasse.scores import SPECIALS, Score
from players.tasse.challenge import (
    NOTHING,
    RANKS,
    ROLLS,
    SCORES,
    SHOW,
    Ending,
    after_doubt,
    after_show,
    worth,
)
from players.tasse.policy import Policy

Worth: TypeAlias = Callable[[int, Ending, int], float]
"""What an ending on a rank is worth to whoever sits so many steps from the roller."""
Solved: TypeAlias = list[list[float]]
"""What each rank is worth to our seat, by its steps from whoever rolls on it."""
_ORDER: Final = (*reversed(RANKS), NOTHING)
_SAID: Final = tuple(
    (roll, SCORES.index(roll) if roll in SCORES else NOTHING, chance) for roll, chance in ROLLS.items()
)
"""Each roll, the rank that it has if it is said as it is, and how likely it is."""
_CLOSE: Final = 1e-7
_SWEEPS: Final = 500
_DAMPING: Final = 0.7
_LEAD: Final = 2


@dataclass(frozen=True, slots=True)
class _Stage:
    """What may be done on a rank, and what somebody does there who plays a policy.

    `said` are the weights of each roll's choices, by roll; they sum to 1. `true` and `false` are how likely
    each rank is announced, truly or not. `endings` are what follows a roll that is shown.
    """

    said: Mapping[Score, Mapping[int, float]]
    true: Sequence[float]
    false: Sequence[float]
    doubts: Sequence[float]
    endings: Mapping[Score, tuple[tuple[float, Ending], ...]]


def _stage(policy: Policy, rank: int, seats: int) -> _Stage:
    true, false, said = [0.0] * len(SCORES), [0.0] * len(SCORES), {}
    for roll, chance in ROLLS.items():
        weights = policy.choices(rank, roll)
        whole = sum(weights.values())
        said[roll] = {choice: weight / whole for choice, weight in weights.items()}
        for choice, part in said[roll].items():
            if choice != SHOW:
                (true if SCORES[choice] == roll else false)[choice] += chance * part
    doubts = [
        policy.doubt(rank, announced) if announced >= max(rank, 1) else 0.0 for announced in (0, *RANKS)
    ]
    return _Stage(said, true, false, doubts, {roll: after_show(roll, rank, seats) for roll in ROLLS})


class _Challenge:
    """One cup: our seat plays `own`, or where that is None as well as can be; all others play `others`.

    `goes_on`: whether a nine leaves everything as it was, but for what its ending is worth.
    """

    def __init__(self, seats: int, others: Policy, own: Policy | None, *, goes_on: bool) -> None:
        self.seats, self.goes_on = seats, goes_on
        self.others = [_stage(others, rank, seats) for rank in range(len(SCORES))]
        self.own = [_stage(own, rank, seats) for rank in range(len(SCORES))] if own is not None else None

    def solve(self, worth_of: Worth, guess: Solved | None = None) -> Solved:
        """Return what each rank is worth; a rank may come back, so that it is found step by step."""
        solved = [list(row) for row in guess] if guess else [[0.0] * self.seats for _ in SCORES]
        for rank in _ORDER:
            doubted = {
                truth: [
                    worth_of(rank, after_doubt(truth=truth, seats=self.seats), seat)
                    for seat in range(self.seats)
                ]
                for truth in (False, True)
            }
            shown = [self._shown(rank, seat, worth_of) for seat in range(self.seats)]
            for _ in range(_SWEEPS):
                before = list(solved[rank])
                solved[rank][0] = self._roll(rank, solved, doubted, shown[0])
                solved[rank][1] = self._hear(rank, solved, doubted, shown[1])
                for seat in range(2, self.seats):
                    solved[rank][seat] = self._watch(rank, seat, solved, doubted, shown[seat])
                if max(abs(new - old) for new, old in zip(solved[rank], before, strict=True)) < _CLOSE:
                    break
        return solved

    def _shown(self, rank: int, seat: int, worth_of: Worth) -> dict[Score, float]:
        """Return what each roll is worth that is shown, but for going on after a nine."""
        return {
            roll: sum(chance * worth_of(rank, ending, seat) for chance, ending in endings)
            for roll, endings in self.others[rank].endings.items()
            if endings
        }

    def _again(self, roll: Score, value: float) -> float:
        """Return what rolling again is worth, where a roll that is shown leads to that."""
        return value if self.goes_on and SPECIALS.get(roll) == "nine" else 0.0

    def _roll(
        self, rank: int, solved: Solved, doubted: Mapping[bool, list[float]], shown: Mapping[Score, float]
    ) -> float:
        """Return what a rank is worth to our seat if it rolls on it."""
        doubts = self.others[rank].doubts
        ranks = RANKS[max(rank, 1) - 1 :]
        lies = {a: doubts[a] * doubted[False][0] + (1 - doubts[a]) * solved[a][-1] for a in ranks}
        brings = (
            lies if self.own is not None else {a: lies[a] for a in sorted(ranks, key=lies.__getitem__)[-2:]}
        )
        value = 0.0
        for roll, said, chance in _SAID:
            other = dict(brings)
            if said in lies:
                other[said] = doubts[said] * doubted[True][0] + (1 - doubts[said]) * solved[said][-1]
            if roll in shown:
                other[SHOW] = shown[roll] + self._again(roll, solved[rank][0])
            if self.own is None:
                value += chance * max(other.values())
            else:
                value += chance * sum(
                    [part * other[choice] for choice, part in self.own[rank].said[roll].items()]
                )
        return value

    def _hear(
        self, rank: int, solved: Solved, doubted: Mapping[bool, list[float]], shown: Mapping[Score, float]
    ) -> float:
        """Return what a rank is worth to our seat if the one before rolls on it."""
        stage = self.others[rank]
        value = self._see(rank, 1, solved, shown)
        for a in RANKS[max(rank, 1) - 1 :]:
            doubting = stage.true[a] * doubted[True][1] + stage.false[a] * doubted[False][1]
            trusting = (stage.true[a] + stage.false[a]) * solved[a][0]
            if self.own is None:
                value += max(doubting, trusting)
            else:
                often = self.own[rank].doubts[a]
                value += often * doubting + (1 - often) * trusting
        return value

    def _watch(
        self,
        rank: int,
        seat: int,
        solved: Solved,
        doubted: Mapping[bool, list[float]],
        shown: Mapping[Score, float],
    ) -> float:
        """Return what a rank is worth to our seat if two others deal with it."""
        stage = self.others[rank]
        value = self._see(rank, seat, solved, shown)
        for a in RANKS[max(rank, 1) - 1 :]:
            doubting = stage.true[a] * doubted[True][seat] + stage.false[a] * doubted[False][seat]
            trusting = (stage.true[a] + stage.false[a]) * solved[a][seat - 1]
            value += stage.doubts[a] * doubting + (1 - stage.doubts[a]) * trusting
        return value

    def _see(self, rank: int, seat: int, solved: Solved, shown: Mapping[Score, float]) -> float:
        """Return what is worth to our seat that another shows its roll."""
        said = self.others[rank].said
        return sum(
            ROLLS[roll] * said[roll].get(SHOW, 0.0) * (value + self._again(roll, solved[rank][seat]))
            for roll, value in shown.items()
        )


def find_gain(others: Policy, seats: int, own: Policy | None = None, sweeps: int = 60) -> float:
    """Return how many points a challenge a seat gains by playing `own` where all others play `others`.

    With None for `own` it is the most that anybody could gain: how exploitable `others` is. A point that the
    seat takes costs 1, one that another takes brings its part of 1. The result is an upper bound, and exact
    where `sweeps` are enough for a new cup to be worth what it was worth a sweep before.
    """
    challenge = _Challenge(seats, others, own, goes_on=True)
    begin, solved = [0.0] * seats, None
    gains = [0.0]
    for _ in range(sweeps):
        solved = challenge.solve(partial(_gain_of, begin), solved)
        start = solved[NOTHING]
        gains = [new - old for new, old in zip(start, begin, strict=True)]
        mean = sum(start) / seats
        begin = [old + _DAMPING * (new - mean - old) for new, old in zip(start, begin, strict=True)]
        if max(gains) - min(gains) < _CLOSE:
            break
    return max(gains)


def _gain_of(begin: Sequence[float], rank: int, ending: Ending, seat: int) -> float:
    del rank
    return worth(ending, seat, begin)


def find_win_chance(other: Policy, own: Policy | None = None, threshold: int = 10) -> float:
    """Return how likely a seat wins a round of two by playing `own` against `other`; who begins is drawn.

    With None for `own` it plays as well as can be, and knows the score; `other` plays all scores alike.
    """
    match = _Match(_Challenge(2, other, own, goes_on=False), threshold)
    even = threshold - 1
    for total in reversed(range(2 * even)):
        for mine in range(max(0, total - even), min(even, total) + 1):
            match.solve((mine, total - mine))
    start = match.solved[0, 0][NOTHING]
    return (start[0] + start[1]) / 2


class _Match:
    """A round of two, from its end to its beginning, by the points of our seat and of the other."""

    def __init__(self, challenge: _Challenge, threshold: int) -> None:
        self.challenge, self.threshold = challenge, threshold
        even = threshold - 1
        close = ((even, even), (even + 1, even), (even, even + 1))
        self.solved: dict[tuple[int, int], Solved] = {score: [[0.5, 0.5] for _ in SCORES] for score in close}
        for _ in range(_SWEEPS):
            before = [value for score in close for value in self.solved[score][NOTHING]]
            for score in close:
                self.solve(score)
            after = [value for score in close for value in self.solved[score][NOTHING]]
            if max(abs(new - old) for new, old in zip(after, before, strict=True)) < _CLOSE:
                return

    def solve(self, score: tuple[int, int]) -> None:
        """Work out a score from those that follow."""
        self.solved[score] = self.challenge.solve(
            lambda rank, ending, seat: self._worth(score, rank, ending, seat), self.solved.get(score)
        )

    def _worth(self, score: tuple[int, int], rank: int, ending: Ending, seat: int) -> float:
        """Return how likely our seat wins after an ending; a part of a point is as likely to be one."""
        mine, theirs = (score[0] + ending.points[seat], score[1] + ending.points[1 - seat])
        part = max(mine - floor(mine), theirs - floor(theirs))
        place = (rank, seat) if ending.starter is None else (NOTHING, (seat - ending.starter) % 2)
        less = self._look_up(floor(mine), floor(theirs), place)
        if part == 0:
            return less
        more = self._look_up(-floor(-mine), -floor(-theirs), place)
        return (1 - part) * less + part * more

    def _look_up(self, mine: int, theirs: int, place: tuple[int, int]) -> float:
        if max(mine, theirs) >= self.threshold and abs(mine - theirs) >= _LEAD:
            return float(mine < theirs)
        above = max(0, min(mine, theirs) - (self.threshold - 1))
        rank, seat = place
        return self.solved[mine - above, theirs - above][rank][seat]
