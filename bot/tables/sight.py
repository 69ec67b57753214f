"""What one audience may see of a table: the only thing that renderers are given."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.tables.model import Alarm, Held, Scene, Status, Table
from bot.tables.playing.absence import missing
from bot.tables.playing.capabilities.drafting import hold_turn
from bot.tables.playing.capabilities.steps import draws_of, is_decided, play_pending
from bot.tables.playing.ending import Course
from bot.tables.playing.seating import count_missing
from bot.tables.rated import why_unrated
from bot.tables.timing import counts, drawn_for, openings
from engines.core.game import AnyGame
from engines.core.records import AnyState, LegalActions, Place, Preview, Refusal


def _say_nothing(_: Any) -> None:
    """Answer what is asked of an action where there is no game to be seen."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as seen by the channel (`seat` None) or from one seat.

    `observation` and `legal` are None before the game begins. `scenes` holds only the events that this
    audience may know, oldest first; `to_act` names the seats that owe a decision. `drawn` is what the buttons
    drawn from this sight must name. While a turn is being drafted, everything is as if its actions were
    played; `drafted` are the events of each, oldest first. A drafted turn is `complete` where it only waits
    for its seat to end it. `now` (ms UTC) is when this was seen. `commands`
    are what the host may command the rules to do. `team` is how many people share each seat, `least` how many
    seats a game with these options needs, `lacking` how many computers a lobby would need to begin. `unread`
    is the incident by which nothing more can be seen of it.
    `missing` are those awaited whom the others may remove together (see bot.tables.playing.absence).

    `places` is the order of arrival once the table is closed. `choices` are the open choices of who is to
    act (see `Game.open_choices`); `preview` says what one of them would lead to, None for any other action.
    `refusal` says why this seat may not do something now, None where it may, or without a seat. Both answer
    from the rules; nothing else of the state can be had through them. `welcoming` are the seats that people
    may still join, though the game has begun. `unrated` is why a closed table does not count for ratings, as
    far as it tells by itself (see bot.tables.rated).
    """

    table: Table
    seat: str | None
    observation: Any | None
    legal: Any | None
    scenes: tuple[Scene, ...]
    to_act: tuple[str, ...]
    drawn: int
    drafted: tuple[tuple[Any, ...], ...] = ()
    now: int = 0
    commands: tuple[str, ...] = ()
    team: int = 1
    least: int = 0
    unread: str | None = None
    missing: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    choices: tuple[Any, ...] = ()
    preview: Callable[[Any], Preview[Any, Any] | None] = field(
        default=_say_nothing, repr=False, compare=False
    )
    refusal: Callable[[Any], Refusal | None] = field(default=_say_nothing, repr=False, compare=False)
    complete: bool = False
    lacking: int = 0
    welcoming: tuple[str, ...] = ()
    unrated: str | None = None


def see_nothing(held: Held, incident: str, now: int) -> Sight:
    """Look at a held table whose game cannot be seen, by this incident."""
    return Sight(held.table, None, None, None, (), (), held.table.turn, now=now, unread=incident)


def see(held: Held, game: AnyGame, seat: str | None, now: int) -> Sight:
    """Look at a held table with the eyes of one seat, or of everybody (None)."""
    return Scenery(held, game, now).seen_from(seat)


class Scenery:
    """What there is to see of a held table at one moment: what all audiences share is worked out once."""

    def __init__(self, held: Held, game: AnyGame, now: int) -> None:
        self._held = held
        self._game = game
        self._now = now
        state = held.vault.state
        if held.vault.unread is not None or state is None:
            return
        after = play_pending(held, game, draws_of(held))
        self._complete = is_decided(held, game, after)
        if self._complete:
            after = hold_turn(Course(state), held, game, draws_of(held))
        self._state = after.state
        self._events = after.events
        self._to_act = game.to_act(after.state)
        self._commands = game.host_commands(state)
        self._missing = missing(held, game)
        self._welcoming = game.open_to_latecomers(state)
        closed = held.table.status is Status.CLOSED
        self._places = game.places(after.state) if closed else ()
        self._unrated = why_unrated(held.table, game, after.state) if closed else None
        self._choices = () if self._complete else game.open_choices(after.state)
        self._preview = partial(_preview, game, after.state)

    def seen_from(self, seat: str | None) -> Sight:
        """What one seat, or everybody (None), may see of it."""
        held, game, table = self._held, self._game, self._held.table
        if held.vault.unread is not None:
            return see_nothing(held, held.vault.unread.incident, self._now)
        team = game.people_a_seat(table.options)
        if held.vault.state is None:
            least = game.least_seats(table.options)
            lacking = count_missing(table, game)
            return Sight(
                table, seat, None, None, (), (), table.turn, (), self._now, (), team, least, lacking=lacking
            )
        return Sight(
            table,
            seat,
            game.observe(self._state, seat),
            self._legal(seat),
            tuple(_known_scene(scene, seat) for scene in held.vault.scenes),
            self._to_act,
            drawn_for(held, game, seat),
            tuple(_known(events, seat) for events in self._events),
            self._now,
            self._commands,
            team,
            missing=self._missing,
            places=self._places,
            choices=self._choices,
            preview=self._preview,
            refusal=_say_nothing if seat is None else partial(game.refusal, self._state, seat),
            complete=self._complete,
            welcoming=self._welcoming,
            unrated=self._unrated,
        )

    def _legal(self, seat: str | None) -> LegalActions[Any] | None:
        """What a seat may do: nothing while a complete turn waits to be ended."""
        if seat is None:
            return None
        return LegalActions() if self._complete else self._game.legal_actions(self._state, seat)


def _preview(game: AnyGame, state: AnyState, action: Any) -> Preview[Any, Any] | None:
    """What an open choice of who is to act would lead to."""
    awaited = game.to_act(state)
    return game.preview(state, awaited[0], action) if len(awaited) == 1 else None


def _known_scene(scene: Scene, seat: str | None) -> Scene:
    """The scene with the events that this audience may know: the very same one if they may know all."""
    known = _known(scene.events, seat)
    return scene if len(known) == len(scene.events) else Scene(scene.version, known, scene.opened_at)


def _known(events: tuple[Any, ...], seat: str | None) -> tuple[Any, ...]:
    # The channel (None) is in nobody's audience.
    return tuple([event for event in events if event.audience is None or seat in event.audience])


# One look at a committed table: what each audience sees of it, worked out once for all who show it.
#
# A look holds until the table changes, or until a moment passes at which there is more to see of it.


class Look:
    """A table as it was committed, with the sights of its audiences.

    `see_from` works out the sight of one seat (None: of the channel). `before` is the last look at the same
    table, if there was one.
    """

    def __init__(
        self, held: Held, now: int, see_from: Callable[[str | None], Sight], before: Look | None = None
    ) -> None:
        self.handed_on: dict[Hashable, Any] = {} if before is None else before.handed_on
        """What was made of the table by those who show it: from look to look, for them to compare with."""
        self._held = held
        self._see_from = see_from
        self._sights: dict[str | None, Sight] = {}
        self._passed = moments_passed(held.table.alarm, now)
        self.now = now
        """When this was seen, in ms UTC."""

    @property
    def table(self) -> Table:
        """The public facts of the table."""
        return self._held.table

    def sight(self, seat: str | None = None) -> Sight:
        """The table as seen from one seat (None: by the channel)."""
        sight = self._sights.get(seat)
        if sight is None:
            sight = self._sights[seat] = self._see_from(seat)
        return sight

    def sight_for(self, user_id: int) -> Sight:
        """The table as this user may see it: from their seat once the game has begun, else as the channel.

        Who has left a team that plays on sees what the channel sees: its secrets are no longer theirs.
        """
        seat = self.table.seat_of(user_id)
        if seat is None or self._held.vault.state is None:
            return self.sight()
        return self.sight(seat.name if seat.left or seat.plays(user_id) else None)

    def holds(self, held: Held, now: int) -> bool:
        """Whether a look at this table now would show the same."""
        return held is self._held and moments_passed(held.table.alarm, now) == self._passed


def moments_passed(alarm: Alarm | None, now: int) -> int:
    """How many moments of a decision have passed at which there is more to see: its opening, looks and steps.

    Nothing else that is shown depends on the time: deadlines are told as moments, and Discord counts down.
    """
    if alarm is None:
        return 0
    return sum(at <= now for at in (alarm.opened_at, *openings(alarm), *counts(alarm)))
