"""What each seat did in a game of Débâcle. No die is ever thrown: there is no luck to count.

| fact | counts |
| --- | --- |
| turns | turns begun (B2) |
| rolls | dice rolled, bounces included (B3) |
| flips | dice flipped, bounces included (B4) |
| bounces | rolls, flips and captures that were bounces (B5) |
| declined | bounces given up |
| captures | dice captured by a die, bounces included (B5) |
| captured | what these showed, in all |
| aces | captured sixes, which only an ace takes |
| chains | chains of two captures and more, each a bounce after the other |
| chain_2 | of those, chains of two captures |
| chain_3 | of three |
| chain_4 | of four and more |
| doubles | times that doubles were taken (B7) |
| doubles_dice | dice that were taken by them |
| doubles_points | what these showed, in all |
| returns | dice that went back from the enemy’s camp, at a deadline too (B6) |
| recoveries | captured dice that came back (B8) |
| recovered | what these showed, in all |
| bonus | actions that the opponent’s recoveries gave it (B8) |
| rounds | rounds that ended (B9, B10); one that a leaver broke off did not |
| rounds_won | of those, rounds at whose end it held more points than the other |
| points | points of the rounds that ended |
"""

from collections.abc import Iterable, Iterator

from engines.core.records import Event, GameOver, SeatName
from engines.core.telling import Chronicle, Facts, Moment, Story, Tally, blank_sheets, choose, weigh
from engines.debacle import events
from engines.debacle.events import (
    CapturedDie,
    DebacleEvent,
    DoublesTaken,
    RoundEnded,
    RoundStarted,
    TurnStarted,
)
from engines.debacle.model import Observation

_CHAINS = (2, 3, 4)
"""Chains are counted by their length; the last is for longer ones, too."""
_HIGHEST = 6
"""Only an ace captures it (B5)."""

_NAMES = (
    *("turns", "rolls", "flips", "bounces", "declined", "captures", "captured", "aces", "chains"),
    *(f"chain_{length}" for length in _CHAINS),
    *("doubles", "doubles_dice", "doubles_points", "returns", "recoveries", "recovered", "bonus"),
    *("rounds", "rounds_won", "points"),
)


def tally(story: Story) -> Facts:
    """Return every seat's facts."""
    sheets = blank_sheets(story.seats, _NAMES)
    told = tuple(story.events())
    for event in told:
        _count_moves(sheets, event)
        _count_special_moves(sheets, event)
    _count_chains(sheets, told)
    _count_rounds(sheets, story.seats, told)
    return sheets


def _count_moves(sheets: Tally, event: Event) -> None:
    """Count what dice did on the board."""
    match event:
        case events.Rolled(seat):
            sheets[seat]["rolls"] += 1
            sheets[seat]["bounces"] += event.bounce
        case events.Flipped(seat):
            sheets[seat]["flips"] += 1
            sheets[seat]["bounces"] += event.bounce
        case events.BounceDeclined(seat):
            sheets[seat]["declined"] += 1
        case events.CapturedDie(seat):
            sheets[seat]["captures"] += 1
            sheets[seat]["captured"] += event.value
            sheets[seat]["aces"] += event.value == _HIGHEST
            sheets[seat]["bounces"] += event.bounce
        case events.Returned(seat):
            sheets[seat]["returns"] += 1


def _count_special_moves(sheets: Tally, event: Event) -> None:
    """Count turns, doubles and recoveries."""
    match event:
        case events.TurnStarted(seat):
            sheets[seat]["turns"] += 1
            sheets[seat]["bonus"] += event.bonus
        case events.DoublesTaken(seat):
            sheets[seat]["doubles"] += 1
            sheets[seat]["doubles_dice"] += len(event.take)
            sheets[seat]["doubles_points"] += sum(event.values)
        case events.Recovered(seat):
            sheets[seat]["recoveries"] += 1
            sheets[seat]["recovered"] += event.value


def _count_chains(sheets: Tally, told: Iterable[Event]) -> None:
    """Count chains by their length: a capture that is no bounce begins another."""
    chains: list[list[SeatName]] = []
    for event in told:
        if isinstance(event, events.CapturedDie):
            if not event.bounce:
                chains.append([])
            chains[-1].append(event.seat)
    for chain in chains:
        if len(chain) >= _CHAINS[0]:
            sheets[chain[0]]["chains"] += 1
            sheets[chain[0]][f"chain_{min(len(chain), _CHAINS[-1])}"] += 1


def _count_rounds(sheets: Tally, seats: tuple[SeatName, ...], told: Iterable[Event]) -> None:
    """Count what the rounds brought that ended by the rules or by agreement."""
    for event in told:
        if not isinstance(event, events.RoundEnded):
            continue
        held = dict(zip(seats, map(sum, event.captured), strict=True))
        for seat, points in held.items():
            sheets[seat]["rounds"] += 1
            sheets[seat]["rounds_won"] += points > min(held.values())
            sheets[seat]["points"] += points


# What is worth telling of a game of Débâcle: chains of captures, doubles, rounds, and how far behind.

_CHAIN = 2
_TAKEN = 2
_MANY_POINTS = 15
_FAR_BEHIND = 5


def find_moments(chronicle: Chronicle[DebacleEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first."""
    events = tuple(chronicle.events())
    return choose((*_captures(events), *_rounds(chronicle.seats, events)))


def _captures(events: Iterable[DebacleEvent]) -> Iterator[Moment]:
    """The longest chain of captures (B5), most dice taken as doubles (B7), a six that an ace captured."""
    when = {"round": 0, "turn": 0}
    captured: list[int] = []
    for event in events:
        match event:
            case RoundStarted():
                when = {"round": event.round, "turn": 0}
            case TurnStarted():
                when = {**when, "turn": event.turn}
            case DoublesTaken() if len(event.take) >= _TAKEN:
                facts = {"dice": len(event.take), "points": sum(event.values), **when}
                yield Moment("doubles", (event.seat,), facts, weigh(20, 95, len(event.take), 4))
            case CapturedDie():
                captured = [*captured, event.value] if event.bounce else [event.value]
                if len(captured) >= _CHAIN:
                    facts = {"dice": len(captured), "points": sum(captured), **when}
                    yield Moment("chain", (event.seat,), facts, weigh(25, 100, len(captured), 3))
                if (event.before, event.value) == (1, _HIGHEST):
                    yield Moment("ace", (event.seat,), when, 44)


def _rounds(seats: tuple[SeatName, ...], events: Iterable[DebacleEvent]) -> Iterator[Moment]:
    """The richest round (B9), and how far behind the winner once was."""
    behind: list[Moment] = []
    for event in events:
        match event:
            case RoundEnded():
                for place, seat in enumerate(seats):
                    gained = sum(event.captured[place])
                    facts = {"points": gained, "round": event.round}
                    if gained >= _MANY_POINTS:
                        yield Moment("round", (seat,), facts, weigh(20, 85, gained, 15))
                    gap = event.points[1 - place] - event.points[place]
                    facts = {"points": gap, "round": event.round}
                    if gap >= _FAR_BEHIND:
                        behind.append(Moment("comeback", (seat,), facts, weigh(40, 90, gap, 12)))
            case GameOver():
                yield from (moment for moment in behind if moment.seats[0] in event.winners)
