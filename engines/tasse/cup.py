"""A turn with the cup: roll, doubt, announce in words or from the list (T4 to T8), or let it fall (T15)."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import next_seat, seats_after
from engines.tasse import events
from engines.tasse.events import Reason
from engines.tasse.model import Announcement, Declare, Position, Reading, Say
from engines.tasse.scores import HIGHEST, LOWEST, NORMAL, SPECIALS, Normal, Score, Special, beats, place, roll
from engines.tasse.scoring import (
    TassePlay,
    is_running,
    next_to,
    ninth_from,
    previous_to,
    roller,
    score,
    start_from_zero,
)


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
    return said.reading or read(said.text, find_show(position))


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


# The joker (T11), and the duels of 32 on 32 (T12).


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


# Specials, shown with `show`: 7, double 5, 31 and nine (T9), and what they do on a standing 21 (T10).


def find_show(position: Position) -> Special | Literal["joker"] | None:
    """Return what `show` would show of the dice under the cup: a special, the joker (T11), or None."""
    if position.phase != "rolled" or position.dice is None:
        return None
    if position.dice == LOWEST:
        return "joker" if position.announcement is not None else None
    return SPECIALS.get(position.dice)


def show_special(play: TassePlay, special: Special, dice: Score) -> None:
    """Show the special, and do what it does."""
    position = play.position
    seat = roller(position)
    if special == "nine":
        _show_nine(play, seat, dice)
        return
    target = (previous_to if special == "thirty_one" else next_to)(play.setup, position, seat)
    on_21 = position.announcement is not None and position.announcement.score == HIGHEST
    play.tell(events.Shown(seat, dice, special, target, on_21))
    points: dict[SeatName, tuple[int, Reason]] = {target: (1, special)}
    if on_21:
        points[seat] = (1, "on_twenty_one")
    score(play, points)
    if special == "thirty_one":
        # After the scoring, which goes by the old direction (T14), and even when the round is won by it.
        play.position = replace(play.position, direction=-play.position.direction)
    if not is_running(play.position):
        return
    starter = seat if on_21 else target
    if special == "thirty_one":
        play.tell(events.DirectionTurned(play.position.direction))
    elif special == "double_five":
        starter = _skip(play, target, starter)
    start_from_zero(play, starter)


def _show_nine(play: TassePlay, seat: SeatName, dice: Score) -> None:
    """Hit the 9th seat, and let the roller roll again on the same announcement, even of one now out."""
    target = ninth_from(play.position, seat)
    play.tell(events.Shown(seat, dice, "nine", target, on_21=False))
    score(play, {target: (1, "nine")})
    if seat in play.position.in_play and is_running(play.position):
        after = play.position
        play.position = replace(after, phase="reroll", dice=None, decision=after.decision + 1)
    else:
        start_from_zero(play, seat)


def _skip(play: TassePlay, target: SeatName, starter: SeatName) -> SeatName:
    """Let `target` pass its turn after a double 5, and return who starts from zero.

    On a 21 the roller does, and `target` is passed over when the cup leaves it; else the seat after `target`.
    """
    position = play.position
    if starter == target:
        if target in position.in_play:
            play.tell(events.Skipped(target))
        return next_seat(play.setup.seats, position.in_play, target, position.direction)
    if target in position.in_play and len(position.in_play) > 2:
        play.position = replace(position, skipped=target)
        play.tell(events.Skipped(target))
    return starter


# Announcements in words (T8): whether a text is a normal score, a special shown, a slip, or no score.

Words: TypeAlias = tuple[str, ...]

_UNITS = {1: "un", 2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}
_TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}

# fmt: off
_FRAMES = (
    "je dis", "j annonce", "jannonce", "j ai", "jai", "c est", "cest", "ca fait", "le", "la", "un beau",
    "disons", "et", "allez", "voila", "je crois",
)
"""Set phrases: what people say before or after a score, and what changes nothing."""

_NUMBERS = frozenset({
    "un", "as", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
    "treize", "quatorze", "quinze", "seize", "vingt", "trente", "quarante", "cinquante", "soixante", "et",
    "double", "joker", "douglas",
})
"""Words that name a score: a text of nothing but these and digits is an announcement, if a wrong one."""
# fmt: on

_NICKNAMES: tuple[Words, ...] = (("twenty", "one"), ("ultimous", "fabulous", "magnificous"))
"""Names of the 21 that have several words."""

_NAMES: Mapping[Special | Literal["joker"], frozenset[str]] = {
    "seven": frozenset({"7", "sept"}),
    "double_five": frozenset({"double 5", "double cinq", "plein la gueule pour pas un rond"}),
    "thirty_one": frozenset({"31", "3 1", "trente et un"}),
    "nine": frozenset({"9", "neuf"}),
    "joker": frozenset({"joker"}),
}
"""The right names of the specials and the joker; a special's number (52, 55, 63) is not one of them."""


def _wordings() -> dict[str, Normal]:
    """Return the normal score of every accepted way to say one, in plain lower case."""
    said: dict[str, Normal] = {
        "double as": "11",
        "douglas": "11",
        **{" ".join(words): HIGHEST for words in _NICKNAMES},
    }
    for each in NORMAL:
        tens, units = int(each[0]), int(each[1])
        if tens == units:
            said[f"double {tens}"] = said[f"double {_UNITS[tens]}"] = each
        else:
            link = " et " if units == 1 else " "
            said[each] = said[f"{tens} {units}"] = said[f"{_TENS[tens]}{link}{_UNITS[units]}"] = each
    return said


_WORDINGS = _wordings()
_FRAME_WORDS: tuple[Words, ...] = tuple(tuple(frame.split()) for frame in _FRAMES)


def plain(text: str) -> str:
    """Return the text in small letters without accents and punctuation, with single spaces."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return " ".join("".join(map(_replace_letter, letters)).split())


def read(text: str, shown: Special | Literal["joker"] | None = None) -> Reading | None:
    """Return what the text says: a normal score, "show", "slip" for a wrong one, None for no score at all.

    `shown` is what showing the dice under the cup would do; who says its name says "show".
    """
    words = _strip_phrases(plain(text).split())
    said = " ".join(words)
    if shown is not None and said in _NAMES[shown]:
        return "show"
    if said in _WORDINGS:
        return _WORDINGS[said]
    return "slip" if _names_a_score(words) else None


def _replace_letter(letter: str) -> str:
    """Return a space for punctuation and any space, "" for what cannot be seen, else the letter itself."""
    category = unicodedata.category(letter)
    if category[0] in "PZ":
        return " "
    return "" if category in ("Mn", "Cf") else letter


def _strip_phrases(words: list[str]) -> Words:
    """Return the words without the set phrases at their beginning and end, however many there are."""
    first, last = 0, len(words)
    while frame := _frame_at(words, first, last, at_end=False):
        first += frame
    while frame := _frame_at(words, first, last, at_end=True):
        last -= frame
    return tuple(words[first:last])


def _frame_at(words: list[str], first: int, last: int, *, at_end: bool) -> int:
    """Return the number of words of the set phrase at one end of words[first:last]; 0 if there is none."""
    for frame in _FRAME_WORDS:
        many = len(frame)
        begins = last - many if at_end else first
        if many <= last - first and tuple(words[begins : begins + many]) == frame:
            return many
    return 0


def _names_a_score(words: Words) -> bool:
    """Return whether there are words, and all of them are digits, numbers or names of scores."""
    return bool(words) and all(
        word in _NUMBERS or (word.isascii() and word.isdigit()) for word in _drop_nicknames(words)
    )


def _drop_nicknames(words: Words) -> Iterable[str]:
    """Yield the words without the names of the 21."""
    place = 0
    while place < len(words):
        name = next((one for one in _NICKNAMES if words[place : place + len(one)] == one), None)
        if name is None:
            yield words[place]
        place += len(name or (words[place],))
