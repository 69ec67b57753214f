"""A turn with the cup: roll, doubt, announce in words or from the list (T4 to T8), or let it fall (T15)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.tasse import announcements, events
from engines.tasse.model import Announcement, Position, Reading, Say
from engines.tasse.scores import Score, place, roll
from engines.tasse.scoring import score
from engines.tasse.specials import find_show
from engines.tasse.turns import TassePlay, next_to, roller, start_from_zero


def score_to_match(position: Position) -> Score | None:
    """Return the standing score, or None when there is none."""
    return position.announcement.score if position.announcement is not None else None


def is_too_low(position: Position, score_said: Score) -> bool:
    """Return whether a normal score is below the standing one (T5)."""
    standing = score_to_match(position)
    return standing is not None and place(score_said) < place(standing)


def roll_in_secret(play: TassePlay) -> None:
    """Roll under the cup; where an announcement stands, this trusts it, and its dice are gone (T4)."""
    position = play.position
    seat, standing, again = roller(position), position.announcement, position.phase == "reroll"
    if standing is not None and not again:
        play.tell(events.Trusted(seat, standing.seat, standing.score))
    dice = roll(play.draws)
    play.position = replace(position, phase="rolled", opened=True, dice=dice, decision=position.decision + 1)
    play.tell(events.Rolled(seat, score_to_match(position), again))
    play.tell(events.Peeked(seat, dice, audience=(seat,)))


def doubt(play: TassePlay) -> None:
    """Lift the cup: the announcement is true only if it equals the dice; who was wrong takes points (T6)."""
    position = play.position
    seat, standing, dice = roller(position), position.announcement, position.dice
    assert standing is not None, "there is something to doubt"
    assert dice is not None, "dice lie under a passed cup"
    truth = dice == standing.score
    play.tell(events.Doubted(seat, standing.seat, standing.score, dice, truth))
    if truth:
        score(play, {seat: (1, "doubted_truth")})
        start_from_zero(play, seat)
    else:
        score(play, {standing.seat: (1, "lied")})
        start_from_zero(play, standing.seat)


def announce(play: TassePlay, said: Score, text: str | None = None) -> None:
    """Pass the cup on with a score, true or not (T5)."""
    position = play.position
    seat = roller(position)
    taker = next_to(play.setup, position, seat)
    play.position = replace(
        position,
        phase="turn",
        current=taker,
        announcement=Announcement(seat, said),
        skipped=None,
        decision=position.decision + 1,
    )
    play.tell(events.Announced(seat, said, taker, text))


def read_words(position: Position, said: Say) -> Reading | None:
    """Return what words were read as before, or read them now; None where they name no score (T8)."""
    return said.reading or announcements.read(said.text, find_show(position))


def mistake(play: TassePlay, text: str, said: Score | None) -> None:
    """Give the roller a point for saying no normal score, or one below the standing score (T8)."""
    position = play.position
    seat = roller(position)
    play.tell(events.Misannounced(seat, text, said, score_to_match(position)))
    score(play, {seat: (1, "misannounced")})
    start_from_zero(play, seat)


def fall(play: TassePlay, seat: SeatName) -> None:
    """Let the cup fall at the deadline: `seat` takes a point and starts from zero (T15)."""
    play.tell(events.Fell(seat))
    score(play, {seat: (1, "fell")})
    start_from_zero(play, seat)
