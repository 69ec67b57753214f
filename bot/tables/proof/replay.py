"""Play a record's log through the rules again, with the dice that it tells."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, TypeAlias, cast

from bot.tables.proof.dice import agree, heaps_of, is_veiled, read_shuffle, shuffle
from bot.tables.proof.record import STEPS, Line, Record, digest
from engines.core.decks import Dealer
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep, Refusal, State, events_for
from engines.core.telling import Deed, Kind, Story
from players.core.player import Told

Setting: TypeAlias = Callable[[], Any]
"""Gives the setup of a record, which is read once however often it is asked for; raises Refusal."""


class Failure(Exception):
    """Where a replay cannot go on, or ends elsewhere.

    Codes: unknown_game (game), other_rules (known), bad_setup, bad_shuffle, begun_twice, not_begun,
    refused (reason), rules_failed (error), draws_differ (asked: the sides the rules wanted, 0 for no more),
    position_differs.
    """

    def __init__(self, code: str, entry: int | None = None, **params: str | int) -> None:
        super().__init__(code, entry, params)
        self.code = code
        self.entry = entry
        self.params: Mapping[str, str | int] = params


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a replay came: steps taken, the last state, and the failure that ended it, if any."""

    steps: int
    state: AnyState | None = field(repr=False)
    failure: Failure | None


class _Recorded:
    """The dice of one entry, told again; the rules must ask for exactly these."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._told = 0

    def __call__(self, n: int) -> int:
        told = self._line.draws[self._told : self._told + 1]
        if not told or told[0][0] != n or told[0][1] > n:
            raise Failure("draws_differ", self._line.seq, asked=n)
        self._told += 1
        return told[0][1]

    def end(self) -> None:
        """Raise Failure when the log has dice that nobody asked for."""
        if self._told < len(self._line.draws):
            raise Failure("draws_differ", self._line.seq, asked=0)


def rules_of(record: Record) -> tuple[int, ...]:
    """The versions of the rules by which a game was played, in order; empty if none began."""
    versions = map(_version_told, record.entries)
    return tuple(version for version in versions if version is not None)


def _version_told(line: Line) -> int | None:
    """The version of the rules by which the game goes on from this line; None where it says nothing of it."""
    told = {"begin": "rules", "rules": "version"}
    if line.kind not in told or not isinstance(line.payload, dict):
        return None
    version = line.payload.get(told[line.kind], 1)
    return version if isinstance(version, int) else None


def replay(record: Record, games: Mapping[str, AnyGame]) -> Replay:
    """Replay the whole log and compare the last position; the first failure ends it."""
    state: AnyState | None = None
    steps = 0
    try:
        game = games.get(record.game)
        if game is None:
            raise Failure("unknown_game", game=record.game)
        for line, after, step in _follow(record, game):
            if line.kind == "begin" and game.dealer is not None and not _is_shuffled(record):
                raise Failure("bad_shuffle", line.seq)
            state = after
            steps += step is not None
        position = None if state is None else _digest(record, game, state)
        if position != record.position:
            raise Failure("position_differs")
    except Failure as failure:
        return Replay(steps, state, failure)
    return Replay(steps, state, None)


def _digest(record: Record, game: AnyGame, state: AnyState) -> str:
    """The digest of the last position, as it was kept, without words at seats where some were erased."""
    plain = game.as_kept(game.positions.plain(state.position), _last_rules(record, game))
    for seat in {line.seat for line in record.entries if line.erased and line.seat is not None}:
        plain = game.without_words("position", plain, seat)
    return digest(json.dumps(plain))


def play_again(record: Record, game: AnyGame, setup: Any | None = None) -> Iterator[tuple[Line, AnyStep]]:
    """Yield every step of the game with the line of the log that led to it; raises Failure.

    `setup` is what our own store says that the game began with: then the record's is not read, nor whether it
    was shuffled as it tells. Failure "other_rules" where our rules do not play it as those did by which it
    was played.
    """
    for line, _, step in _follow(record, game, setup):
        if step is not None:
            yield line, step


def _follow(
    record: Record, game: AnyGame, setup: Any | None = None
) -> Iterator[tuple[Line, AnyState, AnyStep | None]]:
    """Yield each line of the log that changed the state, with the state after it; raises as `play_again`.

    The step is None where later rules took over: from there the game goes on from what was kept of it then.
    """
    if not all(map(game.replays, rules_of(record))):
        raise Failure("other_rules", known=game.rules_version)
    state: AnyState | None = None
    rules = game.rules_version
    setting: Setting = cache(partial(_setup, record, game) if setup is None else lambda: setup)
    for line in record.entries:
        version = _version_told(line)
        if line.kind == "rules" and state is not None:
            state = State(state.setup, game.carry_over(state.position, rules))
            yield line, state, None
        rules = rules if version is None else version
        if line.kind == "shuffle" and setup is None:
            _check_shuffle(record, game, setting, state, line)
        elif line.kind in STEPS:
            step = _step(record, game, setting, state, line, rules)
            state = step.state
            yield line, state, step


def _last_rules(record: Record, game: AnyGame) -> int:
    """The version by which the last position was written."""
    return next(reversed(rules_of(record)), game.rules_version)


def _step(
    record: Record, game: AnyGame, setting: Setting, state: AnyState | None, line: Line, rules: int
) -> AnyStep:
    draws = _Recorded(line)
    try:
        if line.kind == "begin":
            if state is not None:
                raise Failure("begun_twice", line.seq)
            step = game.start(_seated(record, setting, line), draws)
        elif state is None:
            raise Failure("not_begun", line.seq)
        else:
            step = _answer(game, state, line, draws, rules)
    except Failure:
        raise
    except Refusal as refusal:
        raise Failure("refused", line.seq, reason=refusal.reason) from None
    except Exception as error:
        # A forged file can hold what no real table ever sent to the rules: whatever they trip over is the
        # file's fault, and belongs into the verdict.
        raise Failure("rules_failed", line.seq, error=type(error).__name__) from error
    draws.end()
    return step


def _seated(record: Record, setting: Setting, line: Line) -> Any:
    """The setup, whose seats must be those that the record names."""
    try:
        setup = setting()
    except Refusal:
        raise Failure("bad_setup", line.seq) from None
    if setup.seats != tuple(seating.seat for seating in record.seats):
        raise Failure("bad_setup", line.seq)
    return setup


def _setup(record: Record, game: AnyGame) -> Any:
    """The setup that a record tells; cards that it does not show are replaced by others. Raises Refusal."""
    begun = next(iter(rules_of(record)), game.rules_version)
    plain: Any = game.upgrade("setup", record.setup, begun)
    if game.dealer is not None:
        try:
            cards = game.dealer.plain_cards(plain)
            laid = [game.dealer.stand_in(card) if is_veiled(card) else card for card in cards]
            plain = game.dealer.with_plain_cards(plain, laid)
        except (KeyError, TypeError):
            raise Refusal("bad_request", "malformed", where="setup") from None
    return game.setups.parse(plain)


def _is_shuffled(record: Record) -> bool:
    return any(entry.kind == "shuffle" for entry in record.entries)


def _check_shuffle(
    record: Record, game: AnyGame, setting: Setting, state: AnyState | None, line: Line
) -> None:
    """The setup's cards must lie as these draws shuffle heaps that are each sorted, and so not chosen."""
    told = read_shuffle(line.payload)
    if game.dealer is None or state is not None or told is None:
        raise Failure("bad_shuffle", line.seq)
    try:
        setup = setting()
    except Refusal:
        raise Failure("bad_shuffle", line.seq) from None
    draws = _Recorded(line)
    order = shuffle(told.heaps, draws, told.marks)
    draws.end()
    known = frozenset(card for heap in told.heaps[1::2] for card in heap)
    if [*told.heaps] != heaps_of(game.dealer.setup_piles(setup), known):
        raise Failure("bad_shuffle", line.seq)
    if order != game.dealer.order(setup) or not agree(_themes_shown(record, game.dealer, setup), told.marks):
        raise Failure("bad_shuffle", line.seq)


def _themes_shown(record: Record, dealer: Dealer, setup: Any) -> dict[str, tuple[str, ...]]:
    """The themes of the cards that a record shows."""
    plain: Any = record.setup
    veiled = {card["id"] for card in dealer.plain_cards(plain) if is_veiled(card)}
    return {card: on for card, on in dealer.setup_themes(setup).items() if card not in veiled}


def _answer(game: AnyGame, state: AnyState, line: Line, draws: _Recorded, rules: int) -> AnyStep:
    match line.kind:
        case "act":
            action = game.actions.parse(game.upgrade("action", line.payload, rules))
            return game.act(state, line.seat or "", action, draws)
        case "leave":
            return game.leave(state, line.seat or "", draws)
        case "expire":
            return game.expire(state, draws)
        case _:
            return game.system(state, _command(line), draws)


def _command(line: Line) -> str:
    match line.payload:
        case {"command": str(command)}:
            return command
        case _:
            raise Failure("refused", line.seq, reason="malformed")


# What every seat was told of a game, step by step, from its record.


@dataclass(frozen=True, slots=True)
class Retold:
    """A step as people were told it: the state that it led to, and its events for all audiences.

    A drafted turn was one step, however many actions it had. `seq` is the number of its last line.
    """

    seq: int
    state: AnyState
    events: tuple[Any, ...]

    def told(self, seat: str) -> Told[Any]:
        """The step as this seat was told it; how long it took is not in a record."""
        return Told(tuple(events_for(self.events, seat)))


def retell(record: Record, game: AnyGame, until: int | None = None) -> Iterator[Retold]:
    """Tell all steps again, those of the lines up to this number; raises Failure as `play_again`."""
    events: tuple[Any, ...] = ()
    before: AnyState | None = None
    for line, step in play_again(record, game):
        if until is not None and line.seq > until:
            return
        events += step.events
        if ends_step(line, game, before, step.state):
            yield Retold(line.seq, step.state, events)
            events, before = (), step.state


def ends_step(line: Line, game: AnyGame, before: AnyState | None, after: AnyState) -> bool:
    """Whether this line ends what was committed together: of a drafted turn, only its last action does."""
    return ends_turn(game, line.kind, line.interaction is not None, before, after)


def ends_turn(game: AnyGame, kind: str, clicked: bool, before: AnyState | None, after: AnyState) -> bool:
    """As `ends_step`, of an entry of this `kind`; `clicked`: a click led to it."""
    if not game.drafts or kind != "act" or clicked or before is None:
        return True
    then, now = game.deadline(before), game.deadline(after)
    return then is None or now is None or then.key != now.key


# A game that is over, told from its record with all that was secret, so that its facts can be counted.


def story_of(record: Record, game: AnyGame, setup: Any | None = None) -> Story | None:
    """Replay a record with its secrets; None if no game began, it still runs, or the replay fails.

    `setup` is what our own store says that the game began with; without it, the record's is read.
    """
    if record.setup is None and setup is None:
        return None
    try:
        deeds = tuple(_deeds(record, game, setup))
    except Failure:
        return None
    seats = tuple(seating.seat for seating in record.seats)
    return Story(seats, deeds, tuple(_pauses(record.entries))) if deeds else None


def _deeds(record: Record, game: AnyGame, setup: Any | None) -> Iterator[Deed]:
    before: AnyState | None = None
    for line, step in play_again(record, game, setup):
        acts = line.kind == "act"
        yield Deed(
            kind=cast("Kind", line.kind),
            seat=line.seat if acts or line.kind == "leave" else None,
            action=game.actions.parse(line.payload) if acts else None,
            before=before,
            after=step.state,
            events=step.events,
            at=line.at,
            clicked_at=line.clicked_at,
        )
        before = step.state


def _pauses(entries: tuple[Line, ...]) -> Iterator[tuple[int, int]]:
    """When the table stood still (ms UTC): from the first of the pauses in a row until it went on."""
    since: int | None = None
    for line in entries:
        if line.kind == "pause" and since is None:
            since = line.at
        elif line.kind == "resume" and since is not None:
            yield since, line.at
            since = None
