"""La Tasse as a `Game`: how a table starts, and which rule an action sets going."""

from types import MappingProxyType
from typing import Any, cast, get_args

from engines.core.codec import Codec, SparseCodec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.records import Deadline, Left, SeatName, State, Step
from engines.core.replacing import replace
from engines.core.rules import NO_CHANGE, Kind
from engines.core.seats import DRAWN, first_seat, next_seat
from engines.tasse import cup, events, legal, model, scoring, tally
from engines.tasse.events import TasseEvent
from engines.tasse.model import Action, Observation, Options, Position, Setup, TasseState
from engines.tasse.scoring import TassePlay

# What older versions of the rules kept of a position, and what is known of it today.


def know_order(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a position of version 2 with what it tells of the order of going out: who was the first.

    Of the others that are out it has neither the names nor the order. They stay unnamed, and share a place
    behind whoever goes out from now on.
    """
    first = plain["first_out"]
    kept = {name: fact for name, fact in plain.items() if name != "first_out"}
    return {**kept, "out": [] if first is None else [first]}


def know_first(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a position of version 3 as version 2 kept it: of those who are out only the first, by name."""
    kept = {name: fact for name, fact in plain.items() if name != "out"}
    return {**kept, "first_out": next(iter(plain["out"]), None)}


TURN_SECONDS = 90
"""How long a decision may take (T15)."""


class Tasse(Game[Setup, Position, Action, TasseEvent, Observation]):
    """Two dice under a cup: announce a score at least as high as the last one, true or not (T1 to T17)."""

    name = "tasse"
    rules_version = 3
    # 2: what words are read as (T8).
    # 3: in which order seats have gone out (T18).
    upgrades = MappingProxyType({1: NO_CHANGE, 2: {"position": know_order}})
    plays_alike = MappingProxyType({2: know_first})
    seats_min = 2
    seats_max = None
    sequential = True
    decided_outside = frozenset({"reading"})

    options = Codec(Options)
    setups = Codec(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = SparseCodec(*get_args(Action))
    events: Codec[TasseEvent] = Codec(*get_args(TasseEvent))
    observations = Codec(Observation)

    legal_actions = staticmethod(legal.legal_actions)
    objection = staticmethod(legal.objection)
    observe = staticmethod(legal.observe)
    find_moments = staticmethod(tally.find_moments)
    tally = staticmethod(tally.tally)

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, TasseEvent]:
        """Return the first round's start; one draw says who begins, unless that seat is named (T3)."""
        nothing = (0,) * len(setup.seats)
        first = setup.options.first
        position = _new_round(setup.seats, first_seat(first, setup.seats, draws), 1, nothing, nothing)
        started = events.RoundStarted(1, position.starter, first == DRAWN)
        return Step(State(setup, position), (started,))

    def decide(self, state: TasseState, seat: SeatName, action: Action) -> Action:
        """Return an announcement in words with what it was read as (T8)."""
        if not isinstance(action, model.Say) or self.refusal(state, seat, action) is not None:
            return action
        return replace(action, reading=cup.read_words(state.position, action))

    def follow(self, play: TassePlay, seat: SeatName, action: Action) -> None:
        """Apply the rule of an action."""
        match action:
            case model.Roll():
                cup.roll_in_secret(play)
            case model.Announce(score):
                cup.announce(play, score)
            case model.Say():
                _say(play, action)
            case model.Doubt():
                cup.doubt(play)
            case model.Show():
                _show(play)
            case model.Declare():
                cup.fight_duel(play, action)
            case model.Direct(value):
                direction = cast("model.Direction", value)
                play.position = replace(play.position, direction=direction)
                play.tell(events.DirectionChosen(seat, direction))
            case model.NextRound():
                _next_round(play)

    def lapse(self, play: TassePlay, awaited: tuple[SeatName, ...]) -> None:
        """Let the cup fall, or waive the duel (T15)."""
        for seat in awaited:
            if play.position.phase == "duel":
                play.tell(events.DuelWaived(scoring.roller(play.position), seat))
                cup.end_duel(play)
            else:
                cup.fall(play, seat)

    def remove(self, play: TassePlay, seat: SeatName, *, absent: bool) -> None:
        """Take a seat away for good, without points, and pass on what it held (T17)."""
        before = play.position
        play.tell(Left(seat, absent))
        in_play = tuple(other for other in before.in_play if other != seat)
        play.position = replace(before, in_play=in_play)
        if not scoring.is_running(before):
            if len(scoring.seats_present(play.setup, play.position)) == 1:
                scoring.close(play)
        elif len(in_play) == 1:
            scoring.win_round(play)
        else:
            _pass_on(play, seat)

    def without_words(self, kind: Kind, plain: Any, seat: SeatName) -> Any:
        """Return stored data without what `seat` announced in words; positions keep scores alone."""
        typed = plain.get("text") is not None and (kind == "action" or plain.get("seat") == seat)
        return {**plain, "text": ""} if kind in ("event", "action") and typed else plain

    def deadline(self, state: TasseState) -> Deadline | None:
        """Return the awaited decision: whether to trust or doubt, what to say, a reroll, a duel.

        Choosing the direction is part of the first decision: it never starts the clock anew.
        """
        position = state.position
        if position.current is None:
            return None
        kind = "duel" if position.phase == "duel" else "turn"
        return Deadline(f"{position.round}.{position.decision}", kind, TURN_SECONDS)

    def to_act(self, state: TasseState) -> tuple[SeatName, ...]:
        """Return the seat that owes a decision, if any."""
        return legal.to_act(state.position)

    def rank(self, state: TasseState, seat: SeatName) -> tuple[int, ...]:
        """Rank by rounds won, then by who is in play, then by who went out later in the round (T18)."""
        position, place = state.position, state.setup.seats.index(seat)
        won = position.rounds_won[place]
        if seat in position.in_play:
            return (-won, 0, position.points[place])
        return (-won, 1, -scoring.lasted(position, seat))


def _new_round(
    seats: tuple[SeatName, ...],
    starter: SeatName,
    number: int,
    rounds_won: tuple[int, ...],
    missed: tuple[int, ...],
) -> Position:
    """Return the start of a round: no points, in seat order (T3, T14)."""
    return Position(
        phase="direction_or_roll",
        round=number,
        starter=starter,
        direction=1,
        opened=False,
        current=starter,
        in_play=seats,
        points=(0,) * len(missed),
        rounds_won=rounds_won,
        missed=missed,
    )


def _pass_on(play: TassePlay, seat: SeatName) -> None:
    """Pass on what a leaver held: the cup, the standing announcement, a duel (T17, T12)."""
    position = play.position
    announced = position.announcement is not None and position.announcement.seat == seat
    if position.current == seat or announced:
        scoring.start_from_zero(play, scoring.next_to(play.setup, position, seat))
    elif position.opponents[:1] == (seat,):
        cup.end_duel(play)
    elif seat in position.opponents or seat == position.skipped:
        opponents = tuple(other for other in position.opponents if other != seat)
        skipped = None if seat == position.skipped else position.skipped
        play.position = replace(position, opponents=opponents, skipped=skipped)


def _say(play: TassePlay, said: model.Say) -> None:
    """Do what the words say: announce a score, show a special, or slip (T8)."""
    reading = cup.read_words(play.position, said)
    assert reading is not None, "words that name no score are refused"
    if reading == "show":
        _show(play)
    elif reading == "slip":
        cup.mistake(play, said.text, None)
    elif cup.is_too_low(play.position, reading):
        cup.mistake(play, said.text, reading)
    else:
        cup.announce(play, reading, said.text)


def _show(play: TassePlay) -> None:
    """Show a special (T9), or a 32 as the joker (T11)."""
    shown, dice = cup.find_show(play.position), play.position.dice
    assert shown is not None, "there is something to show"
    assert dice is not None, "it lies under the cup"
    if shown == "joker":
        cup.play_joker(play)
    else:
        cup.show_special(play, shown, dice)


def _next_round(play: TassePlay) -> None:
    """Begin the next round with the face de nul or, if it has left, the next seat (T14)."""
    setup, before = play.setup, play.position
    there = scoring.seats_present(setup, before)
    first = before.first_out
    assert first is not None, "where several are left, a round was won by eliminating"
    starter = first if first in there else next_seat(setup.seats, there, first)
    fresh = _new_round(there, starter, before.round + 1, before.rounds_won, before.missed)
    play.position = replace(fresh, gone=before.gone, decision=before.decision + 1)
    play.tell(events.RoundStarted(before.round + 1, starter, drawn=False))
