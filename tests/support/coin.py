"""A tiny game for tests of what all games share: flip a coin in secret, let the next seat guess.

Who guesses right scores; who guesses wrong gives the point to the flipper. The first to `goal` points wins.
A missed flip passes the coin on, a missed guess counts as wrong; the third miss in a row makes a seat leave.
With `teams`, two people share each seat; the rules take no notice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.game import MISSES_ALLOWED, Game
from engines.core.play import Play
from engines.core.records import Deadline, Event, Frozen, LegalActions, Refusal, SeatName, State, Step
from engines.core.seats import next_seat, put_at, read_seats

Side: TypeAlias = Literal["heads", "tails"]
SIDES: tuple[Side, Side] = ("heads", "tails")


@dataclass(frozen=True, slots=True)
class Setup(Frozen):
    game: Literal["coin"]
    seats: tuple[SeatName, ...]
    goal: int


@dataclass(frozen=True)
class Position(Frozen):
    """`hidden` is known to `holder` alone; None: still to be flipped. Tuples go by the setup's seats."""

    present: tuple[SeatName, ...]
    holder: SeatName
    points: tuple[int, ...]
    missed: tuple[int, ...]
    decision: int = 0
    hidden: Side | None = None
    gone: tuple[SeatName, ...] = ()
    winners: tuple[SeatName, ...] | None = None


@dataclass(frozen=True, slots=True)
class Flip(Frozen):
    type: Literal["flip"] = "flip"


@dataclass(frozen=True, slots=True)
class Guess(Frozen):
    side: Side
    type: Literal["guess"] = "guess"


@dataclass(frozen=True, slots=True)
class Observation(Frozen):
    game: Literal["coin"]
    seats: tuple[SeatName, ...]
    present: tuple[SeatName, ...]
    holder: SeatName
    flipped: bool
    points: Mapping[SeatName, int]
    missed: Mapping[SeatName, int]
    to_act: tuple[SeatName, ...]
    winners: tuple[SeatName, ...] | None
    seat: SeatName | None = None
    hidden: Side | None = None


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    seat: SeatName
    type: Literal["flipped"] = "flipped"


@dataclass(frozen=True, slots=True)
class Landed(Event):
    seat: SeatName
    side: Side
    type: Literal["landed"] = "landed"


@dataclass(frozen=True, slots=True)
class Guessed(Event):
    seat: SeatName
    side: Side
    right: bool
    type: Literal["guessed"] = "guessed"


@dataclass(frozen=True, slots=True)
class Scored(Event):
    seat: SeatName
    total: int
    type: Literal["scored"] = "scored"


@dataclass(frozen=True, slots=True)
class Missed(Event):
    seat: SeatName
    type: Literal["missed"] = "missed"


@dataclass(frozen=True, slots=True)
class Left(Event):
    seat: SeatName
    type: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    winners: tuple[SeatName, ...]
    type: Literal["game_over"] = "game_over"


Action: TypeAlias = Flip | Guess
Happening: TypeAlias = Flipped | Landed | Guessed | Scored | Missed | Left | GameOver
CoinState: TypeAlias = State[Setup, Position]
CoinStep: TypeAlias = Step[Setup, Position, Happening]
CoinPlay: TypeAlias = Play[Setup, Position, Happening]


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

    def setup(self, seats: Sequence[SeatName], options: Mapping[str, object]) -> Setup:
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

    def legal_actions(self, state: CoinState, seat: SeatName) -> LegalActions[Action]:
        if seat not in self.to_act(state):
            return LegalActions()
        if state.position.hidden is None:
            return LegalActions((Flip(),))
        return LegalActions(tuple(Guess(side) for side in SIDES))

    def follow(self, play: CoinPlay, seat: SeatName, action: Action) -> None:
        now = play.position
        if isinstance(action, Flip):
            side = SIDES[play.draws(2) - 1]
            play.position = replace(now, hidden=side, decision=now.decision + 1)
            play.tell(Flipped(seat))
            play.tell(Landed(seat, side, audience=(seat,)))
            return
        right = action.side == now.hidden
        play.tell(Guessed(seat, action.side, right))
        _score(play, seat if right else now.holder, seat)

    def lapse(self, play: CoinPlay, awaited: tuple[SeatName, ...]) -> None:
        (late,) = awaited
        now = play.position
        play.tell(Missed(late))
        if now.missed[play.setup.seats.index(late)] > MISSES_ALLOWED:
            return  # it leaves, and that is all
        if now.hidden is not None:
            _score(play, now.holder, late)
        else:
            _pass(play, next_seat(play.setup.seats, now.present, late))

    def remove(self, play: CoinPlay, seat: SeatName, *, absent: bool) -> None:
        now = play.position
        awaited = self.to_act(State(play.setup, now))
        present = tuple(other for other in now.present if other != seat)
        play.position = replace(now, present=present)
        play.tell(Left(seat))
        if len(present) == 1:
            _end(play, present)
        elif seat in (now.holder, *awaited):
            _pass(play, next_seat(play.setup.seats, present, seat))

    def obey(self, play: CoinPlay, command: str) -> None:
        """ "settle" ends the game: the best of those present win."""
        if command != "settle":
            super().obey(play, command)
        points = dict(zip(play.setup.seats, play.position.points, strict=True))
        present = play.position.present
        best = max(points[seat] for seat in present)
        _end(play, tuple(seat for seat in present if points[seat] == best))

    def observe(self, state: CoinState, seat: SeatName | None) -> Observation:
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

    def to_act(self, state: CoinState) -> tuple[SeatName, ...]:
        now = state.position
        if now.winners is not None:
            return ()
        return (now.holder if now.hidden is None else _next(state, now.holder),)

    def check(self, state: CoinState) -> None:
        if state.position.holder not in state.setup.seats:
            raise Refusal("bad_request", "bad_state")


def _next(state: CoinState, seat: SeatName) -> SeatName:
    return next_seat(state.setup.seats, state.position.present, seat)


def _pass(play: CoinPlay, holder: SeatName) -> None:
    now = play.position
    play.position = replace(now, holder=holder, hidden=None, decision=now.decision + 1)


def _score(play: CoinPlay, scorer: SeatName, holder: SeatName) -> None:
    place = play.setup.seats.index(scorer)
    total = play.position.points[place] + 1
    play.position = replace(play.position, points=put_at(play.position.points, place, total))
    _pass(play, holder)
    play.tell(Scored(scorer, total))
    if total == play.setup.goal:
        _end(play, (scorer,))


def _end(play: CoinPlay, winners: tuple[SeatName, ...]) -> None:
    play.position = replace(play.position, winners=winners, hidden=None)
    play.tell(GameOver(winners))
