"""Débâcle as a `Game`: how a table starts, and which rule an action sets going."""

from __future__ import annotations

from engines.core.chronicle import Chronicle, Moment
from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.errors import Refusal
from engines.core.events import SeatName
from engines.core.game import Deadline, Game, LegalActions, State, Step
from engines.core.replacing import replace
from engines.core.seats import DRAWN, first_seat
from engines.core.story import Facts, Story
from engines.debacle import absence, actions, checks, events, legal, model, moments, observe, tally
from engines.debacle.board import BLACK, CELL, RED
from engines.debacle.events import DebacleEvent
from engines.debacle.model import Action, DebacleState, Observation, Options, Position, Setup
from engines.debacle.rounds import DebaclePlay, announce_round, end_round, new_round
from engines.debacle.turns import go_on

TURN_SECONDS = 600
"""How long a turn may take (B11)."""
END_ROUND = "end_round"
"""The command by which both agree to end the round, with points as held (B10)."""


_TURNS_THAT_COUNT = 10
"""So many turns make a game that counts, even if somebody leaves."""


class Debacle(Game[Setup, Position, Action, DebacleEvent, Observation]):
    """Six dice against six that roll, flip and capture, until one side holds enough (B1 to B12)."""

    name = "debacle"
    seats_min = 2
    seats_max = 2
    sequential = True
    secrets = False
    drafts = True
    agreements = frozenset({END_ROUND})

    options = Codec(Options)
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

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, DebacleEvent]:
        """Return the first round's start; one draw says who begins, unless that seat is named (B1)."""
        first = setup.options.first
        starter = RED if first_seat(first, setup.seats, draws) == setup.seats[RED] else BLACK
        position = new_round(1, starter, (0, 0), (0, 0))
        told = announce_round(setup.seats, position, drawn=first == DRAWN)
        return Step(State(setup, position), tuple(told))

    def legal_actions(self, state: DebacleState, seat: SeatName) -> LegalActions[Action]:
        """Return all that `seat` may do now."""
        return legal.legal_actions(state, seat)

    def objection(self, state: DebacleState, seat: SeatName, action: Action) -> Refusal | None:
        """Return why the side to move may not do this, or None when it may."""
        del seat  # only the side to move is awaited
        return legal.objection(state.position, action)

    def follow(self, play: DebaclePlay, seat: SeatName, action: Action) -> None:
        """Do what the side to move does, then end the round or the turn if it is over."""
        del seat
        _follow(play, action)
        go_on(play)

    def hold(self, play: DebaclePlay, seat: SeatName, action: Action) -> bool:
        """Do what the side to move does; then nothing is left of its turn but to end it."""
        del seat
        if action == model.Pass() and play.position.bounce is None:
            return False
        _follow(play, action)
        play.position = replace(play.position, actions_left=0, bonus_left=0, bounce=None, returning=None)
        return True

    def lapse(self, play: DebaclePlay, awaited: tuple[SeatName, ...]) -> None:
        """Take the rest of the turn away (B11)."""
        del awaited
        absence.let_pass(play)

    def remove(self, play: DebaclePlay, seat: SeatName, *, absent: bool) -> None:
        """Let a seat leave: it loses."""
        absence.remove(play, seat, absent=absent)

    def obey(self, play: DebaclePlay, command: str) -> None:
        """End the round by agreement (B10); there is no other command."""
        if command == END_ROUND:
            end_round(play, "agreed")
        else:
            super().obey(play, command)

    def observe(self, state: DebacleState, seat: SeatName | None) -> Observation:
        """Return what all may know: there is nothing else."""
        return observe.observe(state, seat)

    def deadline(self, state: DebacleState) -> Deadline | None:
        """Return the awaited turn: one clock runs for all its actions."""
        position = state.position
        if position.phase == "over":
            return None
        return Deadline(f"{position.round}.{position.turn}", "turn", TURN_SECONDS)

    def to_act(self, state: DebacleState) -> tuple[SeatName, ...]:
        """Return the seat whose turn it is."""
        return legal.to_act(state)

    def rank(self, state: DebacleState, seat: SeatName) -> tuple[int, ...]:
        """Rank by points."""
        return (-state.position.points[state.setup.seats.index(seat)],)

    def unrated(self, state: DebacleState) -> str | None:
        """Return "early" where somebody left before ten turns had been played."""
        position = state.position
        few = position.round == 1 and position.turn <= _TURNS_THAT_COUNT
        return "early" if few and position.gone else None

    def find_moments(self, chronicle: Chronicle[DebacleEvent, Observation]) -> tuple[Moment, ...]:
        """Return what is worth telling of a game, the best first."""
        return moments.find_moments(chronicle)

    def tally(self, story: Story) -> Facts:
        """Return what each seat did with its dice, and what it brought."""
        return tally.tally(story)

    def is_possible(self, state: DebacleState) -> bool:
        """Return whether a game can have reached this state."""
        return checks.is_possible(state)


def _follow(play: DebaclePlay, action: Action) -> None:
    """Apply the rule of an action."""
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
