"""Whether a state that came from outside can be an evening's: what all reachable positions keep to."""

from engines.core.seats import sort_seats
from engines.defizz.checks import is_possible as is_possible_bout
from engines.defizz.deck import Chance, Cible
from engines.defizz.faults import find_contradictions
from engines.defizz.stakes import find_turnable
from engines.soiree.asking import all_teams, players, round_of, teams_there
from engines.soiree.challenges import inner_state, playing
from engines.soiree.evening import TIES_AT_MOST
from engines.soiree.model import BOT, MOST_TEAMS, Asked, Bout, Position, Reply, Setup, SoireeState
from engines.soiree.programme import rounds_of

LEAST_TEAMS = 2


def is_possible(state: SoireeState) -> bool:
    """Return whether an evening can have reached this state."""
    setup, position = state.setup, state.position
    if not _table_stands(setup, position):
        return False
    return all(test(setup, position) for test in (_points_fit, _question_fits, _people_fit, _phase_fits))


def _table_stands(setup: Setup, position: Position) -> bool:
    """Return whether seats, programme, cards and counts belong together."""
    leader, many = setup.options.quizmaster, len(setup.seats)
    known = {card.id for card in setup.deck.cards}
    rows = (position.points, *position.by_round, *((position.wagers,) if position.wagers else ()))
    return (
        (leader == BOT or leader in setup.seats)
        and LEAST_TEAMS <= len(all_teams(setup)) <= MOST_TEAMS
        and setup.programme == rounds_of(setup.options)
        and len(setup.fitting) == len(setup.programme)
        and all(set(fitting) <= known for fitting in setup.fitting)
        and next(find_contradictions(setup.deck), None) is None
        and position.round < len(setup.programme)
        and len(position.by_round) == position.round + 1
        and all(len(row) == many for row in rows)
        and sorted(position.order) == sorted(known)
        and len(set(position.used)) == len(position.used)
        and set(position.used) <= known
    )


def _points_fit(setup: Setup, position: Position) -> bool:
    """Return whether points are the sum of all rounds', and a quizmaster has none."""
    sums = tuple(map(sum, zip(*position.by_round, strict=True)))
    leaders = set(setup.seats) - set(all_teams(setup))
    return sums == position.points and not any(position.points[setup.seats.index(one)] for one in leaders)


def _people_fit(setup: Setup, position: Position) -> bool:
    """Return whether the quizmaster is the one that was set, and all who are named play."""
    leader, there = position.quizmaster, teams_there(setup, position)
    named = {*position.tied, *(reply.seat for reply in position.said)}
    return (
        (leader is None or (leader == setup.options.quizmaster and leader not in position.gone))
        and position.tied == sort_seats(all_teams(setup), position.tied)
        and named <= set(all_teams(setup))
        and len(there) >= 1
        and len(set(position.waiting)) == len(position.waiting)
    )


def _question_fits(setup: Setup, position: Position) -> bool:
    """Return whether the question in play, and the last one, are of the cards that were turned."""
    last, asked = position.last, position.asked
    most = TIES_AT_MOST if position.tied else round_of(setup, position).length
    if position.number > most or (asked is not None and not _is_turned(setup, position, asked)):
        return False
    if asked is not None and position.number == 0:
        return False
    return last is None or (
        _is_turned(setup, position, last.asked)
        and len(last.points) == len(setup.seats)
        and len(last.wagers) in (0, len(setup.seats))
        and {reply.seat for reply in last.said} <= set(all_teams(setup))
    )


def _is_turned(setup: Setup, position: Position, asked: Asked) -> bool:
    if asked.card not in position.used:
        return False
    return not isinstance(setup.deck.card(asked.card).questions[asked.question], Chance)


def _phase_fits(setup: Setup, position: Position) -> bool:
    """Return whether the phase has what it needs, and nothing else."""
    phase = position.phase
    if phase == "over":
        return bool(position.winners) and not position.waiting and position.asked is None
    there = teams_there(setup, position)
    if position.winners is not None or len(there) < LEAST_TEAMS:
        return False
    if phase == "challenges":
        return not position.waiting and _bout_fits(setup, position)
    if not position.waiting:
        return False
    if position.bout is not None:
        return phase == "reveal" and _bout_fits(setup, position) and _awaits_going_on(setup, position)
    if phase == "break":
        return position.asked is None and not position.tied and _awaits_going_on(setup, position)
    if position.asked is None:
        return False
    if phase == "reveal":
        return (
            position.last is not None
            and position.last.asked == position.asked
            and _awaits_going_on(setup, position)
        )
    if phase == "verdict":
        return position.waiting == (position.quizmaster,)
    return _answers_fit(setup, position)


def _awaits_going_on(setup: Setup, position: Position) -> bool:
    """Return whether those are awaited who may go on: a quizmaster alone, or teams (S6, S10)."""
    if position.quizmaster is not None:
        return position.waiting == (position.quizmaster,)
    return set(position.waiting) <= set(teams_there(setup, position))


def _answers_fit(setup: Setup, position: Position) -> bool:
    """Return whether everybody who is asked has either answered or is awaited."""
    asked, waiting = players(setup, position), set(position.waiting)
    if position.phase == "wager":
        named = {seat for seat, stake in zip(setup.seats, position.wagers, strict=False) if stake is not None}
        return not position.tied and not position.said and waiting == set(asked) - named
    said = [reply.seat for reply in position.said]
    return (
        len(set(said)) == len(said)
        and waiting.isdisjoint(said)
        and waiting | set(said) == set(asked)
        and all(_reply_fits(setup, position, reply) for reply in position.said)
    )


def _reply_fits(setup: Setup, position: Position, reply: Reply) -> bool:
    asked = position.asked
    assert asked is not None, "a question is asked"
    question = setup.deck.card(asked.card).questions[asked.question]
    numeric = isinstance(question, Cible)
    return (reply.number is not None) == (numeric and reply.text is not None)


def _bout_fits(setup: Setup, position: Position) -> bool:
    """Return whether the round of défis is a possible game of Défizz."""
    bout = position.bout
    if bout is None or position.asked is not None or position.tied:
        return False
    known = {card.id for card in setup.deck.cards}
    if not set(bout.cards) <= known or bout.first not in bout.seats or bout.position.winners is not None:
        return False
    teams = playing(setup, bout)
    leader = (setup.options.quizmaster,) if len(teams) < len(bout.seats) else ()
    away = set(bout.position.gone) - set(leader)
    return (
        bout.seats == (*leader, *sort_seats(all_teams(setup), teams))
        and bout.first in teams
        and away == set(teams) & set(position.gone)
        and (position.quizmaster is not None or set(leader) <= set(bout.position.gone))
        and len(bout.position.missed) == len(bout.seats)
        and _length_fits(setup, position, bout)
        and is_possible_bout(inner_state(setup, bout))
    )


def _length_fits(setup: Setup, position: Position, bout: Bout) -> bool:
    """Return whether the round goes on, or only its last verdicts can still be turned (S19, S27)."""
    length, voting = round_of(setup, position).length, bout.position.poll is not None
    if bout.settled < length:
        return position.phase == "challenges"
    phase = "challenges" if voting else "reveal"
    return bout.settled == length and position.phase == phase and bool(find_turnable(bout.position))
