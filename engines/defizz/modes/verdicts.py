"""Answers and their verdicts: the bot's own, then the final one of a human reader (Z14)."""

from __future__ import annotations

from engines.core.replacing import replace
from engines.defizz import events
from engines.defizz.events import Judging
from engines.defizz.model import Challenge, Position, Said
from engines.defizz.settling import challenge_of, change_challenge
from engines.defizz.stakes import DefizzPlay

__all__ = ["Judging", "answers_in_order", "bot_verdict", "finish", "pending_answer"]


def answers_in_order(challenge: Challenge) -> list[Said]:
    """Return the participants' answers by their moments; equal ones go in turn from the active seat (Z9)."""
    there = [said for said in challenge.said if said.text is not None and said.seat in challenge.participants]
    return sorted(there, key=lambda said: (said.at or 0, challenge.participants.index(said.seat)))


def pending_answer(position: Position) -> Said | None:
    """Return the answer that awaits the reader's verdict, or None."""
    if position.phase != "verdict" or position.challenge is None:
        return None
    return next((said for said in answers_in_order(position.challenge) if said.right is None), None)


def finish(play: DefizzPlay, said: Said, *, right: bool, by: Judging) -> None:
    """Note the final verdict of an answer; one accepted against the bot names no listed answer."""
    assert said.text is not None, "silence is not judged"
    final = replace(said, right=right)
    answers = challenge_of(play.position).said
    change_challenge(play, said=tuple(final if other is said else other for other in answers))
    play.tell(events.Judged(said.seat, said.text, bool(said.bot), right, by))


def bot_verdict(said: Said) -> bool:
    """Return the bot's own verdict on an answer."""
    return bool(said.bot)
