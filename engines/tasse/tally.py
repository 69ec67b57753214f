"""What each seat did in a game of La Tasse, those dice included that were never shown.

| fact | counts |
| --- | --- |
| rolls | rolls under the cup (T4) |
| could | of those, rolls that could be said truly (T5) or shown (T9, T11) |
| could_e6 | how many of them chance gives to who must match the same scores, in millionths |
| var_e6 | the variance of that, in millionths |
| said | announcements (T5, T8) |
| lies | of those, lies |
| free_lies | of those, lies on dice that could be said truly |
| lies_caught | lies that were doubted (T6) |
| lies_passed | lies that were believed (T4) |
| passed_by_1 | of those, lies one or two steps of the ladder above the dice; specials are not on the ladder |
| passed_by_3 | three to five steps |
| passed_by_6 | six to nine steps |
| passed_by_10 | ten steps and more |
| said_21 | announcements of a 21 |
| true_21 | of those, true ones |
| faced | announcements of others that it believed or doubted |
| lies_faced | of those, lies |
| doubts | of those, announcements that it doubted |
| doubts_right | of those, lies |
| shown | specials shown (T9) |
| jokers | jokers shown (T11) |
| jokers_won | of those, jokers that beat the score |
| rounds_won | rounds won (T14) |
| points | points taken, in all rounds; then those of each reason |
| points_doubted_truth | for doubting what was true (T6) |
| points_lied | for a lie that was doubted (T6) |
| points_misannounced | for a slip (T8) |
| points_seven | by another's 7 (T9) |
| points_double_five | by another's double 5 |
| points_thirty_one | by another's 31 |
| points_nine | by a nine |
| points_on_twenty_one | for a special on a 21 (T10) |
| points_joker_won | by another's joker (T11) |
| points_joker_lost | for a joker that was lost |
| points_duel_lost | for a duel that was lost (T12) |
| points_fell | for letting the cup fall (T15) |
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, get_args

from engines.core import telling
from engines.core.records import Event, SeatName
from engines.core.telling import Chronicle, Facts, Moment, Sheet, Story, Tally
from engines.tasse import events
from engines.tasse.events import Doubted, Duelled, DuelsStarted, JokerPlayed, TasseEvent, Trusted
from engines.tasse.model import Observation
from engines.tasse.scores import ALL_SCORES, HIGHEST, LOWEST, NORMAL, SPECIALS, Score, place

_STEPS = (10, 6, 3, 1)
"""Lies that were believed are counted together from one of these on, by the steps of the ladder."""

_NAMES = (
    *("rolls", "could", "could_e6", "var_e6", "said", "lies", "free_lies", "lies_caught", "lies_passed"),
    *(f"passed_by_{steps}" for steps in _STEPS),
    *("said_21", "true_21", "faced", "lies_faced", "doubts", "doubts_right"),
    *("shown", "jokers", "jokers_won", "rounds_won", "points"),
    *(f"points_{reason}" for reason in get_args(events.Reason)),
)


@dataclass(slots=True)
class _Claim:
    """An announcement, what lay under the cup, the score to match, and by whom it was believed or doubted."""

    seat: SeatName
    score: Score
    dice: Score
    to_match: Score | None
    by: SeatName | None = None
    doubted: bool = False

    @property
    def lie(self) -> bool:
        return self.score != self.dice


def tally(story: Story) -> Facts:
    """Return every seat's facts."""
    sheets = telling.blank_sheets(story.seats, _NAMES)
    told = tuple(story.events())
    _count_rolls(sheets, told)
    for claim in _find_claims(told):
        _count_claim(sheets[claim.seat], claim)
        if claim.by is not None:
            _count_answer(sheets[claim.by], claim)
    _count_open_dice(sheets, told)
    _count_points(sheets, told)
    return sheets


def _count_rolls(sheets: Tally, told: Iterable[Event]) -> None:
    """Count what the dice under the cup were good for, and what chance gives on the same scores."""
    expected: Counter[SeatName] = Counter()
    variance: Counter[SeatName] = Counter()
    to_match: Score | None = None
    for event in told:
        match event:
            case events.Rolled():
                to_match = event.to_match
            case events.Peeked(seat, dice):
                ways = good_ways(to_match)
                expected[seat] += ways
                variance[seat] += ways * (WAYS - ways)
                sheets[seat]["rolls"] += 1
                sheets[seat]["could"] += is_good(dice, to_match)
    for seat, sheet in sheets.items():
        sheet["could_e6"] = telling.millionths(expected[seat], WAYS)
        sheet["var_e6"] = telling.millionths(variance[seat], WAYS * WAYS)


def _find_claims(told: Iterable[Event]) -> list[_Claim]:
    """Return all announcements with what became of them."""
    claims: list[_Claim] = []
    to_match: Score | None = None
    dice: Score = ""
    for event in told:
        match event:
            case events.Rolled():
                to_match = event.to_match
            case events.Peeked():
                dice = event.dice
            case events.Announced(seat, score):
                claims.append(_Claim(seat, score, dice, to_match))
            case events.Trusted(seat) | events.Doubted(seat):
                claims[-1].by, claims[-1].doubted = seat, isinstance(event, events.Doubted)
    return claims


def _count_claim(sheet: Sheet, claim: _Claim) -> None:
    """Count an announcement for whoever made it."""
    sheet["said"] += 1
    if claim.score == HIGHEST:
        sheet["said_21"] += 1
        sheet["true_21"] += not claim.lie
    if not claim.lie:
        return
    sheet["lies"] += 1
    sheet["free_lies"] += can_be_said(claim.dice, claim.to_match)
    if claim.doubted:
        sheet["lies_caught"] += 1
    elif claim.by is not None:
        sheet["lies_passed"] += 1
        above = 0 if claim.dice in SPECIALS else place(claim.score) - place(claim.dice)
        for steps in [steps for steps in _STEPS if above >= steps][:1]:
            sheet[f"passed_by_{steps}"] += 1


def _count_answer(sheet: Sheet, claim: _Claim) -> None:
    """Count an announcement for whoever believed or doubted it."""
    sheet["faced"] += 1
    sheet["lies_faced"] += claim.lie
    sheet["doubts"] += claim.doubted
    sheet["doubts_right"] += claim.doubted and claim.lie


def _count_open_dice(sheets: Tally, told: Iterable[Event]) -> None:
    """Count specials and jokers."""
    for event in told:
        match event:
            case events.Shown():
                sheets[event.seat]["shown"] += 1
            case events.JokerPlayed():
                sheets[event.seat]["jokers"] += 1
                sheets[event.seat]["jokers_won"] += event.won


def _count_points(sheets: Tally, told: Iterable[Event]) -> None:
    """Count points by what they were for, and rounds won."""
    for event in told:
        match event:
            case events.Scored(seat, points, _, reason):
                sheets[seat]["points"] += points
                sheets[seat][f"points_{reason}"] += points
            case events.RoundWon():
                sheets[event.seat]["rounds_won"] += 1


# What is worth telling of a game of La Tasse. Dice that were believed stay secret for ever (T4).

_HIGH = place("11")
"""From the doubles on, an announcement is a bold one."""
_BOLD = 3
"""How many steps of the ladder a bluff must be too high to be told."""
_CAUGHT = 2
_BELIEVED = 4


def find_moments(chronicle: Chronicle[TasseEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first."""
    events = tuple(chronicle.events())
    return telling.choose((*_doubts(events), *_announcements(events), *_jokers(events)))


def _doubts(events: Iterable[TasseEvent]) -> Iterator[Moment]:
    """The boldest bluff that was seen through, who lied most, and the truth that was not believed (T6)."""
    caught: Counter[SeatName] = Counter()
    for event in events:
        if not isinstance(event, Doubted):
            continue
        seats, score = (event.announcer, event.seat), event.announced
        if event.truth:
            if place(score) >= _HIGH:
                yield Moment("truth", seats, {"score": score}, 20 + 3 * place(score))
            continue
        caught[event.announcer] += 1
        times = caught[event.announcer]
        if times >= _CAUGHT:
            yield Moment("liar", seats[:1], {"times": times}, telling.weigh(25, 90, times, 3))
        steps = 0 if event.dice in SPECIALS else place(score) - place(event.dice)
        if steps >= _BOLD:
            facts: dict[str, telling.Fact] = {"score": score, "dice": event.dice, "steps": steps}
            yield Moment("bluff", seats, facts, 30 + 4 * steps)


def _announcements(events: Iterable[TasseEvent]) -> Iterator[Moment]:
    """The highest announcement that was believed, and how often in a row all believed (T4)."""
    in_a_row = 0
    for event in events:
        match event:
            case Trusted():
                in_a_row += 1
                if place(event.score) >= _HIGH:
                    seats = (event.announcer, event.seat)
                    yield Moment("believed", seats, {"score": event.score}, 8 + 4.5 * place(event.score))
                if in_a_row >= _BELIEVED:
                    yield Moment(
                        "trust", (event.seat,), {"times": in_a_row}, telling.weigh(15, 85, in_a_row, 6)
                    )
            case _ if event.type in ("scored", "restarted", "round_started"):
                in_a_row = 0


def _jokers(events: Iterable[TasseEvent]) -> Iterator[Moment]:
    """The joker that beat most (T11), and the duels of 32 on 32 (T12)."""
    fought = won = 0
    for event in events:
        match event:
            case JokerPlayed(won=True):
                facts = {"score": event.to_beat, "dice": event.dice}
                yield Moment("joker", (event.seat, event.target), facts, 40 + 2 * place(event.to_beat))
            case DuelsStarted():
                fought = won = 0
            case Duelled():
                fought, won = fought + 1, won + event.won
                weight = telling.weigh(55, 90, won + fought / 10, 2)
                yield Moment("duels", (event.roller,), {"won": won, "fought": fought}, weight)


# Which rolls are good ones: what may be said truly (T5) or shown (T9, T11), and how likely that is.

WAYS: Final = 36
"""In so many ways, all as likely, two dice fall."""


def can_be_said(dice: Score, to_match: Score | None) -> bool:
    """Return whether dice can be announced as they are: a normal score, not below the standing one."""
    return dice not in SPECIALS and (to_match is None or place(dice) >= place(to_match))


def is_good(dice: Score, to_match: Score | None) -> bool:
    """Return whether dice need no lie: they can be said truly, or shown as a special or the joker."""
    return dice in SPECIALS or dice == LOWEST or can_be_said(dice, to_match)


def _count_good(to_match: Score | None) -> int:
    """Count the ways in which dice fall that need no lie; a double falls in one way, all others in two."""
    return sum(1 + (dice[0] != dice[1]) for dice in ALL_SCORES if is_good(dice, to_match))


_GOOD: Mapping[Score | None, int] = MappingProxyType({score: _count_good(score) for score in (None, *NORMAL)})


def good_ways(to_match: Score | None) -> int:
    """Return in how many of the `WAYS` dice fall that need no lie."""
    return _GOOD[to_match]
