"""Deadlines that pass (S24, S25) and leaving (C4, S23)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import without
from engines.soiree import challenges, events, flow
from engines.soiree.asking import await_going_on
from engines.soiree.evening import close
from engines.soiree.points import SoireePlay, all_teams, teams_there


def let_pass(play: SoireePlay, awaited: tuple[SeatName, ...]) -> None:
    """Let the deadline pass (S25)."""
    if play.position.phase == "challenges":
        challenges.play_on(play, lambda inner: challenges.DEFIZZ.lapse(inner, awaited))
    else:
        flow.press_on(play)


def remove(play: SoireePlay, seat: SeatName) -> None:
    """Take a team, or the quizmaster, away for good (S23)."""
    if seat not in all_teams(play.setup):
        replace_quizmaster(play)
        return
    play.tell(events.TeamLeft(seat))
    there = teams_there(play.setup, play.position)
    if len(there) == 1:
        close(play, there)
    elif play.position.bout is not None:
        challenges.remove(play, seat)
    else:
        _forget(play, seat)


def replace_quizmaster(play: SoireePlay) -> None:
    """Let the bot lead for the rest of the evening, and do at once what the quizmaster owes (S23)."""
    before = play.position
    if before.quizmaster is None:
        return
    play.tell(events.QuizmasterReplaced(before.quizmaster))
    play.position = replace(before, quizmaster=None)
    if before.bout is not None:
        challenges.remove(play, before.quizmaster)
    elif before.phase in ("break", "reveal"):
        await_going_on(play, before.phase)
    elif before.phase == "verdict":
        flow.go_on(play)


def _forget(play: SoireePlay, seat: SeatName) -> None:
    """Take what a leaver owes and said out of the question in play, and go on without it."""
    before = play.position
    said = tuple(reply for reply in before.said if reply.seat != seat)
    waiting = without(before.waiting, (seat,))
    play.position = replace(before, said=said, waiting=waiting)
    tied = without(before.tied, play.position.gone)
    if len(tied) == 1:
        close(play, tied)
    elif before.waiting and not waiting:
        flow.go_on(play)
