"""Diavolo as a `Game`: how a table starts, and which rule an action sets going."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.errors import Refusal
from engines.core.events import Seat
from engines.core.game import Deadline, Game, LegalActions, State, Step
from engines.core.play import Play
from engines.core.replacing import replace
from engines.core.seats import DRAWN, first_seat, read_first, read_seats
from engines.diavolo import absence, checks, events, legal, model, observe, rounds
from engines.diavolo.events import DiavoloEvent
from engines.diavolo.model import Action, DiavoloState, Observation, Options, Position, Setup
from engines.diavolo.pawns import pawns_for
from engines.diavolo.rounds import MOST_GEMS, DiavoloPlay

ROLL_SECONDS = 30
"""How long the roller may wait (D9)."""
GRAB_SECONDS = 15
"""How long a round stays open (D6)."""
_LEARNERS_LEAD = 4
"""How long learners see the Order die alone (D10)."""
_PAUSE = 2.5
"""How long everybody looks at how a round came out before the next throw."""

_OPTIONS: Codec[Options] = Codec(Options)


class Diavolo(Game[Setup, Position, Action, DiavoloEvent, Observation]):
    """Nine dice, one order: grab a pawn of the right colour before the others do (D1 to D11)."""

    name = "diavolo"
    seats_min = checks.LEAST_SEATS
    seats_max = checks.MOST_SEATS
    sequential = False
    left_out = frozenset({"at"})

    options = _OPTIONS
    setups = Codec(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = Codec(model.Roll, model.Grab)
    events: Codec[DiavoloEvent] = Codec(*events.ALL)
    observations = Codec(Observation)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, object]) -> Setup:
        """Return the setup of a new table; raises Refusal `bad_seats` or `bad_options`."""
        known = read_seats(seats, self.seats_min, self.seats_max)
        chosen = _OPTIONS.parse(dict(options), "bad_options")
        read_first(chosen.first, known)
        return Setup("diavolo", known, chosen)

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

    def legal_actions(self, state: DiavoloState, seat: Seat) -> LegalActions[Action]:
        """Return all that `seat` may do now; clicks that arrive late are not listed."""
        return legal.legal_actions(state, seat)

    def refusal(self, state: DiavoloState, seat: Seat, action: Action) -> Refusal | None:
        """Return why `seat` may not do this now, or None when it may."""
        return legal.refusal(state, seat, action)

    def play(
        self, state: DiavoloState, seat: Seat, action: Action, draws: Draws
    ) -> Step[Setup, Position, DiavoloEvent]:
        """Return what a legal action leads to."""
        play: DiavoloPlay = Play(state, draws)
        play.position = absence.forget_misses(play.setup, play.position, seat)
        match action:
            case model.Roll():
                rounds.roll(play)
            case model.Grab():
                rounds.grab(play, seat, action)
        return play.step()

    def stamped(self, action: Action, moment: int) -> Action:
        """Return a grab with the moment of its click (D5)."""
        return replace(action, at=moment) if isinstance(action, model.Grab) else action

    def miss(self, state: DiavoloState, draws: Draws) -> Step[Setup, Position, DiavoloEvent]:
        """Return the throw (D9) or the settling (D6) that follows by itself, and who leaves for it (C3)."""
        play: DiavoloPlay = Play(state, draws)
        absence.miss(play)
        return play.step()

    def depart(self, state: DiavoloState, seat: Seat, draws: Draws) -> Step[Setup, Position, DiavoloEvent]:
        """Return what the leaving of a seat leads to (D11)."""
        play: DiavoloPlay = Play(state, draws)
        absence.leave(play, seat)
        return play.step()

    def awaits_settle(self, state: DiavoloState) -> bool:
        """Return whether every seat holds a pawn, or the right colour is exhausted (D6)."""
        return observe.is_closing(state.setup, state.position)

    def obey(self, state: DiavoloState, command: str, draws: Draws) -> Step[Setup, Position, DiavoloEvent]:
        """Return the settled round, when the window for late clicks is over (D6)."""
        if command != "settle" or not self.awaits_settle(state):
            return super().obey(state, command, draws)
        play: DiavoloPlay = Play(state, draws)
        rounds.settle(play)
        return play.step()

    def observe(self, state: DiavoloState, seat: Seat | None) -> Observation:
        """Return what `seat` may know, or what all may know for None."""
        return observe.observe(state, seat)

    def deadline(self, state: DiavoloState) -> Deadline | None:
        """Return the awaited decision: this roller's throw, or this round's grabs until they are settled."""
        position = state.position
        if position.phase == "roll":
            lead = 0 if position.last is None else _PAUSE
            return Deadline(f"{position.round}.roll.{position.roller}", "roll", ROLL_SECONDS, lead=lead)
        if position.phase == "grab":
            lead = _LEARNERS_LEAD if observe.order_first(state.setup, position) else 0
            key = f"{position.round}.grab"
            return Deadline(key, "grab", GRAB_SECONDS, always=True, race=True, lead=lead)
        return None

    def to_act(self, state: DiavoloState) -> tuple[Seat, ...]:
        """Return who owes a decision: the roller, or who holds no pawn yet."""
        return observe.to_act(state.setup, state.position)

    def is_over(self, state: DiavoloState) -> bool:
        """Return whether at most one seat has gems left."""
        return state.position.phase == "over"

    def winners(self, state: DiavoloState) -> tuple[Seat, ...] | None:
        """Return who has won (possibly nobody), or None while the table runs."""
        return state.position.winners

    def has_left(self, state: DiavoloState, seat: Seat) -> bool:
        """Return whether `seat` has left for good."""
        return seat in state.position.gone

    def check(self, state: DiavoloState) -> None:
        """Raise Refusal `bad_request` for a state that no game can have reached."""
        checks.check(state)
