"""The commands that the host may give to a running quiz; they are logged and replayed like actions."""

from typing import Final

from engines.core.records import Refusal
from engines.core.replacing import replace
from engines.defizz import events
from engines.defizz.model import Position
from engines.defizz.modes import mode_of
from engines.defizz.polls import turn
from engines.defizz.rounds import ask, change_reader
from engines.defizz.settling import annul, is_asked
from engines.defizz.stakes import DefizzPlay, find_turnable, let_bot_judge, let_stand

VOID: Final = "void"
"""Take the card back: all stakes return, and the active seat plays its turn again (as Z13)."""
REPLACE_READER: Final = "replace_reader"
"""Let the bot read for the rest of this turn (as Z20)."""
END_AFTER_ROUND: Final = "end_after_round"
"""Close the table once the next seat would become active: who has most chips wins."""
TURN_VERDICT: Final = "turn_verdict."
"""Turn the verdict on the answer whose number (from 0) follows, at once (Z21)."""

COMMANDS: Final = (VOID, REPLACE_READER, END_AFTER_ROUND)


def is_known(command: str) -> bool:
    """Return whether this is a command of the host, possible now or not."""
    place = command.removeprefix(TURN_VERDICT)
    return command in COMMANDS or (place != command and place.isascii() and place.isdecimal())


def refusal(position: Position, command: str) -> Refusal | None:
    """Return why a command makes no sense now, or None when it does."""
    if command.startswith(TURN_VERDICT):
        place = int(command.removeprefix(TURN_VERDICT))
        return None if place in find_turnable(position) else Refusal("illegal_action", "verdict_stands")
    if command == VOID and (position.phase == "roll" or position.die is None):
        return Refusal("illegal_action", "no_card_to_void")
    if command == REPLACE_READER and position.reader is None:
        return Refusal("illegal_action", "bot_reads")
    if command == END_AFTER_ROUND and position.ending:
        return Refusal("illegal_action", "already_ending")
    return None


def commands(position: Position) -> tuple[str, ...]:
    """Return the commands that make sense now."""
    if position.phase == "over":
        return ()
    turning = (f"{TURN_VERDICT}{place}" for place in find_turnable(position))
    return (*turning, *(command for command in COMMANDS if refusal(position, command) is None))


def obey(play: DefizzPlay, command: str) -> None:
    """Do what the host commands; raises Refusal when it makes no sense now."""
    if command.startswith(TURN_VERDICT):
        turn(play, int(command.removeprefix(TURN_VERDICT)), "host")
    elif command == VOID:
        let_stand(play)
        play.position = replace(play.position, poll=None)
        annul(play, "voided")
    elif command == REPLACE_READER:
        _replace_reader(play)
    else:
        play.position = replace(play.position, ending=True)
        play.tell(events.EndAnnounced())


def _replace_reader(play: DefizzPlay) -> None:
    """Let the bot read, and do at once what the reader owes."""
    if play.position.challenge is not None:
        let_bot_judge(play)
    change_reader(play, None)
    if play.position.phase == "ask":
        ask(play, play.draws(3) - 1, by_itself=False)
    elif is_asked(play.position):
        mode_of(play).resume(play)
