"""A round from its opening to its settling: rolling, grabbing, and what each seat gets (D5 to D9)."""

from typing import Literal, TypeAlias, cast

from engines.core.play import Play
from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import next_seat
from engines.diavolo import events
from engines.diavolo.legal import in_play
from engines.diavolo.model import Color, Fate, Grab, Held, Position, Settlement, Setup
from engines.diavolo.throw import NO_PAWNS, measures, pawn_of, pawns_for, take, target, throw_dice

DiavoloPlay: TypeAlias = Play[Setup, Position, events.DiavoloEvent]

MOST_GEMS = 5
"""What each seat begins with (D1), and can never exceed (D7)."""


def roll(play: DiavoloPlay, *, by_itself: bool = False) -> None:
    """Throw the dice; from now on all may grab (D9)."""
    throw = throw_dice(play.draws, children=play.setup.options.children)
    play.position = replace(play.position, phase="grab", throw=throw)
    play.tell(events.Rolled(play.position.roller, throw, by_itself))


def grab(play: DiavoloPlay, seat: SeatName, action: Grab) -> None:
    """Give `seat` the pawn that its click takes, from another seat if that one clicked later (D5)."""
    color = cast("Color", action.color)
    play.position, displaced = take(play.position, Held(seat, color, action.at))
    play.tell(events.Grabbed(seat, color, action.at))
    if displaced is not None:
        play.tell(events.Displaced(displaced.seat, color, seat))


def settle(play: DiavoloPlay) -> None:
    """Close the round: change gems, eliminate seats, and open the next round or end the table (D7, D8)."""
    setup, before = play.setup, play.position
    throw = before.throw
    assert throw is not None, "a round that closes has been thrown"
    right, seated = target(throw), zip(setup.seats, before.gems, strict=True)
    fates = tuple(_fate(before, seat, gems, right) for seat, gems in seated if gems)
    delta = {fate.seat: fate.delta for fate in fates}
    counts = zip(setup.seats, before.gems, strict=True)
    gems = tuple(count + delta.get(seat, 0) for seat, count in counts)
    play.position = replace(before, gems=gems, last=Settlement(throw, fates))
    play.tell(events.Settled(before.round, throw, right, measures(throw), fates))
    left = in_play(setup, play.position)
    going = tuple(fate.seat for fate in fates if fate.seat not in left)
    for seat in going:
        play.tell(events.Eliminated(seat))
    if going:
        play.position = replace(play.position, out=(*before.out, going))
    if len(left) > 1:
        _open_next(play)
    else:
        close(play)


def lasted(position: Position, seat: SeatName) -> int:
    """Return how long a seat without gems had some, to compare it with others (D12).

    Those of whom that is not known (see `Position.out`) went before all others.
    """
    return next((when for when, together in enumerate(position.out, 1) if seat in together), 0)


def open_round(position: Position, many: int, roller: SeatName) -> Position:
    """Return the position at a round's start: `roller` is to throw, for so many seats in play (D4)."""
    return replace(position, phase="roll", roller=roller, pawns=pawns_for(many), throw=None, held=())


def close(play: DiavoloPlay) -> None:
    """End the table: who still has gems wins; if all lost their last one together, nobody does (D8)."""
    winners = in_play(play.setup, play.position)
    play.position = replace(play.position, phase="over", pawns=NO_PAWNS, throw=None, held=(), winners=winners)
    play.tell(events.GameOver(winners))


def _open_next(play: DiavoloPlay) -> None:
    """Open the next round: the next seat in play rolls (D9)."""
    before, present = play.position, in_play(play.setup, play.position)
    roller = next_seat(play.setup.seats, present, before.roller)
    play.position = replace(open_round(before, len(present), roller), round=before.round + 1)
    play.tell(events.RoundStarted(before.round + 1, roller, drawn=False))


def _fate(position: Position, seat: SeatName, gems: int, right: Color) -> Fate:
    """Return what the round brings a seat (D7)."""
    held = pawn_of(position, seat)
    if held is None:
        return Fate(seat, None, None, -1)
    return Fate(seat, held.color, held.at, _delta(held.color, right, gems))


def _delta(color: Color, right: Color, gems: int) -> Literal[-1, 0, 1]:
    """Return the real change of gems: -1 for wrong, 0 for right, +1 for a right grey if not full (D7)."""
    if color != right:
        return -1
    return 1 if right == "grey" and gems < MOST_GEMS else 0
