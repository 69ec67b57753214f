"""DESfausse as a `Game`: how a table starts, and which rule an action sets going."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import get_args

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.play import Play
from engines.core.records import Deadline, Left, SeatName, State, Step
from engines.core.replacing import replace
from engines.core.seats import by_seat, put_at
from engines.desfausse import events, hands, legal, model, tally, turns
from engines.desfausse.dice import DEVIL, deal, die
from engines.desfausse.events import DesfausseEvent
from engines.desfausse.hands import (
    Hands,
    began_with_one,
    candidates,
    choice_of,
    creditors_of,
    faces,
    in_play,
    is_barred,
    own_dice,
    seats_asked,
    to_act,
)
from engines.desfausse.model import Action, DesfausseState, Observation, Options, Position, Setup
from engines.desfausse.turns import (
    TOKENS_TO_WIN,
    DesfaussePlay,
    ask_giver,
    choose,
    close,
    give,
    start_round,
    stop,
)

DECISION_SECONDS = 120
"""How long each decision may take (F12)."""


class Desfausse(Game[Setup, Position, Action, DesfausseEvent, Observation]):
    """Roll in secret, discard what is alike, be the first without dice (F1 to F13)."""

    name = "desfausse"
    seats_min = 2
    seats_max = 6
    sequential = False
    steps_told = 40
    """Enough for a whole turn of six seats, and for the rolls of the next turn while they read about it."""

    options = Codec(Options)
    setups = Codec(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = Codec(*get_args(Action))
    events: Codec[DesfausseEvent] = Codec(*get_args(DesfausseEvent))
    observations = Codec(Observation)

    legal_actions = staticmethod(legal.legal_actions)
    why_not_yours = staticmethod(legal.why_not_yours)
    objection = staticmethod(legal.objection)
    find_moments = staticmethod(tally.find_moments)
    tally = staticmethod(tally.tally)

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
        go_on(play)
        return play.step()

    def follow(self, play: DesfaussePlay, seat: SeatName, action: Action) -> None:
        """Apply the rule of an action, and go on until a seat must decide."""
        match action:
            case model.Reroll(numbers):
                turns.reroll(play, seat, numbers)
            case model.Stop():
                turns.stop(play, seat, by="choice")
            case model.Discard() | model.Pass():
                turns.choose(play, seat, action)
            case model.Gift():
                turns.give(play, seat, action)
            case model.Demon(other):
                turns.start_round(play, seat, other)
        go_on(play)

    def lapse(self, play: DesfaussePlay, awaited: tuple[SeatName, ...]) -> None:
        """Decide by the clock for all who are awaited: stop, pass, or take the first choice (F12)."""
        phase = play.position.phase
        for seat in awaited:
            if phase == "rolling":
                stop(play, seat, by="clock")
            elif phase == "discard":
                choose(play, seat, model.Pass(), by_clock=True)
            elif phase == "gift":
                give(play, seat, model.Gift(), by_clock=True)
            else:
                start_round(play, seat, candidates(play.setup, play.position)[0])
        go_on(play)

    def remove(self, play: DesfaussePlay, seat: SeatName, *, absent: bool) -> None:
        """Take a seat away for good: send its dice to Hell, and cancel its secret choice (F13)."""
        play.tell(Left(seat, absent))
        awaited = to_act(play.setup, play.position)
        play.position = _strip(play.setup, play.position, seat)
        present = in_play(play.setup, play.position)
        if len(present) == 1:
            close(play, present)
            return
        if play.position.phase == "gift" and to_act(play.setup, play.position) != awaited:
            ask_giver(play)
        go_on(play)

    def own_step(self, state: DesfausseState, seat: SeatName) -> int:
        """Return how often `seat` has rolled again this turn (F2)."""
        rolling = state.position.phase == "rolling"
        left = state.position.rolls_left[state.setup.seats.index(seat)]
        return turns.REROLLS - left if rolling and left else 0

    def observe(self, state: DesfausseState, seat: SeatName | None) -> Observation:
        """Return the public facts and, for a seat, its own dice and what it may choose from."""
        public = _public(state.setup, state.position)
        return public if seat is None else _own(state.setup, state.position, seat, public)

    def deadline(self, state: DesfausseState) -> Deadline | None:
        """Return the awaited decision: a turn's rolling, a call, a seat's gift, the demon (F12)."""
        position = state.position
        if not hands.to_act(state.setup, position):
            return None
        which = {
            "rolling": "rolling",
            "discard": f"call.{position.call}",
            "gift": f"gift.{''.join(position.givers[:1])}",
        }.get(position.phase, position.phase)
        return Deadline(f"{position.round}.{position.turn}.{which}", position.phase, DECISION_SECONDS)

    def to_act(self, state: DesfausseState) -> tuple[SeatName, ...]:
        """Return who owes a decision: who may still roll, must choose or give, or the round's winner."""
        return hands.to_act(state.setup, state.position)

    def rank(self, state: DesfausseState, seat: SeatName) -> tuple[int, ...]:
        """Rank by tokens, then by the fewest dice left (F14)."""
        position, place = state.position, state.setup.seats.index(seat)
        return (-position.tokens[place], len(position.held[place]) + len(position.received[place]))


def _strip(setup: Setup, before: Position, seat: SeatName) -> Position:
    """Return the position in which the seat has nothing and owes nothing."""
    place = setup.seats.index(seat)
    hands = Hands(setup, before)
    hands.abandon(seat)
    unseen = before.phase == "rolling"
    return replace(
        before,
        rolled=put_at(before.rolled, place, ()) if unseen else before.rolled,
        rolls_left=put_at(before.rolls_left, place, 0),
        choices=put_at(before.choices, place, None),
        cursed=tuple(other for other in before.cursed if other != seat),
        givers=tuple(other for other in before.givers if other != seat),
        served=None if before.served == seat else before.served,
        **hands.changes(),  # type: ignore[arg-type]
    )


def _public(setup: Setup, position: Position) -> Observation:
    seats, present = setup.seats, in_play(setup, position)
    made = {seat for seat, choice in zip(seats, position.choices, strict=True) if choice is not None}
    single = tuple(seat for seat in present if began_with_one(setup, position, seat))
    awaited = to_act(setup, position)
    giver = awaited[0] if position.phase == "gift" and awaited else None
    return Observation(
        game="desfausse",
        phase=position.phase,
        seats=seats,
        in_play=present,
        winners=position.winners,
        hands=_hands(setup, position),
        tokens=by_seat(seats, position.tokens),
        call=position.call,
        cursed=position.cursed,
        hell=len(position.hell),
        aside=int(position.aside),
        round=position.round,
        turn=position.turn,
        to_act=awaited,
        hell_dice=tuple(die(number, len(seats)) for number in position.hell),
        received=by_seat(seats, position.received),
        rolls=by_seat(seats, position.rolls_left),
        asked=seats_asked(setup, position),
        chosen=tuple(seat for seat in seats if seat in made),
        single=single,
        barred=tuple(seat for seat in single if is_barred(setup, position, seat)),
        story=position.story,
        owed=creditors_of(setup, position, giver) if giver is not None else (),
        served=position.served,
        candidates=candidates(setup, position),
        gone=position.gone,
        missed=by_seat(seats, position.missed),
        shown=setup.options.hands == "shown",
    )


def _own(setup: Setup, position: Position, seat: SeatName, public: Observation) -> Observation:
    place, seats = setup.seats.index(seat), len(setup.seats)
    if position.phase == "demon":
        lying = faces(position)
        dice = tuple(die(number, seats, lying[number]) for number in position.held[place])
    else:
        dice = own_dice(setup, position, seat)
    left = position.rolls_left[place]
    loose = tuple(one.id for one in dice if one.face != DEVIL) if left else ()
    awaited = position.phase == "discard" and seat in public.to_act
    return replace(
        public,
        seat=seat,
        dice=dice,
        rolls_left=left,
        rerollable=loose,
        choice=choice_of(setup, position, seat) if awaited else None,
        chose=position.choices[place],
    )


def _hands(setup: Setup, position: Position) -> dict[SeatName, tuple[model.Die, ...]]:
    """Return the dice that each seat holds, received ones too, with faces if all may see them (F2)."""
    lying = faces(position) if _faces_are_public(setup, position) else {}
    rows = zip(setup.seats, position.held, position.received, strict=True)
    return {seat: _sort_dice(setup, (*held, *received), lying) for seat, held, received in rows}


def _sort_dice(
    setup: Setup, numbers: tuple[int, ...], lying: dict[int, model.DieFace]
) -> tuple[model.Die, ...]:
    return tuple(die(number, len(setup.seats), lying.get(number)) for number in sorted(numbers))


def _faces_are_public(setup: Setup, position: Position) -> bool:
    """Return whether all may see faces: after the last turn or, by option, once rolling is over (F2)."""
    if position.phase == "over":
        return max(position.tokens) >= TOKENS_TO_WIN
    if position.phase == "demon":
        return True
    return position.phase in ("discard", "gift") and setup.options.hands == "shown"


# From one rule to the next, until somebody owes a decision or the table is over.


def _begin_calls(play: DesfaussePlay) -> None:
    turns.end_rolling(play)
    turns.open_call(play)


_NEXT: Mapping[model.Phase, Callable[[DesfaussePlay], None]] = MappingProxyType(
    {"rolling": _begin_calls, "discard": turns.resolve, "gift": turns.next_turn, "demon": turns.go_on}
)
"""What follows when nobody owes a decision in that phase."""


def go_on(play: DesfaussePlay) -> None:
    """Go on until a seat must decide or the table is over; calls that nobody can answer pass at once (F4)."""
    while play.position.phase != "over" and not to_act(play.setup, play.position):
        _NEXT[play.position.phase](play)
