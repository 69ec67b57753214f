"""Diavolo as a `Game`: how a table starts, and which rule an action sets going."""

from types import MappingProxyType
from typing import Any

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.records import Deadline, LegalActions, Refusal, SeatName, State, Step
from engines.core.replacing import replace
from engines.core.seats import DRAWN, first_seat, next_seat, put_at
from engines.core.telling import Chronicle, Facts, Moment, Story
from engines.diavolo import events, legal, model, rounds, tally
from engines.diavolo.events import DiavoloEvent
from engines.diavolo.legal import in_play
from engines.diavolo.model import Action, DiavoloState, Observation, Options, Position, Setup
from engines.diavolo.rounds import MOST_GEMS, DiavoloPlay, close, open_round, roll, settle
from engines.diavolo.throw import pawns_for

# Missed deadlines (C3, D6, D9) and leaving (C4, D11).


def let_pass(play: DiavoloPlay) -> None:
    """Let the deadline pass: throw the dice, or settle the round (C3)."""
    if play.position.phase == "roll":
        roll(play, by_itself=True)
    else:
        settle(play)


def remove(play: DiavoloPlay, seat: SeatName, *, absent: bool) -> None:
    """Take `seat` away for good: its gems go out of play, its pawn stays out of the round (D11)."""
    setup, before = play.setup, play.position
    play.tell(events.Left(seat, absent))
    played = seat in in_play(setup, before)
    play.position = replace(
        before,
        gems=put_at(before.gems, setup.seats.index(seat), 0),
        held=tuple(held for held in before.held if held.seat != seat),
    )
    present = in_play(setup, play.position)
    if len(present) == 1:
        close(play)
    elif played and before.phase == "roll":
        _make_room(play, present)


def _make_room(play: DiavoloPlay, present: tuple[SeatName, ...]) -> None:
    """Let the next seat roll where the roller has left, and lay out pawns for those still there (D4)."""
    before = play.position
    roller = before.roller
    if roller not in present:
        roller = next_seat(play.setup.seats, present, roller)
        play.tell(events.RollPassed(roller))
    play.position = open_round(before, len(present), roller)


# What older versions of the rules kept of a position, and what is known of it today.


def know_last(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a position of version 1 with what it tells of the order of going out: who went last.

    That is told at the end alone: of those in the last round, all that neither won nor left. While the game
    goes on a position does not say whose gems are gone. Whoever is not named shares a place behind those who
    go out from now on.
    """
    winners, last = plain["winners"], plain["last"]
    if winners is None or last is None:
        return {**plain, "out": []}
    stayed = {*winners, *plain["gone"]}
    went = [fate["seat"] for fate in last["fates"] if fate["seat"] not in stayed]
    return {**plain, "out": [went] if went else []}


def forget_order(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a position of version 2 as version 1 kept it."""
    return {name: fact for name, fact in plain.items() if name != "out"}


ROLL_SECONDS = 30
"""How long the roller may take (D9)."""
GRAB_SECONDS = 15
"""How long a round stays open (D6)."""
_LEARNERS_LEAD = 4
"""How long learners see the Order die alone, in seconds (D10)."""
_PAUSE = 2.5
"""How long everybody looks at the end of a round before the next throw, in seconds."""


class Diavolo(Game[Setup, Position, Action, DiavoloEvent, Observation]):
    """Nine dice, one order: grab a pawn of the right colour before the others do (D1 to D11)."""

    name = "diavolo"
    rules_version = 2
    upgrades = MappingProxyType({1: {"position": know_last}})  # 2: when seats have gone out (D12)
    plays_alike = MappingProxyType({1: forget_order})
    seats_min = 2
    seats_max = 6
    sequential = False
    secrets = False
    left_out = frozenset({"at"})
    quickness = True

    options = Codec(Options)
    setups = Codec(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = Codec(model.Roll, model.Grab)
    events: Codec[DiavoloEvent] = Codec(*events.ALL)
    observations = Codec(Observation)

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, DiavoloEvent]:
        """Return the first round's start; one draw says who rolls, unless that seat is named (D9)."""
        first, many = setup.options.first, len(setup.seats)
        position = Position(
            phase="roll",
            round=1,
            roller=first_seat(first, setup.seats, draws),
            gems=(MOST_GEMS,) * many,
            missed=(0,) * many,
            pawns=pawns_for(many),
        )
        started = events.RoundStarted(1, position.roller, first == DRAWN)
        return Step(State(setup, position), (started,))

    def legal_actions(self, state: DiavoloState, seat: SeatName) -> LegalActions[Action]:
        """Return all that `seat` may do now, but for clicks that were made earlier and arrive late."""
        return legal.legal_actions(state, seat)

    def why_not_yours(self, state: DiavoloState, seat: SeatName, action: Action) -> str | None:
        """Return "holds_a_pawn" where the seat holds one, "no_gems" where it is out (D8)."""
        del action
        return legal.why_not_yours(state, seat)

    def objection(self, state: DiavoloState, seat: SeatName, action: Action) -> Refusal | None:
        """Return why a seat that is awaited may not do this, or None when it may."""
        del seat  # all that are awaited may do the same
        return legal.objection(state.position, action)

    def follow(self, play: DiavoloPlay, seat: SeatName, action: Action) -> None:
        """Throw the dice, or take a pawn."""
        match action:
            case model.Roll():
                rounds.roll(play)
            case model.Grab():
                rounds.grab(play, seat, action)

    def stamp(self, action: Action, order: int) -> Action:
        """Return a grab with the order number of its click (D5)."""
        return replace(action, at=order) if isinstance(action, model.Grab) else action

    def lapse(self, play: DiavoloPlay, awaited: tuple[SeatName, ...]) -> None:
        """Throw the dice (D9) or settle the round (D6) without those who were awaited."""
        del awaited
        let_pass(play)

    def remove(self, play: DiavoloPlay, seat: SeatName, *, absent: bool) -> None:
        """Take a seat away for good (D11)."""
        remove(play, seat, absent=absent)

    def awaits_settle(self, state: DiavoloState) -> bool:
        """Return whether every seat holds a pawn, or the right colour is exhausted (D6)."""
        return legal.is_closing(state.setup, state.position)

    def obey(self, play: DiavoloPlay, command: str) -> None:
        """Settle the round, once no click can still be on its way (D6)."""
        if command == "settle" and legal.is_closing(play.setup, play.position):
            rounds.settle(play)
        else:
            super().obey(play, command)

    def observe(self, state: DiavoloState, seat: SeatName | None) -> Observation:
        """Return what `seat` may know, or what all may know for None."""
        return legal.observe(state, seat)

    def deadline(self, state: DiavoloState) -> Deadline | None:
        """Return the awaited decision: this roller's throw, or this round's grabs until they are settled."""
        position = state.position
        if position.phase == "roll":
            lead = 0 if position.last is None else _PAUSE
            return Deadline(f"{position.round}.roll.{position.roller}", "roll", ROLL_SECONDS, lead=lead)
        if position.phase == "grab":
            lead = _LEARNERS_LEAD if legal.order_first(state.setup, position) else 0
            key = f"{position.round}.grab"
            return Deadline(key, "grab", GRAB_SECONDS, always=True, race=True, lead=lead)
        return None

    def to_act(self, state: DiavoloState) -> tuple[SeatName, ...]:
        """Return who owes a decision: the roller, or who holds no pawn yet."""
        return legal.to_act(state.setup, state.position)

    def rank(self, state: DiavoloState, seat: SeatName) -> tuple[int, ...]:
        """Rank by gems; those without any by the round in which they lost their last one (D12)."""
        position = state.position
        return (-position.gems[state.setup.seats.index(seat)], -rounds.lasted(position, seat))

    def unrated(self, state: DiavoloState) -> str | None:
        """Return "children" or "learning" where the race was an easier one (D10)."""
        options = state.setup.options
        return "children" if options.children else "learning" if options.learning else None

    def find_moments(self, chronicle: Chronicle[DiavoloEvent, Observation]) -> tuple[Moment, ...]:
        """Return what is worth telling of a game, the best first."""
        return tally.find_moments(chronicle)

    def tally(self, story: Story) -> Facts:
        """Return what each seat grabbed, and how fast."""
        return tally.tally(story)
