"""A tiny game for tests of what all games share: flip a coin in secret, let the next seat guess.

Who guesses right scores; who guesses wrong gives the point to the flipper. The first to `goal` points wins.
A missed flip passes the coin on, a missed guess counts as wrong; the third miss in a row makes a seat leave.
With `teams`, two people share each seat; the rules take no notice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.errors import Refusal
from engines.core.events import Event, Record
from engines.core.game import Deadline, Game, LegalActions, Seat, State, Step
from engines.core.seats import MISSES_ALLOWED, next_seat, read_seats

Side: TypeAlias = Literal["heads", "tails"]
SIDES: tuple[Side, Side] = ("heads", "tails")


@dataclass(frozen=True, slots=True)
class Setup(Record):
    game: Literal["coin"]
    seats: tuple[Seat, ...]
    goal: int


@dataclass(frozen=True, slots=True)
class Position(Record):
    """`hidden` is known to `holder` alone; None: still to be flipped. Tuples go by the setup's seats."""

    present: tuple[Seat, ...]
    holder: Seat
    points: tuple[int, ...]
    missed: tuple[int, ...]
    decision: int = 0
    hidden: Side | None = None
    winners: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Flip(Record):
    type: Literal["flip"] = "flip"


@dataclass(frozen=True, slots=True)
class Guess(Record):
    side: Side
    type: Literal["guess"] = "guess"


@dataclass(frozen=True, slots=True)
class Observation(Record):
    game: Literal["coin"]
    seats: tuple[Seat, ...]
    present: tuple[Seat, ...]
    holder: Seat
    flipped: bool
    points: Mapping[Seat, int]
    missed: Mapping[Seat, int]
    to_act: tuple[Seat, ...]
    winners: tuple[Seat, ...] | None
    seat: Seat | None = None
    hidden: Side | None = None


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    seat: Seat
    type: Literal["flipped"] = "flipped"


@dataclass(frozen=True, slots=True)
class Landed(Event):
    seat: Seat
    side: Side
    type: Literal["landed"] = "landed"


@dataclass(frozen=True, slots=True)
class Guessed(Event):
    seat: Seat
    side: Side
    right: bool
    type: Literal["guessed"] = "guessed"


@dataclass(frozen=True, slots=True)
class Scored(Event):
    seat: Seat
    total: int
    type: Literal["scored"] = "scored"


@dataclass(frozen=True, slots=True)
class Missed(Event):
    seat: Seat
    type: Literal["missed"] = "missed"


@dataclass(frozen=True, slots=True)
class Left(Event):
    seat: Seat
    type: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    winners: tuple[Seat, ...]
    type: Literal["game_over"] = "game_over"


Action: TypeAlias = Flip | Guess
Happening: TypeAlias = Flipped | Landed | Guessed | Scored | Missed | Left | GameOver
CoinState: TypeAlias = State[Setup, Position]
CoinStep: TypeAlias = Step[Setup, Position, Happening]


class Coin(Game[Setup, Position, Action, Happening, Observation]):
    """The rules."""

    name = "coin"
    seats_min = 2
    seats_max = 6
    sequential = True
    setups = Codec(Setup)
    positions = Codec(Position)
    actions = Codec[Action](Flip, Guess)
    events = Codec[Happening](Flipped, Landed, Guessed, Scored, Missed, Left, GameOver)
    observations = Codec(Observation)

    def people_a_seat(self, options: Mapping[str, object]) -> int:
        return 2 if options.get("teams") is True else 1

    def setup(self, seats: Sequence[Seat], options: Mapping[str, object]) -> Setup:
        seated = read_seats(seats, self.seats_min, self.seats_max)
        goal = options.get("goal", 3)
        if (
            not isinstance(goal, int)
            or isinstance(goal, bool)
            or goal < 1
            or set(options) - {"goal", "teams"}
        ):
            raise Refusal("bad_options", option="goal")
        if not isinstance(options.get("teams", False), bool):
            raise Refusal("bad_options", option="teams")
        return Setup("coin", seated, goal)

    def start(self, setup: Setup, draws: Draws) -> CoinStep:
        none = (0,) * len(setup.seats)
        holder = setup.seats[draws(len(setup.seats)) - 1]
        return Step(State(setup, Position(setup.seats, holder, none, none)))

    def legal_actions(self, state: CoinState, seat: Seat) -> LegalActions[Action]:
        if seat not in self.to_act(state):
            return LegalActions()
        if state.position.hidden is None:
            return LegalActions((Flip(),))
        return LegalActions(tuple(Guess(side) for side in SIDES))

    def play(self, state: CoinState, seat: Seat, action: Action, draws: Draws) -> CoinStep:
        now = replace(state.position, missed=_at(state, state.position.missed, seat, 0))
        if isinstance(action, Flip):
            side = SIDES[draws(2) - 1]
            now = replace(now, hidden=side, decision=now.decision + 1)
            return Step(State(state.setup, now), (Flipped(seat), Landed(seat, side, audience=(seat,))))
        right = action.side == now.hidden
        guessed = Guessed(seat, action.side, right)
        return _scored(State(state.setup, now), seat if right else now.holder, seat, (guessed,))

    def miss(self, state: CoinState, draws: Draws) -> CoinStep:
        (late,) = self.to_act(state)
        count = state.position.missed[state.setup.seats.index(late)] + 1
        if count > MISSES_ALLOWED:
            gone = self.depart(state, late, draws)
            return Step(gone.state, (Missed(late), *gone.events))
        now = replace(state.position, missed=_at(state, state.position.missed, late, count))
        if now.hidden is not None:
            return _scored(State(state.setup, now), now.holder, late, (Missed(late),))
        return Step(_passed(State(state.setup, now), _next(state, late)), (Missed(late),))

    def depart(self, state: CoinState, seat: Seat, draws: Draws) -> CoinStep:
        now = state.position
        present = tuple(other for other in now.present if other != seat)
        after = State(state.setup, replace(now, present=present))
        if len(present) == 1:
            return _over(after, present, (Left(seat),))
        if seat == now.holder or seat in self.to_act(state):
            return Step(_passed(after, next_seat(state.setup.seats, present, seat)), (Left(seat),))
        return Step(after, (Left(seat),))

    def obey(self, state: CoinState, command: str, draws: Draws) -> CoinStep:
        """ "settle" ends the game: the best of those present win."""
        if command != "settle":
            raise Refusal("illegal_action", "nothing_to_do", command=command)
        points = dict(zip(state.setup.seats, state.position.points, strict=True))
        best = max(points[seat] for seat in state.position.present)
        return _over(state, tuple(seat for seat in state.position.present if points[seat] == best), ())

    def observe(self, state: CoinState, seat: Seat | None) -> Observation:
        now = state.position
        return Observation(
            game="coin",
            seats=state.setup.seats,
            present=now.present,
            holder=now.holder,
            flipped=now.hidden is not None,
            points=dict(zip(state.setup.seats, now.points, strict=True)),
            missed=dict(zip(state.setup.seats, now.missed, strict=True)),
            to_act=self.to_act(state),
            winners=now.winners,
            seat=seat,
            hidden=now.hidden if seat == now.holder else None,
        )

    def deadline(self, state: CoinState) -> Deadline | None:
        now = state.position
        if now.winners is not None:
            return None
        kind, seconds = ("flip", 60) if now.hidden is None else ("guess", 90)
        return Deadline(f"{kind}:{now.decision}", kind, seconds)

    def to_act(self, state: CoinState) -> tuple[Seat, ...]:
        now = state.position
        if now.winners is not None:
            return ()
        return (now.holder if now.hidden is None else _next(state, now.holder),)

    def is_over(self, state: CoinState) -> bool:
        return state.position.winners is not None

    def winners(self, state: CoinState) -> tuple[Seat, ...] | None:
        return state.position.winners

    def has_left(self, state: CoinState, seat: Seat) -> bool:
        return seat not in state.position.present

    def check(self, state: CoinState) -> None:
        if state.position.holder not in state.setup.seats:
            raise Refusal("bad_request", "bad_state")


def _next(state: CoinState, seat: Seat) -> Seat:
    return next_seat(state.setup.seats, state.position.present, seat)


def _at(state: CoinState, numbers: tuple[int, ...], seat: Seat, number: int) -> tuple[int, ...]:
    place = state.setup.seats.index(seat)
    return (*numbers[:place], number, *numbers[place + 1 :])


def _passed(state: CoinState, holder: Seat) -> CoinState:
    now = state.position
    return State(state.setup, replace(now, holder=holder, hidden=None, decision=now.decision + 1))


def _scored(state: CoinState, scorer: Seat, holder: Seat, told: tuple[Happening, ...]) -> CoinStep:
    total = state.position.points[state.setup.seats.index(scorer)] + 1
    points = _at(state, state.position.points, scorer, total)
    after = _passed(State(state.setup, replace(state.position, points=points)), holder)
    told = (*told, Scored(scorer, total))
    return _over(after, (scorer,), told) if total == state.setup.goal else Step(after, told)


def _over(state: CoinState, winners: tuple[Seat, ...], told: tuple[Happening, ...]) -> CoinStep:
    ended = replace(state.position, winners=winners, hidden=None)
    return Step(State(state.setup, ended), (*told, GameOver(winners)))
