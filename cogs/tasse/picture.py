"""The picture of the cup, and the same in words for people who do not see pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.names import plain_name, seat_name
from bot.ui.pages.lettering import writable
from bot.ui.pages.limits import cut
from bot.ui.pages.page import Sketch
from cogs.tasse.painting import CupDrawing, Twist
from cogs.tasse.reveal import Closed, Opened, Reveal, last_reveal
from cogs.tasse.words import dice_in_words, observation_of, score_name, special_reason
from engines.tasse.events import Doubted, Duelled, Fell, JokerPlayed, Misannounced, Shown
from engines.tasse.model import Observation
from engines.tasse.scores import LOWEST, Score, Special

__all__ = ["alt_text", "drawing_of", "sketch"]

NAME = "tasse.png"
_Name = Callable[[str], str]
"""How a seat is called: as the font can write it, in plain text, or in markdown."""
_SIGNS: dict[Special, str] = {"seven": "➔", "double_five": "☠", "thirty_one": "↶", "nine": "⑨"}
_SHORT = 15
"""Characters of a name in a line with other words: they have to be read, too."""
_TRUE, _FALSE, _JOKER, _SWORDS, _LATE = "✓", "✗", "★", "⚔", "⚠"


def sketch(sight: Sight, t: Texts) -> Sketch | None:
    """The picture with its words; None where nobody has the cup and no dice have been shown.

    `sight` is the channel's: what lies under a closed cup is not in it.
    """
    seen, reveal = observation_of(sight), last_reveal(sight.scenes)
    if seen.current is None and reveal is None:
        return None
    plain = partial(plain_name, sight.table, t=t)
    said = alt_text(seen, reveal, t, plain)
    words = alt_text(seen, reveal, t, partial(seat_name, sight.table, t=t))
    return Sketch(NAME, said, drawing_of(seen, reveal, t, sight.table), words)


def drawing_of(seen: Observation, reveal: Reveal | None, t: Texts, table: Table) -> CupDrawing:
    """What the picture shows of a game."""

    def name(seat: str) -> str:
        return writable(plain_name(table, seat, t), f"#{seat}")

    def short_name(seat: str) -> str:
        return cut(name(seat), _SHORT)

    standing = seen.announcement
    claim = t("Aucune annonce : on part de zéro") if standing is None else score_name(standing.score, t)
    return CupDrawing(
        holder="" if seen.current is None else name(seen.current),
        task="" if seen.current is None else t("a la tasse"),
        standing=None if standing is None else standing.score,
        claim=claim,
        by="" if standing is None else t("par {name}", name=name(standing.seat)),
        twist=None if reveal is None else _twist(reveal, t, short_name, _holder_line(seen, t, short_name)),
    )


def alt_text(seen: Observation, reveal: Reveal | None, t: Texts, name: _Name) -> str:
    """All that the picture shows, in sentences."""
    if reveal is None:
        said = [_cup_words(None, t)]
    else:
        twist = _twist(reveal, t, name)
        said = [_cup_words(twist.dice, t), twist.title]
        said += [f"{line}." for line in twist.lines]
    if holder := _holder_line(seen, t, name):
        said.append(f"{holder}.")
    if seen.announcement is not None:
        score = score_name(seen.announcement.score, t)
        by = name(seen.announcement.seat)
        said.append(t("À égaler ou à battre : {score}, annoncé par {name}.", score=score, name=by))
    elif reveal is None:
        said.append(t("Aucune annonce : on part de zéro") + ".")
    return " ".join(said)


def _cup_words(dice: Score | None, t: Texts) -> str:
    """Whether the cup is closed, or what all see under it."""
    if dice is None:
        return t("La tasse est fermée.")
    return t("La tasse est levée : {dice}.", dice=dice_in_words(dice, t))


def _holder_line(seen: Observation, t: Texts, name: _Name) -> str:
    return "" if seen.current is None else t("{name} a la tasse", name=name(seen.current))


def _twist(reveal: Reveal, t: Texts, name: _Name, *more: str) -> Twist:
    """What happened: the dice if all see them, a title, why, who pays, and `more` lines."""
    event = reveal.event
    dice = None if isinstance(event, Closed) else event.dice
    title, sign, against = _title(event, t)
    lines = (_reason(event, t, name), *_consequences(reveal, t, name), *filter(None, more))
    return Twist(dice, title, sign, lines, against)


def _title(event: Opened | Closed, t: Texts) -> tuple[str, str, bool]:
    """The title, its sign, and whether whoever had the dice loses by them."""
    match event:
        case Doubted(truth=True):
            return t("VRAI !"), _TRUE, False
        case Doubted():
            return t("BLUFF !"), _FALSE, True
        case Shown():
            return _special_title(event.special, t), _SIGNS[event.special], event.on_21
        case JokerPlayed(dice=dice) if dice == LOWEST:
            return t("32 SUR 32 !"), _SWORDS, True
        case JokerPlayed(won=won):
            return t("JOKER RÉUSSI !") if won else t("JOKER RATÉ !"), _JOKER, not won
        case Misannounced():
            return t("FAUX PAS !"), _FALSE, True
        case Fell():
            return t("TROP TARD !"), _LATE, True
        case Duelled(won=won):
            return t("DUEL GAGNÉ !") if won else t("DUEL PERDU !"), _SWORDS, not won


def _special_title(special: Special, t: Texts) -> str:
    titles = {
        "seven": t("SEPT !"),
        "double_five": t("DOUBLE 5 !"),
        "thirty_one": t("TRENTE ET UN !"),
        "nine": t("NEUF !"),
    }
    return titles[special]


def _reason(event: Opened | Closed, t: Texts, name: _Name) -> str:
    """What was announced, why the dice are special, or what they had to beat."""
    match event:
        case Misannounced():
            return t("mauvaise annonce")
        case Fell():
            return t("la tasse tombe")
        case Doubted():
            score = score_name(event.announced, t)
            return t("Annonce : {score}, par {name}", score=score, name=name(event.announcer))
        case Shown():
            return special_reason(event.dice, t)
        case JokerPlayed(to_beat=other) | Duelled(score=other):
            facts = {"dice": score_name(event.dice, t), "score": score_name(other, t)}
            return t("{dice} bat {score}", **facts) if event.won else t("{dice} ne bat pas {score}", **facts)


def _consequences(reveal: Reveal, t: Texts, name: _Name) -> Iterator[str]:
    """Who takes points, and what else follows."""
    for scored in reveal.scored:
        points = t.plural("{n} point", "{n} points", scored.points)
        yield t("{name} prend {points}", name=name(scored.seat), points=points)
    if reveal.skipped is not None:
        yield t("{name} passe son tour", name=name(reveal.skipped))
    if isinstance(reveal.event, Shown) and reveal.event.special == "thirty_one":
        yield t("Le sens tourne")
