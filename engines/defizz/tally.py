"""What each seat did in a game of Défizz: a team has one sheet (Z16), a quizmaster none (Z27).

A challenge counts once it is settled, as it stands in the end (Z21): one that was broken off because the game
was over does not count.

| fact | counts |
| --- | --- |
| asked_chrono | questions of that mode that it took part in (Z9) |
| asked_cible | (Z10) |
| asked_pingpong | (Z11) |
| asked_chance | (Z12) |
| answered_chrono | answers that it gave to them |
| answered_cible | numbers proposed |
| answered_pingpong | answers given |
| answered_chance | numbers proposed |
| won_chrono | of the questions that it took part in, those whose pot it took (Z8) |
| won_cible | so, in a Cible |
| won_pingpong | so, in a Ping-pong |
| won_chance | so, by luck |
| judged_chrono | of its answers, those on which there is a verdict (Z14): none on one that came too late |
| judged_pingpong | so, in a Ping-pong |
| right_chrono | of those, right ones |
| right_pingpong | so, in a Ping-pong |
| exact_cible | of its numbers, exact ones |
| timed_chrono | answers by a click, of which it is known how long they took |
| timed_cible | so, in a Cible |
| timed_pingpong | so, in a Ping-pong |
| timed_chance | so, where a number is drawn |
| ms_chrono | how long these took together, in ms, since the question was asked |
| ms_cible | so, in a Cible, since it was the seat’s turn |
| ms_pingpong | so, in a Ping-pong |
| ms_chance | so, where a number is drawn |
| turned_for | answers that count as right against the bot’s verdict (Z14, Z21) |
| turned_against | answers that count as wrong against the bot’s verdict |
| contests | verdicts contested, for a vote (Z21) |
| contests_won | of those, verdicts that were turned by that vote |
| opened | challenges chosen (Z4) |
| raised | of those, above the minimum (Z5, Z6) |
| named | stakes named in them, in chips; none where the bank pays (Z16) |
| had | chips that it had when it named them |
| challenged | duels to which it was challenged |
| accepted | raises accepted (Z5, Z6) |
| refused | raises refused, at a deadline too |
| won_refused | pots taken because nobody accepted |
| staked | chips paid to take part, those included that came back (Z7, Z13) |
| chips_won | chips of others in the pots that it took (Z8) |
| chips_lost | its own chips in pots that others took, those included that it left with (Z20) |
| pot_0 | pots taken of less than 500 chips |
| pot_500 | of 500 to 900 |
| pot_1000 | of 1000 to 1900 |
| pot_2000 | of 2000 to 3900 |
| pot_4000 | of 4000 and more |
| bank | chips that the bank paid (Z16) |
| corrected | chips that a quizmaster moved to it, below 0 where away from it (Z29) |
| helped | times that it read a card by itself (Z3) |
| read | questions that it read for others (Z1) |
| eliminated | 1 where it lost its last chip (Z15) |
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, get_args

from engines.core.events import Event
from engines.core.facts import find_timed
from engines.core.story import Facts, Story, Tally, blank_sheets
from engines.defizz import events
from engines.defizz.courses import Course, find_contests, find_courses
from engines.defizz.deadlines import deadline
from engines.defizz.deck import Mode
from engines.defizz.model import Answer
from engines.defizz.observe import to_act
from engines.defizz.readers import players_of
from engines.defizz.settling import question_of
from engines.defizz.stakes import chips_of

__all__ = ["tally"]

_MODES: Final[tuple[Mode, ...]] = get_args(Mode)
_JUDGED: Final[tuple[Mode, ...]] = ("chrono", "pingpong")
_POTS: Final = (4000, 2000, 1000, 500, 0)
"""Pots are counted together from one of these sizes on."""

_NAMES = (
    *(f"{what}_{mode}" for what in ("asked", "answered", "won", "timed", "ms") for mode in _MODES),
    *(f"{what}_{mode}" for what in ("judged", "right") for mode in _JUDGED),
    *("exact_cible", "turned_for", "turned_against", "contests", "contests_won"),
    *("opened", "raised", "named", "had", "challenged", "accepted", "refused", "won_refused"),
    *("staked", "chips_won", "chips_lost", *(f"pot_{least}" for least in _POTS)),
    *("bank", "corrected", "helped", "read", "eliminated"),
)


def tally(story: Story) -> Facts:
    """Return the facts of every seat that plays."""
    sheets = blank_sheets(players_of(story.last().setup), _NAMES)
    for course in find_courses(story.events()):
        _count_question(sheets, course)
        _count_chips(sheets, course)
    for event in story.events():
        _count_choices(sheets, event)
        _count_fate(sheets, event)
    for seat, turned in find_contests(story.events()):
        sheets[seat]["contests"] += 1
        sheets[seat]["contests_won"] += turned
    _count_appetite(sheets, story)
    _count_times(sheets, story)
    return sheets


def _count_question(sheets: Tally, course: Course) -> None:
    """Count who was asked, and what became of the answers."""
    mode = course.mode
    if mode is None:
        return
    for seat in course.participants:
        sheets[seat][f"asked_{mode}"] += 1
    for answer in course.answers:
        sheets[answer.seat][f"answered_{mode}"] += 1
        if mode == "cible" and answer.number is not None and course.number is not None:
            exact = Fraction(answer.number) == Fraction(str(course.number))
            sheets[answer.seat]["exact_cible"] += exact
    for verdict in course.verdicts:
        sheet = sheets[verdict.seat]
        sheet[f"judged_{mode}"] += 1
        sheet[f"right_{mode}"] += verdict.right
        sheet["turned_for"] += verdict.right and not verdict.bot
        sheet["turned_against"] += verdict.bot and not verdict.right
    if course.winner is not None:
        sheets[course.winner][f"won_{mode}"] += 1
    if course.reader in sheets:
        sheets[course.reader]["read"] += 1


def _count_chips(sheets: Tally, course: Course) -> None:
    """Count stakes, and what they became."""
    for seat in course.participants:
        sheets[seat]["staked"] += course.stake
    if course.rest is not None and course.rest.seat is not None:
        sheets[course.rest.seat]["bank"] += course.rest.rest
    if course.winner is None:
        return
    winner = sheets[course.winner]
    winner["chips_won"] += course.pot - course.paid[course.winner]
    winner["bank"] += course.prize
    winner["won_refused"] += course.outcome == "refused"
    winner[f"pot_{next(least for least in _POTS if course.pot >= least)}"] += 1
    for seat, chips in course.paid.items():
        sheets[seat]["chips_lost"] += chips * (seat != course.winner)


def _count_choices(sheets: Tally, event: Event) -> None:
    """Count what seats dared, or did not."""
    match event:
        case events.Challenged(seat):
            sheets[seat]["opened"] += 1
            sheets[seat]["raised"] += event.raised
            if event.opponent is not None:
                sheets[event.opponent]["challenged"] += 1
        case events.Accepted(seat):
            sheets[seat]["accepted"] += 1
        case events.Refused(seat):
            sheets[seat]["refused"] += 1
        case events.HelpUsed(seat):
            sheets[seat]["helped"] += 1


def _count_fate(sheets: Tally, event: Event) -> None:
    """Count what a quizmaster or the loss of all chips did to seats."""
    match event:
        case events.ChipsMoved(giver, taker, chips):
            sheets[giver]["corrected"] -= chips
            sheets[taker]["corrected"] += chips
        case events.Eliminated(seat):
            sheets[seat]["eliminated"] = 1
        case events.SettlementUndone():
            for seat in event.returning:
                sheets[seat]["eliminated"] = 0


def _count_appetite(sheets: Tally, story: Story) -> None:
    """Count the stakes that seats named, beside what they had."""
    for deed in story.deeds:
        for event in deed.events:
            if isinstance(event, events.Challenged) and event.stake is not None and deed.before is not None:
                sheet = sheets[event.seat]
                sheet["named"] += event.stake
                sheet["had"] += chips_of(deed.before.setup, deed.before.position, event.seat)


def _count_times(sheets: Tally, story: Story) -> None:
    """Count how long answers took."""
    for deed, ms in find_timed(story, deadline, to_act):
        if isinstance(deed.action, Answer) and deed.before is not None and deed.seat is not None:
            mode = question_of(deed.before.setup, deed.before.position).mode
            sheets[deed.seat][f"timed_{mode}"] += 1
            sheets[deed.seat][f"ms_{mode}"] += ms
