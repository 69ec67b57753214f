"""A game in one file: what its records say of it need not be said again.

A game writes what hosts set (`Options`), what changes (`Position`), what a seat does (`Action`) and what
happened (`Event`), and a class with some rules (`Kit`). The rest is derived from these records: the setup,
what each audience may know, the codecs, who is to act, the deadline, the places, and what others' secrets may
be. Every derived part is a method of `Kit`, so that a game may say it otherwise.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, make_dataclass
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_type_hints

from engines.core.codec import Codec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.imagining import imagine
from engines.core.kit_records import ROW, Action, Event, Left, Observation, OptionsT, Position, Row, Setup
from engines.core.play import Play
from engines.core.records import Deadline, LegalActions, SeatName, State, Step
from engines.core.records import Event as AnyEvent
from engines.core.replacing import replace
from engines.core.seats import by_seat, first_seat, next_seat, put_at, without

NowT = TypeVar("NowT", bound=Position)
ValueT = TypeVar("ValueT")
SAID: Final = {
    "title": "what it is called (title)",
    "emoji": "its sign (emoji)",
    "accent": "the colour of its pages (accent, 0xRRGGBB)",
    "pitch": "its title and what it is, in a few words (pitch)",
    "about": "in one sentence what people do (about)",
    "minutes": "how many minutes a table takes, the least and the most (minutes)",
}
"""What every game says of itself: the names of attributes, each with what it is."""
TWINS: Final = 3
"""So many other secrets are tried at each state."""
_HIDDEN: Final = ("missed",)
"""What of a position nobody need be shown."""


class Spot(Generic[OptionsT, NowT]):
    """Where a table stands, as rules look at it."""

    __slots__ = ("now", "options", "seats")

    def __init__(self, seats: tuple[SeatName, ...], options: OptionsT, now: NowT) -> None:
        self.seats = seats
        self.options = options
        self.now = now

    @property
    def there(self) -> tuple[SeatName, ...]:
        """The seats that have not left, in order."""
        return without(self.seats, self.now.gone)

    def next(self, seat: SeatName) -> SeatName:
        """Return who comes after a seat; itself if nobody else is there."""
        return next_seat(self.seats, self.there, seat)

    def of(self, seat: SeatName, values: Sequence[ValueT]) -> ValueT:
        """Return a seat's own value of a row."""
        return values[self.seats.index(seat)]


class Turn(Spot[OptionsT, NowT]):
    """A step that rules are making: what they put, roll and tell."""

    __slots__ = ("_play",)

    def __init__(self, play: Play[Setup[OptionsT], NowT, AnyEvent]) -> None:
        super().__init__(play.setup.seats, play.setup.options, play.position)
        self._play = play

    def roll(self, sides: int = 6) -> int:
        """Return a number from 1 to `sides`, by chance."""
        return self._play.draws(sides)

    def tell(self, event: AnyEvent) -> None:
        """Say what has just happened."""
        self._play.tell(event)

    def put(self, **changes: Any) -> None:
        """Change fields of the position; raises TypeError for what is none."""
        self.now = self._play.position = replace(self.now, **changes)

    def set(self, name: str, seat: SeatName, value: object) -> None:
        """Change a seat's value in a row."""
        self.put(**{name: put_at(getattr(self.now, name), self.seats.index(seat), value)})

    def add(self, name: str, seat: SeatName, more: int = 1) -> int:
        """Add to a seat's number in a row; return what it comes to."""
        total = int(self.of(seat, getattr(self.now, name))) + more
        self.set(name, seat, total)
        return total

    def pass_on(self) -> None:
        """Let the next seat decide."""
        self.put(current=self.next(self.now.current))

    def win(self, *seats: SeatName) -> None:
        """End the table; these have won, possibly nobody."""
        self.put(winners=seats)


class Kit(
    Game[Setup[OptionsT], NowT, Action, AnyEvent, Observation],
    Generic[OptionsT, NowT],
):
    """A game in which one seat after the other decides, derived from its records.

    `class Yam(Kit[Goal, Now], actions=(Roll, Keep), events=(Rolled,))` says `begin`, `legal` and `do`, and
    what people read of it (French). All other methods may be left as they are.
    """

    title: str
    emoji: str
    accent: int
    about: str
    pitch: str
    minutes: tuple[int, int]
    awaits: str = ""
    """What all read of whoever is awaited, such as "{name} a la parole."; "" for a sentence of all games."""

    seats_min = 2
    seats_max = 6
    sequential = True
    seconds: int = 45
    """How long a decision may take."""

    kinds: tuple[type[Action], ...]
    """What a seat can do in this game."""
    tellings: tuple[type[Event], ...]
    """What can happen in it."""
    rows: Mapping[str, Row]
    """The rows of its position, by name."""
    position: type[Any]
    _public: Sequence[str]

    def __init_subclass__(
        cls, *, actions: tuple[type[Action], ...] = (), events: tuple[type[Event], ...] = ()
    ) -> None:
        super().__init_subclass__()
        if not actions:  # a variant of a game that has all this
            return
        if unsaid := [what for name, what in SAID.items() if not hasattr(cls, name)]:
            raise TypeError(f"{cls.__name__} does not say {', '.join(unsaid)}")
        options, cls.position = _parameters(cls)
        shown = [each for each in fields(cls.position) if ROW not in each.metadata]
        cls._public = tuple(each.name for each in shown if each.name not in _HIDDEN)
        if "name" not in vars(cls):
            cls.name = cls.__name__.lower()
        cls.kinds, cls.tellings = actions, (*events, Left)
        cls.rows = {each.name: each.metadata[ROW] for each in fields(cls.position) if ROW in each.metadata}
        cls.secrets = any(row.secret for row in cls.rows.values())
        cls.options, cls.positions = Codec(options), Codec(cls.position)
        cls.setups = Codec(_derive_setup(cls.name, options))
        cls.observations = Codec(_derive_observation(cls.name, cls.position, options, cls.rows))
        cls.actions, cls.events = Codec(*actions), Codec(*cls.tellings)

    # What every game says

    @abstractmethod
    def begin(self, turn: Turn[OptionsT, NowT]) -> None:
        """Begin a round: deal what is secret. It is the first thing that happens at a table."""

    @abstractmethod
    def legal(self, spot: Spot[OptionsT, NowT]) -> Iterable[Action]:
        """Return all that the current seat may do."""

    @abstractmethod
    def do(self, turn: Turn[OptionsT, NowT], seat: SeatName, action: Action) -> None:
        """Work out what a legal action leads to."""

    # What some games say otherwise

    def silence(self, spot: Spot[OptionsT, NowT]) -> Action:
        """Return what it means that the current seat lets its time pass: the first thing that is allowed."""
        return next(iter(self.legal(spot)))

    def left(self, turn: Turn[OptionsT, NowT], seat: SeatName) -> None:
        """Work out what follows when a seat has left and the game goes on: the next one decides for it."""
        if turn.now.current == seat:
            turn.pass_on()

    def verbs(self, spot: Spot[OptionsT, NowT]) -> Iterable[type[Action]]:
        """Return what everybody sees that whoever is awaited may do, whatever the secrets are.

        By default what is allowed where no secret is dealt; a game whose `legal` looks at one says it here.
        """
        return dict.fromkeys(type(action) for action in self.legal(spot))

    # What is derived

    def start(self, setup: Setup[OptionsT], draws: Draws) -> Step[Setup[OptionsT], NowT, AnyEvent]:
        """Return the first round; one draw says who begins, unless that seat is named."""
        many = len(setup.seats)
        rows = {name: () if row.secret else (row.first,) * many for name, row in self.rows.items()}
        first = first_seat(setup.options.first, setup.seats, draws)
        now: NowT = self.position(round=0, current=first, decision=0, missed=(0,) * many, **rows)
        play: Play[Setup[OptionsT], NowT, AnyEvent] = Play(State(setup, now), draws)
        self.begin(Turn(play))
        return play.step()

    def to_act(self, state: State[Setup[OptionsT], NowT]) -> tuple[SeatName, ...]:
        """Return whose turn it is."""
        return () if self.is_over(state) else (state.position.current,)

    def legal_actions(self, state: State[Setup[OptionsT], NowT], seat: SeatName) -> LegalActions[Action]:
        """Return what whoever is awaited may do."""
        return LegalActions(tuple(self.legal(_spot(state))) if seat in self.to_act(state) else ())

    def follow(self, play: Play[Setup[OptionsT], NowT, AnyEvent], seat: SeatName, action: Action) -> None:
        """Work out what a legal action leads to; it is one more decision."""
        turn: Turn[OptionsT, NowT] = Turn(play)
        turn.put(decision=turn.now.decision + 1)
        self.do(turn, seat, action)

    def lapse(self, play: Play[Setup[OptionsT], NowT, AnyEvent], awaited: tuple[SeatName, ...]) -> None:
        """Do what silence stands for."""
        for seat in awaited:
            self.follow(play, seat, self.silence(Turn(play)))

    def remove(self, play: Play[Setup[OptionsT], NowT, AnyEvent], seat: SeatName, *, absent: bool) -> None:
        """Tell that a seat left; the last one there wins."""
        turn: Turn[OptionsT, NowT] = Turn(play)
        turn.tell(Left(seat, absent))
        if len(turn.there) == 1:
            turn.put(current=turn.there[0], winners=turn.there)
        else:
            self.left(turn, seat)

    def deadline(self, state: State[Setup[OptionsT], NowT]) -> Deadline | None:
        """Return the decision that is awaited; one of a round without a leaver is another one."""
        now = state.position
        return (
            None if self.is_over(state) else Deadline(f"{now.decision}.{len(now.gone)}", "turn", self.seconds)
        )

    def rank(self, state: State[Setup[OptionsT], NowT], seat: SeatName) -> tuple[int, ...]:
        """Return what places a seat: its numbers in the rows that are ranked."""
        at = state.setup.seats.index(seat)
        ranks = ((name, row.ranked) for name, row in self.rows.items() if row.ranked)
        return tuple(-sign * getattr(state.position, name)[at] for name, sign in ranks)

    def observe(self, state: State[Setup[OptionsT], NowT], seat: SeatName | None) -> Observation:
        """Return what all may know and, for a seat, its own secrets."""
        setup, now = state.setup, state.position
        verbs = () if self.is_over(state) else self.verbs(_spot(self.hide(state)))
        facts = {name: getattr(now, name) for name in self._public}
        for name, row in self.rows.items():
            values = getattr(now, name)
            if not row.secret:
                facts[name] = by_seat(setup.seats, values)
            else:
                facts[name] = None if seat is None or not values else values[setup.seats.index(seat)]
        return self.observations.record(
            game=setup.game,
            seats=setup.seats,
            options=setup.options,
            verbs=tuple(kind.type for kind in verbs),
            seat=seat,
            **facts,
        )

    def hide(self, state: State[Setup[OptionsT], NowT]) -> State[Setup[OptionsT], NowT]:
        """Return a state in which no secret is dealt."""
        secrets: dict[str, Any] = {name: () for name, row in self.rows.items() if row.secret}
        return State(state.setup, replace(state.position, **secrets))

    def suppose(self, seen: Observation, draws: Draws) -> State[Setup[OptionsT], NowT]:
        """Return a state that may be the one that is seen: what others hold is drawn by its type alone."""
        facts = {name: getattr(seen, name) for name in self._public}
        for name, row in self.rows.items():
            value = getattr(seen, name)
            facts[name] = () if row.secret else tuple(value[seat] for seat in seen.seats)
        now: NowT = self.position(missed=(0,) * len(seen.seats), **facts)
        own = {name: getattr(seen, name) for name, row in self.rows.items() if row.secret}
        state = State(self.setups.record(seen.game, seen.seats, seen.options), now)
        return self.redeal(state, draws, {} if seen.seat is None else {seen.seat: own})

    def redeal(
        self,
        state: State[Setup[OptionsT], NowT],
        draws: Draws,
        known: Mapping[SeatName, Mapping[str, Any]],
    ) -> State[Setup[OptionsT], NowT]:
        """Return the state with other secrets; those of seats that are `known` stay as they are said."""
        hints = get_type_hints(self.position, include_extras=True)
        secrets: dict[str, Any] = {}
        for name in (name for name, row in self.rows.items() if row.secret):
            kind = get_args(hints[name])[0]
            secrets[name] = tuple(
                known[seat][name] if seat in known else imagine(kind, draws) for seat in state.setup.seats
            )
        return State(state.setup, replace(state.position, **secrets))

    def twins(
        self, state: State[Setup[OptionsT], NowT], audience: SeatName | None, draws: Draws
    ) -> Iterator[State[Setup[OptionsT], NowT]]:
        """Yield other states that must look the same to an audience: they differ in others' secrets alone."""
        rows = {name: getattr(state.position, name) for name, row in self.rows.items() if row.secret}
        known: dict[SeatName, dict[str, Any]] = {}
        if audience is not None:
            at = state.setup.seats.index(audience)
            known[audience] = {name: values[at] for name, values in rows.items()}
        for _ in range(TWINS if rows else 0):
            other = self.redeal(state, draws, known)
            if other != state:
                yield other


def _spot(state: State[Setup[OptionsT], NowT]) -> Spot[OptionsT, NowT]:
    return Spot(state.setup.seats, state.setup.options, state.position)


def _parameters(kind: type[Any]) -> tuple[type[Any], type[Any]]:
    """The records of options and position that a game names: `Kit[Goal, Now]`; raises TypeError for none."""
    for base in vars(kind).get("__orig_bases__", ()):
        named = get_args(base)
        if len(named) == 2:
            options, position = named
            return options, position
    raise TypeError(f"{kind.__name__} does not name its options and its position: Kit[Options, Position]")


def _derive_setup(game: str, options: type[Any]) -> type[Any]:
    return make_dataclass(
        f"{game.title()}Setup", [("game", Literal[game]), ("options", options)], bases=(Setup,), frozen=True
    )


def _derive_observation(
    game: str, position: type[Any], options: type[Any], rows: Mapping[str, Row]
) -> type[Any]:
    """The record of what an audience may know; raises TypeError where two of its fields have one name."""
    hints = get_type_hints(position, include_extras=True)
    own = {each.name for each in fields(Observation)}
    if clash := sorted(own & hints.keys()):
        raise TypeError(f"a position has its own {', '.join(clash)}: give it another name")
    told: dict[str, Any] = {"game": Literal[game], "options": options}
    for each in fields(position):
        hint, row = hints[each.name], rows.get(each.name)
        if row is not None:
            value: Any = get_args(hint)[0]
            hint = value | None if row.secret else Mapping[SeatName, value]
        if each.name not in _HIDDEN:
            told[each.name] = hint
    kind = f"{game.title()}Observation"
    return make_dataclass(kind, told.items(), bases=(Observation,), frozen=True, kw_only=True)
