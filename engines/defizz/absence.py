"""Missed deadlines (C3, Z19) and leaving (C4, Z20)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.defizz import challenge, events, modes, polls
from engines.defizz.model import DefizzState
from engines.defizz.modes import chrono
from engines.defizz.modes.verdicts import bot_verdict, pending_answer
from engines.defizz.observe import bounds, is_open_to_all, to_act
from engines.defizz.readers import change_reader, opponents
from engines.defizz.rounds import ask, close, next_turn, replace_reader, roll
from engines.defizz.settling import annul, challenge_of, change_challenge, die_of, is_naming, win
from engines.defizz.stakes import DefizzPlay, forfeit


def blamed(state: DefizzState) -> tuple[SeatName, ...]:
    """Return whose missed deadline counts: nobody's in a Chrono, a vote, or for a verdict (Z19)."""
    if state.position.phase in ("verdict", "vote") or is_open_to_all(state.setup, state.position):
        return ()
    return to_act(state)


def let_pass(play: DefizzPlay, awaited: tuple[SeatName, ...]) -> None:
    """Let the deadline pass (Z19)."""
    setup, position = play.setup, play.position
    if is_open_to_all(setup, position):
        for silent in challenge_of(position).waiting:
            play.tell(events.GaveUp(silent, silent=True))
        chrono.close(play)
    elif position.phase == "vote":
        polls.close(play)
    elif position.phase == "verdict":
        said = pending_answer(position)
        assert said is not None, "an answer is pending"
        modes.judge(play, right=bot_verdict(said), by="deadline")
    else:
        for seat in awaited:
            _do_without(play, seat)


def remove(play: DefizzPlay, seat: SeatName, *, absent: bool) -> None:
    """Take `seat` away for good; its chips go into the pot during a challenge, else they are lost (Z20)."""
    polls.leave(play, seat)
    before = play.position
    chips = forfeit(play, seat, to_pot=before.challenge is not None)
    in_play = tuple(other for other in before.in_play if other != seat)
    play.position = replace(play.position, in_play=in_play)
    play.tell(events.Left(seat, absent, chips, before.challenge is not None))
    if len(in_play) == 1:
        close(play, in_play)
    elif before.challenge is not None:
        _leave_challenge(play, seat)
    elif seat == before.active:
        next_turn(play)
    else:
        replace_reader(play)


def _do_without(play: DefizzPlay, seat: SeatName) -> None:
    """Go on without the decision of a seat (Z19)."""
    setup, position = play.setup, play.position
    match position.phase:
        case "roll":
            roll(play, by_itself=True)
        case "ask":
            ask(play, 0, by_itself=True)
        case "choose":
            _choose_for(play)
        case "raise":
            challenge.refuse(play, seat, by_itself=True)
        case "answer" if is_naming(setup, position):
            annul(play, "nobody")
        case "answer":
            modes.give_up(play, seat, silent=True)


def _choose_for(play: DefizzPlay) -> None:
    """Choose the first question, the next opponent and the minimum, where these must be chosen (Z19)."""
    setup, position = play.setup, play.position
    question = position.asked if position.asked is not None else 0
    opponent = opponents(setup, position)[0] if die_of(position).kind == "duel" else None
    limits = bounds(setup, position)
    challenge.choose(play, question, opponent, limits[0] if limits else None, by_itself=True)


def _leave_challenge(play: DefizzPlay, seat: SeatName) -> None:
    """Take a leaver out of the challenge, and go on with it or settle it (Z20)."""
    before = play.position
    if before.phase == "raise" and seat == before.active:
        annul(play, "off")
        return
    if seat == before.reader:
        change_reader(play, None)
    now = change_challenge(
        play,
        participants=tuple(other for other in challenge_of(before).participants if other != seat),
        waiting=tuple(other for other in challenge_of(before).waiting if other != seat),
    )
    if before.phase == "raise":
        challenge.end_raise(play)
    elif len(now.participants) == 1:
        win(play, now.participants[0], "alone")
    else:
        modes.resume(play)
