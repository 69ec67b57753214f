"""Débâcle as a `Game`: how a table starts, and which rule an action sets going."""

from typing import get_args

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.records import Deadline, Left, Refusal, SeatName, State, Step
from engines.core.replacing import replace
from engines.core.seats import DRAWN, by_seat, first_seat, without
from engines.debacle import actions, events, legal, model, tally
from engines.debacle.actions import DebaclePlay
from engines.debacle.board import BLACK, CELL, COLORS, RED, SQUARES, dice_by_square, empty_in_camp
from engines.debacle.events import DebacleEvent
from engines.debacle.legal import has_doubles, movable_cells, recoverable_value, to_act
from engines.debacle.model import Action, DebacleState, Observation, Options, Position, Setup

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
    actions: Codec[Action] = Codec(*get_args(Action))
    events: Codec[DebacleEvent] = Codec(*get_args(DebacleEvent))
    observations = Codec(Observation)

    legal_actions = staticmethod(legal.legal_actions)
    to_act = staticmethod(legal.to_act)
    find_moments = staticmethod(tally.find_moments)
    tally = staticmethod(tally.tally)

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, DebacleEvent]:
        """Return the first round's start; one draw says who begins, unless that seat is named (B1)."""
        first = setup.options.first
        starter = RED if first_seat(first, setup.seats, draws) == setup.seats[RED] else BLACK
        position = actions.new_round(1, starter, (0, 0), (0, 0))
        told = actions.announce_round(setup.seats, position, drawn=first == DRAWN)
        return Step(State(setup, position), tuple(told))

    def objection(self, state: DebacleState, seat: SeatName, action: Action) -> Refusal | None:
        """Return why the side to move may not do this, or None when it may."""
        del seat  # only the side to move is awaited
        return None if legal.allows(state.position, action) else legal.reason(state.position, action)

    def follow(self, play: DebaclePlay, seat: SeatName, action: Action) -> None:
        """Do what the side to move does, then end the round or the turn if it is over."""
        del seat
        _follow(play, action)
        actions.go_on(play)

    def hold(self, play: DebaclePlay, seat: SeatName, action: Action) -> bool:
        """Do what the side to move does; then nothing is left of its turn but to end it."""
        del seat
        if action == model.Pass() and play.position.bounce is None:
            return False
        _follow(play, action)
        play.position = replace(play.position, actions_left=0, bonus_left=0, bounce=None, returning=None)
        return True

    def lapse(self, play: DebaclePlay, awaited: tuple[SeatName, ...]) -> None:
        """Make the return that is owed, and end the turn; what is left of it is lost (B11)."""
        del awaited
        before = play.position
        if before.returning is not None:
            # Never full: of six dice the one that comes back lies elsewhere, and no enemy rests in this camp.
            actions.give_back(play, empty_in_camp(before.board, before.current)[0], by_clock=True)
        play.tell(events.TurnLost(play.setup.seats[before.current]))
        actions.end_turn(play)

    def remove(self, play: DebaclePlay, seat: SeatName, *, absent: bool) -> None:
        """Take a seat away for good: a leaver loses, whatever the points (B11)."""
        play.tell(Left(seat, absent))
        one, two = play.setup.seats
        actions.close(play, two if seat == one else one)

    def obey(self, play: DebaclePlay, command: str) -> None:
        """End the round by agreement (B10); there is no other command."""
        if command == END_ROUND:
            actions.end_round(play, "agreed")
        else:
            super().obey(play, command)

    def observe(self, state: DebacleState, seat: SeatName | None) -> Observation:
        """Return what all may know, and `seat` as the one who looks: there are no secrets."""
        setup, position = state.setup, state.position
        seats, running = setup.seats, position.phase == "play"
        return Observation(
            game="debacle",
            phase=position.phase,
            seats=seats,
            in_play=without(seats, position.gone),
            winners=position.winners,
            colors=by_seat(seats, COLORS),
            board=dice_by_square(position.board),
            captured={"red": position.captured[RED], "black": position.captured[BLACK]},
            points=by_seat(seats, position.points),
            current=seats[position.current] if running else None,
            actions_left=position.actions_left,
            bonus_left=position.bonus_left,
            bounce=_square(position.bounce),
            returning=_square(position.returning),
            round=position.round,
            quiet_turns=position.quiet_turns,
            to_act=to_act(state),
            turn=position.turn,
            starter=seats[position.starter],
            bonus_due=position.bonus_due,
            can_act=tuple(SQUARES[cell] for cell in movable_cells(position)) if running else (),
            flipped=_square(position.flipped),
            recoverable=recoverable_value(position) if running else None,
            doubles=running and not position.acted and has_doubles(position.board, position.current),
            missed=by_seat(seats, position.missed),
            gone=position.gone,
            seat=seat,
        )

    def deadline(self, state: DebacleState) -> Deadline | None:
        """Return the awaited turn: one clock runs for all its actions."""
        position = state.position
        if position.phase == "over":
            return None
        return Deadline(f"{position.round}.{position.turn}", "turn", TURN_SECONDS)

    def rank(self, state: DebacleState, seat: SeatName) -> tuple[int, ...]:
        """Rank by points."""
        return (-state.position.points[state.setup.seats.index(seat)],)

    def unrated(self, state: DebacleState) -> str | None:
        """Return "early" where somebody left before ten turns had been played."""
        position = state.position
        few = position.round == 1 and position.turn <= _TURNS_THAT_COUNT
        return "early" if few and position.gone else None


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


def _square(cell: int | None) -> str | None:
    return None if cell is None else SQUARES[cell]
