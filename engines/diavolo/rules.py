"""Diavolo as a `Game`: how a table starts, and which rule an action sets going."""

from types import MappingProxyType
from typing import Any, Literal, TypeAlias, cast, get_args

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.play import Play
from engines.core.records import Deadline, GameOver, Left, Refusal, SeatName, State, Step
from engines.core.replacing import replace
from engines.core.seats import DRAWN, first_seat, next_seat, put_at
from engines.diavolo import events, legal, model, tally
from engines.diavolo.events import DiavoloEvent
from engines.diavolo.legal import in_play
from engines.diavolo.model import Action, DiavoloState, Observation, Options, Position, Setup
from engines.diavolo.throw import NO_PAWNS, measures, pawn_of, pawns_for, take, target, throw_dice

DiavoloPlay: TypeAlias = Play[Setup, Position, DiavoloEvent]

MOST_GEMS = 5
"""What each seat begins with (D1), and can never exceed (D7)."""
ROLL_SECONDS = 30
"""How long the roller may take (D9)."""
GRAB_SECONDS = 15
"""How long a round stays open (D6)."""
_LEARNERS_LEAD = 4
"""How long learners see the Order die alone, in seconds (D10)."""
_PAUSE = 2.5
"""How long everybody looks at the end of a round before the next throw, in seconds."""

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
    events: Codec[DiavoloEvent] = Codec(*get_args(DiavoloEvent))
    observations = Codec(Observation)

    legal_actions = staticmethod(legal.legal_actions)
    observe = staticmethod(legal.observe)
    find_moments = staticmethod(tally.find_moments)
    tally = staticmethod(tally.tally)

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

    def why_not_yours(self, state: DiavoloState, seat: SeatName, action: Action) -> str | None:
        """Return "holds_a_pawn" where the seat holds one, "no_gems" where it has none left (D8)."""
        del action
        if pawn_of(state.position, seat) is not None:
            return "holds_a_pawn"
        return None if seat in in_play(state.setup, state.position) else "no_gems"

    def objection(self, state: DiavoloState, seat: SeatName, action: Action) -> Refusal | None:
        """Return why a seat that is awaited may not do this, or None when it may."""
        del seat  # all that are awaited may do the same
        reason = legal.reason(state.position, action)
        return None if reason is None else Refusal("illegal_action", reason, phase=state.position.phase)

    def follow(self, play: DiavoloPlay, seat: SeatName, action: Action) -> None:
        """Throw the dice, or take a pawn."""
        match action:
            case model.Roll():
                roll(play)
            case model.Grab():
                grab(play, seat, action)

    def stamp(self, action: Action, order: int) -> Action:
        """Return a grab with the order number of its click (D5)."""
        return replace(action, at=order) if isinstance(action, model.Grab) else action

    def lapse(self, play: DiavoloPlay, awaited: tuple[SeatName, ...]) -> None:
        """Throw the dice (D9) or settle the round (D6) without those who were awaited."""
        del awaited
        if play.position.phase == "roll":
            roll(play, by_itself=True)
        else:
            settle(play)

    def remove(self, play: DiavoloPlay, seat: SeatName, *, absent: bool) -> None:
        """Take a seat away for good: its gems go out of play, its pawn stays out of the round (D11)."""
        setup, before = play.setup, play.position
        play.tell(Left(seat, absent))
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

    def awaits_settle(self, state: DiavoloState) -> bool:
        """Return whether every seat holds a pawn, or the right colour is exhausted (D6)."""
        return legal.is_closing(state.setup, state.position)

    def obey(self, play: DiavoloPlay, command: str) -> None:
        """Settle the round, once no click can still be on its way (D6)."""
        if command == "settle" and legal.is_closing(play.setup, play.position):
            settle(play)
        else:
            super().obey(play, command)

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
        return (-position.gems[state.setup.seats.index(seat)], -lasted(position, seat))

    def unrated(self, state: DiavoloState) -> str | None:
        """Return "children" or "learning" where the race was an easier one (D10)."""
        options = state.setup.options
        return "children" if options.children else "learning" if options.learning else None


# A round from its opening to its settling: rolling, grabbing, and what each seat gets (D5 to D9).


def roll(play: DiavoloPlay, *, by_itself: bool = False) -> None:
    """Throw the dice; from now on all may grab (D9)."""
    throw = throw_dice(play.draws, children=play.setup.options.children)
    play.position = replace(play.position, phase="grab", throw=throw)
    play.tell(events.Rolled(play.position.roller, throw, by_itself))


def grab(play: DiavoloPlay, seat: SeatName, action: model.Grab) -> None:
    """Give `seat` the pawn that its click takes, from another seat if that one clicked later (D5)."""
    color = cast("model.Color", action.color)
    play.position, displaced = take(play.position, model.Held(seat, color, action.at))
    play.tell(events.Grabbed(seat, color, action.at))
    if displaced is not None:
        play.tell(events.Displaced(displaced.seat, color, seat))


def settle(play: DiavoloPlay) -> None:
    """Close the round: change gems, eliminate seats, and open the next round or end the table (D7, D8)."""
    setup, before = play.setup, play.position
    throw = before.throw
    assert throw is not None, "a round that closes has been thrown"
    right, seated = target(throw), zip(setup.seats, before.gems, strict=True)
    fates = tuple(_fate(before, seat, gems, right) for seat, gems in seated if gems)
    delta = {fate.seat: fate.delta for fate in fates}
    counts = zip(setup.seats, before.gems, strict=True)
    gems = tuple(count + delta.get(seat, 0) for seat, count in counts)
    play.position = replace(before, gems=gems, last=model.Settlement(throw, fates))
    play.tell(events.Settled(before.round, throw, right, measures(throw), fates))
    left = in_play(setup, play.position)
    going = tuple(fate.seat for fate in fates if fate.seat not in left)
    for seat in going:
        play.tell(events.Eliminated(seat))
    if going:
        play.position = replace(play.position, out=(*before.out, going))
    if len(left) > 1:
        _open_next(play)
    else:
        close(play)


def lasted(position: Position, seat: SeatName) -> int:
    """Return how long a seat without gems had some, to compare it with others (D12).

    Those of whom that is not known (see `Position.out`) went before all others.
    """
    return next((when for when, together in enumerate(position.out, 1) if seat in together), 0)


def open_round(position: Position, many: int, roller: SeatName) -> Position:
    """Return the position at a round's start: `roller` is to throw, for so many seats in play (D4)."""
    return replace(position, phase="roll", roller=roller, pawns=pawns_for(many), throw=None, held=())


def close(play: DiavoloPlay) -> None:
    """End the table: who still has gems wins; if all lost their last one together, nobody does (D8)."""
    winners = in_play(play.setup, play.position)
    play.position = replace(play.position, phase="over", pawns=NO_PAWNS, throw=None, held=(), winners=winners)
    play.tell(GameOver(winners))


def _open_next(play: DiavoloPlay) -> None:
    """Open the next round: the next seat in play rolls (D9)."""
    before, present = play.position, in_play(play.setup, play.position)
    roller = next_seat(play.setup.seats, present, before.roller)
    play.position = replace(open_round(before, len(present), roller), round=before.round + 1)
    play.tell(events.RoundStarted(before.round + 1, roller, drawn=False))


def _make_room(play: DiavoloPlay, present: tuple[SeatName, ...]) -> None:
    """Let the next seat roll where the roller has left, and lay out pawns for those still there (D4)."""
    before = play.position
    roller = before.roller
    if roller not in present:
        roller = next_seat(play.setup.seats, present, roller)
        play.tell(events.RollPassed(roller))
    play.position = open_round(before, len(present), roller)


def _fate(position: Position, seat: SeatName, gems: int, right: model.Color) -> model.Fate:
    """Return what the round brings a seat (D7)."""
    held = pawn_of(position, seat)
    if held is None:
        return model.Fate(seat, None, None, -1)
    return model.Fate(seat, held.color, held.at, _delta(held.color, right, gems))


def _delta(color: model.Color, right: model.Color, gems: int) -> Literal[-1, 0, 1]:
    """Return the real change of gems: -1 for wrong, 0 for right, +1 for a right grey if not full (D7)."""
    if color != right:
        return -1
    return 1 if right == "grey" and gems < MOST_GEMS else 0
