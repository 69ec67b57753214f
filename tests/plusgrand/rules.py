"""Le plus grand as a `Game`: who has the word, what may be said, and who gets the point."""

from typing import TypeAlias

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.play import Play
from engines.core.records import Deadline, LegalActions, SeatName, State, Step
from engines.core.replacing import replace
from engines.core.seats import by_seat, first_seat, next_seat, put_at, without
from engines.core.telling import Facts, Story
from tests.plusgrand import model
from tests.plusgrand.model import Claim, Doubt, Observation, Options, Position, Say, Setup

Action: TypeAlias = Say | Doubt
Told: TypeAlias = model.Said | model.Doubted | model.Left
PlusGrandState: TypeAlias = State[Setup, Position]
PlusGrandPlay: TypeAlias = Play[Setup, Position, Told]
SECONDS = 45
"""How long a decision may take (G6)."""


class PlusGrand(Game[Setup, Position, Action, Told, Observation]):
    """Two secret dice each: say what they come to, true or not, or doubt who said it last (G1 to G7)."""

    name = "plusgrand"
    seats_min = 2
    seats_max = 6
    sequential = True

    options = Codec(Options)
    setups = Codec(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = Codec(Say, Doubt)
    events: Codec[Told] = Codec(model.Said, model.Doubted, model.Left)
    observations = Codec(Observation)

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, Told]:
        """Return the first round; one draw says who begins, unless that seat is named (G1)."""
        none = (0,) * len(setup.seats)
        first = first_seat(setup.options.first, setup.seats, draws)
        play = PlusGrandPlay(State(setup, Position(0, first, (), none, none)), draws)
        _begin(play, first)
        return play.step()

    def to_act(self, state: PlusGrandState) -> tuple[SeatName, ...]:
        """Return who has the word."""
        return () if self.is_over(state) else (state.position.current,)

    def legal_actions(self, state: PlusGrandState, seat: SeatName) -> LegalActions[Action]:
        """Return the sums that are greater than the last one (G2), and the doubt, if one was said (G3)."""
        if seat not in self.to_act(state):
            return LegalActions()
        claim = state.position.claim
        if claim is None:
            return LegalActions(tuple(map(Say, range(2, 13))))
        return LegalActions((*map(Say, range(claim.sum + 1, 13)), Doubt()))

    def follow(self, play: PlusGrandPlay, seat: SeatName, action: Action) -> None:
        """Let a claim stand (G2), or show the dice of the one that is doubted (G3)."""
        claim = play.position.claim
        if isinstance(action, Say):
            said = Claim(seat, action.sum)
            play.tell(model.Said(said))
            play.position = replace(play.position, claim=said, current=_next(play, seat))
        elif claim is not None:
            dice = play.position.dice[play.setup.seats.index(claim.seat)]
            to = claim.seat if sum(dice) >= claim.sum else seat
            play.tell(model.Doubted(claim, seat, dice, to))
            _score(play, to)

    def lapse(self, play: PlusGrandPlay, awaited: tuple[SeatName, ...]) -> None:
        """Take silence for a doubt or, where there is nothing to doubt, for a 2 (G6)."""
        for seat in awaited:
            self.follow(play, seat, Say(2) if play.position.claim is None else Doubt())

    def remove(self, play: PlusGrandPlay, seat: SeatName, *, absent: bool) -> None:
        """Begin a new round without who left, or end with the last one there (G7)."""
        play.tell(model.Left(seat, absent))
        there = without(play.setup.seats, play.position.gone)
        if len(there) == 1:
            _win(play, there[0])
        else:
            _begin(play, _next(play, seat))

    def observe(self, state: PlusGrandState, seat: SeatName | None) -> Observation:
        """Return what all may know and, for a seat, its own dice."""
        seats, now = state.setup.seats, state.position
        own = None if seat is None else now.dice[seats.index(seat)]
        points, goal = by_seat(seats, now.points), state.setup.options.goal
        return Observation("plusgrand", now.round, now.current, now.claim, points, goal, now.gone, seat, own)

    def deadline(self, state: PlusGrandState) -> Deadline | None:
        """Return the decision of who has the word; what is said only grows, so that no key comes again."""
        now = state.position
        key = f"{now.round}.{0 if now.claim is None else now.claim.sum}"
        return None if self.is_over(state) else Deadline(key, "turn", SECONDS)

    def rank(self, state: PlusGrandState, seat: SeatName) -> tuple[int, ...]:
        """Place by points (G5)."""
        return (-state.position.points[state.setup.seats.index(seat)],)

    def tally(self, story: Story) -> Facts:
        """Return how often each seat doubted.

        | fact | counts |
        | --- | --- |
        | right | lies that it doubted (G3) |
        | wrong | true sums that it doubted |
        """
        told = [(one.by, one.to == one.by) for one in story.events() if isinstance(one, model.Doubted)]
        return {me: {"right": told.count((me, True)), "wrong": told.count((me, False))} for me in story.seats}


def _next(play: PlusGrandPlay, seat: SeatName) -> SeatName:
    """Return who has the word after a seat."""
    return next_seat(play.setup.seats, without(play.setup.seats, play.position.gone), seat)


def _begin(play: PlusGrandPlay, seat: SeatName) -> None:
    """Begin a round with new dice for all (G1)."""
    dice = tuple((play.draws(6), play.draws(6)) for _ in play.setup.seats)
    play.position = replace(play.position, round=play.position.round + 1, current=seat, dice=dice, claim=None)


def _score(play: PlusGrandPlay, seat: SeatName) -> None:
    """Give a point; who gets it begins the next round (G4), or wins with the last one (G5)."""
    points, place = play.position.points, play.setup.seats.index(seat)
    play.position = replace(play.position, points=put_at(points, place, points[place] + 1))
    if points[place] + 1 < play.setup.options.goal:
        _begin(play, seat)
    else:
        _win(play, seat)


def _win(play: PlusGrandPlay, seat: SeatName) -> None:
    """End the table; the last dice stay as they lie."""
    play.position = replace(play.position, current=seat, claim=None, winners=(seat,))
