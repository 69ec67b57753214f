"""What a quizmaster or the table's host may command (S6, S16, S17, S26, S27); logged like any action."""

from __future__ import annotations

from typing import Final

from engines.core.errors import Refusal
from engines.core.replacing import replace
from engines.defizz import host as defizz_host
from engines.defizz.host import TURN_VERDICT, VOID
from engines.soiree import absence, challenges, events, flow, questions
from engines.soiree.evening import end_round
from engines.soiree.model import Position, Setup
from engines.soiree.points import SoireePlay, give, round_of

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
            flow.press_on(play)
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
            absence.replace_quizmaster(play)
        case _:
            challenges.play_on(play, lambda inner: challenges.DEFIZZ.obey(inner, command))


def skip_round(play: SoireePlay) -> None:
    """End the round at once; what is in play brings nothing (S26)."""
    if play.position.bout is not None:
        challenges.skip(play)
        return
    if play.position.phase != "reveal":
        questions.withdraw(play, skipping=True)
    length = round_of(play.setup, play.position).length
    end_round(play, skipped=play.position.number < length)


def award(play: SoireePlay, seat: str, points: int, reason: str) -> None:
    """Correct a team's points, and tell why (S16)."""
    quizmaster = play.position.quizmaster
    assert quizmaster is not None, "only a quizmaster corrects"
    changed = give(play, seat, points)
    play.tell(events.Corrected(seat, changed, reason.strip(), by=quizmaster))
