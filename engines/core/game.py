"""The contract of a game: the requests that every engine answers.

Each request returns a new state, or raises Refusal and changes nothing.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeAlias

from engines.core import telling
from engines.core.draws import Draws, ScriptedDraws
from engines.core.play import Play
from engines.core.records import (
    ActionT,
    EventT,
    ObservationT,
    Place,
    PositionT,
    Preview,
    Refusal,
    SeatName,
    SetupT,
    Standing,
    State,
    Step,
    events_for,
)
from engines.core.replacing import replace
from engines.core.rules import Rules
from engines.core.seats import DRAWN, put_at, read_first, read_seats, sort_seats, without
from engines.core.telling import Facts, Story


class Game(
    Rules[SetupT, PositionT, ActionT, EventT, ObservationT],
    Generic[SetupT, PositionT, ActionT, EventT, ObservationT],
):
    """One game: its own rules (`Rules`), and around them what is the same in all games.

    That is: whether a seat may act at all, missed deadlines, leavers, winners, places, and the checks of what
    comes from outside.
    """

    def setup(self, seats: Sequence[SeatName], options: Mapping[str, object]) -> SetupT:
        """Return the setup of a new table; raises Refusal `bad_seats` or `bad_options`.

        An option `first`, where a game has one, is "drawn" or names a seat.
        """
        known = read_seats(seats, self.least_seats(options), self.seats_max)
        chosen = self.options.parse(dict(options), "bad_options")
        read_first(getattr(chosen, "first", DRAWN), known)
        make: Any = self.setups.record
        setup: SetupT = make(self.name, known, chosen)
        return setup

    def act(
        self, state: State[SetupT, PositionT], seat: SeatName, action: ActionT, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what an action leads to; raises Refusal `over`, `not_your_turn` or `illegal_action`."""
        self._hear(state, seat)
        refusal = self.refusal(state, seat, action)
        if refusal is not None:
            raise refusal
        play: Play[SetupT, PositionT, EventT] = Play(state, draws)
        play.position = forget_misses(play.setup.seats, play.position, seat)
        self.follow(play, seat, action)
        return play.step()

    def hold_turn(
        self, state: State[SetupT, PositionT], seat: SeatName, action: ActionT
    ) -> Step[SetupT, PositionT, EventT] | None:
        """Return what a legal action leads to while its turn waits for somebody to end it.

        None where ending it is what the action does. Nothing else may be done in the state that it leads to;
        turns that are drafted take no draws.
        """
        play: Play[SetupT, PositionT, EventT] = Play(state, ScriptedDraws())
        play.position = forget_misses(play.setup.seats, play.position, seat)
        return play.step() if self.hold(play, seat, action) else None

    def refusal(self, state: State[SetupT, PositionT], seat: SeatName, action: ActionT) -> Refusal | None:
        """Return why `seat` may not do this now, or None when it may."""
        if seat in self.to_act(state) or self.presides(state, seat):
            return self.objection(state, seat, action)
        if action in self.legal_actions(state, seat).actions:
            return None  # between rounds whoever likes may go on
        return Refusal("not_your_turn", self.why_not_yours(state, seat, action))

    def expire(self, state: State[SetupT, PositionT], draws: Draws) -> Step[SetupT, PositionT, EventT]:
        """Return what follows when the pending deadline passes for all seats in `to_act` (C3).

        First the rules go on without their decisions; then each seat that missed its third deadline in a row
        leaves. Raises Refusal `over`, or `illegal_action` where nothing is awaited against the clock.
        """
        if self.is_over(state):
            raise Refusal("over")
        if self.deadline(state) is None:
            raise Refusal("illegal_action", "nothing_pending")
        play: Play[SetupT, PositionT, EventT] = Play(state, draws)
        late = self.blamed(state)
        play.position = count_misses(play.setup.seats, play.position, late)
        removed = seats_to_remove(play.setup.seats, play.position, late)
        self.lapse(play, self.to_act(state))
        for seat in removed:
            if play.position.winners is None:
                self._remove(play, seat, absent=True)
        return play.step()

    def leave(
        self, state: State[SetupT, PositionT], seat: SeatName, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what follows when `seat` leaves for good (C4).

        Raises Refusal `over`, or `illegal_action` when it has left already.
        """
        self._hear(state, seat)
        if self.has_left(state, seat):
            raise Refusal("illegal_action", "already_left", seat=seat)
        play: Play[SetupT, PositionT, EventT] = Play(state, draws)
        self._remove(play, seat, absent=False)
        return play.step()

    def system(
        self, state: State[SetupT, PositionT], command: str, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what a command of the table or its host leads to, such as "settle".

        Raises Refusal `over`, or `illegal_action` for a command that means nothing now.
        """
        if self.is_over(state):
            raise Refusal("over")
        play: Play[SetupT, PositionT, EventT] = Play(state, draws)
        self.obey(play, command)
        return play.step()

    def open_choices(self, state: State[SetupT, PositionT]) -> tuple[ActionT, ...]:
        """Return the actions of the one seat to act, for everybody to see; none in a game with secrets."""
        awaited = self.to_act(state)
        if self.secrets or len(awaited) != 1:
            return ()
        return self.legal_actions(state, awaited[0]).actions

    def preview(
        self, state: State[SetupT, PositionT], seat: SeatName, action: ActionT
    ) -> Preview[EventT, ObservationT] | None:
        """Return what an action of the one seat to act would lead to, as everybody would then know it.

        None where the action is not allowed, where chance decides, and in a game with secrets.
        """
        if self.secrets or self.to_act(state) != (seat,):
            return None
        try:
            step = self.act(state, seat, action, ScriptedDraws())
        except Refusal:  # there are no draws
            return None
        return Preview(tuple(events_for(step.events, None)), self.observe(step.state, None))

    def is_over(self, state: State[SetupT, PositionT]) -> bool:
        """Return whether the table has ended."""
        return state.position.winners is not None

    def winners(self, state: State[SetupT, PositionT]) -> tuple[SeatName, ...] | None:
        """Return who has won (possibly nobody), or None while the table runs."""
        return state.position.winners

    def has_left(self, state: State[SetupT, PositionT], seat: SeatName) -> bool:
        """Return whether `seat` has left for good."""
        return seat in state.position.gone

    def places(self, state: State[SetupT, PositionT]) -> tuple[Place, ...]:
        """Return the places of all seats that play: the winners, the others by `rank`, the leavers (C6).

        While the table runs these are the places as they stand now.
        """
        position = state.position
        seats, won = self.contenders(state.setup), position.winners or ()
        return order_of_arrival(seats, won, position.gone, partial(self.rank, state))

    def facts(self, story: Story) -> Facts:
        """Return what each seat that plays did in a game that is over: what is common, and the game's own.

        A seat that has no place, since it leads the table, is left out.
        """
        last = story.last()
        gone = [seat for seat in story.seats if self.has_left(last, seat)]
        sheets = telling.outcomes(self.places(last), self.winners(last) or (), gone)
        telling.count_missed(sheets, story, self.blamed)
        telling.count_decisions(sheets, story)
        telling.time_decisions(sheets, story, self.deadline, self.to_act)
        own = self.tally(story)
        return {seat: {**sheet, **own.get(seat, {})} for seat, sheet in sheets.items()}

    def check(self, state: State[SetupT, PositionT]) -> None:
        """Raise Refusal `bad_request` when no table can have the seats or standing of a state from outside.

        The rest is taken as it is: where the rules cannot have reached it, they may fail in it.
        """
        setup, position = state.setup, state.position
        options = getattr(setup, "options", None)
        least = self.least_seats({} if options is None else self.options.plain(options))
        if not (
            seats_fit(setup.seats, least, self.seats_max)
            and getattr(options, "first", DRAWN) in (DRAWN, *setup.seats)
            and standing_fits(setup.seats, position)
        ):
            raise Refusal("bad_request", "impossible_state")

    def _remove(self, play: Play[SetupT, PositionT, EventT], seat: SeatName, *, absent: bool) -> None:
        play.position = add_gone(play.position, seat)
        self.remove(play, seat, absent=absent)

    def _hear(self, state: State[SetupT, PositionT], seat: SeatName) -> None:
        """Raise Refusal `bad_request` when `seat` is not at this table, `over` when the table has ended."""
        if seat not in state.setup.seats:
            raise Refusal("bad_request", "unknown_seat", seat=seat)
        if self.is_over(state):
            raise Refusal("over")


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


# Checks of a state from outside that are the same in every game: seats, misses, leavers, winners.


def seats_fit(seats: tuple[SeatName, ...], least: int, most: int | None) -> bool:
    """Return whether there are from `least` to `most` seats (None: no limit), each with a name of its own."""
    enough = least <= len(seats) and (most is None or len(seats) <= most)
    return enough and len(set(seats)) == len(seats) and all(seats)


def standing_fits(seats: tuple[SeatName, ...], position: Standing) -> bool:
    """Return whether a table with these seats can have these missed deadlines, leavers and winners.

    Each seat has a count of misses; while the table runs, who missed too many in a row has left. Nobody has
    left twice, and somebody has stayed. Winners are seats that stayed, in seat order.
    """
    missed, gone, winners = position.missed, position.gone, position.winners
    if len(missed) != len(seats) or min(missed) < 0:
        return False
    if len(set(gone)) != len(gone) or not set(gone) < set(seats):
        return False
    staying = without(seats, gone)
    if winners is not None:
        return winners == sort_seats(seats, winners) and set(winners) <= set(staying)
    return all(missed[seats.index(seat)] <= MISSES_ALLOWED for seat in staying)


# Deadlines missed in a row (C3), and who has left for good (C4): the same in every game.

MISSES_ALLOWED = 2
"""How many deadlines in a row a seat may miss; when it misses one more, it leaves."""


def count_misses(seats: tuple[SeatName, ...], position: PositionT, late: Collection[SeatName]) -> PositionT:
    """Return the position with one more missed deadline for each late seat."""
    if not late:
        return position
    pairs = zip(seats, position.missed, strict=True)
    return _change(position, missed=tuple(count + (seat in late) for seat, count in pairs))


def forget_misses(seats: tuple[SeatName, ...], position: PositionT, seat: SeatName) -> PositionT:
    """Return the position without the missed deadlines of `seat`, which has just acted."""
    place = seats.index(seat)
    if not position.missed[place]:
        return position
    return _change(position, missed=put_at(position.missed, place, 0))


def seats_to_remove(
    seats: tuple[SeatName, ...], position: Any, late: Collection[SeatName]
) -> tuple[SeatName, ...]:
    """Return which of the late seats have now missed too many deadlines in a row, in seat order."""
    pairs = zip(seats, position.missed, strict=True)
    return tuple(seat for seat, count in pairs if seat in late and count > MISSES_ALLOWED)


def add_gone(position: PositionT, seat: SeatName) -> PositionT:
    """Return the position with `seat` added to those who have left."""
    return _change(position, gone=(*position.gone, seat))


def _change(position: PositionT, **changes: object) -> PositionT:
    record: Any = position
    changed: PositionT = replace(record, **changes)
    return changed


# Who came where at the end of a table.

Rank: TypeAlias = Callable[[SeatName], tuple[int, ...]]


def order_of_arrival(
    seats: tuple[SeatName, ...], won: Collection[SeatName], gone: tuple[SeatName, ...], rank: Rank
) -> tuple[Place, ...]:
    """Return the places of all seats, by what holds in every game (C6).

    Those who have `won` share the first place. The others that stayed come behind them, the lowest `rank`
    first. Last come those who are `gone`, in the order of leaving: who left first is last of all.
    """

    def order(seat: SeatName) -> tuple[int, ...]:
        if seat in gone:
            return (2, -gone.index(seat))
        return (0,) if seat in won else (1, *rank(seat))

    return order_seats(seats, order)


def order_seats(seats: tuple[SeatName, ...], rank: Rank) -> tuple[Place, ...]:
    """Return the places of all seats, the lowest `rank` first; equal ranks share a place."""
    ranks = {seat: rank(seat) for seat in seats}
    places: list[Place] = []
    number = 1
    for _, equal in groupby(sorted(seats, key=ranks.__getitem__), key=ranks.__getitem__):
        places.append(Place(number, tuple(equal)))
        number += len(places[-1].seats)
    return tuple(places)
