"""The text protocol: play any engine from outside, one JSON object a line in, one a line out.

A table is a state and a source of outcomes, both immutable. A request that fails keeps the old table, and so
uses up no outcome either.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Final, Literal, Never, TypeAlias, TypeVar

from engines.core.codec import Codec
from engines.core.draws import Draws, ScriptedDraws, SeededDraws
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep, Count, Frozen, Refusal, State, events_for

# Reading one line of the text protocol: bytes become a request, or Refusal `bad_request` is raised.

Request = Mapping[str, Any]
T = TypeVar("T")

_MISSING: Any = object()


def read_request(line: bytes) -> Request:
    """Return the JSON object of a line; raises Refusal `bad_request` for anything else.

    It refuses invalid UTF-8, lone surrogates, repeated keys, NaN and the infinities, numbers and nesting
    beyond what Python reads. What it accepts can always be written out again.
    """
    try:
        text = line.decode()
        request = json.loads(text, object_pairs_hook=_read_object, parse_constant=_refuse_constant)
        json.dumps(request, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refusal("bad_request", "not_json") from None
    if not isinstance(request, dict):
        raise Refusal("bad_request", "not_an_object")
    return request


def field(request: Request, name: str, kind: type[T], default: T = _MISSING) -> T:
    """Return a field of exactly this type (a boolean is no number); raises Refusal `bad_request`."""
    value = request.get(name, default)
    if type(value) is not kind:
        raise Refusal("bad_request", "missing" if value is _MISSING else "wrong_type", field=name)
    return value


def list_of(request: Request, name: str, kind: type[T], default: list[T] = _MISSING) -> list[T]:
    """Return a field that is a list of exactly this type; raises Refusal `bad_request`."""
    values = field(request, name, list, default)
    if not all(type(value) is kind for value in values):
        raise Refusal("bad_request", "wrong_type", field=name)
    return values


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; raises Refusal `bad_request` where a key comes twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("repeated key")
    return found


def _refuse_constant(name: str) -> Never:
    """Raise Refusal `bad_request` for NaN, Infinity and -Infinity, which are no JSON."""
    raise ValueError(name)


# Where a protocol table's outcomes come from: a script or a seed. Both are immutable.

_PREFIX = "gobelet-1:protocol"


@dataclass(frozen=True, slots=True)
class Script(Frozen):
    """Outcomes written down beforehand, to be used in order."""

    outcomes: tuple[int, ...]
    type: Literal["script"] = "script"

    def use(self, step: Callable[[Draws], T]) -> tuple[T, Source]:
        """Return the result of a step that takes these outcomes, and the outcomes left."""
        draws = ScriptedDraws(self.outcomes)
        return step(draws), Script(draws.rest)


@dataclass(frozen=True, slots=True)
class Seed(Frozen):
    """Outcomes derived from a text; `taken` of them are used already."""

    seed: str
    taken: Count = 0
    type: Literal["seed"] = "seed"

    def use(self, step: Callable[[Draws], T]) -> tuple[T, Source]:
        """Return the result of a step that takes these outcomes, and the seed as it stands afterwards."""
        draws = SeededDraws(self.seed.encode(), _PREFIX, self.taken)
        return step(draws), Seed(self.seed, draws.taken)


Source: TypeAlias = Script | Seed
SOURCES: Codec[Source] = Codec(Script, Seed)


Answer = dict[str, Any]

LONGEST_LIST: Final = 10_000
"""A longer list of legal actions is answered by the types of its actions alone."""


@dataclass(frozen=True, slots=True)
class ProtocolTable:
    """The one table of a protocol run: its game, its state and where its outcomes come from."""

    game: AnyGame
    state: AnyState
    source: Source
    loaded: bool = False
    """Whether its state, or one before it, came from outside."""


class Protocol:
    """Answers requests, one after the other, about one table at a time."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self._table: ProtocolTable | None = None
        self._verbs: Mapping[str, Callable[[Request], Answer]] = {
            "games": self._list_games,
            "start": self._start,
            "draws": self._add_draws,
            "act": self._act,
            "timeout": self._time_out,
            "settle": self._settle,
            "leave": self._leave,
            "legal": self._list_legal,
            "view": self._view,
            "dump": self._dump,
            "load": self._load,
        }

    def answer(self, line: bytes) -> bytes:
        """Return the answer to one line, as JSON in one line without a line end. Bad input never raises."""
        try:
            answer = {"ok": True, **self._do(read_request(line))}
        except Refusal as refusal:
            answer = {"ok": False, "error": {"code": refusal.code, "message": str(refusal)}}
        return json.dumps(answer, ensure_ascii=True, separators=(",", ":")).encode()

    def _do(self, request: Request) -> Answer:
        """Return what a request is answered with.

        A state that was loaded need not be one that the rules reach: where they fail in it, that is refused.
        """
        do = field(request, "do", str)
        verb = self._verbs.get(do)
        if verb is None:
            raise Refusal("bad_request", "unknown_do")
        try:
            return verb(request)
        except Refusal:
            raise
        except Exception:
            if do == "load" or (self._table is not None and self._table.loaded):
                raise Refusal("bad_request", "impossible_state") from None
            raise

    def _list_games(self, _: Request) -> Answer:
        names = sorted(self._games)
        return {"games": names, "rules": {name: self._games[name].rules_version for name in names}}

    def _start(self, request: Request) -> Answer:
        game = self._find_game(field(request, "game", str))
        seats = list_of(request, "seats", str)
        options = field(request, "options", dict, {})
        source = _read_source(request)
        setup = game.setup(seats, options)
        step, rest = source.use(lambda draws: game.start(setup, draws))
        return self._put(ProtocolTable(game, step.state, rest), step.events)

    def _add_draws(self, request: Request) -> Answer:
        outcomes = list_of(request, "add", int)
        table = self._running_table()
        if not isinstance(table.source, Script):
            raise Refusal("bad_request", "no_script")
        return self._put(replace(table, source=Script((*table.source.outcomes, *outcomes))))

    def _act(self, request: Request) -> Answer:
        seat, plain = field(request, "seat", str), field(request, "action", dict)
        table = self._running_table()
        for name in sorted(table.game.decided_outside & set(plain)):
            raise Refusal("bad_request", "malformed", where=name)
        action = table.game.actions.parse(plain)
        return self._take(table, lambda draws: table.game.act(table.state, seat, action, draws))

    def _time_out(self, _: Request) -> Answer:
        table = self._running_table()
        return self._take(table, lambda draws: table.game.expire(table.state, draws))

    def _settle(self, _: Request) -> Answer:
        table = self._running_table()
        return self._take(table, lambda draws: table.game.system(table.state, "settle", draws))

    def _leave(self, request: Request) -> Answer:
        seat = field(request, "seat", str)
        table = self._running_table()
        return self._take(table, lambda draws: table.game.leave(table.state, seat, draws))

    def _list_legal(self, request: Request) -> Answer:
        seat = field(request, "seat", str)
        table = self._running_table()
        legal = table.game.legal_actions(table.state, self._check_seat(table, seat))
        if legal.complete and len(legal.actions) <= LONGEST_LIST:
            return {"actions": [_list_action(table.game, action) for action in legal.actions]}
        types = legal.types or tuple(dict.fromkeys(action.type for action in legal.actions))
        return {"actions": [], "complete": False, "types": list(types)}

    def _view(self, request: Request) -> Answer:
        seat = field(request, "seat", str) if "seat" in request else None
        table = self._running_table()
        if seat is not None:
            self._check_seat(table, seat)
        return {"view": _view(table.game, table.state, seat)}

    def _dump(self, _: Request) -> Answer:
        table = self._running_table()
        game = table.game
        parts = {
            "setup": game.setups.plain(table.state.setup),
            "position": game.positions.plain(table.state.position),
            "source": SOURCES.plain(table.source),
        }
        return {"state": {"game": game.name, "rules": game.rules_version, **parts}}

    def _load(self, request: Request) -> Answer:
        dumped = field(request, "state", dict)
        game = self._find_game(field(dumped, "game", str))
        if set(dumped) - {"rules"} != {"game", "setup", "position", "source"}:
            raise Refusal("bad_request", "wrong_fields", field="state")
        version = field(dumped, "rules", int, 1)
        setup = game.setups.parse(game.upgrade("setup", dumped["setup"], version))
        position = game.positions.parse(game.upgrade("position", dumped["position"], version))
        state: AnyState = State(setup, position)
        source = SOURCES.parse(dumped["source"])
        game.check(state)
        return self._put(ProtocolTable(game, state, source, loaded=True))

    def _take(self, table: ProtocolTable, take: Callable[[Draws], AnyStep]) -> Answer:
        """Take a step at this table; only where it succeeds, the table and its outcomes change."""
        step, rest = table.source.use(take)
        return self._put(replace(table, state=step.state, source=rest), step.events)

    def _put(self, table: ProtocolTable, events: Iterable[Any] = ()) -> Answer:
        """Go on with this table, and return its facts; where there are none, the old table stays."""
        facts = _facts(table.game, table.state, events)
        self._table = table
        return facts

    def _running_table(self) -> ProtocolTable:
        if self._table is None:
            raise Refusal("not_started")
        return self._table

    def _find_game(self, name: str) -> AnyGame:
        if name not in self._games:
            raise Refusal("unknown_game", game=name)
        return self._games[name]

    @staticmethod
    def _check_seat(table: ProtocolTable, seat: str) -> str:
        if seat not in table.state.setup.seats:
            raise Refusal("bad_request", "unknown_seat", seat=seat)
        return seat


def _read_source(request: Request) -> Source:
    """Return the script or the seed of a new table; raises Refusal `bad_request` where both are given."""
    if "seed" not in request:
        return Script(tuple(list_of(request, "draws", int, [])))
    if "draws" in request:
        raise Refusal("bad_request", "draws_and_seed")
    return Seed(field(request, "seed", str))


def _view(game: AnyGame, state: AnyState, seat: str | None) -> Any:
    return game.observations.plain(game.observe(state, seat))


def _list_action(game: AnyGame, action: Any) -> dict[str, Any]:
    """Return an action as lists show it, without the fields that nobody chooses."""
    plain = _put_type_first(game.actions.plain(action))
    hidden = game.left_out | game.decided_outside
    return {name: value for name, value in plain.items() if name not in hidden}


def _put_type_first(plain: dict[str, Any]) -> dict[str, Any]:
    """Return the same object with its `type` first, where people look for it."""
    return {"type": plain["type"], **plain}


def _facts(game: AnyGame, state: AnyState, events: Iterable[Any] = ()) -> Answer:
    """Return what every request is answered with: public events and facts, who is to act, if it is over."""
    told = [_put_type_first(game.events.plain(event)) for event in events_for(events, None)]
    return {
        "events": [{name: fact for name, fact in event.items() if name != "audience"} for event in told],
        "public": _view(game, state, None),
        "to_act": list(game.to_act(state)),
        "over": game.is_over(state),
    }


def serve(games: Mapping[str, AnyGame], requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line at once until the input ends, or nobody reads the answers any more."""
    protocol = Protocol(games)
    try:
        for line in requests:
            answers.write(protocol.answer(line) + b"\n")
            answers.flush()
    except BrokenPipeError:
        return
