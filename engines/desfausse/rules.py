"""DESfausse as a `Game`: how a table starts, and which rule an action sets going."""

from __future__ import annotations

from engines.core.chronicle import Chronicle, Moment
from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.errors import Refusal
from engines.core.events import SeatName
from engines.core.game import Deadline, Game, LegalActions, State, Step
from engines.core.play import Play
from engines.core.story import Facts, Story
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
    moments,
    observe,
    reasons,
    rounds,
    tally,
    turns,
)
from engines.desfausse.dice import deal
from engines.desfausse.events import DesfausseEvent
from engines.desfausse.model import Action, DesfausseState, Observation, Options, Position, Setup
from engines.desfausse.turns import DesfaussePlay

DECISION_SECONDS = 120
"""How long each decision may take (F12)."""


class Desfausse(Game[Setup, Position, Action, DesfausseEvent, Observation]):
    """Roll in secret, discard what is alike, be the first without dice (F1 to F13)."""

    name = "desfausse"
    seats_min = checks.LEAST_SEATS
    seats_max = checks.MOST_SEATS
    sequential = False
    steps_told = 40
    """Enough for a whole turn of six seats, and for the rolls of the next turn while they read about it."""

    options = Codec(Options)
    setups = Codec(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = Codec(
        model.Reroll, model.Stop, model.Discard, model.Pass, model.Gift, model.Demon
    )
    events: Codec[DesfausseEvent] = Codec(*events.ALL)
    observations = Codec(Observation)

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, DesfausseEvent]:
        """Return the first turn, with everybody's dice rolled: six draws a seat (F1, F2)."""
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

    def legal_actions(self, state: DesfausseState, seat: SeatName) -> LegalActions[Action]:
        """Return all that `seat` may do now, or the types alone where there are too many actions."""
        return legal.legal_actions(state, seat)

    def why_not_yours(self, state: DesfausseState, seat: SeatName, action: Action) -> str | None:
        """Return the finer reason why nothing is awaited of `seat`, or None when there is none."""
        return reasons.why_not_yours(state.setup, state.position, seat, action)

    def objection(self, state: DesfausseState, seat: SeatName, action: Action) -> Refusal | None:
        """Return why a seat that is awaited may not do this, or None when it may."""
        return reasons.objection(state.setup, state.position, seat, action)

    def follow(self, play: DesfaussePlay, seat: SeatName, action: Action) -> None:
        """Apply the rule of an action, and go on until a seat must decide."""
        _follow(play, seat, action)
        flow.go_on(play)

    def lapse(self, play: DesfaussePlay, awaited: tuple[SeatName, ...]) -> None:
        """Let the clock decide for all who are awaited (F12)."""
        absence.let_pass(play, awaited)
        flow.go_on(play)

    def remove(self, play: DesfaussePlay, seat: SeatName, *, absent: bool) -> None:
        """Take a seat away for good (F13)."""
        absence.remove(play, seat, absent=absent)

    def own_step(self, state: DesfausseState, seat: SeatName) -> int:
        """Return how often `seat` has rolled again this turn (F2)."""
        rolling = state.position.phase == "rolling"
        left = state.position.rolls_left[state.setup.seats.index(seat)]
        return turns.REROLLS - left if rolling and left else 0

    def observe(self, state: DesfausseState, seat: SeatName | None) -> Observation:
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

    def to_act(self, state: DesfausseState) -> tuple[SeatName, ...]:
        """Return who owes a decision: who may still roll, must choose or give, or the round's winner."""
        return choices.to_act(state.setup, state.position)

    def rank(self, state: DesfausseState, seat: SeatName) -> tuple[int, ...]:
        """Rank by tokens, then by the fewest dice left (F14)."""
        position, place = state.position, state.setup.seats.index(seat)
        return (-position.tokens[place], len(position.held[place]) + len(position.received[place]))

    def find_moments(self, chronicle: Chronicle[DesfausseEvent, Observation]) -> tuple[Moment, ...]:
        """Return what is worth telling of a game, the best first."""
        return moments.find_moments(chronicle)

    def tally(self, story: Story) -> Facts:
        """Return how each seat rolled, what it discarded, gave and got."""
        return tally.tally(story)

    def is_possible(self, state: DesfausseState) -> bool:
        """Return whether a game can have reached this state."""
        return checks.is_possible(state)


def _follow(play: DesfaussePlay, seat: SeatName, action: Action) -> None:
    """Apply the rule of an action."""
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
