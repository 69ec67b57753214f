"""Débâcle as a `Game`: how a table starts, and which rule an action sets going."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.errors import Refusal
from engines.core.events import Seat
from engines.core.game import Deadline, Game, LegalActions, State, Step
from engines.core.play import Play
from engines.core.seats import DRAWN, first_seat, read_first, read_seats
from engines.debacle import absence, actions, checks, events, legal, model, observe
from engines.debacle.board import BLACK, CELL, RED
from engines.debacle.events import DebacleEvent
from engines.debacle.model import Action, DebacleState, Observation, Options, Position, Setup
from engines.debacle.rounds import DebaclePlay, announce_round, end_round, new_round
from engines.debacle.turns import go_on

TURN_SECONDS = 600
"""How long a turn may take (B11)."""
END_ROUND = "end_round"
"""The command by which both agree to end the round, with points as held (B10)."""

_OPTIONS: Codec[Options] = Codec(Options)


class Debacle(Game[Setup, Position, Action, DebacleEvent, Observation]):
    """Six dice against six that roll, flip and capture, until one side holds enough (B1 to B12)."""

    name = "debacle"
    seats_min = 2
    seats_max = 2
    sequential = True
    drafts = True
    agreements = frozenset({END_ROUND})

    options = _OPTIONS
    setups = Codec(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = Codec(
        model.Roll,
        model.Flip,
        model.Capture,
        model.Return,
        model.Recover,
        model.Doubles,
        model.Pass,
    )
    events: Codec[DebacleEvent] = Codec(*events.ALL)
    observations = Codec(Observation)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, object]) -> Setup:
        """Return the setup of a new table; raises Refusal `bad_seats` or `bad_options`."""
        known = read_seats(seats, self.seats_min, self.seats_max)
        chosen = _OPTIONS.parse(dict(options), "bad_options")
        read_first(chosen.first, known)
        return Setup("debacle", known, chosen)

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, DebacleEvent]:
        """Return the first round's start; one draw says who begins, unless that seat is named (B1)."""
        first = setup.options.first
        starter = RED if first_seat(first, setup.seats, draws) == setup.seats[RED] else BLACK
        position = new_round(1, starter, (0, 0), (0, 0))
        told = announce_round(setup.seats, position, drawn=first == DRAWN)
        return Step(State(setup, position), tuple(told))

    def legal_actions(self, state: DebacleState, seat: Seat) -> LegalActions[Action]:
        """Return all that `seat` may do now."""
        return legal.legal_actions(state, seat)

    def refusal(self, state: DebacleState, seat: Seat, action: Action) -> Refusal | None:
        """Return why `seat` may not do this now, or None when it may."""
        return legal.refusal(state, seat, action)

    def play(
        self, state: DebacleState, seat: Seat, action: Action, draws: Draws
    ) -> Step[Setup, Position, DebacleEvent]:
        """Return what a legal action leads to."""
        del seat  # only the side to move acts
        play: DebaclePlay = Play(state, draws)
        play.position = absence.forget_misses(play.position)
        _follow(play, action)
        return play.step()

    def miss(self, state: DebacleState, draws: Draws) -> Step[Setup, Position, DebacleEvent]:
        """Return the turn lost (B11), and the leaving of who missed three in a row."""
        play: DebaclePlay = Play(state, draws)
        absence.miss(play)
        return play.step()

    def depart(self, state: DebacleState, seat: Seat, draws: Draws) -> Step[Setup, Position, DebacleEvent]:
        """Return what the leaving of a seat leads to: it loses."""
        play: DebaclePlay = Play(state, draws)
        absence.leave(play, seat)
        return play.step()

    def obey(self, state: DebacleState, command: str, draws: Draws) -> Step[Setup, Position, DebacleEvent]:
        """Return the round ended by agreement (B10); there is no other command."""
        if command != END_ROUND:
            return super().obey(state, command, draws)
        play: DebaclePlay = Play(state, draws)
        end_round(play, "agreed")
        return play.step()

    def observe(self, state: DebacleState, seat: Seat | None) -> Observation:
        """Return what all may know, for there is nothing else."""
        return observe.observe(state, seat)

    def deadline(self, state: DebacleState) -> Deadline | None:
        """Return the awaited turn: the clock runs on through its actions."""
        position = state.position
        if position.phase == "over":
            return None
        return Deadline(f"{position.round}.{position.turn}", "turn", TURN_SECONDS)

    def to_act(self, state: DebacleState) -> tuple[Seat, ...]:
        """Return the seat whose turn it is."""
        return legal.to_act(state)

    def is_over(self, state: DebacleState) -> bool:
        """Return whether somebody has won."""
        return state.position.phase == "over"

    def winners(self, state: DebacleState) -> tuple[Seat, ...] | None:
        """Return who has won, or None while the table runs."""
        return state.position.winners

    def has_left(self, state: DebacleState, seat: Seat) -> bool:
        """Return whether `seat` has left for good."""
        return seat in state.position.gone

    def check(self, state: DebacleState) -> None:
        """Raise Refusal `bad_request` for a state that no game can have reached."""
        checks.check(state)


def _follow(play: DebaclePlay, action: Action) -> None:
    """Set going the rule of an action, and then see whether the round or the turn is through."""
    match action:
        case model.Roll(origin, to):
            actions.roll(play, CELL[origin], CELL[to])
        case model.Flip(at):
            actions.flip(play, CELL[at])
        case model.Capture(origin, to):
            actions.capture(play, CELL[origin], CELL[to])
        case model.Return(to):
            actions.give_back(play, CELL[to])
        case model.Recover(to):
            actions.recover(play, CELL[to])
        case model.Doubles(take):
            actions.take_doubles(play, take)
        case model.Pass():
            actions.decline(play)
    go_on(play)
