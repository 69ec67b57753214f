"""A decision of a computer, from what is awaited to what is done at the table. Pure.

Nothing of it is stored before it is done: whoever dies in between thinks again, and comes to the same. What
is done names the decision that was awaited, so that it is done once, whoever else acts meanwhile.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.tables.asks import Ask, Plan, line
from bot.tables.model import Computer, Held, Status, plain_computer
from bot.tables.pending import Offer
from bot.tables.playing.capabilities.agreements import accept, decline
from bot.tables.playing.capabilities.steps import draws_of, play_pending, take_step
from bot.tables.playing.ending import Course
from bot.tables.timing import check_moment
from bot.tables.viewpoint import name_decision
from engines.core.game import AnyGame
from engines.core.records import AnyState, Refusal
from players.core.player import AnyDecision


@dataclass(frozen=True, slots=True)
class Awaited:
    """A decision that is awaited of a computer: its name, and the state that it is made in.

    `seen` is the number of the last line of the log by then; `offer` is what it is asked to agree to.
    """

    seat: str
    computer: Computer
    name: str
    state: AnyState
    seen: int
    offer: str | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer has decided. `version` is its player's, None where that had failed.

    Of somebody else's program it is PROGRAM. `budget` is how many positions it could look at.
    """

    awaited: Awaited
    decision: AnyDecision
    version: int | str | None
    budget: int


def find_computers(held: Held) -> Mapping[str, Computer]:
    """The computers that play at a table, by their seats."""
    return {seat.name: seat.player for seat in held.table.seats if seat.player is not None}


def find_awaited(held: Held, game: AnyGame) -> Mapping[str, Awaited]:
    """What is awaited of computers at a table now, by their seats.

    An offer is answered before anything else. Between rounds people go on when they like; where nobody but
    computers is there, the first of them does. A race is nothing for anybody before people see it.
    """
    state, alarm = held.vault.state, held.table.alarm
    if held.table.status is not Status.PLAYING or state is None or (alarm is not None and alarm.unseen):
        return {}
    offer = _find_offer(held)
    if offer is not None:
        state = play_pending(held, game, draws_of(held)).state
        seats = [seat for seat in find_computers(held) if seat != offer.seat]
        return {seat: _await(held, game, state, seat, offer.command) for seat in seats[:1]}
    awaited = game.to_act(state) or _who_goes_on(held, game, state)
    computers = find_computers(held)
    return {seat: _await(held, game, state, seat) for seat in awaited if seat in computers}


def do(held: Held, game: AnyGame, thought: Thought, ask: Ask, back_at: int) -> Plan | None:
    """Do what a computer has decided; None where that is awaited no more.

    Raises Refusal for what the rules do not allow, Denied for what comes too late (see `check_moment`).
    """
    made = thought.awaited
    now = find_awaited(held, game).get(made.seat)
    if now is None or (now.name, now.computer) != (made.name, made.computer):
        return None
    if now.state != made.state and (game.sequential or made.offer is not None):
        return None
    told = line("decide", None, made.seat, _describe(thought))
    if made.offer is not None:
        plan = (accept if thought.decision.agrees else decline)(held, ask, game)
        return replace(plan, lines=(told, *plan.lines))
    if not thought.decision.actions:
        raise Refusal("illegal_action", "nothing_decided")
    check_moment(held.table, ask, back_at)
    course, draws = Course(now.state, (told,)), draws_of(held)
    for action in thought.decision.actions:
        decided = game.decide(course.state, made.seat, game.stamp(action, ask.order))
        course = course.act(game, made.seat, decided, draws)
    return take_step(held, game, course)


def _find_offer(held: Held) -> Offer | None:
    """The offer that computers may answer: the removal of somebody is for people to wish."""
    offer = held.table.pending.offer
    return offer if offer is not None and offer.whom is None else None


def _await(held: Held, game: AnyGame, state: AnyState, seat: str, offer: str | None = None) -> Awaited:
    computer = find_computers(held)[seat]
    return Awaited(seat, computer, name_decision(game, state, seat, offer), state, held.last_seq, offer)


def _who_goes_on(held: Held, game: AnyGame, state: AnyState) -> tuple[str, ...]:
    """The first seat that may go on where nobody owes a decision, and no person is there to do so."""
    if any(not seat.left and seat.player is None for seat in held.table.seats):
        return ()
    able = (seat for seat in find_computers(held) if game.legal_actions(state, seat).actions)
    return tuple(seat for seat, _ in zip(able, range(1), strict=False))


def _describe(thought: Thought) -> dict[str, Any]:
    """What the log says of a decision, so that it can be derived again; nothing that its seat alone knew."""
    told: dict[str, Any] = {**plain_computer(thought.awaited.computer), "seen": thought.awaited.seen}
    if thought.awaited.offer is not None:
        told["offer"] = thought.awaited.offer
    return {**told, "version": thought.version, "budget": thought.budget}


# What thinks for computers; whoever runs the bot says where (see bot.thinking).


class MindFailed(Exception):
    """No answer will come: whoever thinks has died, or takes too long."""


class Mind(Protocol):
    """Answers questions (see `players.core.speech`), which hold nothing but what a seat may know."""

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """The decision, as JSON-able data; `budget` in it says by which budget, if not by the question's.

        MindFailed where there will be none.
        """
        ...


class Programs(Protocol):
    """Programs of others that may sit at tables, by the names that the operator gave them."""

    def offered(self, game: str) -> Sequence[str]:
        """The names of those that play this game."""
        ...

    def find(self, name: str) -> Mind | None:
        """What thinks for the program of this name; None where there is none any more."""
        ...
