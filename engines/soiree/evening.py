"""From round to round, and to the end (S6, S21, S22, S26)."""

from typing import Final

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat, sort_seats
from engines.soiree import events
from engines.soiree.asking import (
    SoireePlay,
    all_teams,
    await_going_on,
    first_teams,
    open_question,
    take_cible,
)

TIES_AT_MOST: Final = 3
"""How many Cibles are asked before a victory is shared (S21)."""


def announce_round(play: SoireePlay, number: int) -> None:
    """Announce round number `number` (from 0), which begins once all are ready (S6)."""
    before, coming = play.position, play.setup.programme[number]
    nothing = (0,) * len(play.setup.seats)
    play.position = replace(before, round=number, number=0, by_round=(*before.by_round, nothing), asked=None)
    play.tell(events.RoundComing(number, coming.play, coming.title, coming.length))
    await_going_on(play, "break")


def end_round(play: SoireePlay, *, skipped: bool = False) -> None:
    """Tell the standings, and announce the next round, or end the evening."""
    setup, before = play.setup, play.position
    play.position = replace(before, asked=None, said=(), wagers=(), waiting=(), bout=None)
    teams = all_teams(setup)
    gained, points = by_seat(setup.seats, before.by_round[-1]), by_seat(setup.seats, before.points)
    brought, now = tuple(gained[seat] for seat in teams), tuple(points[seat] for seat in teams)
    play.tell(events.Standing(before.round, teams, brought, now, skipped))
    if before.ending or before.round + 1 == len(setup.programme):
        settle_end(play)
    else:
        announce_round(play, before.round + 1)


def settle_end(play: SoireePlay) -> None:
    """End with the one team that is first; where several are, ask them a Cible if one is left (S21)."""
    first = first_teams(play.setup, play.position)
    if len(first) == 1:
        close(play, first)
        return
    play.position = replace(play.position, number=0, tied=first)
    play.tell(events.Tied(first))
    ask_tie(play)


def ask_tie(play: SoireePlay) -> None:
    """Ask the teams of a tie a Cible; without one, or after three, they share the victory (S21)."""
    before = play.position
    asked = take_cible(play) if before.number < TIES_AT_MOST else None
    if asked is None:
        close(play, tuple(seat for seat in before.tied if seat not in before.gone))
    else:
        open_question(play, asked)


def close(play: SoireePlay, winners: tuple[SeatName, ...]) -> None:
    """End the evening (S21, S22)."""
    won = sort_seats(play.setup.seats, winners)
    play.position = replace(play.position, phase="over", winners=won, waiting=(), bout=None)
    play.position = replace(play.position, asked=None, said=(), wagers=())
    play.tell(events.EveningOver(won))
