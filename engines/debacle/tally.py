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

from __future__ import annotations

from collections.abc import Iterable

from engines.core.events import Event, SeatName
from engines.core.story import Facts, Story, Tally, blank_sheets
from engines.debacle import events

__all__ = ["tally"]

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
