"""What comes when nobody is awaited any more, and what goes on at once by command (S6 to S10)."""

from typing import Final

from engines.core.records import Refusal, SeatName
from engines.core.replacing import replace
from engines.core.seats import without
from engines.defizz import host as defizz_host
from engines.defizz.host import TURN_VERDICT, VOID
from engines.soiree import asking, challenges, events, questions
from engines.soiree.asking import SoireePlay
from engines.soiree.model import Position, Setup


def begin_round(play: SoireePlay) -> None:
    """Begin the round that was announced (S6)."""
    play.tell(events.RoundBegan(play.position.round))
    if asking.round_of(play.setup, play.position).play == "challenges":
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
            asking.pose(play)
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


# Deadlines that pass (S24, S25) and leaving (C4, S23).


def let_pass(play: SoireePlay, awaited: tuple[SeatName, ...]) -> None:
    """Let the deadline pass (S25)."""
    if play.position.phase == "challenges":
        challenges.play_on(play, lambda inner: challenges.DEFIZZ.lapse(inner, awaited))
    else:
        press_on(play)


def remove(play: SoireePlay, seat: SeatName) -> None:
    """Take a team, or the quizmaster, away for good (S23)."""
    if seat not in asking.all_teams(play.setup):
        replace_quizmaster(play)
        return
    play.tell(events.TeamLeft(seat))
    there = asking.teams_there(play.setup, play.position)
    if len(there) == 1:
        asking.close(play, there)
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
        asking.await_going_on(play, before.phase)
    elif before.phase == "verdict":
        go_on(play)


def _forget(play: SoireePlay, seat: SeatName) -> None:
    """Take what a leaver owes and said out of the question in play, and go on without it."""
    before = play.position
    said = tuple(reply for reply in before.said if reply.seat != seat)
    waiting = without(before.waiting, (seat,))
    play.position = replace(before, said=said, waiting=waiting)
    tied = without(before.tied, play.position.gone)
    if len(tied) == 1:
        asking.close(play, tied)
    elif before.waiting and not waiting:
        go_on(play)


# What a quizmaster or the table's host may command (S6, S16, S17, S26, S27); logged like any action.

PROCEED: Final = "proceed"
"""Go on at once: begin the round, close the answers, make the verdicts final, ask the next question."""
WITHDRAW: Final = "withdraw"
"""Withdraw the question, and ask another one."""
SKIP_ROUND: Final = "skip_round"
"""End the round at once."""
END_AFTER_ROUND: Final = "end_after_round"
"""End the evening after this round."""
REPLACE_QUIZMASTER: Final = "replace_quizmaster"
"""Let the bot lead from now on."""

COMMANDS: Final = (PROCEED, WITHDRAW, SKIP_ROUND, VOID, END_AFTER_ROUND, REPLACE_QUIZMASTER)


def is_known(command: str) -> bool:
    """Return whether this is a command of the host, possible now or not; to turn a verdict is one, too."""
    return command in COMMANDS or (command.startswith(TURN_VERDICT) and defizz_host.is_known(command))


def refusal(setup: Setup, position: Position, command: str) -> Refusal | None:
    """Return why a command makes no sense now, or None when it does."""
    phase, bout = position.phase, position.bout
    playing = phase == "challenges"
    if command.startswith(TURN_VERDICT):
        standing = Refusal("illegal_action", "verdict_stands")
        return standing if bout is None else defizz_host.refusal(bout.position, command)
    reason = {
        PROCEED: "challenge_in_play" if playing else None,
        WITHDRAW: "no_question" if position.asked is None else None,
        SKIP_ROUND: "no_round_in_play" if phase == "break" or position.tied else None,
        VOID: None if playing and challenges.can_void(setup, position) else "no_card_to_void",
        END_AFTER_ROUND: "already_ending" if position.ending or position.tied else None,
        REPLACE_QUIZMASTER: "bot_leads" if position.quizmaster is None else None,
    }[command]
    return None if reason is None else Refusal("illegal_action", reason)


def commands(setup: Setup, position: Position) -> tuple[str, ...]:
    """Return the commands that make sense now."""
    if position.phase == "over":
        return ()
    bout = position.bout
    turning = () if bout is None else defizz_host.commands(bout.position)
    return (
        *(command for command in turning if command.startswith(TURN_VERDICT)),
        *(command for command in COMMANDS if refusal(setup, position, command) is None),
    )


def obey(play: SoireePlay, command: str) -> None:
    """Do what is commanded, and makes sense."""
    match command:
        case "proceed":
            press_on(play)
        case "withdraw":
            questions.withdraw(play)
        case "skip_round":
            skip_round(play)
        case "void":
            challenges.play_on(play, lambda inner: challenges.DEFIZZ.obey(inner, VOID))
        case "end_after_round":
            play.position = replace(play.position, ending=True)
            play.tell(events.EndComing())
        case "replace_quizmaster":
            replace_quizmaster(play)
        case _:
            challenges.play_on(play, lambda inner: challenges.DEFIZZ.obey(inner, command))


def skip_round(play: SoireePlay) -> None:
    """End the round at once; what is in play brings nothing (S26)."""
    if play.position.bout is not None:
        challenges.skip(play)
        return
    if play.position.phase != "reveal":
        questions.withdraw(play, skipping=True)
    length = asking.round_of(play.setup, play.position).length
    asking.end_round(play, skipped=play.position.number < length)


def award(play: SoireePlay, seat: str, points: int, reason: str) -> None:
    """Correct a team's points, and tell why (S16)."""
    quizmaster = play.position.quizmaster
    assert quizmaster is not None, "only a quizmaster corrects"
    changed = asking.give(play, seat, points)
    play.tell(events.Corrected(seat, changed, reason.strip(), by=quizmaster))
