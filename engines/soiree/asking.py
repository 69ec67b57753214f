"""Asking a question of several teams at once: its card, the stakes, and who is awaited (S5, S7, S14, S21)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from engines.core.game import order_seats
from engines.core.play import Play
from engines.core.records import Event, SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat, put_at, sort_seats, without
from engines.defizz.deck import Chance, Chrono, Cible, PingPong, answers_of
from engines.defizz.judging import digits, is_blank, judge_answer, read_proposal
from engines.defizz.observe import make_asked
from engines.soiree import events, model
from engines.soiree.events import AnswerTold, QuestionWithdrawn, SoireeEvent
from engines.soiree.model import Position, Setup
from engines.soiree.programme import fitting_questions


def asked_of(position: Position) -> model.Asked:
    """Return which question is being asked."""
    assert position.asked is not None, "a question is asked"
    return position.asked


def question_of(setup: Setup, asked: model.Asked) -> Asking:
    """Return the question itself."""
    question = setup.deck.card(asked.card).questions[asked.question]
    assert not isinstance(question, Chance), "luck is asked of nobody"
    return question


def posed(setup: Setup, asked: model.Asked) -> model.Posed:
    """Return a question as everybody may read it."""
    question = question_of(setup, asked)
    unit = question.unit if isinstance(question, Cible) else None
    size = len(question.answers) if isinstance(question, PingPong) else None
    shown = make_asked(asked.question, question)
    return model.Posed(question.mode, question.text, shown.theme, unit, size, shown.picture)


def theme_of(setup: Setup, asked: model.Asked) -> str | None:
    """Return the theme of a question: its first tag."""
    return next(iter(setup.deck.card(asked.card).questions[asked.question].tags), None)


def solution(setup: Setup, asked: model.Asked) -> model.Solution:
    """Return what a question's right answer is, with all its wordings."""
    question = question_of(setup, asked)
    if isinstance(question, Cible):
        read_up = (question.source, question.anecdote)
        return model.Solution((), (), question.number, question.unit, *read_up)
    return model.Solution(
        answers_of(question), question.reject, None, None, question.source, question.anecdote
    )


def await_all(play: SoireePlay, phase: model.Phase, seats: tuple[SeatName, ...]) -> None:
    """Enter a phase in which all of these seats are awaited, with a deadline of its own."""
    position = play.position
    play.position = replace(position, phase=phase, waiting=seats, decision=position.decision + 1)


def await_going_on(play: SoireePlay, phase: model.Phase) -> None:
    """Await a quizmaster or, where the bot leads, all teams to go on (S6, S10)."""
    quizmaster = play.position.quizmaster
    waiting = teams_there(play.setup, play.position) if quizmaster is None else (quizmaster,)
    await_all(play, phase, waiting)


def players(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who is asked: all teams that are there or, in a tie, those that are in it (S7, S21)."""
    return without(position.tied, position.gone) or teams_there(setup, position)


def take_card(play: SoireePlay) -> model.Asked | None:
    """Turn the first card that fits the round and was not used; a draw picks among its questions (S5)."""
    setup, position = play.setup, play.position
    fitting, used = set(setup.fitting[position.round]), set(position.used)
    card = next((card for card in position.order if card in fitting and card not in used), None)
    if card is None:
        return None
    places = fitting_questions(setup.deck.card(card), round_of(setup, position))
    place = places[play.draws(len(places)) - 1] if len(places) > 1 else places[0]
    return _turn(play, model.Asked(card, place))


def take_cible(play: SoireePlay) -> model.Asked | None:
    """Turn the first card not used that has a Cible, the first of them on it (S21)."""
    setup, used = play.setup, set(play.position.used)
    for card in play.position.order:
        questions = () if card in used else setup.deck.card(card).questions
        for place, question in enumerate(questions):
            if isinstance(question, Cible):
                return _turn(play, model.Asked(card, place))
    return None


def open_question(play: SoireePlay, asked: model.Asked) -> None:
    """Ask a question or, in a round with stakes, first for these (S7, S14)."""
    setup, before = play.setup, play.position
    play.position = replace(before, asked=asked, number=before.number + 1, said=(), wagers=())
    if before.tied or not round_of(setup, before).stakes:
        pose(play)
        return
    play.position = replace(play.position, wagers=(None,) * len(setup.seats))
    await_all(play, "wager", players(setup, before))
    clue = setup.deck.card(asked.card).questions[asked.question].clue
    play.tell(events.StakesAwaited(before.number + 1, clue, theme_of(setup, asked)))


def pose(play: SoireePlay) -> None:
    """Ask the question, and await an answer of everybody whom it is asked (S7)."""
    teams = players(play.setup, play.position)
    await_all(play, "answer", teams)
    now = play.position
    question = posed(play.setup, asked_of(now))
    play.tell(events.QuestionPosed(now.number, question, teams, tie=bool(now.tied)))


def _turn(play: SoireePlay, asked: model.Asked) -> model.Asked:
    play.position = replace(play.position, used=(*play.position.used, asked.card))
    return asked


# Teams and their points: `give` alone changes them (S1, S2, S15).

SoireePlay: TypeAlias = Play[Setup, Position, SoireeEvent]


def all_teams(setup: Setup) -> tuple[SeatName, ...]:
    """Return the seats that are teams, also those that have left: all but the quizmaster's (S2)."""
    return without(setup.seats, (setup.options.quizmaster,))


def teams_there(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return the teams that are still there."""
    return without(all_teams(setup), position.gone)


def round_of(setup: Setup, position: Position) -> model.Round:
    """Return the round in play or to come."""
    return setup.programme[position.round]


def points_of(setup: Setup, position: Position, seat: SeatName) -> int:
    """Return how many points a seat has."""
    return position.points[setup.seats.index(seat)]


def first_teams(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who has most points of the teams that are still there."""
    there = teams_there(setup, position)
    most = max(points_of(setup, position, seat) for seat in there)
    return tuple(seat for seat in there if points_of(setup, position, seat) == most)


def give(play: SoireePlay, seat: SeatName, points: int) -> int:
    """Give or take a seat's points, but none that it does not have (S15); return by how many they changed."""
    position, place = play.position, play.setup.seats.index(seat)
    changed = max(points, -position.points[place])
    row = position.by_round[-1]
    play.position = replace(
        position,
        points=put_at(position.points, place, position.points[place] + changed),
        by_round=(*position.by_round[:-1], put_at(row, place, row[place] + changed)),
    )
    return changed


def leader_name(position: Position) -> str:
    """Return what observations call who leads: a seat, or the bot (S2)."""
    return model.BOT if position.quizmaster is None else position.quizmaster


# What the bot takes an answer for (S9): the one place of the evening that asks the judge.
#
# An answer that carries a verdict is never judged again: its words may have been erased since, and the
# libraries that judge may have changed.

Asking: TypeAlias = Chrono | Cible | PingPong
"""What can be asked of all teams at once: anything but luck (S4)."""

_BETWEEN: Final = re.compile(r"[,;\n/]+")
_AND: Final = re.compile(r"\s+et\s+", re.IGNORECASE)


def hear(question: Asking, answer: model.Tell) -> model.Taken:
    """Return what the bot takes an answer for; its `number` is None unless one is wanted and certain."""
    if answer.verdict is not None:
        return answer.verdict
    if isinstance(question, Cible):
        readings = read_proposal(answer.text, question).readings
        return model.Taken(number=digits(readings[0]) if len(readings) == 1 else None)
    if isinstance(question, Chrono):
        return model.Taken(right=int(judge_answer(answer.text, question).right))
    return model.Taken(right=_count_named(question, answer.text))


def _count_named(question: PingPong, text: str) -> int:
    """Return how many different answers of the list are among the first five that were given (S13)."""
    found: set[int] = set()
    for given, piece in enumerate(_pieces(question, text)):
        if given == model.LIST_AT_MOST:
            break
        verdict = judge_answer(piece, question, frozenset(found))
        if verdict.right and verdict.group is not None:
            found.add(verdict.group)
    return len(found)


def _pieces(question: PingPong, text: str) -> Iterator[str]:
    """Yield the answers of a text; "et" stands between two of them unless it is part of one listed."""
    for piece in _BETWEEN.split(text):
        parts = [piece] if judge_answer(piece, question).right else _AND.split(piece)
        yield from (part for part in parts if not is_blank(part))


# The questions of an evening as they were told last (S10): who had said what, and what it brought.


def find_tellings(events: Iterable[Event]) -> tuple[AnswerTold, ...]:
    """Return them in order, without those that were withdrawn after the reveal (S17)."""
    told: list[AnswerTold] = []
    for event in events:
        match event:
            case AnswerTold():
                if event.again:
                    told.pop()
                told.append(event)
            case QuestionWithdrawn(revealed=True):
                told.pop()
    return tuple(told)


# From round to round, and to the end (S6, S21, S22, S26).

TIES_AT_MOST: Final = 3
"""How many Cibles are asked before a victory is shared (S21)."""


def announce_round(play: SoireePlay, number: int) -> None:
    """Announce round number `number` (from 0), which begins once all are ready (S6)."""
    before, coming = play.position, play.setup.programme[number]
    nothing = (0,) * len(play.setup.seats)
    play.position = replace(before, round=number, number=0, by_round=(*before.by_round, nothing), asked=None)
    play.tell(events.RoundComing(number, coming.play, coming.title, coming.length))
    await_going_on(play, "break")


def end_round(play: SoireePlay, *, skipped: bool = False) -> None:
    """Tell the standings, and announce the next round, or end the evening."""
    setup, before = play.setup, play.position
    play.position = replace(before, asked=None, said=(), wagers=(), waiting=(), bout=None)
    teams = all_teams(setup)
    gained, points = by_seat(setup.seats, before.by_round[-1]), by_seat(setup.seats, before.points)
    brought, now = tuple(gained[seat] for seat in teams), tuple(points[seat] for seat in teams)
    play.tell(events.Standing(before.round, teams, brought, now, skipped))
    if before.ending or before.round + 1 == len(setup.programme):
        settle_end(play)
    else:
        announce_round(play, before.round + 1)


def settle_end(play: SoireePlay) -> None:
    """End with the one team that is first; where several are, ask them a Cible if one is left (S21)."""
    first = first_teams(play.setup, play.position)
    if len(first) == 1:
        close(play, first)
        return
    play.position = replace(play.position, number=0, tied=first)
    play.tell(events.Tied(first))
    ask_tie(play)


def ask_tie(play: SoireePlay) -> None:
    """Ask the teams of a tie a Cible; without one, or after three, they share the victory (S21)."""
    before = play.position
    asked = take_cible(play) if before.number < TIES_AT_MOST else None
    if asked is None:
        close(play, tuple(seat for seat in before.tied if seat not in before.gone))
    else:
        open_question(play, asked)


def close(play: SoireePlay, winners: tuple[SeatName, ...]) -> None:
    """End the evening (S21, S22)."""
    won = sort_seats(play.setup.seats, winners)
    play.position = replace(play.position, phase="over", winners=won, waiting=(), bout=None)
    play.position = replace(play.position, asked=None, said=(), wagers=())
    play.tell(events.EveningOver(won))


# What answers are worth (S11 to S15, S20): points from what was said, and nothing else.

_PODIUM: Final = (3, 2, 1)
_BOUT: Final = (10, 7, 5, 3, 2, 1)
LEAST_STAKE: Final = 1


def score(
    question: Asking, played: model.Round, said: Sequence[model.Reply], wagers: Mapping[SeatName, int | None]
) -> dict[SeatName, int]:
    """Return what a question brings each seat of `wagers`, before S15; a seat that said nothing has 0."""
    plain = _score_plainly(question, said)
    if played.stakes:
        best = max(plain.values(), default=0)
        won = {seat for seat, points in plain.items() if points == best > 0}
        brought = {seat: _stake(stake) * (1 if seat in won else -1) for seat, stake in wagers.items()}
    elif played.speed and isinstance(question, Chrono):
        brought = _score_speed(said)
    else:
        brought = plain
    return {seat: played.worth * brought.get(seat, 0) for seat in wagers}


def nearest(question: Cible, said: Sequence[model.Reply]) -> tuple[SeatName, ...]:
    """Return whose numbers are nearest to a Cible's; none where nobody named one."""
    away = _distances(question, said)
    return tuple(seat for seat, distance in away.items() if distance == min(away.values()))


def share_by_chips(
    seats: tuple[SeatName, ...], ranks: Mapping[SeatName, tuple[int, ...]]
) -> dict[SeatName, int]:
    """Return the points of a round of défis, by the ranks of its seats, the least first (S20)."""
    return _by_places(seats, ranks, _BOUT)


def _stake(stake: int | None) -> int:
    return LEAST_STAKE if stake is None else stake


def _score_plainly(question: Asking, said: Sequence[model.Reply]) -> dict[SeatName, int]:
    if not isinstance(question, Cible):
        return {reply.seat: reply.right for reply in said}
    away = _distances(question, said)
    order = sorted(set(away.values()))
    ranks = {seat: (order.index(distance),) for seat, distance in away.items()}
    return _by_places(tuple(away), ranks, _PODIUM[: (len(away) + 1) // 2])


def _score_speed(said: Sequence[model.Reply]) -> dict[SeatName, int]:
    """Return 3, 2, 1 for the right answers by their moments; all after the third have 1, too (S11)."""
    right = {reply.seat: (reply.at or 0,) for reply in said if reply.right}
    return {seat: max(1, points) for seat, points in _by_places(tuple(right), right, _PODIUM).items()}


def _distances(question: Cible, said: Sequence[model.Reply]) -> dict[SeatName, Fraction]:
    answer = Fraction(str(question.number))
    return {reply.seat: abs(Fraction(reply.number) - answer) for reply in said if reply.number is not None}


def _by_places(
    seats: tuple[SeatName, ...], ranks: Mapping[SeatName, tuple[int, ...]], values: Sequence[int]
) -> dict[SeatName, int]:
    """Return what each seat's place is worth; equals share the better value."""
    worth = dict(enumerate(values, 1))
    places = order_seats(seats, ranks.__getitem__)
    return {seat: worth.get(place.number, 0) for place in places for seat in place.seats}
