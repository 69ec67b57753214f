"""What a log keeps of any game: decided actions, which replay the same, and blank without the words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep
from tests.engines.described import description_of, random_state
from tests.engines.playing import Pick, Recorder, seeds
from tests.support.games import GAMES

every_game = pytest.mark.parametrize("name", sorted(GAMES))


@dataclass(frozen=True)
class Line:
    """One line of a log: who did what (no action: the deadline passed, or "settle"), and the draws."""

    seat: str | None
    plain: Any
    outcomes: tuple[int, ...]


Log: TypeAlias = list[tuple[AnyState, Line, AnyStep]]
"""Each line of a log, with the state before it and what it led to."""


def typed(action: Any, seat: str, seats: tuple[str, ...]) -> Any:
    """The same action with words that nobody but this seat ever types."""
    text = getattr(action, "text", None)
    return action if not text else replace(action, text=f"{text} {'!' * (seats.index(seat) + 1)}")


def choose(game: AnyGame, state: AnyState, random: Random) -> tuple[str, Any] | None:
    """An action of somebody, mostly in words where they are heard; None for the deadline."""
    if game.deadline(state) is not None and random.random() < 0.05:
        return None
    seats = game.to_act(state) or state.setup.seats
    offers = [(seat, action) for seat in seats for action in game.legal_actions(state, seat).actions]
    tried = (
        (seat, typed(action, seat, state.setup.seats))
        for seat in game.to_act(state)
        for action in description_of(game.name).any_actions
        if hasattr(action, "text")
    )
    words = [(seat, action) for seat, action in tried if game.refusal(state, seat, action) is None]
    if not offers and not words:
        return None
    return random.choice(words if words and (not offers or random.random() < 0.6) else offers)


def take(game: AnyGame, state: AnyState, line: Line, draws: Any) -> AnyStep:
    if line.plain is not None:
        return game.act(state, line.seat, game.actions.parse(line.plain), draws)
    if game.deadline(state) is None:
        return game.system(state, "settle", draws)
    return game.expire(state, draws)


def logged(name: str, seed: int) -> Iterator[tuple[AnyState, Line, AnyStep]]:
    """Play a random table to its end as the bot does: each line of the log, before and after."""
    game, random = GAMES[name], Random(seed)
    state = random_state(game, random)
    for _ in range(description_of(name).most_steps):
        if game.is_over(state):
            return
        chosen, draws = choose(game, state, random), Recorder(random)
        seat, action = chosen or (None, None)
        plain = None if seat is None else game.actions.plain(game.decide(state, seat, action))
        step = take(game, state, Line(seat, plain, ()), draws)
        yield state, Line(seat, plain, tuple(draws.outcomes)), step
        state = step.state
    raise AssertionError(f"a table of {name} does not end")


def leaves(plain: Any) -> Iterator[str]:
    """Every text in JSON-able data."""
    if isinstance(plain, str):
        yield plain
    for part in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from leaves(part)


@pytest.mark.fire
@every_game
def test_a_log_replays_to_the_same_also_without_words_and_what_is_decided_changes_nothing_else(name):
    game, picks = GAMES[name], [Pick(), Pick(), Pick()]
    for seed in seeds(5, 100):
        log = list(logged(name, seed))
        check_replay(game, log, Random(seed), picks[0])
        check_erasing(game, log, Random(seed), picks[1])
        check_replay_without_words(game, log, Random(seed), picks[2])


def check_replay(game: AnyGame, log: Log, random: Random, pick: Pick) -> None:
    """What is decided changes nothing but what is kept."""
    for state, line, step in log:
        script = ScriptedDraws(line.outcomes)
        assert take(game, state, line, script) == step
        assert script.rest == ()
        if pick.takes(state, step):
            check_lists_leave_out_what_is_decided_outside(game, state)
            if line.seat is not None:
                check_decided(game, state, line, step, random)


def check_lists_leave_out_what_is_decided_outside(game: AnyGame, state: AnyState) -> None:
    for seat in state.setup.seats:
        for action in game.legal_actions(state, seat).actions:
            assert all(getattr(action, field, None) is None for field in game.decided_outside)


def check_decided(game: AnyGame, state: AnyState, line: Line, step: AnyStep, random: Random) -> None:
    action, tried = game.actions.parse(line.plain), description_of(game.name).any_actions
    assert game.decide(state, line.seat, action) == action
    assert game.refusal(state, line.seat, action) is None
    plain = {field: value for field, value in line.plain.items() if field not in game.decided_outside}
    undecided = game.actions.parse(plain)
    assert game.act(state, line.seat, undecided, ScriptedDraws(line.outcomes)) == step
    assert game.decide(state, line.seat, undecided) == action
    for other in random.sample(tried, min(5, len(tried))):
        for seat in (*state.setup.seats, "nobody"):
            if seat == "nobody" or game.refusal(state, seat, other) is not None:
                assert game.decide(state, seat, other) is other


def check_erasing(game: AnyGame, log: Log, random: Random, pick: Pick) -> None:
    """Nothing is left of what a seat typed, and all else stays."""
    said: dict[str, set[str]] = {}
    for state, line, step in log:
        if line.plain is not None and line.plain.get("text"):
            said.setdefault(line.seat, set()).add(line.plain["text"])
        if not said or not pick.takes(state, step, len(said)):
            continue
        for seat in said:
            own, others = said[seat], set().union(*(said[other] for other in said if other != seat))
            for kind, plain in _parts(game, step):
                blank, texts = game.without_words(kind, plain, seat), set(leaves(plain))
                left = set(leaves(blank))
                assert own.isdisjoint(left)
                assert others & left == others & texts
                assert blank == plain or not own.isdisjoint(texts)
                game.codec(kind).parse(blank)
        _check_blank(game, step.state, random.choice(sorted(said)))


def _parts(game: AnyGame, step: AnyStep) -> Iterator[tuple[Any, Any]]:
    """What is stored of a step, with its kinds."""
    yield "position", game.positions.plain(step.state.position)
    for event in step.events:
        yield "event", game.events.plain(event)


def _check_blank(game: AnyGame, state: AnyState, seat: str) -> None:
    """See that a position without a seat's words is one, and is seen by everybody."""
    blank = game.without_words("position", game.positions.plain(state.position), seat)
    assert game.without_words("position", blank, seat) == blank
    shown = replace(state, position=game.positions.parse(blank))
    game.check(shown)
    for audience in (None, *state.setup.seats):
        assert game.observe(shown, audience).seat == audience


def check_replay_without_words(game: AnyGame, log: Log, random: Random, pick: Pick) -> None:
    """A blanked log replays to the blanked position and events."""
    replayed = log[0][0]
    seat = random.choice(replayed.setup.seats)
    for state, line, step in log:
        if line.seat == seat:
            line = replace(line, plain=game.without_words("action", line.plain, seat))
            assert not line.plain.get("text")
        again = take(game, replayed, line, ScriptedDraws(line.outcomes))
        replayed = again.state
        if step is log[-1][2] or pick.takes(state, step):
            position = game.positions.plain(step.state.position)
            assert game.positions.plain(replayed.position) == game.without_words("position", position, seat)
        told = [game.without_words("event", game.events.plain(event), seat) for event in step.events]
        assert [game.events.plain(event) for event in again.events] == told


def test_words_are_spoken_in_these_logs() -> None:
    for name in ("defizz", "tasse"):
        lines = [line for seed in range(8) for _, line, _ in logged(name, seed) if line.plain is not None]
        spoken = [line.plain for line in lines if line.plain.get("text")]
        assert len(spoken) > 20
        for field in GAMES[name].decided_outside:
            assert len({str(plain[field]) for plain in spoken}) > 3, "of several kinds"
            assert all(plain[field] is not None for plain in spoken)
