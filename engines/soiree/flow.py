"""What comes when nobody is awaited any more, and what goes on at once by command (S6 to S10)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import without
from engines.soiree import challenges, events, questions
from engines.soiree.asking import pose
from engines.soiree.points import SoireePlay, round_of


def begin_round(play: SoireePlay) -> None:
    """Begin the round that was announced (S6)."""
    play.tell(events.RoundBegan(play.position.round))
    if round_of(play.setup, play.position).play == "challenges":
        challenges.begin(play)
    else:
        questions.next_question(play)


def get_ready(play: SoireePlay, seat: SeatName) -> None:
    """Take down that a team is ready; go on once all are (S6, S10)."""
    waiting = without(play.position.waiting, (seat,))
    play.position = replace(play.position, waiting=waiting)
    play.tell(events.TeamReady(seat))
    if not waiting:
        go_on(play)


def go_on(play: SoireePlay) -> None:
    """Do what comes when nobody is awaited any more in this phase."""
    match play.position.phase:
        case "break":
            begin_round(play)
        case "wager":
            pose(play)
        case "answer":
            questions.end_answers(play)
        case "verdict":
            questions.reveal(play)
        case "reveal" if play.position.bout is not None:
            challenges.close(play)
        case "reveal":
            questions.next_question(play)


def press_on(play: SoireePlay) -> None:
    """Go on without those that are still awaited: silence stands for what they owe."""
    match play.position.phase:
        case "wager":
            questions.close_stakes(play)
        case "answer":
            questions.close_answers(play)
        case _:
            go_on(play)
