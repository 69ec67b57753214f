"""DESfausse as a `Game`: how a table starts, and which rule an action sets going."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.errors import Refusal
from engines.core.events import Seat
from engines.core.game import Deadline, Game, LegalActions, State, Step
from engines.core.play import Play
from engines.core.seats import read_seats
from engines.desfausse import (
    absence,
    calls,
    checks,
    choices,
    events,
    flow,
    gifts,
    legal,
    model,
    observe,
    rounds,
    turns,
)
from engines.desfausse.dice import deal
from engines.desfausse.events import DesfausseEvent
from engines.desfausse.model import Action, DesfausseState, Observation, Options, Position, Setup
from engines.desfausse.turns import DesfaussePlay

DECISION_SECONDS = 120
"""How long each decision may take (F12)."""

_OPTIONS: Codec[Options] = Codec(Options)


class Desfausse(Game[Setup, Position, Action, DesfausseEvent, Observation]):
    """Roll in secret, discard what is alike, be the first without dice (F1 to F13)."""

    name = "desfausse"
    seats_min = checks.LEAST_SEATS
    seats_max = checks.MOST_SEATS
    sequential = False
    steps_told = 40
    """A whole turn of six seats, and what they roll in the next one while they read of it."""

    options = _OPTIONS
    setups = Codec(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = Codec(
        model.Reroll, model.Stop, model.Discard, model.Pass, model.Gift, model.Demon
    )
    events: Codec[DesfausseEvent] = Codec(*events.ALL)
    observations = Codec(Observation)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, object]) -> Setup:
        """Return the setup of a new table; raises Refusal `bad_seats` or `bad_options`."""
        known = read_seats(seats, self.seats_min, self.seats_max)
        return Setup("desfausse", known, _OPTIONS.parse(dict(options), "bad_options"))

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, DesfausseEvent]:
        """Return the first turn, for which everybody has rolled: six draws a seat (F1, F2)."""
        many = len(setup.seats)
        position = Position(
            phase="rolling",
            round=1,
            turn=1,
            rolled=((),) * many,
            held=deal(setup.seats, setup.seats),
            received=((),) * many,
            rolls_left=(0,) * many,
            tokens=(0,) * many,
            missed=(0,) * many,
            choices=(None,) * many,
        )
        play: DesfaussePlay = Play(State(setup, position), draws)
        play.tell(events.RoundStarted(1, None, None))
        turns.open_turn(play)
        flow.go_on(play)
        return play.step()

    def legal_actions(self, state: DesfausseState, seat: Seat) -> LegalActions[Action]:
        """Return all that `seat` may do now, or the open types where there are too many ways."""
        return legal.legal_actions(state, seat)

    def refusal(self, state: DesfausseState, seat: Seat, action: Action) -> Refusal | None:
        """Return why `seat` may not do this now, or None when it may."""
        return legal.refusal(state, seat, action)

    def play(
        self, state: DesfausseState, seat: Seat, action: Action, draws: Draws
    ) -> Step[Setup, Position, DesfausseEvent]:
        """Return what a legal action leads to."""
        play: DesfaussePlay = Play(state, draws)
        play.position = absence.forget_misses(play.setup, play.position, seat)
        _follow(play, seat, action)
        flow.go_on(play)
        return play.step()

    def miss(self, state: DesfausseState, draws: Draws) -> Step[Setup, Position, DesfausseEvent]:
        """Return what the clock decides for all who are awaited (F12), and who leaves for it (C3)."""
        play: DesfaussePlay = Play(state, draws)
        absence.miss(play)
        return play.step()

    def depart(
        self, state: DesfausseState, seat: Seat, draws: Draws
    ) -> Step[Setup, Position, DesfausseEvent]:
        """Return what the leaving of a seat leads to (F13)."""
        play: DesfaussePlay = Play(state, draws)
        absence.leave(play, seat)
        return play.step()

    def own_step(self, state: DesfausseState, seat: Seat) -> int:
        """Return how often `seat` has rolled again this turn (F2)."""
        rolling = state.position.phase == "rolling"
        left = state.position.rolls_left[state.setup.seats.index(seat)]
        return turns.REROLLS - left if rolling and left else 0

    def observe(self, state: DesfausseState, seat: Seat | None) -> Observation:
        """Return what `seat` may know, or what all may know for None."""
        return observe.observe(state, seat)

    def deadline(self, state: DesfausseState) -> Deadline | None:
        """Return the awaited decision: a turn's rolling, a call, a seat's gift, the demon (F12)."""
        position = state.position
        if not choices.to_act(state.setup, position):
            return None
        which = {
            "rolling": "rolling",
            "discard": f"call.{position.call}",
            "gift": f"gift.{''.join(position.givers[:1])}",
        }.get(position.phase, position.phase)
        return Deadline(f"{position.round}.{position.turn}.{which}", position.phase, DECISION_SECONDS)

    def to_act(self, state: DesfausseState) -> tuple[Seat, ...]:
        """Return who owes a decision: all who still roll or choose, who must give, or the round's winner."""
        return choices.to_act(state.setup, state.position)

    def is_over(self, state: DesfausseState) -> bool:
        """Return whether somebody has two tokens, or one seat is left."""
        return state.position.phase == "over"

    def winners(self, state: DesfausseState) -> tuple[Seat, ...] | None:
        """Return who has won (several, if they were through together), or None while the table runs."""
        return state.position.winners

    def has_left(self, state: DesfausseState, seat: Seat) -> bool:
        """Return whether `seat` has left for good."""
        return seat in state.position.gone

    def check(self, state: DesfausseState) -> None:
        """Raise Refusal `bad_request` for a state that no game can have reached."""
        checks.check(state)


def _follow(play: DesfaussePlay, seat: Seat, action: Action) -> None:
    """Set going the rule of an action."""
    match action:
        case model.Reroll(numbers):
            turns.reroll(play, seat, numbers)
        case model.Stop():
            turns.stop(play, seat, by="choice")
        case model.Discard() | model.Pass():
            calls.choose(play, seat, action)
        case model.Gift():
            gifts.give(play, seat, action)
        case model.Demon(other):
            rounds.start_round(play, seat, other)
