"""The joker (T11), and the duels of 32 on 32 (T12)."""

from __future__ import annotations

from engines.core.replacing import replace
from engines.core.seats import seats_after
from engines.tasse import events
from engines.tasse.model import Declare
from engines.tasse.scores import LOWEST, beats, roll
from engines.tasse.scoring import score
from engines.tasse.turns import TassePlay, is_running, next_to, roller, start_from_zero


def play_joker(play: TassePlay) -> None:
    """Show the 32 and roll openly: who does not strictly beat the standing score takes two points."""
    position = play.position
    assert position.announcement is not None, "without a score to beat a 32 is no joker"
    seat, to_beat = roller(position), position.announcement.score
    target = next_to(play.setup, position, seat)
    dice = roll(play.draws)
    won = beats(dice, to_beat)
    play.tell(events.JokerPlayed(seat, to_beat, dice, won, target))
    if won:
        score(play, {target: (1, "joker_won")})
        start_from_zero(play, target)
        return
    score(play, {seat: (2, "joker_lost")})
    if dice == LOWEST and is_running(play.position) and seat in play.position.in_play:
        _start_duels(play)
    else:
        start_from_zero(play, seat)


def _start_duels(play: TassePlay) -> None:
    """Make all others in play opponents, from the next one on; no announcement stands any more."""
    position = play.position
    seat = roller(position)
    opponents = tuple(seats_after(play.setup.seats, position.in_play, seat, position.direction))
    play.position = replace(
        position,
        phase="duel",
        announcement=None,
        dice=None,
        opponents=opponents,
        decision=position.decision + 1,
    )
    play.tell(events.DuelsStarted(seat, opponents))


def fight_duel(play: TassePlay, declared: Declare) -> None:
    """Roll openly against what the opponent declares; the roller takes a point unless it is higher."""
    seat, opponent = roller(play.position), play.position.opponents[0]
    dice = roll(play.draws)
    won = beats(dice, declared.score)
    play.tell(events.Duelled(seat, opponent, declared.score, dice, won))
    if not won:
        score(play, {seat: (1, "duel_lost")})
    end_duel(play)


def end_duel(play: TassePlay) -> None:
    """Go on to the next opponent; after the last, or when it is out, the roller starts from zero (T7)."""
    position = play.position
    if not is_running(position):
        return
    left = position.opponents[1:]
    if left and roller(position) in position.in_play:
        play.position = replace(position, opponents=left, decision=position.decision + 1)
    else:
        start_from_zero(play, roller(position))
