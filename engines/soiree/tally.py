"""What each team did in an evening; a quizmaster has no facts (S2).

A question *pour tous* counts as it was told last, and not at all where it was withdrawn (S10, S17); a
challenge of a round of défis counts once it is settled (S18).

| fact | counts |
| --- | --- |
| rounds | rounds that ended while it was there (S6) |
| rounds_best | of those, rounds that brought nobody more, and something |
| rounds_led | of those, rounds after which nobody had more points |
| asked_chrono | questions that it was asked (S11), those of a tie included |
| asked_cible | so, in a Cible (S12, S21) |
| asked_pingpong | so, with a list (S13) |
| answered_chrono | of those, questions that it answered |
| answered_cible | so, with a number |
| answered_pingpong | so, with a list |
| right_chrono | right answers |
| right_pingpong | right answers of lists, up to five a question |
| first_chrono | of the right ones, those that nobody was faster with (S8) |
| nearest_cible | numbers that no other was nearer than (S12) |
| exact_cible | of those, exact ones |
| points_chrono | what these questions brought, which may be below 0 where it staked (S14) |
| points_cible | so, in a Cible: may be below 0 |
| points_pingpong | so, with a list: may be below 0 |
| timed_chrono | answers by a click, of which it is known how long they took |
| timed_cible | so, in a Cible |
| timed_pingpong | so, with a list |
| ms_chrono | how long these took together, in ms, since the question was asked |
| ms_cible | so, in a Cible |
| ms_pingpong | so, with a list |
| stakes | stakes that it named, or left to the clock (S14) |
| staked | what these were, in points |
| stakes_won | of those, stakes that were won |
| turned_for | answers that count more than by the bot’s verdict (S9) |
| turned_against | answers that count less than by the bot’s verdict |
| asked_challenge | questions that it took part in, in rounds of défis (S18) |
| won_challenge | of those, questions whose pot it took |
| raised | challenges there that it opened above the minimum |
| refused | raises there that it refused, at a deadline too |
| contests | verdicts there that it contested, for a vote (S27) |
| contests_won | of those, verdicts that were turned by that vote |
| points | all its points, corrections included |
| points_all | of those, points of rounds *pour tous*: may be below 0 |
| points_challenges | of those, points of rounds of défis (S20): may be below 0 |
| corrected | of those, points by corrections of the quizmaster: may be below 0 (S16) |
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, get_args

from engines.core.records import Event, SeatName
from engines.core.telling import (
    Chronicle,
    Facts,
    Moment,
    Sheet,
    Story,
    Tally,
    blank_sheets,
    choose,
    find_timed,
    weigh,
)
from engines.defizz import events as inside
from engines.defizz.tally import find_contests, find_courses
from engines.soiree import events
from engines.soiree.asking import all_teams, asked_of, find_tellings, question_of
from engines.soiree.events import AnswerTold, Corrected, EveningOver, SoireeEvent, Standing
from engines.soiree.model import AskedMode, Observation, Spoken, Tell
from engines.soiree.observe import deadline, to_act

_MODES: Final[tuple[AskedMode, ...]] = get_args(AskedMode)

_NAMES = (
    *("rounds", "rounds_best", "rounds_led"),
    *(f"{what}_{mode}" for what in ("asked", "answered", "points", "timed", "ms") for mode in _MODES),
    *("right_chrono", "right_pingpong", "first_chrono", "nearest_cible", "exact_cible"),
    *("stakes", "staked", "stakes_won", "turned_for", "turned_against"),
    *("asked_challenge", "won_challenge", "raised", "refused", "contests", "contests_won"),
    *("points", "points_all", "points_challenges", "corrected"),
)


def tally(story: Story) -> Facts:
    """Return every team's facts."""
    sheets = blank_sheets(all_teams(story.last().setup), _NAMES)
    told = tuple(story.events())
    for telling in find_tellings(told):
        for one in telling.said:
            _count_answer(sheets[one.seat], telling.question.mode, one)
        _count_best(sheets, telling)
    _count_challenges(sheets, told)
    for seat, turned in find_contests(told):
        sheets[seat]["contests"] += 1
        sheets[seat]["contests_won"] += turned
    _count_rounds(sheets, told)
    _count_points(sheets, story)
    _count_times(sheets, story)
    return sheets


def _count_answer(sheet: Sheet, mode: AskedMode, one: Spoken) -> None:
    """Count what a team said to a question, or did not, and what it brought."""
    sheet[f"asked_{mode}"] += 1
    sheet[f"answered_{mode}"] += one.text is not None
    sheet[f"points_{mode}"] += one.points or 0
    if mode != "cible":
        sheet[f"right_{mode}"] += one.right
    sheet["turned_for"] += one.right > one.bot
    sheet["turned_against"] += one.right < one.bot
    if one.wager is not None:
        sheet["stakes"] += 1
        sheet["staked"] += one.wager
        sheet["stakes_won"] += (one.points or 0) > 0


def _count_best(sheets: Tally, telling: events.AnswerTold) -> None:
    """Count who was first, or nearest; equals all are."""
    moments = {one.seat: one.at or 0 for one in telling.said if one.right}
    if telling.question.mode == "chrono":
        for seat, moment in moments.items():
            sheets[seat]["first_chrono"] += moment == min(moments.values())
    number = telling.solution.number
    if number is None:
        return
    right = Fraction(str(number))
    away = {one.seat: abs(Fraction(one.number) - right) for one in telling.said if one.number is not None}
    for seat, distance in away.items():
        sheets[seat]["nearest_cible"] += distance == min(away.values())
        sheets[seat]["exact_cible"] += not distance


def _count_challenges(sheets: Tally, told: Iterable[Event]) -> None:
    """Count what was dared and won in rounds of défis."""
    for course in find_courses(told):
        for seat in course.participants:
            sheets[seat]["asked_challenge"] += 1
        if course.mode is not None and course.winner is not None:
            sheets[course.winner]["won_challenge"] += 1
    for event in told:
        match event:
            case inside.Challenged(seat):
                sheets[seat]["raised"] += event.raised
            case inside.Refused(seat):
                sheets[seat]["refused"] += 1


def _count_rounds(sheets: Tally, told: Iterable[Event]) -> None:
    """Count rounds by what they brought, and by how the teams stood afterwards."""
    gone = set()
    for event in told:
        match event:
            case events.TeamLeft():
                gone.add(event.seat)
            case events.Standing(_, teams, gained, points):
                for seat, brought, has in zip(teams, gained, points, strict=True):
                    if seat not in gone:
                        sheets[seat]["rounds"] += 1
                        sheets[seat]["rounds_best"] += brought == max(gained) > 0
                        sheets[seat]["rounds_led"] += has == max(points)


def _count_points(sheets: Tally, story: Story) -> None:
    """Count points by the kind of round, the one that was broken off included."""
    setup, position = story.last().setup, story.last().position
    for seat, sheet in sheets.items():
        place = setup.seats.index(seat)
        sheet["points"] = position.points[place]
        for played, row in zip(setup.programme, position.by_round, strict=False):
            sheet[f"points_{played.play}"] += row[place]
    for event in story.events():
        if isinstance(event, events.Corrected):
            sheets[event.seat]["corrected"] += event.points


def _count_times(sheets: Tally, story: Story) -> None:
    """Count how long answers to questions *pour tous* took."""
    for deed, ms in find_timed(story, deadline, to_act):
        if isinstance(deed.action, Tell) and deed.before is not None and deed.seat is not None:
            mode = question_of(deed.before.setup, asked_of(deed.before.position)).mode
            sheets[deed.seat][f"timed_{mode}"] += 1
            sheets[deed.seat][f"ms_{mode}"] += ms


# What is worth an award at the end of an evening, found in what everybody knows.

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
