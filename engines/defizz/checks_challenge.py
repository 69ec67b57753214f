"""Whether a challenge from outside can be one of this game's: who takes part, who paid, who spoke."""

from collections.abc import Iterable

from engines.core.records import SeatName
from engines.core.seats import by_seat
from engines.defizz.checks_votes import naming_fits
from engines.defizz.deck import Chance, Chrono, Cible, PingPong, answers_of
from engines.defizz.model import Challenge, Position, Setup
from engines.defizz.modes.verdicts import pending_answer
from engines.defizz.rounds import is_paid_by_bank
from engines.defizz.settling import die_of, question_of


def challenge_fits(setup: Setup, position: Position) -> bool:
    """Return whether the challenge belongs to the table, the die, the stakes and its question's mode."""
    challenge = position.challenge
    if challenge is None or not _people_fit(setup, position, challenge):
        return False
    if position.asked is not None and position.asked != challenge.question:
        return False
    if position.phase == "raise":
        return _raise_fits(setup, position, challenge)
    return _stakes_fit(setup, position, challenge) and _answers_fit(setup, position, challenge)


def _people_fit(setup: Setup, position: Position, challenge: Challenge) -> bool:
    """Return whether all named are in play, do not read and are named once; a duel has its opponent."""
    there, opponent = set(position.in_play) - {position.reader}, challenge.opponent
    duel = die_of(position).kind == "duel"
    return (
        _in_turn(setup, position, challenge.participants)
        and set(challenge.participants) <= there
        and set(challenge.waiting) <= there
        and len(set(challenge.waiting)) == len(challenge.waiting)
        and set(challenge.refused).isdisjoint((*challenge.participants, *challenge.waiting))
        and (opponent is not None) == duel
        and (not duel or {*challenge.participants, *challenge.waiting} <= {position.active, opponent})
        and (opponent is None or opponent not in (position.active, position.reader))
        and {*challenge.refused, opponent, *(said.seat for said in challenge.said)} <= {*setup.seats, None}
    )


def _in_turn(setup: Setup, position: Position, seats: tuple[SeatName, ...]) -> bool:
    """Return whether the seats are in turn from the active one on, each once."""
    place = setup.seats.index(position.active)
    return seats == _pick((*setup.seats[place:], *setup.seats[:place]), seats)


def _pick(seats: Iterable[SeatName], kept: Iterable[SeatName]) -> tuple[SeatName, ...]:
    wanted = set(kept)
    return tuple(seat for seat in seats if seat in wanted)


def _raise_fits(setup: Setup, position: Position, challenge: Challenge) -> bool:
    """Return whether a raise is above the minimum and awaits an answer, and only who refused it has paid."""
    stake = challenge.stake
    paid = by_seat(setup.seats, position.paid)
    return (
        stake is not None
        and stake > die_of(position).minimum
        and not is_paid_by_bank(setup, position)
        and challenge.participants[:1] == (position.active,)
        and bool(challenge.waiting)
        and _in_turn(setup, position, challenge.waiting)
        and set(challenge.waiting).isdisjoint(challenge.participants)
        and not challenge.said
        and not any(paid[seat] for seat in (*challenge.participants, *challenge.waiting))
    )


def _stakes_fit(setup: Setup, position: Position, challenge: Challenge) -> bool:
    """Return whether two or more take part, and paid the same, or nothing where the bank pays (Z7, Z16)."""
    bank = is_paid_by_bank(setup, position)
    paid = by_seat(setup.seats, position.paid)
    stake = 0 if challenge.stake is None else challenge.stake
    return (
        len(challenge.participants) > 1
        and (challenge.stake is None) == bank
        and (bank or stake > 0)
        and all(paid[seat] == stake for seat in challenge.participants)
    )


def _answers_fit(setup: Setup, position: Position, challenge: Challenge) -> bool:
    """Return whether those awaited can answer, and an answer is pending exactly while a person judges it."""
    if position.poll is not None:
        return naming_fits(setup, position, position.poll)
    question, said = question_of(setup, position), challenge.said
    verdict = position.phase == "verdict"
    if verdict and pending_answer(position) is None:
        return False
    if not set(challenge.waiting) <= set(challenge.participants):
        return False
    if isinstance(question, Chance) and question.resolver != "nearest":
        naming = question.resolver == "reader" and position.reader is not None
        return naming and not verdict and not challenge.waiting and not said
    if any(one.group is not None and one.group >= len(answers_of(question)) for one in said):
        return False
    if isinstance(question, PingPong):
        return _ping_pong_fits(position, challenge)
    if isinstance(question, Cible | Chance) and verdict:
        return False
    if isinstance(question, Chrono) and any(one.at is None for one in said if one.text is not None):
        return False
    spoken = [one.seat for one in said]
    unheard = set(challenge.participants) - set(spoken)
    closed = isinstance(question, Chrono) and verdict
    return len(set(spoken)) == len(spoken) and (
        not challenge.waiting if closed else bool(challenge.waiting) and set(challenge.waiting) == unheard
    )


def _ping_pong_fits(position: Position, challenge: Challenge) -> bool:
    """Return whether somebody is still in, and all answers but a pending one have been judged."""
    unjudged = [one for one in challenge.said if one.text is not None and one.right is None]
    last = challenge.said[-1:]
    if position.phase == "verdict":
        return unjudged == list(last) and last[0].seat == challenge.waiting[0]
    return not unjudged and bool(challenge.waiting)
